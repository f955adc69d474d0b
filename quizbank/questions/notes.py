"""What the notes have wrong, computed as it should be."""

from typing import Any

import torch
from torch import Tensor

from quizbank import measure
from quizbank.answers.lure import lure
from quizbank.draw import draw
from reference import attention, bahdanau, embedding, glove, lstm, nnlm, positions, softmax, transformer
from reference.formula import recording

_FLOAT64 = torch.empty(0, dtype=torch.float64)


def tokens_as_columns() -> int:
    """Which line gives the usual output, transposed: tried on as many tokens as dimensions, where all four run."""
    X, W_q, W_k, W_v = draw(attention.self_attention, 0, sizes={"n": 3, "d_k": 3, "d_v": 3}).arguments.values()
    Q, K, V = (torch.einsum("nd,dk->kn", X, W) for W in (W_q, W_k, W_v))
    by_dimension, by_token = Q @ K.T / len(Q) ** 0.5, K.T @ Q / len(Q) ** 0.5
    lines = [
        by_dimension.softmax(1) @ V,
        V @ by_token.softmax(0),
        V @ by_dimension.softmax(0),
        by_token.softmax(1) @ V,
    ]
    return _closest(lines, attention.self_attention(X, W_q, W_k, W_v).T)


def hidden_product(x: list[float], first: list[float], second: list[float]) -> Tensor:
    """H x: the same product as the scores of x against the rows of a table."""
    return embedding.tied_logits(_tensor([x]), _tensor([first, second]))[0]


@lure(
    hidden_product,
    en="The older word's vector comes first.",
    zh="较早的词的向量在前。",
)
def _newest_word_first(x: list[float], first: list[float], second: list[float]) -> Tensor:
    middle = len(x) // 2
    return hidden_product(x[middle:] + x[:middle], first, second)


def context_vectors(
    a: list[float], cat: list[float], first: list[float], second: list[float], d: list[float]
) -> Tensor:
    """The hidden layer on the context's own vectors."""
    return nnlm.hidden(_tensor(a + cat), _tensor([first, second]), _tensor(d))


@lure(context_vectors, en="The older word's vector comes first.", zh="较早的词的向量在前。")
def _context_backwards(
    a: list[float], cat: list[float], first: list[float], second: list[float], d: list[float]
) -> Tensor:
    return context_vectors(cat, a, first, second, d)


def third_probability(y: list[float]) -> float:
    """Of all six scores."""
    return float(softmax.softmax(_tensor(y))[2])


@lure(third_probability, en="The sum below has all six terms.", zh="分母要加满六项。")
def _sum_of_three(y: list[float]) -> float:
    return float(softmax.softmax(_tensor(y[:3]))[2])


def removed_product(N: int, D: int, H: int) -> int:
    """The hidden layer's multiplications for one prediction."""
    return measure.multiplications(nnlm.hidden, n=N, m=D, h=H)


@lure(
    removed_product,
    en="The hidden layer reads the whole context, N vectors laid side by side.",
    zh="隐藏层读整个上下文，即 N 个向量的拼接。",
)
def _one_word(N: int, D: int, H: int) -> int:
    return removed_product(1, D, H)


def empty_cells() -> int:
    """Which sum is the reference's loss where some cells are empty."""
    d = draw(glove.glove_loss, 0, sizes={"V": 4}).arguments
    X = d["X"] * (1 - torch.eye(4, dtype=torch.float64))
    f = torch.clamp((X / d["x_max"]) ** d["alpha"], max=1)
    prediction = d["W"] @ d["W_tilde"].T + d["b"][:, None] + d["b_tilde"]
    filled = torch.where(X > 0, X, 1)
    sums = [
        (f * (prediction - X.log()) ** 2).sum(),
        torch.stack([_pair_loss(d, i, j, X) for i, j in X.nonzero().tolist()]).sum(),
        (torch.where(X > 0, f, 1) * (prediction - filled.log()) ** 2).sum(),
        (torch.clamp(((X + 1) / d["x_max"]) ** d["alpha"], max=1) * (prediction - (X + 1).log()) ** 2).sum(),
    ]
    return _closest(sums, glove.glove_loss(**{**d, "X": X}))


