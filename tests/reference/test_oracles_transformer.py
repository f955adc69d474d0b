"""Numbers of "Attention Is All You Need", recomputed by running the reference."""

import math

import pytest
import torch
from torch import nn
from torch.utils.flop_counter import FlopCounterMode

from quizbank import measure
from quizbank.answers.sizes.fit import fit
from quizbank.draw import draw
from reference import attention, losses, positions, rnn, search, softmax, training, transformer

BASE = {"d_model": 512, "heads": 8, "d_ff": 2048, "layers": 6}
BIG = {"d_model": 1024, "heads": 16, "d_ff": 4096, "layers": 6}
TABLE_3 = [
    (65, {}),
    (58, {"d_k": 16}),
    (60, {"d_k": 32}),
    (36, {"layers": 2}),
    (50, {"layers": 4}),
    (80, {"layers": 8}),
    (28, {"d_model": 256, "d_k": 32}),
    (168, {"d_model": 1024, "d_k": 128}),
    (53, {"d_ff": 1024}),
    (90, {"d_ff": 4096}),
]
"""Millions as printed, and what differs from the base model; the rows d_model keep d_k = d_model / heads."""

STATED = 37_000


def double(*values):
    return torch.tensor(values, dtype=torch.float64)


def count(vocabulary, d_model, heads, d_ff, layers, d_k=None):
    """One shared table, biases in the feed-forward layers alone; a narrower d_k narrows queries and keys."""
    sizes = {"d_model": d_model, "d_ff": d_ff}
    blocks = measure.parameters(transformer.encoder_block, **sizes)
    blocks += measure.parameters(transformer.decoder_block, **sizes)
    width = measure.parameters(attention.project, d_model=d_model, d_k=heads * (d_k or d_model // heads))
    full = measure.parameters(attention.project, d_model=d_model, d_k=d_model)
    projections = 3 * 2  # queries and keys, once in the encoder and twice in the decoder
    return vocabulary * d_model + layers * (blocks + projections * (width - full))


def vocabularies(millions, **sizes):
    """The vocabularies with which the count rounds to these millions."""
    rest, d = count(0, **sizes), sizes["d_model"]
    return math.ceil(((millions - 0.5) * 1e6 - rest) / d), math.floor(((millions + 0.5) * 1e6 - rest) / d)


def test_the_counts_at_the_stated_vocabulary():
    assert count(STATED, **BASE) == 63_045_632
    assert count(STATED, **BASE) / 1e6 == pytest.approx(63.05, abs=0.01)
    assert count(STATED, **BIG) / 1e6 == pytest.approx(214.17, abs=0.01)


def test_all_ten_rows_of_the_base_family_fit_one_vocabulary():
    ranges = [vocabularies(millions, **{**BASE, **changes}) for millions, changes in TABLE_3]
    low, high = max(low for low, _ in ranges), min(high for _, high in ranges)
    assert (low, high) == pytest.approx((41_003, 41_209), abs=1)


def test_no_single_vocabulary_gives_65_and_213_million():
    base, big = vocabularies(65, **BASE), vocabularies(213, **BIG)
    assert big == (35_368, 36_344)
    assert big[1] < base[0]


def test_table_3_contradicts_itself():
    """The big model and the row of d_model = 1024 differ in the feed-forward layers alone, and not by 45 million."""
    wide = {**BASE, "d_model": 1024}
    difference = count(0, **BIG) - count(0, **wide)
    assert difference == 50_356_224
    assert 168.5 + difference / 1e6 > 213.5


def test_torchs_own_base_model():
    """With biases in its attention and two more norms, without embeddings and output layer."""
    whole = sum(p.numel() for p in nn.Transformer(512, 8, 6, 6, 2048, batch_first=True, device="meta").parameters())
    assert whole == 44_140_544
    assert whole - count(0, **BASE) == 18 * 4 * 512 + 2 * 2 * 512


@pytest.mark.parametrize(("d_model", "d_ff", "encoder_block", "decoder_block"), [(512, 2048, 3_150_336, 4_199_936)])
def test_parameters_of_the_blocks(d_model, d_ff, encoder_block, decoder_block):
    sizes = {"d_model": d_model, "d_ff": d_ff}
    assert measure.parameters(transformer.encoder_block, **sizes) == encoder_block
    assert measure.parameters(transformer.decoder_block, **sizes) == decoder_block
    assert measure.parameters(transformer.feed_forward, d=d_model, f=d_ff) == 2_099_712
    assert measure.parameters(attention.multi_head_self_attention, d_model=d_model) == 1_048_576


@pytest.mark.parametrize("n", [4, 64])
def test_operations_of_an_encoder_block_equal_those_torch_counts(n):
    arguments = draw(transformer.encoder_block, 0, sizes={"n": n, "heads": 8, "d_k": 64, "d_model": 512, "d_ff": 2048})
    with torch.no_grad(), FlopCounterMode(display=False) as counter:
        transformer.encoder_block(**arguments.arguments)
    sizes = {**arguments.sizes}
    assert counter.get_total_flops() == 2 * measure.multiplications(transformer.encoder_block, **sizes)
    assert counter.get_total_flops() == 2 * (4 * n * 512**2 + 2 * n**2 * 512 + 2 * n * 512 * 2048)


def test_a_score_of_independent_entries_has_variance_d_k():
    generator = torch.Generator().manual_seed(0)
    Q, K = (torch.randn(2000, 64, generator=generator, dtype=torch.float64) for _ in range(2))
    assert float(attention.scores(Q, K).var()) == pytest.approx(64, rel=0.03)
    assert float(attention.scaled_scores(Q, K).var()) == pytest.approx(1, rel=0.03)
    assert float(attention.scores(Q, K).var() / 512) == pytest.approx(0.125, rel=0.03)


def test_scores_that_are_not_scaled_saturate_the_softmax():
    """Mean size of the Jacobian for ten standard normal scores, times 1, 8 and √512."""
    z = torch.randn(4000, 10, generator=torch.Generator().manual_seed(0), dtype=torch.float64)
    scales = (1, 8, math.sqrt(512))
    sizes = [float(torch.linalg.matrix_norm(softmax.softmax_jacobian(z * scale)).mean()) for scale in scales]
    assert sizes == pytest.approx([0.348, 0.159, 0.066], abs=0.012)


def test_growth_per_layer_of_table_1():
    """n²d for attention, nd² for the recurrent product, measured and fitted; constant and linear paths."""
    (layer,) = fit(lambda n, d: measure.multiplications(attention.attention, n=n, m=n, d_k=d, d_v=d), ("n", "d"))
    assert layer.terms == {((2, 0), (1, 0)): 2}
    recurrent = measure.multiplications(rnn.rnn, T=10, H=512, D=2) - 10 * 512 * 2
    assert recurrent == 10 * 512**2 == 2_621_440
    assert {measure.longest_chain(attention.attention, n=n, m=n) for n in (5, 50)} == {2}
    assert [measure.longest_chain(rnn.rnn, T=n) for n in (5, 50)] == [5, 50]


def test_attention_is_cheaper_than_recurrence_while_n_is_below_d():
    """One product with n²d against one with nd²."""
    for n, d in ((16, 64), (64, 64), (128, 64)):
        scored = measure.multiplications(attention.scores, n=n, m=n, d_k=d)
        stepped = measure.multiplications(rnn.rnn, T=n, H=d, D=2) - 2 * n * d
        assert (scored < stepped, scored == stepped) == (n < d, n == d)


def test_identities_of_the_sinusoidal_code():
    d, like = 512, torch.empty(0, dtype=torch.float64)
    PE = positions.sinusoidal_positions(30, d, like=like)
    assert torch.allclose(PE.square().sum(-1), torch.full((30,), d / 2, dtype=torch.float64))
    products = PE @ PE.mT
    assert torch.allclose(products.diagonal(3), products[0, 3].expand(27))
    assert float(products[0, 3]) == pytest.approx(211.749, abs=1e-3)
    shifted = PE[:-3] @ positions.shift_rotation(3.0, d, like=like).mT
    assert float((shifted - PE[3:]).abs().max()) < 1e-12


@pytest.mark.parametrize(("d", "turns"), [(512, 9646.6), (6, 464.2)])
def test_the_longest_wavelength_stays_below_10000_times_2_pi(d, turns):
    """10,000 · 2π is reached by the released code's spacing, not by the printed formula."""
    slow = positions.cosine_term(double(0.5), double((d - 2) / 2), double(float(d)))
    wavelength = 2 * math.pi * 0.5 / float(torch.acos(slow))
    assert wavelength / (2 * math.pi) == pytest.approx(turns, rel=1e-3)


@pytest.mark.parametrize(("d_model", "peak"), [(512, 6.99e-4), (1024, 4.94e-4)])
def test_the_peak_of_the_learning_rate(d_model, peak):
    around = double(3999, 4000, 4001)
    rates = training.warmup_rate(around, torch.full_like(around, d_model), torch.full_like(around, 4000))
    assert float(rates[1]) == pytest.approx(peak, abs=1e-6)
    assert int(rates.argmax()) == 1


def test_label_smoothing_spreads_over_the_target_too():
    loss = losses.label_smoothed_loss(double(2, 1, 0, -1), torch.tensor(0), 0.1)
    assert float(loss) == pytest.approx(0.59019, abs=1e-5)


def test_a_beam_finds_what_greedy_search_misses():
    """A first with .5, then .4 at best; B first with .4, then .9."""
    table = {(): [0.5, 0.4, 0.1], (0,): [0.4, 0.3, 0.3], (1,): [0.9, 0.05, 0.05], (2,): [0.4, 0.3, 0.3]}

    def step(ids):
        return double(*table[tuple(ids[1:])]).log()

    assert math.exp(search.greedy_decode(step, 9, 8, 2)[1]) == pytest.approx(0.20)
    ids, score = search.beam_search(step, 9, 8, 2, 2, 0.0)
    assert (ids, math.exp(score)) == ([1, 0], pytest.approx(0.36))


def test_the_row_of_a_token_is_that_of_its_prefix():
    """What lets training run in parallel: nothing later reaches an earlier row."""
    arguments = draw(transformer.transformer_logits, 0).arguments
    whole = transformer.transformer_logits(**arguments)
    for t in range(1, arguments["target"].shape[-1]):
        row = transformer.transformer_logits(**{**arguments, "target": arguments["target"][:t]})[-1]
        assert float((row - whole[t - 1]).abs().max()) < 1e-11


def test_without_positions_attention_is_equivariant_to_order():
    arguments = draw(attention.multi_head_self_attention, 0, sizes={"n": 5}).arguments
    order = torch.tensor([3, 0, 4, 1, 2])
    Z = attention.multi_head_self_attention(**arguments)
    shuffled = attention.multi_head_self_attention(**{**arguments, "X": arguments["X"][order]})
    assert float((shuffled - Z[order]).abs().max()) < 1e-12
