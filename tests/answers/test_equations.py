"""Chains of equals signs, names on the right, and functions that an answer defines."""

from dataclasses import replace

import pytest

from quizbank import bank, judge
from quizbank.answers.asked import vocabulary_of
from quizbank.answers.echo import echo
from quizbank.answers.notation.equations import LONGEST_CHAIN
from quizbank.answers.parse import parse, parse_links
from quizbank.answers.unreadable import Unreadable

FORMULAS = [
    pytest.param(card, id=card.id)
    for card in bank.formulas().values()
    if card.latex and card.id in bank.questions() and "\\\\" not in card.latex
]


def verdict(name, *lines):
    return judge.check(name, 0, list(lines))["verdict"]


def body(card):
    """The right side of a formula as the echo prints it."""
    vocabulary = vocabulary_of(card.id, "en")
    *_lines, last = parse(card.latex, vocabulary)
    return echo([replace(last, name=None)], vocabulary)


@pytest.mark.parametrize("card", FORMULAS)
def test_a_chain_is_right_where_each_link_is(card):
    assert verdict(card.id, card.latex) == "right"
    name = card.latex.partition("=")[0] if card.latex.count("=") == 1 else "result"
    assert verdict(card.id, f"{name} = {body(card)} = 1 ({body(card)})") == "right"


@pytest.mark.parametrize("card", FORMULAS)
def test_a_chain_with_one_wrong_link_is_not_right(card):
    for chain in (f"3 ({body(card)}) = {body(card)}", f"{body(card)} = 3 ({body(card)})"):
        assert verdict(card.id, f"result = {chain}") == "wrong"


@pytest.mark.parametrize(
    ("typed", "links"),
    [
        ("y = σ(x) = 1/(1 + e^{-x})", ["1/(1 + e^{-x})"]),
        ("y = a = 1/(1 + e^{-x})", ["1/(1 + e^{-x})"]),
        ("S(x) = σ(x) = 1/(1 + e^{-x}) = e^x/(1 + e^x)", ["1/(1 + e^{-x})", "e^x/(1 + e^x)"]),
        ("y = x = 1/(1 + e^{-x})", ["x", "1/(1 + e^{-x})"]),
        ("y = x^2 = 1/(1 + e^{-x})", ["x^2", "1/(1 + e^{-x})"]),
        ("y = tanh(x) = 1/(1 + e^{-x})", ["tanh(x)", "1/(1 + e^{-x})"]),
        ("y = e = 1/(1 + e^{-x})", ["e", "1/(1 + e^{-x})"]),
    ],
)
def test_what_only_names_a_value_is_no_link(typed, links):
    vocabulary = vocabulary_of("softmax.sigmoid", "en")
    found = [echo([replace(lines[-1], name=None)], vocabulary) for lines in parse_links([typed], vocabulary)]
    assert found == [echo(parse(link, vocabulary), vocabulary) for link in links]


def test_a_later_link_may_call_the_asked_function_and_the_first_may_not():
    assert verdict("softmax.sigmoid", "1 - σ(-x) = 1/(1 + e^{-x})") == "unreadable"
    assert verdict("softmax.sigmoid", "1/(1 + e^{-x}) = 1 - σ(-x)") == "right"
    assert verdict("softmax.sigmoid", "σ(x) = 1/(1 + e^{-x}) = 1 - σ(-x)") == "right"
    assert verdict("softmax.sigmoid", "σ(x) = 1/(1 + e^{-x}) = 1 + σ(-x)") == "wrong"
    assert verdict("softmax.sigmoid", "y = σ(x) = 1 - σ(-x)") == "unreadable"


def test_a_symbol_of_the_notes_in_a_chain_is_a_link():
    assert verdict("lstm.hidden_state", "h_t = h = o ⊙ tanh(c_t)") == "right"
    for symbol in ("f_t", "c_t", "c_{t-1}", "o"):
        assert verdict("lstm.hidden_state", f"h_t = {symbol} = o ⊙ tanh(c_t)") != "right"
    assert verdict("attention.attention", "Q = K = V = X", "softmax(Q K^T/√d_k) V") != "right"


