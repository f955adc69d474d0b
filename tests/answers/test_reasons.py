"""What a wrong answer's reason says: the slip that was made, and nothing that was not."""

import pytest

from quizbank import bank, judge
from quizbank.question import Exercise
from tests.answers.asked import CPU

SAID = [
    ("softmax.softmax", "e^{z_j}/Σ_i e^{z_j}", "Σ_{i} exp(z_{j}) where Σ_{i} exp(z_{i}) belongs."),
    ("embedding.sgd_step", "w - η |g|", "|g| where g belongs."),
    ("embedding.sgd_step", "w - η sign(g)", "sign does not belong there."),
    ("attention.batch_norm", "γ (x - μ)/sqrt(σ² + ε)", "+ β is missing."),
    ("attention.attention", "softmax(softmax(QK^T/√d_k))V", "softmax does not belong there."),
    ("search.length_penalty", "((5+n)/5)^α", "5 where 6 belongs."),
    ("glove.weight", "(X/x_max)^α if X > x_max else 1", "[X_{ij} > x_{max}] where [X_{ij} < x_{max}] belongs."),
    ("transformer.add_and_norm", "LayerNorm(x) + s", "where LayerNorm(x + s, γ, β, ε) belongs."),
    (
        "training.warmup_rate",
        "d_model^{-0.5} min(step^{-0.5}, warmup·step^{-1.5})",
        "where step·warmup^{−1.5} belongs.",
    ),
    ("attention.attention", "softmax(QK^T/√n)V", "n where d_k belongs."),
    ("losses.sequence_loss", "-1/V Σ_t log softmax(z_t)_{y_t}", "V where T belongs."),
    ("glove.weight", "min(1, (x/x_max)^{3/4})", "where α belongs."),
    ("transformer.layer_norm", "gamma*(x - np.mean(x))/np.sqrt(np.var(x) + 1e-5) + beta", "where ε belongs."),
    ("transformer.add_and_norm", "LayerNorm(x + s, γ, β, 1)", "1 where ε belongs."),
    ("positions.add_positions", "P = 0 ; E + P", "0 where P belongs."),
    ("gru.hidden_state", "(1-z_t) h_{t-1} z_t h̃_t", "(1 − z_t) ⊙ h_{t−1} + z_t ⊙ h̃_t belongs."),
    ("losses.cross_entropy", "-p_y log p_y", "p_{y} does not belong there."),
    ("softmax.tanh_gradient", "1 - tanh(x^2)", "tanh(x)² belongs."),
    ("softmax.sigmoid", "1/(e^{-x})", "+ 1 is missing."),
    ("losses.sequence_loss", "-1/T log Σ_t p_{t,y_t}", "Σ_{t} log(p_{t,y_t}) belongs."),
    ("word2vec.path_loss", "-Σ_j s_j log σ(θ_j·h)", "log(σ(s_{j} (θ_{j}·h))) belongs."),
    ("training.xavier_bound", "6/√(n_in + n_out)", "√(6/(n_{in} + n_{out})) belongs."),
    ("rnn.rnn_cell", "tanh(W_{ih} x_t + b_{ih} + W_{hh} h_{t-1} + b_{ih})", "b_{hh} belongs."),
    ("softmax.softmax_jacobian", "diag(p) - p^T p", "p @ pᵀ belongs."),
    ("embedding.one_hot_lookup", "E[ids-1]", "ids − 1 where ids belongs."),
    ("lstm.hidden_state", "o_t tanh(c_{t-1})", "c_{t−1} where c_t belongs."),
    ("lstm.output_gate", "σ(W_o [h_{t-1}, x_t] + b_o) tanh(c_t)", "tanh(c_t) does not belong there."),
    ("lstm.output_gate", "σ(W_o [h_{t-1}, x_t] + b_o + c_{t-1})", "peephole"),
    ("gru.candidate", "tanh(W [h_{t-1}; r_t ⊙ x_t])", "[r_t ⊙ h_{t−1}; x_t] belongs."),
    ("bahdanau.context", "max_j α_j h_j", "max where Σ belongs."),
    ("bahdanau.output_distribution", "softmax(W_out [s_i; y_{i-1}; c_i] + b_out)", "[y_{i−1}; s_i; c_i] belongs."),
    ("glove.weight", "min(X^α/x_max, 1)", "(X_{ij}/x_{max})^{α} belongs."),
    ("search.length_penalty", "(5+n)/6", "((5 + n)/6)^{α} belongs."),
    ("search.length_penalty", "((1+n)/6)^α", "1 where 5 belongs."),
    ("search.temperature", "exp(z_i/τ)/Σ_j exp(z_j)", "z/τ belongs."),
    ("softmax.tanh_gradient", "tanh²", "1 − tanh(x)² belongs."),
    ("attention.attention", "log_softmax(QK^T/√d_k)V", "log_softmax where softmax belongs."),
    ("transformer.feed_forward", "gelu(x W_1 + b_1) W_2 + b_2", "gelu where ReLU belongs."),
    ("rnn.rnn_cell", "tanh(W_xh x W_hh h + b)", "+ W_{hh} h_{t−1} belongs."),
    ("softmax.softmax_jacobian", "p_i(δ_ij − p_i)", "p_{i} where p_{j} belongs."),
    ("glove.weight", "min(1, (X/100)^0.75)", "100 where x_{max} belongs. 0.75 where α belongs."),
    ("transformer.feed_forward", "h = relu(x @ W_1) ; h += b_1 ; h @ W_2 + b_2", "ReLU(x @ W_1 + b_1) belongs."),
    ("attention.batch_norm", "μ = 0 ; γ (x - μ)/√(σ² + ε) + β", "0 where μ belongs."),
    (
        "training.warmup_rate",
        "min(d_model^-0.5 step^-0.5, step*warmup^-1.5)",
        "d_{model}^{−0.5} min(step^{−0.5}, step warmup^{−1.5}) belongs.",
    ),
    ("training.warmup_rate", "d_model^-0.5 min(step^-0.5, warmup^-1.5)", "warmup^{−1.5} where warmup^{−1.5} ⊙ step"),
    ("search.length_penalty", "((5+n)/(5+n))^α", "n where 1 belongs."),
    ("search.length_penalty", "((5+n)/6)^{1/α}", "1/α where α belongs."),
    ("losses.perplexity", "1/L", "The values differ."),
    ("losses.perplexity", "exp(1/L)", "1/L where L belongs."),
    ("losses.perplexity", "10^L", "10 where e belongs."),
    ("attention.attention", "e = np.exp(Q @ K.T/np.sqrt(d_k)) ; e / e.sum() @ V", "sum(e): the axis is missing"),
    ("attention.attention", "e = np.exp(Q @ K.T/np.sqrt(d_k)) ; e / e.sum(axis=-1) @ V", "keepdims=True"),
    ("attention.attention", "S = Q @ K.T ; e = np.exp(S) ; e / e.sum() @ V", "The scale is missing"),
    ("attention.batch_norm", "γ*(x - x.mean())/np.sqrt(x.var() + ε) + β", "mean(x), var(x): the axis is missing"),
    ("word2vec.cbow_hidden", "C[ids].mean(1)", "mean runs over the wrong axis."),
    ("attention.scaled_scores", "QK^T/2√d_k", "2 does not belong there."),
    ("attention.scaled_scores", "Q^T K/√d_k", "Qᵀ K where Q Kᵀ belongs."),
    ("attention.project", "X^T W", "X must not be transposed."),
    ("softmax.relu", "max(x)", "max(x) where max(0, x) belongs."),
    ("softmax.relu", "x > 0", "That is its slope"),
    ("embedding.sgd_step", "w(1-ηg)", "w (1 − η g) where w − η g belongs."),
    ("embedding.sgd_step", "η(w - g)", "η (w − g) where w − η g belongs."),
    ("softmax.tanh_from_sigmoid", "2σ(2x-1)", "2 σ(2 x − 1) where 2 σ(2 x) − 1 belongs."),
    ("attention.batch_norm", "γ (x-μ)/√σ² + ε + β", "γ ⊙ (x − μ)/√(σ² + ε) belongs."),
    ("training.xavier_bound", "√(6/n_in + n_out)", "6/(n_{in} + n_{out}) belongs."),
    ("mlp.window_mlp", "softmax(W_y tanh(W_h x + b_y) + b_h)", "b_y and b_h are exchanged."),
    ("transformer.feed_forward", "max(0, x W_2 + b_2) W_1 + b_1", "W_2, b_2 and W_1, b_1 are exchanged."),
    ("transformer.feed_forward", "max(0, x W_1 - b_1) W_2 - b_2", "The signs of b_1, b_2 are wrong."),
    ("word2vec.negative_sampling_loss", "-σ(u·v) - Σ_i σ(-ũ_i·v)", "log around σ(…) is missing."),
    ("bahdanau.energy", "tanh(W_a s_{i-1} + U_a h_j)", "v_a is missing."),
    ("bahdanau.output_distribution", "softmax(W_out [s_i; c_i] + b_out)", "[y_{i−1}; s_i; c_i] belongs."),
    ("transformer.add_and_norm", "LayerNorm(x + s, eps=1)", "1 where ε belongs."),
    ("lstm.forget_gate", "σ(W_i [h_{t-1}, x_t] + b_i)", "W_i, b_i where W_f, b_f belong."),
    ("training.clip_by_norm", "g min(1, |g|/c)", "norm(g_t)/c where c/norm(g_t) belongs."),
]

