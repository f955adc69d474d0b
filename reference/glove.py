"""GloVe: word vectors whose products, with two biases, fit the logarithms of co-occurrence counts."""

import functools
from collections import Counter
from collections.abc import Callable
from typing import Any

import torch
from jaxtyping import Float
from torch import Tensor
from torch.func import grad, vjp
from torch.optim.adagrad import adagrad

from reference.formula import formula


@formula(
    source="The notes' co-occurrence table; Pennington et al. 2014, section 3, without its 1/distance",
    outputs=("X",),
    domains={"sentences": "sentences V", "window": "1..3"},
)
def cooccurrence(
    sentences: list[list[int]], window: int, V: int, *, like: Tensor | None = None
) -> Float[Tensor, "{V} {V}"]:
    """How often word j stands at most `window` places from word i in the same sentence."""
    X = torch.zeros(V, V) if like is None else torch.zeros(V, V, dtype=like.dtype, device=like.device)
    for ids in sentences:
        for place, i in enumerate(ids):
            for j in ids[place + 1 : place + 1 + window]:
                X[i, j] += 1
                X[j, i] += 1
    return X


@cooccurrence.twin
def counted_pairs(sentences: list[list[int]], window: int, V: int, *, like: Tensor | None = None) -> Tensor:
    """One count per ordered pair of places, read off as a table."""
    pairs = Counter(
        (i, j)
        for ids in sentences
        for a, i in enumerate(ids)
        for b, j in enumerate(ids)
        if a != b and abs(a - b) <= window
    )
    return torch.tensor([[float(pairs[i, j]) for j in range(V)] for i in range(V)]).to(
        torch.empty(0) if like is None else like
    )


@formula(
    source="Pennington et al. 2014, eq. 9; the notes' f(0) = 0, non-decreasing, capped",
    latex=r"f = \min((\frac{X}{x_{max}})^{\alpha}, 1)",
    outputs=("f",),
    domains={"X": "count 100", "x_max": "96..104", "alpha": "0.3..0.9"},
)
def weight(X: Float[Tensor, "*batch"], x_max: float, alpha: float) -> Float[Tensor, "*batch"]:
    """How much a count matters: less where it is rare, 1 from x_max on."""
    return ((X / x_max) ** alpha).clamp(max=1.0)


@weight.twin
def weight_by_branch(X: Tensor, x_max: float, alpha: float) -> Tensor:
    """The two cases of the paper, the power by logarithms."""
    return torch.where(x_max > X, torch.exp(alpha * torch.log(X / x_max)), 1.0)


@formula(
    source="Pennington et al. 2014, the bracket of eq. 8",
    latex=r"e = w_i^\top \tilde{w}_j + b_i + \tilde{b}_j - \log X_{ij}",
    outputs=("e",),
    domains={"X": "count 100"},
)
def pair_error(
    w: Float[Tensor, "*batch d"],
    w_tilde: Float[Tensor, "*batch d"],
    b: Float[Tensor, "*batch"],
    b_tilde: Float[Tensor, "*batch"],
    X: Float[Tensor, "*batch"],
) -> Float[Tensor, "*batch"]:
    """Prediction minus target: two vectors and two biases against the natural logarithm of a count above 0."""
    return torch.einsum("...d,...d->...", w, w_tilde) + b + b_tilde - torch.log(X)


@pair_error.twin
def biases_as_coordinates(w: Tensor, w_tilde: Tensor, b: Tensor, b_tilde: Tensor, X: Tensor) -> Tensor:
    """One longer product, in which each bias meets a 1."""
    one = torch.ones_like(b)[..., None]
    left = torch.cat([w, b[..., None], one], dim=-1)
    right = torch.cat([w_tilde, one, b_tilde[..., None]], dim=-1)
    return (left * right).sum(dim=-1) - torch.log2(X) / torch.log2(torch.exp(torch.ones_like(X)))


@formula(
    source="Pennington et al. 2014, one term of eq. 8",
    latex=r"J = \min((\frac{X_{ij}}{x_{max}})^{\alpha}, 1) (w_i^\top \tilde{w}_j + b_i + \tilde{b}_j - \log X_{ij})^2",
    lines=r"f = \min((\frac{X_{ij}}{x_{max}})^{\alpha}, 1) \\ "
    r"e = w_i^\top \tilde{w}_j + b_i + \tilde{b}_j - \log X_{ij} \\ "
    r"J = f e^2",
    outputs=("J",),
    domains={"X": "count 100", "x_max": "96..104", "alpha": "0.3..0.9"},
)
def pair_loss(
    w: Float[Tensor, "*batch d"],
    w_tilde: Float[Tensor, "*batch d"],
    b: Float[Tensor, "*batch"],
    b_tilde: Float[Tensor, "*batch"],
    X: Float[Tensor, "*batch"],
    x_max: float,
    alpha: float,
) -> Float[Tensor, "*batch"]:
    """The weighted squared error of one pair of words; no ½."""
    return weight(X, x_max, alpha) * pair_error(w, w_tilde, b, b_tilde, X) ** 2


