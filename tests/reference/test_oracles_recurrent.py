"""Published numbers of recurrent models, recomputed by running the reference."""

import math

import pytest
import torch
from torch import nn

from quizbank import measure
from reference import attention, bahdanau, gru, lstm, positions, rnn, search, seq2seq, softmax
from reference.counting import Cost
from reference.formula import FORMULAS

DOUBLE = {"dtype": torch.float64}


def test_sutskevers_model_has_384_million_parameters():
    """4 layers of 1000 cells, 1000-d words, 160,000 source and 80,000 target words, no biases."""
    cells = 1000
    biases = 4 * cells
    recurrent = 2 * (measure.parameters(lstm.deep_lstm, L=4, H=cells, D=cells) - 4 * biases)
    words = 160_000 * cells + 80_000 * cells + 80_000 * cells
    assert recurrent == 64_000_000
    assert recurrent + words == 384_000_000
    assert measure.parameters(lstm.deep_lstm, L=4, H=cells, D=cells) + 4 * biases == 32_032_000  # torch has two biases
    assert sum(w.numel() for w in nn.LSTM(cells, cells, 4, device="meta").parameters()) == 32_032_000


def test_the_state_that_is_handed_over_has_8000_numbers():
    assert sum(math.prod(measure.shape(lstm.deep_lstm, name, L=4, H=1000, D=2, T=2)) for name in ("h_T", "c_T")) == 8000


@pytest.mark.parametrize(("length", "lags"), [(5, [1, 3, 5, 7, 9])])
def test_reversal_keeps_the_mean_lag_and_shortens_the_least(length, lags):
    source = torch.arange(length)
    plain = [length] * length
    read = seq2seq.reverse_source(source).tolist()
    found = [length - read.index(word) + word for word in range(length)]
    assert found == lags
    assert sum(found) == sum(plain)


@pytest.mark.parametrize(
    ("formula", "H", "D", "ours", "torchs"),
    [
        ("rnn.rnn_cell", 128, 300, 54_912, nn.RNN),
        ("lstm.lstm_cell", 128, 300, 219_648, nn.LSTM),
        ("gru.gru_cell", 128, 300, 164_352, nn.GRU),
    ],
)
def test_cells_of_the_notes(formula, H, D, ours, torchs):
    cell = FORMULAS[formula]
    assert measure.parameters(cell, H=H, D=D) == ours
    gates = {nn.RNN: 1, nn.GRU: 3, nn.LSTM: 4}[torchs]
    assert sum(p.numel() for p in torchs(D, H).parameters()) == gates * H * (D + H + 2)


def test_a_gru_is_three_quarters_of_an_lstm_at_any_size():
    for H, D in ((128, 300), (5, 7)):
        gates = measure.parameters(gru.gru_cell, H=H, D=D)
        assert gates / (measure.parameters(lstm.lstm_cell, H=H, D=D) - 4 * H) == 0.75


@pytest.mark.parametrize(("scale", "norm"), [(0.5, 2.6e-15), (1.0, 0.39), (1.5, 635.0)])
def test_gradients_vanish_or_explode_over_fifty_steps(scale, norm):
    """32 units, W a scaled orthogonal matrix: within a factor of a few, since the notes' start is not ours."""
    generator = torch.Generator().manual_seed(0)
    W = scale * torch.linalg.qr(torch.randn(32, 32, generator=generator, **DOUBLE))[0]
    xs = 0.1 * torch.randn(50, 4, generator=generator, **DOUBLE)
    joint = torch.cat([W, 0.1 * torch.randn(32, 4, generator=generator, **DOUBLE)], dim=1)
    hs = rnn.rnn(xs, torch.zeros(32, **DOUBLE), joint, torch.zeros(32, **DOUBLE))
    first = float(rnn.gradient_norms(torch.ones(32, **DOUBLE) / math.sqrt(32), hs, W)[0])
    assert (first < 1e-12) == (norm < 1e-12)
    if norm > 1e-12:
        assert 0.01 < first / norm < 20


@pytest.mark.parametrize(("kept", "path"), [(0.9, 0.00515), (0.99, 0.605)])
def test_the_cell_path_is_the_product_of_the_forget_gates(kept, path):
    assert float(lstm.cell_path(torch.full((50, 1), kept, **DOUBLE))) == pytest.approx(path, rel=2e-3)