UNREAD = [
    ("training.clip_by_norm", "g min(1, c/|g|)", "write ‖g_t‖ for the length"),
    ("softmax.softmax", "exp(z)/1ᵀ exp(z)", "a/bc is read in two ways"),
    ("glove.pair_loss", "f(X) (w·w̃ + b + b̃ - log X)^2", "f is no function here: write it out"),
    ("rnn.rnn_cell", "tanh(U x + V h)", "V is a size here"),
    ("rnn.rnn_cell", "np.tanh(np.dot(xh, W) + b)", "side by side are [x_t; h_{t−1}]"),
]

LINES = [
    (
        "transformer.encoder_block_lines",
        (
            "A = MultiHead(LayerNorm(X, γ_1, β_1), LayerNorm(X, γ_1, β_1)); R = X + A;"
            "B = FFN(LayerNorm(R, γ_2, β_2)); Z = R + B"
        ),
        "Lines 1, 2, 3, 4: This is the pre-norm block",
    ),
    (
        "training.adam_step",
        (
            "m_t = (1-β_1) m_{t-1} + β_1 g; v_t = (1-β_2) v_{t-1} + β_2 g^2; m̂_t = m_t/(1-β_1^t);"
            "v̂_t = v_t/(1-β_2^t); w_t = w_{t-1} - η m̂_t/(√v̂_t + ε)"
        ),
        "Lines 1, 2: A moving average keeps β of the old value",
    ),
    (
        "transformer.layer_norm_lines",
        "σ = √(1/d Σ_i (x_i - μ)² + ε); μ = 1/d Σ_i x_i + 1 ; y = γ (x - μ)/σ + β",
        "Line 2: 1 does not belong there. The other 2 are right.",
    ),
    (
        "transformer.encoder_block_lines",
        "A = MultiHead(X, X); R = LayerNorm(X + A, γ_1, β_1); B = FFN(R); Z = LayerNorm(R + B, γ_1, β_1)",
        "Line 4: γ_1, β_1 where γ_2, β_2 belong. The other 3 are right.",
    ),
]

