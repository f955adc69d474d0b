"""The LSTM against published counts, the notes' worked numbers, and its own laws."""

import pytest
import torch
from torch import nn
from torch.func import functional_call

from quizbank import measure
from quizbank.convention import conventions_of
from quizbank.draw import draw
from quizbank.questions import lstm as answers
from reference import lstm

OPEN, SHUT = 50.0, -50.0


def unit(c_prev, *, f=0.0, i=0.0, c=0.0, o=0.0):
    """One step of one unit with these pre-activations; its hidden state and cell."""
    zero, W = torch.zeros(1, dtype=torch.float64), torch.zeros(1, 2, dtype=torch.float64)
    biases = [torch.tensor([a], dtype=torch.float64) for a in (f, i, c, o)]
    weights = [part for bias in biases for part in (W, bias)]
    h, cell = lstm.lstm_cell(zero, zero, torch.tensor([c_prev], dtype=torch.float64), *weights)
    return float(h), float(cell)


def test_published_counts():
    assert measure.parameters(lstm.lstm_cell, H=128, D=300) == 219_648
    assert answers.torch_parameters(H=128, D=300) == 220_160
    assert measure.parameters(lstm.deep_lstm, H=128, D=300, L=3) == 482_816
    assert answers.state_numbers(L=4, H=1000) == 8_000


def test_the_notes_joint_weights():
    assert answers.joint_weight_shape(H=128, D=300) == (128, 428)
    assert answers.upper_weight_shape(H=128, D=300) == (128, 256)
    assert answers.torch_weight_shape(H=128, D=300) == (512, 300)


def test_worked_numbers():
    h, c = unit(2.0, c=1.0)
    assert c == pytest.approx(1.3808, abs=1e-4)
    assert h == pytest.approx(0.44056, abs=1e-5)
    assert unit(3.0, f=OPEN, i=SHUT)[0] == pytest.approx(0.49753, abs=1e-5)


def test_the_cell_grows_without_bound_while_the_hidden_state_stays_below_one():
    c = 0.0
    for _ in range(3):
        h, c = unit(c, f=OPEN, i=OPEN, c=OPEN, o=OPEN)
    assert c == pytest.approx(3.0)
    assert h == pytest.approx(0.9951, abs=1e-4)


def test_a_shut_forget_gate_wipes_the_cell():
    assert unit(2.0, f=SHUT)[1] == pytest.approx(0.0, abs=1e-12)


def test_without_the_cell_the_hidden_state_is_lost():
    """The same h with another c goes on otherwise: a decoder needs both."""
    gates = {"f": 1.0, "i": 1.0, "c": 1.0, "o": 1.0}
    assert unit(2.0, **gates)[0] == pytest.approx(0.7057, abs=1e-4)
    assert unit(0.0, **gates)[0] == pytest.approx(0.3696, abs=1e-4)


def test_torch_puts_the_forget_gate_second():
    assert answers.torch_forget_block() == 1


def test_rows_in_the_notes_order_make_another_lstm_of_torchs():
    """Loading rows f, i, g, o where torch reads i, f, g, o is far off; i, f, g, o agrees to the last digit."""
    arguments = draw(lstm.lstm_cell, 0).arguments
    h, _ = lstm.lstm_cell(**arguments)
    packing = next(c for c in conventions_of(lstm.lstm_cell) if c.name == "torch")
    packed = packing.packed(arguments)
    cell = nn.LSTMCell(packed["W_ih"].shape[1], packed["W_hh"].shape[1], dtype=torch.float64)
    names = {"weight_ih": "W_ih", "weight_hh": "W_hh", "bias_ih": "b_ih", "bias_hh": "b_hh"}

    def torchs(order):
        weights = {name: packed[ours].unflatten(0, (4, -1))[order].flatten(0, 1) for name, ours in names.items()}
        return functional_call(cell, weights, (arguments["x"], (arguments["h_prev"], arguments["c_prev"])))[0]

    assert (torchs([0, 1, 2, 3]) - h).abs().max() < 1e-14
    assert (torchs([1, 0, 2, 3]) - h).abs().max() > 1e-2


def test_a_sequence_may_be_cut_and_carried_on():
    arguments = draw(lstm.lstm, 1).arguments
    xs, h_0, c_0, *weights = arguments.values()
    whole, c_whole = lstm.lstm(**arguments)
    first, c = lstm.lstm(xs[:2], h_0, c_0, *weights)
    second, c_end = lstm.lstm(xs[2:], first[-1], c, *weights)
    assert torch.equal(torch.cat([first, second]), whole)
    assert torch.equal(c_end, c_whole)


def test_one_layer_is_no_deep_lstm():
    xs, h_0, c_0, *weights = draw(lstm.lstm, 2).arguments.values()
    hs, h_T, c_T = lstm.deep_lstm(xs, h_0[None], c_0[None], [tuple(weights)])
    expected, c = lstm.lstm(xs, h_0, c_0, *weights)
    assert torch.equal(hs, expected)
    assert torch.equal(h_T[0], expected[-1])
    assert torch.equal(c_T[0], c)


@pytest.mark.parametrize(("f", "factor"), [(0.9, 0.005154), (0.99, 0.605)])
def test_the_gradient_along_the_cell_is_the_product_of_the_forget_gates(f, factor):
    assert answers.carousel(f, 50) == pytest.approx(factor, rel=1e-3)


@pytest.mark.parametrize(("bias", "share"), [(0.0, 9.766e-4), (1.0, 0.0436)])
def test_a_forget_bias_of_one_keeps_far_more(bias, share):
    assert answers.kept_share(bias, 10) == pytest.approx(share, rel=1e-3)