def handed_over() -> int:
    """What, given to a second run, makes it go on as one run over the whole sequence does."""
    d = draw(lstm.lstm, 0, sizes={"T": 6}).arguments
    xs, h_0, c_0, *weights = d.values()
    whole, _ = lstm.lstm(xs, h_0, c_0, *weights)
    states, c = lstm.lstm(xs[:3], h_0, c_0, *weights)
    nothing = torch.zeros_like(c)
    starts = [(states[-1], nothing), (nothing, c), (states[-1], c), (states.mean(0), nothing)]
    return _closest([lstm.lstm(xs[3:], *start, *weights)[0] for start in starts], whole[3:])


def context_vector(A: int, T: int) -> tuple[int, ...]:
    """Of a context, however long the sentence is."""
    return measure.shape(bahdanau.context, "c", A=A, T=T)


def query_times_key() -> int:
    """Which product of two vectors of three numbers is a score."""
    q, k = torch.unbind(draw(attention.project, 0, sizes={"n": 2, "d_model": 3}).arguments["X"])
    score = attention.scores(q[None], k[None])[0, 0]
    return _closest([torch.outer(q, k), q @ k, q * k, torch.linalg.cross(q, k)], score)


def inputs_of_a_head(d_model: int, heads: int) -> int:
    """How many numbers of a token have a gradient from the first query of the first head."""
    torch.manual_seed(0)
    x = torch.randn(1, d_model, dtype=torch.float64, requires_grad=True)
    queries = attention.project(x, torch.randn(d_model, d_model, dtype=torch.float64))
    (slope,) = torch.autograd.grad(attention.split_heads(queries, heads)[0, 0, 0], x)
    return int(slope.count_nonzero())


@lure(
    inputs_of_a_head,
    en="The projection is cut into heads, not the input.",
    zh="切成头的是投影，不是输入。",
)
def _share_of_the_input(d_model: int, heads: int) -> int:
    return d_model // heads


def next_frequency(d: int) -> float:
    """The angles of the first two pairs at position 1."""
    first, second = (
        torch.asin(positions.sine_term(_tensor(1e-3), _tensor(pair), _tensor(float(d)))) for pair in (0.0, 1.0)
    )
    return float(second / first)


@lure(
    next_frequency,
    en="A pair shares one frequency, so the exponent grows by 2/d_model.",
    zh="一对共用一个频率，所以指数每对增加 2/d_model。",
)
def _own_frequency_for_each(d: int) -> float:
    return next_frequency(2 * d)


def repeated_codes() -> int:
    """Measured over the first 5000 positions: what each option claims, and which claim holds."""
    code = positions.sinusoidal_positions(5000, 2, like=_FLOAT64)
    away = torch.linalg.vector_norm(code[1:] - code[0], dim=1)  # every pair's distance depends on its lag alone
    claims = [bool(away[5] == 0), bool(away[709] == 0), bool(0 < away.min() < 0.01), bool(away.min() >= 1)]
    return claims.index(True)


def sees_under_the_mask(n: int, row: int) -> int:
    """The open cells of the row."""
    return int((attention.causal_mask(n, like=_FLOAT64)[row] == 0).sum())


@lure(
    sees_under_the_mask, en="Counted from 0, row 0 sees one token already.", zh="从 0 数起，第 0 行已经看到一个 token。"
)
def _counted_from_one(n: int, row: int) -> int:
    return sees_under_the_mask(n, row - 1)


def table_times_itself(V: int, d: int) -> int:
    """The rank of the logits that the table's own rows give."""
    E = draw(embedding.tied_logits, 0, sizes={"V": V, "d": d}).arguments["E"]
    return int(torch.linalg.matrix_rank(embedding.tied_logits(E, E)))