UNSAID = [
    ("softmax.tanh_gradient", "1 - tanh(x^2)", "ReLU"),
    ("losses.perplexity", "10^L", "10 where 2"),
    ("glove.weight", "min(1, X^α/x_max)", "tanh"),
    ("losses.label_smoothed_loss", "-(1-ε) log softmax(z)_y - ε/K Σ_{k≠y} log softmax(z)_k", "y where ε"),
    ("lstm.cell_state", "(1-i_t) ⊙ c_{t-1} + i_t ⊙ c̃_t", "where i_t belongs"),
    ("word2vec.noise_distribution", "c_i^{3/4}/Σ_j c_j", "where c_{i} belongs"),
    ("search.temperature", "softmax(z)^{1/τ}", "τ does not belong"),
    ("bahdanau.weights", "exp(e_j)/Σ_i exp(e_j)", "denominator is missing"),
    ("seq2seq.scheduled_sampling_rate", "1/(1 + e^{i/k})", "The step is divided by k"),
    ("softmax.sigmoid_gradient", "1 - σ", "That is σ(x) itself"),
    ("gru.candidate", "tanh(r_t ⊙ (W [h_{t-1}, x_t]))", "ignored"),
    ("attention.attention", "softmax(QK^T V/√d_k)", "softmax is missing"),
    ("lstm.cell_state", "(f_t + i_t)⊙(c_{t-1} + c̃_t)", "f_t does not belong"),
    ("rnn.rnn_cell", "h = tanh(W h + U x) ; h = h + b", "is missing"),
    ("transformer.feed_forward", "h = relu(x @ W_1) ; h += b_1 ; h @ W_2 + b_2", "is missing"),
    ("word2vec.path_probability", "Π_j σ(θ_j·h)^{s_j}", "s_{j}² belongs"),
    ("transformer.dropout", "(1-p) m x", "keep_prob"),
    ("softmax.sigmoid", "1/(1+exp(-x)) if x > 0 else 1/(1+exp(x))", "σ around"),
    ("attention.attention", "e = np.exp(Q @ K.T/np.sqrt(d_k)) ; e / e.sum() @ V", "Divide by the sum"),
    ("losses.sequence_loss", "p = exp(z)/exp(z).sum() ; -mean(log(p[arange(T), y]))", "softmax is missing"),
    ("training.clip_by_norm", "c g/|g| if |g| < c else g", "cutting each entry"),
    ("transformer.add_and_norm", "LayerNorm(x+s, γ, β, eps=1)", "ε is missing"),
]