def test_a_chain_in_front_of_the_last_line_counts_too():
    assert verdict("softmax.softmax", "s = \\sum_j e^{z_j} = e^{z_1} + ... + e^{z_K}", "e^{z} / s") == "right"
    assert verdict("softmax.softmax", "s = \\sum_j e^{z_j} = e^{z_1}", "e^{z} / s") == "wrong"


def test_a_chain_has_an_end():
    with pytest.raises(Unreadable, match="equals signs"):
        parse("y" + " = x" * (LONGEST_CHAIN + 2), vocabulary_of("softmax.sigmoid", "en"))


@pytest.mark.parametrize("card", FORMULAS)
def test_the_name_may_stand_on_the_right(card):
    assert verdict(card.id, f"1 ({body(card)}) = result") == "right"
    assert verdict(card.id, f"3 ({body(card)}) = result") == "wrong"


@pytest.mark.parametrize(
    ("typed", "same"),
    [
        (["f(z) = z lr", "w - f(grad)"], ["f = grad lr", "w - f"]),
        (["w - f(grad)", "f(z) = z lr"], ["f = grad lr", "w - f"]),
        (["w - f(grad), f(z) = z lr"], ["f = grad lr", "w - f"]),
        (["f(z) = z lr", "f(w) - f(grad)"], ["(w lr) - (grad lr)"]),
        (["f(a, b) = a b", "w - f(lr, grad) + f(w, w)"], ["w - (lr grad) + (w w)"]),
        (["f(z) = 2 z", "s(z) = f(z) + 1", "s(w) + f(lr)"], ["s = (2 w) + 1", "s + (2 lr)"]),
        (["tanh(z) = z + 1", "tanh(w)"], ["(w + 1)"]),
        (["f(z) = z_1 z", "w - f(grad)"], ["z_1 grad"]),
    ],
)
def test_a_function_that_a_line_defines_may_be_called(typed, same):
    vocabulary = vocabulary_of("embedding.sgd_step", "en")

    def read(lines):
        try:
            return echo(parse(lines, vocabulary), vocabulary)
        except Unreadable as error:
            return error.message

    assert read(typed) == read(same)


def test_functions_cannot_grow_without_end():
    doubling = [f"{a}(z) = {b}(z) + {b}(z + z)" for a, b in zip("ABCDEFGHIJ", "BCDEFGHIJK", strict=True)]
    with pytest.raises(Unreadable, match="symbols"):
        parse([*doubling, "K(z) = z + z", "A(w) + A(lr)"], vocabulary_of("embedding.sgd_step", "en"))


@pytest.mark.parametrize(
    "lines",
    [
        ["W_{nt} = 1 - exp(-(n/N - t/T)^2/(2g^2))", "1/(N T) \\sum_{n=1}^N \\sum_{t=1}^T A_{nt} W_{nt}"],
        ["W_nt = 1 - exp(-(n/N - t/T)^2/(2g^2))", "L = 1/(N T) Σ_{n=1}^N Σ_{t=1}^T A_nt W_nt"],
        ["W_{n,t} = 1 - exp(-(n/N - t/T)^2/(2g^2))", "1/(N T) Σ_{n=1}^N Σ_{t=1}^T A_{n,t} W_{n,t}"],
        ["W_{nt} = 1 - exp(-(n/N - t/T)^2/(2g^2))", "1/(N T) Σ_{i=1}^N Σ_{j=1}^T A_{ij} W_{ij}"],
    ],
)
def test_letters_below_a_name_may_stand_on_its_right(lines):
    assert verdict("seq2seq.guided_attention_penalty", *lines) == "right"
    assert verdict("seq2seq.guided_attention_penalty", lines[0].replace("1 -", "2 -"), lines[1]) == "wrong"
    turned = lines[0].replace("n/N - t/T", "t/N - n/T")
    assert verdict("seq2seq.guided_attention_penalty", turned, lines[1]) == "wrong"