@pair_loss.twin
def square_of_a_weighted_error(
    w: Tensor, w_tilde: Tensor, b: Tensor, b_tilde: Tensor, X: Tensor, x_max: float, alpha: float
) -> Tensor:
    """The root of the weight inside the square, the weight as a logarithm that is cut at 0."""
    root = torch.exp(torch.log(X / x_max).clamp(max=0.0) * alpha / 2)
    return torch.square(root * biases_as_coordinates(w, w_tilde, b, b_tilde, X))


@formula(
    source="Pennington et al. 2014, eq. 8, over the nonzero cells",
    outputs=("J",),
    domains={"X": "count 100", "x_max": "96..104", "alpha": "0.3..0.9"},
)
def glove_loss(
    W: Float[Tensor, "V d"],
    W_tilde: Float[Tensor, "V d"],
    b: Float[Tensor, " V"],
    b_tilde: Float[Tensor, " V"],
    X: Float[Tensor, "V V"],
    x_max: float,
    alpha: float,
) -> Float[Tensor, ""]:
    """The sum over all pairs that occur together at least once."""
    empty = X == 0
    V, d = W.shape
    left, right = W[:, None].expand(V, V, d), W_tilde.expand(V, V, d)
    counts = X.masked_fill(empty, 1.0)  # before the logarithm: −∞ would come back as NaN in the gradient
    losses = pair_loss(left, right, b[:, None].expand(V, V), b_tilde.expand(V, V), counts, x_max, alpha)
    return losses.masked_fill(empty, 0.0).sum()


@glove_loss.twin
def cell_by_cell(
    W: Tensor, W_tilde: Tensor, b: Tensor, b_tilde: Tensor, X: Tensor, x_max: float, alpha: float
) -> Tensor:
    """One product of the tables, read at the list of nonzero cells."""
    i, j = X.nonzero().unbind(dim=1)
    counts = X[i, j]
    predicted = (W @ W_tilde.mT)[i, j] + b[i] + b_tilde[j]
    return weight_by_branch(counts, x_max, alpha) @ (predicted - torch.log(counts)) ** 2


@formula(
    source="The chain rule on one term of eq. 8 in Pennington et al. 2014",
    latex=r"e = w_i^\top \tilde{w}_j + b_i + \tilde{b}_j - \log X_{ij} \\ "
    r"g = 2 \min((\frac{X_{ij}}{x_{max}})^{\alpha}, 1) e \\ "
    r"dw = g \tilde{w}_j \\ \tilde{dw} = g w_i \\ db = g \\ \tilde{db} = g",
    outputs=("dw", "dw_tilde", "db", "db_tilde"),
    domains={"X": "count 100", "x_max": "96..104", "alpha": "0.3..0.9"},
)
def pair_gradient(
    w: Float[Tensor, "*batch d"],
    w_tilde: Float[Tensor, "*batch d"],
    b: Float[Tensor, "*batch"],
    b_tilde: Float[Tensor, "*batch"],
    X: Float[Tensor, "*batch"],
    x_max: float,
    alpha: float,
) -> tuple[
    Float[Tensor, "*batch d"],
    Float[Tensor, "*batch d"],
    Float[Tensor, "*batch"],
    Float[Tensor, "*batch"],
]:
    """What one pair sends to the 2d + 2 numbers that predict it, for the loss without ½."""
    g = 2 * weight(X, x_max, alpha) * pair_error(w, w_tilde, b, b_tilde, X)
    return g[..., None] * w_tilde, g[..., None] * w, g, g


@pair_gradient.twin
def pair_autograd(
    w: Tensor, w_tilde: Tensor, b: Tensor, b_tilde: Tensor, X: Tensor, x_max: float, alpha: float
) -> tuple[Tensor, ...]:
    """autograd through `pair_loss`."""
    loss = functools.partial(pair_loss, X=X, x_max=x_max, alpha=alpha)
    gradients: tuple[Tensor, ...] = vjp(loss, w, w_tilde, b, b_tilde)[1](torch.ones_like(b))
    return gradients


@formula(
    source="Duchi et al. 2011, the diagonal form; torch's Adagrad without its ε",
    latex=r"G = G_{old} + g^2 \\ w_{new} = w - \frac{\eta g}{\sqrt{G}}",
    outputs=("w_new", "G_new"),
    domains={"accumulator": "positive", "lr": "0.1..0.9"},
)
def adagrad_step(
    w: Float[Tensor, "*batch"], grad: Float[Tensor, "*batch"], accumulator: Float[Tensor, "*batch"], lr: float
) -> tuple[Float[Tensor, "*batch"], Float[Tensor, "*batch"]]:
    """Number by number: the new square is in the sum by which the step is divided."""
    accumulator = accumulator + grad**2
    still = accumulator == 0  # never had a gradient, so it stays; 0 / 0 would be NaN
    return w - lr * grad / accumulator.masked_fill(still, 1.0).sqrt(), accumulator