@lure(table_times_itself, en="A product's rank is at most that of its factors.", zh="乘积的秩不超过因子的秩。")
def _rank_of_the_identity(V: int, d: int) -> int:
    return V


def residual_of_block_two() -> int:
    """What the third add-and-norm of an encoder of two blocks is given beside its sub-layer's output."""
    d = draw(transformer.encoder, 0, sizes={"L": 2}).arguments
    codes = positions.sinusoidal_positions(*d["X"].shape, like=_FLOAT64)
    with recording() as calls:
        transformer.encoder(positions.add_positions(d["X"], codes), d["blocks"], d["heads"], d["eps"])
    sums = [list(call.arguments.values()) for call in calls if call.formula is transformer.add_and_norm]
    blocks = [call.result for call in calls if call.formula is transformer.encoder_block]
    return _closest([codes, d["X"] + codes, blocks[0], sums[0][1]], sums[2][0])


def own_value() -> int:
    """Which sum is a row of attention."""
    Q, K, V = draw(attention.attention, 0, sizes={"n": 3, "m": 3}).arguments.values()
    weights = attention.scaled_scores(Q, K).softmax(-1)
    mean = weights @ V
    return _closest([mean, V * mean, V + mean, weights.sum(-1, keepdim=True) * V], attention.attention(Q, K, V))


def trained_in_layer_norm() -> int:
    """Which arguments the reference takes as weights."""
    trained = {argument.name for argument in transformer.layer_norm.arguments if argument.is_weight}
    return [{"gamma", "eps"}, {"gamma", "beta"}, {"gamma", "beta", "eps"}, {"mu", "sigma"}].index(trained)


def after_the_concatenation(d_model: int, heads: int) -> int:
    """All weights of the layer."""
    return measure.parameters(attention.multi_head_self_attention, heads=heads, d_k=d_model // heads)


@lure(
    after_the_concatenation,
    en="That stops at the concatenation: W^O is missing.",
    zh="这只算到拼接为止：漏了 W^O。",
)
def _without_the_last_projection(d_model: int, heads: int) -> int:
    return after_the_concatenation(d_model, heads) * 3 // 4


def rare_words() -> int:
    """Where the rarest of three words stands in a table of four places."""
    table = embedding.build_vocabulary(["rare", *3 * ["often"], *2 * ["sometimes"]], 1)
    place = table.index("rare")
    return [place == 1, place == len(table) - 1, place == 0].index(True)


def evenly_spaced(n: int) -> float:
    """The third position."""
    return float(positions.unit_interval_positions(n, like=_FLOAT64)[2])


def masked_scores() -> int:
    """Which value, put in place of the scores above the diagonal, gives masked attention."""
    Q, K, V = draw(attention.attention, 0, sizes={"n": 3, "m": 3}).arguments.values()
    mask = attention.causal_mask(3, like=_FLOAT64)
    scores, hidden = attention.scaled_scores(Q, K), mask < 0
    mean = scores[~hidden].mean()
    tried = [scores.masked_fill(hidden, value).softmax(-1) @ V for value in (1e9, 0.0, -1e9, float(mean))]
    return _closest(tried, attention.masked_attention(Q, K, V, mask))


def _pair_loss(d: dict[str, Any], i: int, j: int, X: Tensor) -> Tensor:
    return glove.pair_loss(d["W"][i], d["W_tilde"][j], d["b"][i], d["b_tilde"][j], X[i, j], d["x_max"], d["alpha"])


def _closest(tried: list[Tensor], right: Tensor) -> int:
    """The only one that equals the right value; none or two would be an error in the question."""
    (place,) = (k for k, one in enumerate(tried) if one.shape == right.shape and torch.allclose(one, right))
    return place


def _tensor(values: object) -> Tensor:
    return torch.tensor(values, dtype=torch.float64)