def test_a_function_of_an_index_is_written_out_where_it_is_called():
    smooth = "q(k) = (1 - ε) [k = y] + ε/K"
    assert verdict("losses.label_smoothed_loss", smooth, "-Σ_k q(k) log softmax(z)_k") == "right"
    assert verdict("losses.label_smoothed_loss", smooth.replace("1 - ε", "1"), "-Σ_k q(k) log softmax(z)_k") == "wrong"
    assert verdict("losses.cross_entropy", "f(i) = e^{z_i}", "-log(f(y)/Σ_j f(j))") == "unreadable"


@pytest.mark.parametrize(
    "change", ["d[y] -= 1", "d[y] = d[y] - 1", "d_y -= 1", "d_{y} = d_{y} - 1", "d[target] -= 1.0"]
)
@pytest.mark.parametrize("name", ["d", "dz", "probs"])
def test_code_may_change_the_labels_entry(change, name):
    change = change.replace("d[", f"{name}[").replace("d_", f"{name}_")
    assert verdict("losses.cross_entropy_gradient", f"{name} = softmax(z)", change) == "right"
    assert verdict("losses.cross_entropy_gradient", f"{name} = softmax(z)", change, name) == "right"
    assert verdict("losses.cross_entropy_gradient", f"{name} = exp(z)", change) == "wrong"
    assert verdict("losses.cross_entropy_gradient", f"{name} = softmax(z)", change.replace("1", "2")) == "wrong"
    assert verdict("losses.cross_entropy_gradient", f"{name} = softmax(z)", change.replace("-", "+")) == "wrong"


@pytest.mark.parametrize("change", ["d[range(N), y] -= 1", "d[0] -= 1", "d[y] = d[y] - 1 + 2", "d[:, y] -= 1"])
def test_another_entry_changed_alone_cannot_be_read(change):
    assert verdict("losses.cross_entropy_gradient", "d = softmax(z)", change) == "unreadable"


@pytest.mark.parametrize("prime", ["'", "′", "^\\prime", "^{\\prime}"])
def test_a_prime_on_the_left_is_the_new_value(prime):
    gates = ["i = σ(W_i [h, x] + b_i)", "f = σ(W_f [h, x] + b_f)", "g = tanh(W_c [h, x] + b_c)"]
    gates = [*gates, "o = σ(W_o [h, x] + b_o)"]
    new, old = [f"c{prime} = f ⊙ c + i ⊙ g", f"h{prime} = o ⊙ tanh(c{prime})"], f"h{prime} = o ⊙ tanh(c)"
    assert verdict("lstm.lstm_cell", *gates, *new) == "right"
    assert verdict("lstm.lstm_cell", *gates, new[0], old) == "wrong"
    assert verdict("lstm.hidden_state", f"h{prime} = o ⊙ tanh(c)") == "right"
    assert verdict("embedding.sgd_step", f"w{prime} = w - η g") == "right"
    assert verdict("attention.scores", f"K{prime} = K.T", f"Q K{prime}") == "right"
    assert verdict("attention.scores", "Q K'") == "right"


@pytest.mark.parametrize(
    ("name", "right", "wrong"),
    [
        ("rnn.rnn_cell", "h_{t+1} = tanh(W [h_t, x_{t+1}] + b)", "h_{t+1} = tanh(W [h_{t+1}, x_{t+1}] + b)"),
        ("lstm.cell_state", "c_{t+1} = f_{t+1} ⊙ c_t + i_{t+1} ⊙ g_{t+1}", "c_{t+1} = f_{t+1} ⊙ c_t + i_{t+1} ⊙ c_t"),
        ("gru.hidden_state", "h_{t+1} = (1 - z) ⊙ h_t + z ⊙ g", "h_{t+1} = z ⊙ h_t + z ⊙ g"),
        ("embedding.sgd_step", "w_{t+1} = w_t - η g", "w_{t+1} = w_t + η g"),
    ],
)
def test_steps_may_be_counted_from_the_one_before(name, right, wrong):
    assert verdict(name, right) == "right"
    assert verdict(name, wrong) in ("wrong", "unreadable")


