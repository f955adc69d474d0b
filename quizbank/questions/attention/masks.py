"""What a mask lets through, in which form it works, and what happens without one."""

from collections.abc import Callable
from math import inf

import torch
from torch import Tensor, nn
from torch.nn import functional as F

from quizbank.answers.lure import lure
from quizbank.experiment import Reading, reading
from quizbank.mistakes.attention import masks
from reference import attention


def visible_pairs(n: int) -> int:
    """The zeros of the causal mask."""
    return int((attention.causal_mask(n) == 0).sum())


@lure(
    visible_pairs,
    en="A token sees itself: the diagonal counts.",
    zh="token 能看到自己：对角线也算。",
)
def _without_diagonal(n: int) -> int:
    return visible_pairs(n) - n


def masked_share(n: int) -> float:
    """The −∞ entries of the causal mask, as a share of all."""
    return float((attention.causal_mask(n) == -inf).double().mean())


@lure(masked_share, en="That is the share that is kept.", zh="那是保留的比例。")
def _kept_share(n: int) -> float:
    return 1 - masked_share(n)


def causal_weight(n: int, t: int) -> float:
    """The output for one-hot values is the weights; the first token is visible to all."""
    return float(_weights(attention.causal_mask(n).double())[t - 1, 0])


@lure(
    causal_weight,
    en="The future is masked: only the tokens up to it share.",
    zh="未来被挡住：只有到它为止的 token 平分。",
)
def _unmasked_weight(n: int, t: int) -> float:
    return float(_weights(torch.zeros(n, n, dtype=torch.float64))[t - 1, 0])


@lure(causal_weight, en="A token sees itself too.", zh="token 也能看到自己。")
def _without_itself(n: int, t: int) -> float:
    return causal_weight(n, t - 1)


def mask_form() -> int:
    """The way whose rows sum to 1 while the future gets nothing, among the four that are offered."""
    ways: list[Callable[..., Tensor]] = [
        masks.mask_multiplied,
        attention.masked_attention,
        masks.masked_after_softmax,
        masks.mask_added_as_ones,
    ]
    found = [_weights(attention.causal_mask(4).double(), way) for way in ways]
    holds = [bool((w.sum(-1) - 1).abs().max() < 1e-9 and w.triu(1).abs().max() == 0) for w in found]
    return holds.index(True)


def masked_row() -> int:
    """NaN, zeros, shared equally, or as if nothing were masked: what the weights are when −∞ stands everywhere."""
    plain, weights = _weights(torch.zeros(3, 3).double()), _weights(torch.full((3, 3), -inf).double())
    holds = [weights.isnan().all(), (weights == 0).all(), (weights == 1 / 3).all(), torch.equal(weights, plain)]
    return [bool(held) for held in holds].index(True)


def torch_masks() -> int:
    """What True in a boolean mask means to torch's function and to its layer, found by hiding the future in both."""
    X, lower = _tokens(4, 8)[None], torch.ones(4, 4, dtype=torch.bool).tril()
    with torch.random.fork_rng():
        torch.manual_seed(0)
        layer = nn.MultiheadAttention(8, 1, batch_first=True, dtype=X.dtype)
    by_function = _hides_the_future(X, lambda X: F.scaled_dot_product_attention(X, X, X, attn_mask=lower))
    by_layer = _hides_the_future(X, lambda X: layer(X, X, X, attn_mask=lower, need_weights=False)[0])
    return [(True, True), (False, False), (True, False), (False, True)].index((by_function, by_layer))


def _hides_the_future(X: Tensor, attend: Callable[[Tensor], Tensor]) -> bool:
    """Whether the first row stays as it is when the last token changes."""
    other = torch.cat([X[:, :-1], -X[:, -1:]], dim=1)
    return torch.equal(attend(X)[:, 0], attend(other)[:, 0])


def why_masks() -> tuple[Reading, ...]:
    """The last of six tokens is replaced, then the padding after four tokens: who notices?"""
    X, zeros = _tokens(6, 8), torch.zeros(6, 6, dtype=torch.float64)
    changed, padded = X.clone(), X.clone()
    changed[-1], padded[-2:] = -X[-1], 5.0
    padding = attention.padding_mask(torch.tensor([4]), 6).double().expand(6, 6)
    return (
        reading(
            "change of rows 1 … 6 when token 6 changes, no mask",
            "改动第 6 个 token，第 1 … 6 行输出的变化：无掩码",
            _moved(X, changed, zeros),
        ),
        reading("the same, causal mask", "同上：加因果掩码", _moved(X, changed, _causal(X))),
        reading(
            "change of rows 1 … 4 when the padding 5, 6 changes, no mask",
            "改动第 5、6 位的填充，第 1 … 4 行输出的变化：无掩码",
            _moved(X, padded, zeros)[:4],
        ),
        reading("the same, padding mask", "同上：加填充掩码", _moved(X, padded, padding)[:4]),
    )


def _moved(X: Tensor, other: Tensor, M: Tensor) -> Tensor:
    """How far each row of self-attention moves when the tokens are others."""
    rows = attention.masked_attention(X, X, X, M) - attention.masked_attention(other, other, other, M)
    moved: Tensor = rows.norm(dim=-1)
    return moved


def _weights(M: Tensor, way: Callable[..., Tensor] = attention.masked_attention) -> Tensor:
    """The weights of equal scores: the output for one-hot values."""
    same, values = torch.zeros(len(M), 1, dtype=torch.float64), torch.eye(len(M), dtype=torch.float64)
    return way(same, same, values, M)


def _causal(X: Tensor) -> Tensor:
    return attention.causal_mask(len(X), like=X)


def _tokens(n: int, d: int) -> Tensor:
    return torch.randn(n, d, generator=torch.Generator().manual_seed(0), dtype=torch.float64)
