"""Multiplications, chains and parameters, counted while a formula runs."""

import numpy
import pytest
import torch
from torch.nn import functional as F
from torch.utils.flop_counter import FlopCounterMode

from quizbank import measure
from quizbank.draw import draw
from reference import attention, lstm, nnlm, rnn, transformer, word2vec
from reference.counting import Cost
from tests.formulas import EVERY_FORMULA

A, B, v = torch.ones(3, 4), torch.ones(4, 5), torch.ones(4)
ids = torch.tensor([1, 0, 2])


def cost_of(run):
    cost = Cost()
    with cost:
        run()
    return cost


CONTRACTIONS = {
    "mm": (lambda: A @ B, 3 * 4 * 5),
    "mv": (lambda: A @ v, 3 * 4),
    "row": (lambda: v @ B, 4 * 5),
    "dot": (lambda: v @ v, 4),
    "broadcast": (lambda: A.expand(2, 3, 4) @ B, 2 * 3 * 4 * 5),
    "bmm": (lambda: torch.bmm(A.expand(2, 3, 4), B.expand(2, 4, 5)), 2 * 3 * 4 * 5),
    "baddbmm": (lambda: torch.baddbmm(torch.ones(5), A.expand(2, 3, 4), B.expand(2, 4, 5)), 2 * 3 * 4 * 5),
    "addbmm": (lambda: torch.addbmm(torch.ones(5), A.expand(2, 3, 4), B.expand(2, 4, 5)), 2 * 3 * 4 * 5),
    "addmm": (lambda: torch.addmm(torch.ones(5), A, B), 3 * 4 * 5),
    "addmv": (lambda: torch.addmv(torch.ones(3), A, v), 3 * 4),
    "linear": (lambda: F.linear(A, B.mT, torch.ones(5)), 3 * 4 * 5),
    "linear of a vector": (lambda: F.linear(v, B.mT, torch.ones(5)), 4 * 5),
    "einsum": (lambda: torch.einsum("ij,jk->ik", A, B), 3 * 4 * 5),
    "einsum of rows": (lambda: torch.einsum("ij,ij->i", A, A), 3 * 4),
}


@pytest.mark.parametrize("name", CONTRACTIONS)
def test_a_contraction_costs_one_per_multiply_accumulate(name):
    run, expected = CONTRACTIONS[name]
    cost = cost_of(run)
    assert cost.multiplications == expected
    assert cost.longest_chain == 1


LOOKUPS = {
    "index": lambda: A[ids],
    "embedding": lambda: F.embedding(ids, A),
    "index_select": lambda: A.index_select(0, ids),
    "gather": lambda: A.gather(0, ids[:, None].expand(3, 4)),
}


@pytest.mark.parametrize("name", LOOKUPS)
def test_a_lookup_costs_one_per_number_moved(name):
    cost = cost_of(LOOKUPS[name])
    assert cost.multiplications == 3 * 4
    assert cost.longest_chain == 0


FREE = {
    "elementwise": lambda: torch.tanh(A * A + A / 2),
    "softmax": lambda: A.softmax(-1).sum(),
    "view": lambda: A[1:, 2],
    "concatenation": lambda: torch.cat([A, A]),
    "lookup of integers": lambda: ids[ids],
}


@pytest.mark.parametrize("name", FREE)
def test_elementwise_work_views_and_integers_cost_nothing(name):
    assert cost_of(FREE[name]).multiplications == 0


def test_inference_mode_changes_no_count():
    with torch.inference_mode():
        cost = cost_of(lambda: F.linear(A, B.mT) @ torch.ones(5))
    assert cost.multiplications == 3 * 4 * 5 + 3 * 5
    assert cost.longest_chain == 2


def test_recording_gradients_changes_no_count():
    W = torch.ones(4, 4, requires_grad=True)
    assert cost_of(lambda: A @ W @ W).multiplications == 2 * 3 * 4 * 4


def test_products_that_do_not_wait_for_each_other_make_no_chain():
    cost = cost_of(lambda: torch.stack([A @ B, A @ B, A @ B]))
    assert (cost.multiplications, cost.longest_chain) == (3 * 3 * 4 * 5, 1)


def test_a_chain_runs_on_through_writes_into_a_buffer():
    def run():
        states, W = torch.zeros(7, 4), torch.ones(4, 4)
        for t in range(1, 7):
            states[t] = torch.tanh(W @ states[t - 1])

    assert cost_of(run).longest_chain == 6