def hint(name: str, answer: str) -> str:
    """The reason why this is wrong."""
    verdict = judge.judged(Exercise(bank.questions()[name], 0), answer.split("⏎"), "en", CPU)
    assert verdict.result == "wrong"
    return verdict.hint or ""


@pytest.mark.parametrize(("name", "answer", "part"), SAID)
def test_one_slip_is_named(name, answer, part):
    """The one edit that makes it right is what the reason says."""
    assert part in hint(name, answer)


@pytest.mark.parametrize(("name", "answer", "part"), UNREAD)
def test_what_can_be_meant_in_two_ways_is_asked_about(name, answer, part):
    """Where another reading would be right, or a name means something else, no attempt is lost."""
    verdict = judge.judged(Exercise(bank.questions()[name], 0), [answer], "en", CPU)
    assert (verdict.result, part in (verdict.hint or "")) == ("unreadable", True), verdict


@pytest.mark.parametrize(("name", "answer", "part"), LINES)
def test_only_the_lines_at_fault_are_blamed(name, answer, part):
    """A mistake of several lines is told once; a line that is right beside the user's own others is not blamed."""
    assert hint(name, answer).startswith(part)


@pytest.mark.parametrize(("name", "answer", "part"), UNSAID)
def test_a_known_mistake_brings_no_edit_that_contradicts_it(name, answer, part):
    """Beside a known mistake only what the formula itself has is put in."""
    assert part not in hint(name, answer)