def test_per_step_gradients_sum_to_the_whole_and_the_first_is_zero():
    """From h_0 = 0 the first step adds nothing to the recurrent block."""
    generator = torch.Generator().manual_seed(0)
    g, xs = torch.randn(3, 4, generator=generator, **DOUBLE), torch.randn(3, 2, generator=generator, **DOUBLE)
    W, b = torch.randn(4, 6, generator=generator, **DOUBLE), torch.randn(4, generator=generator, **DOUBLE)
    alone = torch.zeros(3, 4, **DOUBLE).index_put((torch.tensor([0]),), g[:1])
    assert rnn.bptt(alone, xs, torch.zeros(4, **DOUBLE), W, b)[:, :4].abs().max() == 0
    assert rnn.bptt(alone, xs, torch.zeros(4, **DOUBLE), W, b)[:, 4:].abs().max() > 0


def test_bahdanaus_counts_without_biases():
    """n = n' = 1000, m = 620, l = 500, K = 30,000: 9.72 million for both encoder RNNs, 3.001 million to align."""
    n, m = 1000, 620
    assert 2 * measure.parameters(gru.gru_cell, H=n, D=m) == 9_720_000
    assert measure.parameters(bahdanau.decoder_state, S=n, M=m, A=2 * n) == 10_860_000
    assert measure.parameters(bahdanau.energies, K=n, S=n, A=2 * n) == 3_001_000


def test_the_notes_alignment_and_output_layer():
    assert measure.parameters(bahdanau.energies, K=64, S=128, A=256) == 24_640
    assert measure.parameters(bahdanau.output_distribution, V=10_000, M=100, S=128, A=256) == 4_850_000
    context = measure.shape(bahdanau.context, "c", T=10, A=256)
    assert context == (256,)


def test_a_recurrent_language_model_costs_its_state_squared_and_its_output():
    """H² + H·V at H = 500 and a million words, counted without memory; the input is a column lookup."""
    meta = {"device": "meta"}
    h, H, V = torch.empty(500, **meta), 500, 10**6
    cost = Cost()
    with cost:
        rnn.rnn_cell(torch.empty(0, **meta), h, torch.empty(H, H, **meta), torch.empty(H, **meta))
        rnn.rnn_output(h, torch.empty(V, H, **meta), torch.empty(V, **meta))
    assert cost.multiplications == 500_250_000


def test_gates_saturate_only_by_rounding():
    """In float32 σ(17) and tanh(9.02) are 1 exactly; in float64 they are not."""
    for dtype, is_one in ((torch.float32, True), (torch.float64, False)):
        assert (float(softmax.sigmoid(torch.tensor(17.0, dtype=dtype))) == 1) is is_one
        assert (float(torch.tanh(torch.tensor(9.02, dtype=dtype))) == 1) is is_one


def test_an_added_position_is_a_concatenated_one_with_a_shared_weight():
    """[x; p] [W; W] = (x + p) W."""
    generator = torch.Generator().manual_seed(0)
    X, W = torch.randn(3, 4, generator=generator, **DOUBLE), torch.randn(4, 5, generator=generator, **DOUBLE)
    P = positions.sinusoidal_positions(3, 4, like=X)
    stacked = torch.cat([X, P], dim=-1) @ torch.cat([W, W])
    assert torch.allclose(positions.add_positions(X, P) @ W, stacked, atol=1e-13)


def test_neighbours_in_the_binary_code_may_differ_in_every_bit():
    codes = positions.binary_positions(512, 9)
    jumps = (codes[1:] - codes[:-1]).abs().sum(-1)
    assert jumps[7] == 4
    assert float(jumps.mean()) == pytest.approx(1.98, abs=0.01)


def test_a_longer_vector_has_a_larger_product_with_a_smaller_cosine():
    """So a dot product is no pure measure of likeness."""
    q, near, far = (torch.tensor([pair], **DOUBLE) for pair in ([1.0, 0.0], [1.0, 0.0], [10.0, 10.0]))
    assert float(attention.scores(q, far)) == 10 > float(attention.scores(q, near)) == 1
    assert float(torch.cosine_similarity(q, far)) == pytest.approx(0.707, abs=1e-3)


def test_bleu_knows_no_gradient():
    """It counts words that were chosen, and choosing passes none back; hence policy gradients."""
    logits = torch.randn(5, 9, generator=torch.Generator().manual_seed(0), requires_grad=True)
    candidate = logits.argmax(dim=-1)
    assert not candidate.requires_grad
    assert isinstance(search.bleu(candidate.tolist(), [candidate.tolist()]), float)
    assert search.bleu(candidate.tolist(), [candidate.tolist()]) == 1.0
    assert float(search.brevity_penalty(torch.tensor(8.0), torch.tensor(10.0))) == pytest.approx(0.7788, abs=1e-4)