@EVERY_FORMULA
def test_no_count_is_below_that_of_torch(formula):
    """`FlopCounterMode` sees matrix products and batches of them, at two operations each, but no `mv`, `dot`, lookup."""
    arguments = draw(formula, 0).arguments
    with torch.no_grad(), FlopCounterMode(display=False) as counter:
        formula(**arguments)
    with torch.no_grad():
        ours = cost_of(lambda: formula(**arguments)).multiplications
    assert counter.get_total_flops() / 2 <= ours


def test_matrix_products_agree_with_torch_exactly():
    arguments = draw(attention.multi_head_attention, 0).arguments
    with torch.no_grad(), FlopCounterMode(display=False) as counter:
        attention.multi_head_attention(**arguments)
    assert cost_of(lambda: attention.multi_head_attention(**arguments)).multiplications * 2 == counter.get_total_flops()


@pytest.mark.parametrize("sizes", [{"N": 3, "D": 4, "H": 5, "V": 7}, {"N": 8, "D": 30, "H": 50, "V": 100}])
def test_the_nnlm_costs_what_mikolov_says(sizes):
    N, D, H, V = sizes.values()
    assert measure.multiplications(nnlm.nnlm_without_direct, n=N, m=D, h=H, V=V) == N * D + N * D * H + H * V
    assert measure.multiplications(nnlm.nnlm, n=N, m=D, h=H, V=V) == N * D + N * D * H + H * V + N * D * V


def test_the_nnlm_of_a_million_words_is_counted_without_memory():
    """Mikolov's typical sizes: N = 10, D = H = 500, V = 10⁶."""
    meta = {"device": "meta"}
    C, H, d = torch.empty(10**6, 500, **meta), torch.empty(500, 5000, **meta), torch.empty(500, **meta)
    U, b, words = torch.empty(10**6, 500, **meta), torch.empty(10**6, **meta), torch.empty(10, dtype=torch.long, **meta)
    assert cost_of(lambda: nnlm.nnlm_without_direct(words, C, H, d, U, b)).multiplications == 502_505_000


@pytest.mark.parametrize(("n", "operations"), [(4, 25_198_592), (512, 3_758_096_384)])
def test_an_encoder_block_of_the_base_transformer(n, operations):
    """2 (4nd² + 2n²d + 2nd·d_ff) operations, two a multiplication, as torch's own counter finds too."""
    sizes = {"n": n, "d_model": 512, "heads": 8, "d_k": 64, "d_ff": 2048}
    assert measure.multiplications(transformer.encoder_block, **sizes) * 2 == operations


def test_a_path_costs_one_dot_product_a_node():
    assert measure.multiplications(word2vec.path_probability, D=6, L=4) == 4 * 6


def test_an_lstm_step_uses_each_entry_of_its_weights_once():
    assert measure.multiplications(lstm.lstm_cell, H=128, D=300) == 219_136


@pytest.mark.parametrize("T", [6, 9, 15])
def test_a_recurrent_layer_has_a_chain_as_long_as_the_sequence(T):
    assert measure.longest_chain(rnn.rnn, T=T) == T
    assert measure.longest_chain(lstm.lstm, T=T) == T


def test_a_tensor_that_is_gone_leaves_no_depth_behind():
    """Its id may go to the next tensor, here to one that no counted operation made."""
    with Cost() as cost:
        for _ in range(50):
            fresh = torch.from_numpy(numpy.ones((3, 3)))
            fresh @ fresh
    assert cost.longest_chain == 1


@pytest.mark.parametrize("n", [3, 9, 30])
def test_attention_has_a_chain_of_two_products_whatever_the_length(n):
    assert measure.longest_chain(attention.attention, n=n, m=n) == 2


def test_parameters_include_those_of_every_layer():
    one = measure.parameters(lstm.lstm_cell, H=4, D=3)
    upper = measure.parameters(lstm.lstm_cell, H=4, D=4)
    assert measure.parameters(lstm.deep_lstm, H=4, D=3, L=3) == one + 2 * upper


def test_the_shape_of_an_argument_and_of_a_result():
    assert measure.shape(lstm.forget_gate, "W_f", H=3, D=4) == (3, 7)
    assert measure.shape(lstm.lstm, "hs", T=5, H=3, D=4) == (5, 3)
    assert measure.shape(lstm.lstm, "c_T", T=5, H=3, D=4) == (3,)
