"""GloVe against the notes' table, the paper's numbers, torch's AdaGrad and the C code's rule."""

import math

import pytest
import torch

from quizbank.draw import draw
from quizbank.mistakes.glove import training
from reference import glove
from tests.reference.test_twins import deviation

WORDS = ["I", "like", "deep", "learning", "NLP", "enjoy"]
SENTENCES = [
    [WORDS.index(word) for word in sentence.split()]
    for sentence in ("I like deep learning", "I like NLP", "I enjoy learning")
]
NOTES = [
    [0, 2, 0, 0, 0, 1],
    [2, 0, 1, 0, 1, 0],
    [0, 1, 0, 1, 0, 0],
    [0, 0, 1, 0, 0, 1],
    [0, 1, 0, 0, 0, 0],
    [1, 0, 0, 1, 0, 0],
]


def table(window=1):
    return glove.cooccurrence(SENTENCES, window, len(WORDS), like=torch.empty(0, dtype=torch.float64))


def number(value):
    return torch.tensor(value, dtype=torch.float64)


def pair(X=50.0):
    w, w_tilde = torch.tensor([[0.1, -0.2, 0.3], [0.4, 0.1, -0.3]], dtype=torch.float64)
    return w, w_tilde, number(0.05), number(-0.1), number(X)


def test_the_notes_table():
    assert table().tolist() == NOTES
    assert table().sum() == 14
    assert table().count_nonzero() == 12


@pytest.mark.parametrize("window", [1, 2, 3])
def test_neighbours_are_mutual(window):
    assert torch.equal(table(window), table(window).mT)


@pytest.mark.parametrize(("X", "printed"), [(1, 0.0316), (10, 0.1778), (50, 0.5946), (99, 0.9925), (100, 1), (500, 1)])
def test_weights_of_the_paper(X, printed):
    assert glove.weight(number(X), 100.0, 0.75) == pytest.approx(printed, abs=5e-5)


def test_a_pair_worked_by_hand():
    error = 0.04 - 0.02 - 0.09 + 0.05 - 0.1 - math.log(50)
    assert float(glove.pair_error(*pair())) == pytest.approx(error, rel=1e-14)
    assert float(glove.pair_loss(*pair(), 100.0, 0.75)) == pytest.approx(0.5**0.75 * error**2, rel=1e-14)
    dw, dw_tilde, db, db_tilde = glove.pair_gradient(*pair(), 100.0, 0.75)
    assert dw.tolist() == pytest.approx([-1.918, -0.4795, 1.438], abs=5e-4)
    assert dw_tilde.tolist() == pytest.approx([-0.4795, 0.959, -1.438], abs=5e-4)
    assert float(db) == float(db_tilde) == pytest.approx(-4.795, abs=5e-4)


def walked(step, gradient, start, lr):
    w, accumulator, path = number(1), number(start), []
    for _ in range(3):
        w, accumulator = step(w, number(gradient), accumulator, lr)
        path.append(round(float(w), 4))
    return path


def test_adagrad_as_torch_runs_it():
    assert walked(glove.adagrad_step, 2, 0, 0.05) == [0.95, 0.9146, 0.8858]
    assert walked(glove.adagrad_step, 2, 1, 0.05) == [0.9553, 0.9219, 0.8942]


def test_adagrad_as_the_c_code_runs_it():
    """It multiplies the gradient by the learning rate before it squares it, and divides by the old sum."""
    assert walked(training.old_accumulator, 0.05 * 2, 1, 1.0) == [0.9, 0.8005, 0.7015]


def test_a_number_without_gradient_stays():
    leaf = number(0.5).requires_grad_()
    w, accumulator = glove.adagrad_step(leaf, number(0), number(0), 0.1)
    w.backward()
    assert (w.item(), accumulator.item(), leaf.grad.item()) == (0.5, 0, 1)


def test_empty_cells_leave_value_and_gradients_alone():
    arguments = draw(glove.glove_loss, 0).arguments
    X = arguments["X"]
    assert (X == 0).any()
    leaves = {name: arguments[name].requires_grad_() for name in ("W", "W_tilde", "b", "b_tilde", "X")}
    loss = glove.glove_loss(**arguments)
    gradients = torch.autograd.grad(loss, list(leaves.values()))
    assert loss.isfinite()
    assert all(gradient.isfinite().all() for gradient in gradients)
    assert (gradients[-1][X == 0] == 0).all()


def test_training_fits_the_notes_table():
    """12 cells and 36 numbers in two dimensions: the loss can vanish, and it does."""
    W, W_tilde = (torch.rand(2, 6, 2, generator=torch.Generator().manual_seed(0), dtype=torch.float64) - 0.5) / 3
    b, b_tilde = torch.zeros(2, 6, dtype=torch.float64)
    first = glove.glove_loss(W, W_tilde, b, b_tilde, table(), 100.0, 0.75)
    with torch.no_grad():
        *trained, losses = glove.train(table(), W, W_tilde, b, b_tilde, 40, 0.1)
    assert losses[-1] < 1e-6 * first
    assert float(losses[-1]) == float(glove.glove_loss(*trained, table(), 100.0, 0.75))
    assert losses[-1] < losses[0] < first


def test_truncated_svd_is_not_the_weighted_optimum():
    """The best rank 2 of the unweighted table is far from what training reaches."""
    target = torch.log1p(table())
    U, s, V = torch.linalg.svd(target)
    fitted = U[:, :2] * s[:2] @ V[:2]
    residual = (fitted - target).square().sum()
    assert deviation(s[2:].square().sum(), residual) < 1e-12
    weights = glove.weight(table(), 100.0, 0.75)
    assert (weights * (fitted - target) ** 2).sum() > 1e-2
