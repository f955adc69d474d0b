"""What attention costs: multiplications, parameters, and how far a signal travels."""

from torch import nn

from quizbank import measure
from quizbank.answers.lure import lure
from quizbank.experiment import Reading, reading
from reference import attention, rnn


def layer_growth(n: int, d: int) -> int:
    """Multiplications of the scores and the weighted sum."""
    return measure.multiplications(attention.attention, n=n, m=n, d_k=d, d_v=d)


@lure(
    layer_growth,
    en="n·d² is the recurrent layer's cost, and that of the projections; here every pair of tokens costs d.",
    zh="n·d² 是循环层（以及投影）的计算量；这里每一对 token 花费 d。",
)
def _recurrent_growth(n: int, d: int) -> int:
    return measure.multiplications(attention.project, n=n, d_model=d, d_k=d)


def attention_cost(n: int, d: int) -> int:
    """Multiplications of the scores and the weighted sum."""
    return measure.multiplications(attention.attention, n=n, m=n, d_k=d, d_v=d)


@lure(
    attention_cost,
    en="The weighted sum of the values costs as much as the scores: two products, not one.",
    zh="对值加权求和与算得分一样贵：是两次矩阵乘法，不是一次。",
)
def _scores_alone(n: int, d: int) -> int:
    return measure.multiplications(attention.scores, n=n, m=n, d_k=d)


def projection_cost(n: int, d: int) -> int:
    """Multiplications of the projections to queries, keys and values, and of the one that mixes the heads."""
    return 4 * measure.multiplications(attention.project, n=n, d_model=d, d_k=d)


@lure(
    projection_cost,
    en="The fourth projection is W^O, after the heads are concatenated.",
    zh="第四个投影是拼接之后的 W^O。",
)
def _without_output_projection(n: int, d: int) -> int:
    return 3 * measure.multiplications(attention.project, n=n, d_model=d, d_k=d)


def path_growth(n: int) -> int:
    """The longest chain of contractions among n tokens."""
    return measure.longest_chain(attention.attention, n=n, m=n)


def multi_head_parameters(d_model: int) -> int:
    """Of the four weights, without biases."""
    return measure.parameters(attention.multi_head_attention, d_model=d_model)


@lure(
    multi_head_parameters,
    en="W^O is missing: besides queries, keys and values there is the matrix that mixes the heads.",
    zh="漏了 W^O：除了查询、键、值，还有混合各头的矩阵。",
)
def _without_W_o(d_model: int) -> int:
    return 3 * measure.parameters(attention.project, d_model=d_model, d_k=d_model)


def torch_parameters(d_model: int) -> int:
    """Of the library's own layer, with one head, since their number does not matter."""
    return sum(weight.numel() for weight in nn.MultiheadAttention(d_model, 1, device="meta").parameters())


@lure(
    torch_parameters,
    en="torch's layer has biases: one for each of the four projections.",
    zh="torch 的层有偏置：四个投影各有一个。",
)
def _without_biases(d_model: int) -> int:
    layer = nn.MultiheadAttention(d_model, 1, bias=False, device="meta")
    return sum(weight.numel() for weight in layer.parameters())


def complexity_table() -> tuple[Reading, ...]:
    """Both layers at width 32 and growing length, in multiplications and in products that must wait."""
    lengths, d = (8, 16, 32, 64, 128), 32
    shown = ", ".join(str(n) for n in lengths)
    attending = [{"n": n, "m": n, "d_k": d, "d_v": d} for n in lengths]
    recurrent = [{"T": n, "H": d, "D": d} for n in lengths]
    projecting = [4 * measure.multiplications(attention.project, n=n, d_model=d, d_k=d) for n in lengths]
    mixing = [measure.multiplications(attention.attention, **sizes) for sizes in attending]
    steps = [measure.longest_chain(rnn.rnn, **sizes) for sizes in recurrent]
    direct = [measure.longest_chain(attention.attention, **sizes) for sizes in attending]
    return (
        reading(
            f"multiplications, scores and sum, n = {shown}; d = {d}",
            f"得分与加权求和的乘法次数，n = {shown}；d = {d}",
            mixing,
        ),
        reading("the four projections", "四个投影", projecting),
        reading("products in a row, self-attention", "必须依次做的乘积个数：自注意力", direct),
        reading("the same, RNN", "必须依次做的乘积个数：RNN", steps),
    )