@adagrad_step.twin
def torch_adagrad(w: Tensor, grad: Tensor, accumulator: Tensor, lr: float) -> tuple[Tensor, Tensor]:
    """`torch.optim.Adagrad`'s own step."""
    w, accumulator = w.clone(), accumulator.clone()
    steps = [torch.zeros((), device=w.device)]
    rules: dict[str, Any] = {"weight_decay": 0.0, "lr_decay": 0.0, "eps": 0.0, "maximize": False}
    adagrad([w], [grad], [accumulator], steps, foreach=False, differentiable=True, lr=lr, **rules)
    return w, accumulator


@formula(
    source="The notes' training loop; Pennington et al. 2014, section 4.2",
    outputs=("W_new", "W_tilde_new", "b_new", "b_tilde_new", "losses"),
    domains={"X": "count 100", "epochs": "2..3", "lr": "0.1..0.9", "x_max": "96..104", "alpha": "0.3..0.9"},
    reads_data=True,
)
def train(
    X: Float[Tensor, "V V"],
    W: Float[Tensor, "V d"],
    W_tilde: Float[Tensor, "V d"],
    b: Float[Tensor, " V"],
    b_tilde: Float[Tensor, " V"],
    epochs: int,
    lr: float,
    x_max: float = 100.0,
    alpha: float = 0.75,
) -> tuple[
    Float[Tensor, "V d"],
    Float[Tensor, "V d"],
    Float[Tensor, " V"],
    Float[Tensor, " V"],
    Float[Tensor, " {epochs}"],
]:
    """AdaGrad over the nonzero cells in row order, accumulators from 0; the loss after each epoch."""
    cells, losses = X.nonzero().tolist(), []
    words, contexts = _rows(W, b), _rows(W_tilde, b_tilde)
    for _ in range(epochs):
        for i, j in cells:
            (w, word_squares), (w_tilde, context_squares) = words[i], contexts[j]
            gradients = pair_gradient(w[:-1], w_tilde[:-1], w[-1], w_tilde[-1], X[i, j], x_max, alpha)
            dw, dw_tilde, db, db_tilde = gradients
            words[i] = adagrad_step(w, torch.cat([dw, db[None]]), word_squares, lr)
            contexts[j] = adagrad_step(w_tilde, torch.cat([dw_tilde, db_tilde[None]]), context_squares, lr)
        (W, b), (W_tilde, b_tilde) = _tables(words), _tables(contexts)
        losses.append(glove_loss(W, W_tilde, b, b_tilde, X, x_max, alpha))
    return W, W_tilde, b, b_tilde, torch.stack(losses)


def _rows(table: Tensor, biases: Tensor) -> list[tuple[Tensor, Tensor]]:
    """Each word's vector with its bias at the end, and its empty accumulators."""
    return [(row, torch.zeros_like(row)) for row in torch.cat([table, biases[:, None]], dim=1).unbind()]


def _tables(rows: list[tuple[Tensor, Tensor]]) -> tuple[Tensor, Tensor]:
    table = torch.stack([row for row, _squares in rows])
    return table[:, :-1], table[:, -1]


@train.twin
def train_by_autograd(X: Tensor, *rest: Any) -> tuple[Tensor, ...]:
    """Whole tables and their gradients by autograd, of a loss from which one cell alone is left."""
    *tables, epochs, lr, x_max, alpha = rest
    loss: Callable[..., Any] = functools.partial(cell_by_cell, x_max=x_max, alpha=alpha)
    losses = []
    squares = [torch.zeros_like(table) for table in tables]
    for _ in range(epochs):
        for i, j in X.nonzero():
            alone = torch.zeros_like(X).index_put((i, j), X[i, j])
            gradients = grad(loss, argnums=(0, 1, 2, 3))(*tables, alone)
            squares = [total + g**2 for total, g in zip(squares, gradients, strict=True)]
            steps = (lr * g * (s + (s == 0)).rsqrt() for g, s in zip(gradients, squares, strict=True))
            tables = [table - step for table, step in zip(tables, steps, strict=True)]
        losses.append(loss(*tables, X))
    return (*tables, torch.stack(losses))


@formula(source="Pennington et al. 2014, section 4.2; the notes' sum of both vectors", outputs=("vectors",))
def word_vectors(W: Float[Tensor, "V d"], W_tilde: Float[Tensor, "V d"]) -> Float[Tensor, "V d"]:
    """A word's two vectors added; the biases are left behind."""
    return W + W_tilde


@word_vectors.twin
def twice_the_mean(W: Tensor, W_tilde: Tensor) -> Tensor:
    """Twice the mean of both tables."""
    return 2 * torch.stack([W, W_tilde]).mean(dim=0)