def test_a_line_may_have_the_name_of_something_that_no_formula_asks():
    assert verdict("attention.project", "K = X W^K") == "right"
    assert verdict("attention.project", "X × W^Q = Q") == "right"
    assert verdict("training.xavier_bound", "limit = sqrt(6/(fan_in + fan_out))") == "right"
    assert verdict("training.xavier_bound", "limit = sqrt(3/(fan_in + fan_out))") == "unreadable"
    assert verdict("search.temperature", "y = softmax(z/τ)") == "right"
    assert verdict("lstm.input_gate", "f_t = σ(W_i [h, x] + b_i)") == "unreadable"
    assert verdict("gru.update_gate", "r_t = σ(W_z [h, x])") == "unreadable"


def test_a_list_on_the_left_is_what_its_entries_are_of():
    given = ["k_i = W_K h_i", "q_0 = W_Q s_0", "e_i = k_i^T q_0"]
    weights = r"[\alpha_1, \dots, \alpha_m] = softmax([e_1, \dots, e_m])"
    assert verdict("attention.dot_attention", *given, weights, r"c_0 = \sum_i \alpha_i h_i") == "right"
    assert verdict("attention.dot_attention", *given, weights, r"c_0 = \sum_i e_i h_i") == "wrong"


def test_a_line_may_say_which_function_a_letter_is():
    for lines in ([r"h = \phi(W [h, x] + b)", r"\phi = \tanh"], ["f = tanh", "h = f(W [h, x] + b)"]):
        assert verdict("rnn.rnn_cell", *lines) == "right"
        assert verdict("rnn.rnn_cell", *(line.replace("tanh", "sigma") for line in lines)) == "wrong"


def test_a_capital_that_is_a_size_elsewhere_names_the_new_state_in_code():
    gates = ["I = σ(W_i [h, x] + b_i)", "F = σ(W_f [h, x] + b_f)", "G = tanh(W_c [h, x] + b_c)"]
    gates = [*gates, "O = σ(W_o [h, x] + b_o)", "C = F * C + I * G"]
    assert verdict("lstm.lstm_cell", *gates, "H = O * tanh(C)") == "right"
    assert verdict("lstm.lstm_cell", *gates, "H = O * C") == "wrong"


def test_a_weight_behind_its_factor_is_not_cut_in_latex():
    line = r"\tilde{H}_t = \tanh(X_t W_xh + (R_t ⊙ H_{t-1}) W_hh + b_h)"
    assert verdict("gru.candidate", line) == "right"
    assert verdict("gru.candidate", line.replace("R_t ⊙ ", "")) == "wrong"


def test_a_letter_above_is_an_index_where_a_line_defines_it_so():
    lines = [r"\mathbf{Q}^i = X W_i^Q", "K^i = X W_i^K", "V^i = X W_i^V", "MultiHead = Concat(head_1, ..., head_h) W^O"]
    head = r"head_i = softmax(\mathbf{Q}^i {\mathbf{K}^i}^\intercal / \sqrt{d_k}) V^i"
    assert verdict("attention.multi_head_self_attention", *lines[:3], head, lines[3]) == "right"
    assert verdict("attention.multi_head_self_attention", *lines[:3], head.replace("V^i", "K^i"), lines[3]) == "wrong"


