"""Several heads, and the three attentions of a Transformer: who asks, who is asked, who may be seen."""

from collections.abc import Callable

import torch
from torch import Tensor
from torch.autograd.functional import jacobian

from quizbank import measure
from quizbank.experiment import Reading, reading
from reference import attention
from reference.formula import recording, unchecked


def head_sees() -> int:
    """How many of the 8 inputs reach the first of 4 heads: all of them, its own 2, or one."""
    X, W = _normal(1, 8), _normal(8, 8)
    slopes = _slopes(lambda X: attention.split_heads(attention.project(X, W), 4)[0].sum(), X)
    return [8, 2, 1].index(int((slopes != 0).sum()))


def must_match() -> int:
    """Which sizes of Q, K and V attention cannot do without: found by changing one at a time."""
    widths = _fails((3, 4), (5, 6), (5, 2))
    rows_of_k_and_v = _fails((3, 4), (5, 4), (6, 2))
    rows_of_q_and_k = _fails((3, 4), (5, 4), (5, 2))
    width_of_v = _fails((5, 4), (5, 4), (5, 2))
    found = (widths, rows_of_k_and_v, rows_of_q_and_k, width_of_v)
    everything = (True, True, True, True)
    return [everything, (True, True, False, False), (True, True, True, False), (True, False, False, False)].index(found)


def attention_steps() -> list[int]:
    """The order in which a call of multi-head attention finishes its parts."""
    options = ["merge_heads", "softmax", "project", "scaled_scores", "split_heads", "scores", "attention", "output"]
    with recording() as calls:
        _multi_head(_normal(5, 8), _normal(5, 8), heads=2)
    names = [call.formula.name for call in calls]
    finished = {name: names.index(name) for name in set(names)}
    finished["output"] = len(names) - 1 - names[::-1].index("project")
    return sorted(range(len(options)), key=lambda place: finished[options[place]])


def why_several_heads() -> tuple[Reading, ...]:
    """What heads cost; and two tokens, equally attended, change places: who can tell?"""
    numbers, d = (1, 2, 4, 8), 32
    sizes = [{"heads": heads, "d_k": d // heads, "n": 16, "m": 16} for heads in numbers]
    return (
        reading(
            "parameters, 1, 2, 4, 8 heads of 32 columns together",
            "参数量，共 32 列，分成 1、2、4、8 个头",
            [measure.parameters(attention.multi_head_attention, **s) for s in sizes],
        ),
        reading(
            "multiplications for 16 tokens",
            "16 个 token 的乘法次数",
            [measure.multiplications(attention.multi_head_attention, **s) for s in sizes],
        ),
        reading(
            "two attended tokens change places, change of the output: one head, two heads",
            "互换两个被关注的 token，输出的变化：一个头、两个头",
            _told_apart(1),
            _told_apart(2),
        ),
    )


def _told_apart(heads: int) -> Tensor:
    """One head must give both tokens ½ to see both; of two heads, each looks at one place."""
    places, values = torch.eye(2, dtype=torch.float64), _normal(2, 4)
    asked = 40 * (places.sum(0, keepdim=True) if heads == 1 else places)
    before, after = (attention.attention(asked, places, V).flatten() for V in (values, values.flip(0)))
    moved: Tensor = (after - before).norm()
    return moved


def three_attentions() -> tuple[Reading, ...]:
    """Which of 5 source and 4 target tokens reach each output row, by changing one at a time."""
    source, target = _normal(5, 8), _normal(4, 8)
    causal = attention.causal_mask(4, like=target)
    return (
        reading(
            "encoder: source tokens that rows 1 … 5 see",
            "编码器：第 1 … 5 行能看到几个源端 token",
            _seen(source, source),
        ),
        reading(
            "decoder, masked: target tokens that rows 1 … 4 see",
            "解码器（带掩码）：第 1 … 4 行能看到几个目标端 token",
            _seen(target, target, causal),
        ),
        reading(
            "cross-attention: source tokens that rows 1 … 4 see",
            "交叉注意力：第 1 … 4 行能看到几个源端 token",
            _seen(target, source),
        ),
    )


def _seen(X_q: Tensor, X_kv: Tensor, mask: Tensor | None = None) -> list[int]:
    """For each row, how many of the tokens that are asked change it."""
    slopes = _slopes(lambda X: _multi_head(X_q, X, heads=2, mask=mask).sum(-1), X_kv)
    return [int(count) for count in (slopes.abs().sum(-1) > 0).sum(-1)]


def cross_attention() -> tuple[Reading, ...]:
    """Three target tokens ask five source tokens; the source's order, and what can be kept between steps."""
    target, source = _normal(3, 8), _normal(5, 8) + 1
    out = _multi_head(target, source, heads=2)
    shuffled = _multi_head(target, source[[2, 0, 4, 1, 3]], heads=2)
    sizes = {"d_model": 8, "d_k": 8}
    again = sum(2 * measure.multiplications(attention.project, n=5, **sizes) for _ in range(3))
    once = 2 * measure.multiplications(attention.project, n=5, **sizes)
    return (
        reading("shape of the output, 3 queries on 5 keys", "输出的形状：3 个查询对 5 个键", list(out.shape)),
        reading(
            "change of the output when the source rows are shuffled",
            "打乱源端各行的顺序，输出的变化",
            (out - shuffled).norm(),
        ),
        reading(
            "multiplications for K and V over three steps: computed again, kept",
            "三步解码中算 K、V 的乘法次数：每步重算、算一次存起来",
            again,
            once,
        ),
    )


def _multi_head(X_q: Tensor, X_kv: Tensor, *, heads: int, mask: Tensor | None = None) -> Tensor:
    W_q, W_k, W_v, W_o = _normal(4, 8, 8) / 3
    return attention.multi_head_attention(X_q, X_kv, W_q, W_k, W_v, W_o, heads, mask)


def _slopes(function: Callable[[Tensor], Tensor], X: Tensor) -> Tensor:
    slopes: Tensor = jacobian(function, X)  # type: ignore[no-untyped-call]  # torch leaves it without types
    return slopes


def _fails(Q: tuple[int, int], K: tuple[int, int], V: tuple[int, int]) -> bool:
    try:
        with unchecked():
            attention.attention(torch.ones(Q), torch.ones(K), torch.ones(V))
    except RuntimeError:
        return True
    return False


def _normal(*shape: int) -> Tensor:
    return torch.randn(*shape, generator=torch.Generator().manual_seed(0), dtype=torch.float64)