def test_dots_between_rows_of_what_a_letter_lists():
    given = ["k_i = W_K h_i", "q_0 = W_Q s_0", "e_i = k_i^T q_0", r"\alpha = softmax(e)"]
    assert verdict("attention.dot_attention", *given, r"c_0 = \alpha_1 h_1 + \dots + \alpha_m h_m") == "right"
    assert verdict("attention.dot_attention", *given, r"c_0 = e_1 h_1 + \dots + e_m h_m") == "wrong"


HEADS = ["head_i = Attention(X_q W_i^Q, X_kv W_i^K, X_kv W_i^V)", "MultiHead = Concat(head_1, …, head_h) W^O"]


@pytest.mark.parametrize("name", ["Attention", r"\mathrm{Attention}"])
def test_a_function_of_the_notes_that_a_line_defines_is_the_one_that_is_called(name):
    head = HEADS[0].replace("Attention", name)
    for body, due in (("softmax(QK^T/√d_k)V", "right"), ("softmax(QK^T)V", "wrong"), ("softmax(QK^T/d_k)V", "wrong")):
        assert verdict("attention.multi_head_attention", f"{name}(Q,K,V) = {body}", head, HEADS[1]) == due
    assert verdict("transformer.add_and_norm", "LayerNorm(x) = x", "LayerNorm(x + s)") == "wrong"
    block = ["A = MultiHead(X, X)", "R = LayerNorm(X + A, γ_1, β_1)", "B = FFN(R)", "Z = LayerNorm(R + B, γ_2, β_2)"]
    assert verdict("transformer.encoder_block_lines", "FFN(x) = max(0, x W_1 + b_1) W_2 + b_2", *block) == "right"
    assert verdict("transformer.encoder_block_lines", "FFN(x) = max(0, x W_1) W_2", *block) == "wrong"
    assert verdict("transformer.encoder_block_lines", "LayerNorm(x) = x", *block) == "unreadable"


def test_a_definition_that_no_call_could_use_needs_a_name_of_its_own():
    assert verdict("softmax.tanh_from_sigmoid", "σ(2x) = 1/(1+e^{-x})", "2σ(2x) - 1") == "unreadable"
    assert verdict("softmax.tanh_from_sigmoid", "σ(x) = 1/(1+e^{-x})", "2σ(2x) - 1") == "right"
    assert verdict("transformer.add_and_norm", "LN(x) = x", "LayerNorm(x + s)") == "unreadable"
    assert verdict("attention.self_attention", "A(Q, K, V) = softmax(QK^T/√d_k)V", "A(X W^Q, X W^K, X W^V)") == "right"


@pytest.mark.parametrize(
    ("name", "right", "false"),
    [
        ("softmax.sigmoid", "e^x/(1+e^x) = 1/(1+e^{-x})", ["1/(1+e^x) = 1/(1+e^{-x})", "5 = 1/(1+e^{-x})"]),
        ("softmax.sigmoid", "σ(x) = 1/(1+e^{-x})", ["σ(-x) = 1/(1+e^{-x})", "σ'(x) = 1/(1+e^{-x})"]),
        ("softmax.relu", "ReLU(x) = (x)^+ = max(0, x)", ["min(0, x) = max(0, x)", "ReLU(x) = (-x)^+ = max(0, x)"]),
        ("softmax.tanh_gradient", "tanh'(x) = 1 - tanh²(x)", ["tanh(x) = 1 - tanh²(x)", "1 - tanh = 1 - tanh²(x)"]),
        ("softmax.sigmoid_gradient", "σ'(x) = σ(x)(1-σ(x))", ["tanh'(x) = σ(x)(1-σ(x))", "σ''(x) = σ(x)(1-σ(x))"]),
        (
            "softmax.softmax",
            "p_i = e^{z_i}/Σ_j e^{z_j}",
            ["1 - p_i = e^{z_i}/Σ_j e^{z_j}", "p_{i+1} = e^{z_i}/Σ_j e^{z_j}"],
        ),
        ("softmax.log_softmax", "log p_i = z_i - log Σ_j e^{z_j}", ["-log p_i = z_i - log Σ_j e^{z_j}"]),
        ("losses.perplexity", "PPL = exp(L)", ["2^L = exp(L)", "log PPL = exp(L)"]),
        ("losses.cross_entropy", "L = -log p_y", ["L = z_y = -log p_y"]),
        ("losses.cross_entropy_gradient", "∂L/∂z = p - y", ["∂L/∂y = p - y", "∂z/∂L = p - y", "-dz = p - y"]),
        ("losses.cross_entropy_gradient", "dL/dz = p - y", ["dL/dp = p - y", "dz/dL = p - y", "dz = z = p - y"]),
        ("search.length_penalty", "lp(Y) = ((5+n)/6)^α", ["n^α = ((5+n)/6)^α"]),
        ("positions.sine_term", "PE(pos, 2i) = sin(pos/10000^{2i/d})", ["PE(pos, 2i+1) = sin(pos/10000^{2i/d})"]),
        ("positions.sine_term", "PE_{pos, 2i} = sin(pos/10000^{2i/d})", ["PE(i, 2pos) = sin(pos/10000^{2i/d})"]),
        ("lstm.forget_gate", "f_t = σ(W_f [h; x] + b_f)", ["f_{t-1} = σ(W_f [h; x] + b_f)"]),
        (
            "attention.attention",
            "Attention(Q, K, V) = softmax(QK^T/√d_k) V",
            ["Attention(K, Q, V) = softmax(QK^T/√d_k) V"],
        ),
    ],
)
def test_left_of_an_equals_sign_stands_a_name_or_what_is_equal(name, right, false):
    assert verdict(name, right) == "right"
    for chain in false:
        assert verdict(name, chain) in ("wrong", "unreadable"), chain


@pytest.mark.parametrize(
    ("name", "right", "false"),
    [
        ("attention.luong_score", "s^T W h = h^T W^T s", ["s^T W h = h^T W s", "s^T W h = s^T W^T h"]),
        ("attention.project", "Q = X W = 1 (X W)", ["Q = X W = W X"]),
        (
            "gru.hidden_state",
            "h = (1-z) h_{t-1} + z h̃_t = h_{t-1} + z (h̃_t - h_{t-1})",
            ["h = (1-z) h_{t-1} + z h̃_t = z h_{t-1} + (1-z) h̃_t"],
        ),
        (
            "lstm.forget_gate",
            "f = σ(W_f[h_{t-1};x_t]+b_f) = σ(b_f + W_f[h_{t-1};x_t])",
            ["f = σ(W_f[h_{t-1};x_t]+b_f) = σ(W_f[x_t;h_{t-1}]+b_f)"],
        ),
    ],
)
def test_all_links_of_a_chain_are_right_in_one_convention(name, right, false):
    assert verdict(name, right) == "right"
    for chain in false:
        assert verdict(name, chain) == "wrong", chain


def test_e_is_the_base_of_the_exponential_function_where_no_line_uses_another():
    for line in ("e = 2", "e = exp(x)"):
        assert verdict("softmax.sigmoid", line, "1/(1+e^{-x})") == "unreadable"
    assert verdict("losses.perplexity", "e = 2", "e^L") == "unreadable"
    assert verdict("softmax.softmax", "e = exp(z)", "e/sum(e)") == "right"


@pytest.mark.parametrize("slope", ["∂L/∂{}", "dL/d{}", r"\frac{{\partial L}}{{\partial {}}}", "d{}"])
def test_a_gradient_is_named_as_people_name_it(slope):
    lines = f"{slope.format('X')} = g W^T", f"{slope.format('W')} = X^T g"
    assert verdict("attention.project_gradient", *lines) == "right"
    assert verdict("attention.project_gradient", lines[0], lines[1].replace("X^T g", "g^T X")) == "wrong"
