"""Times, layers, letters, accents and fonts: the printed form is read as the plain one, right or wrong."""

import pytest

from quizbank import bank, judge
from quizbank.question import Exercise
from tests.answers.asked import CPU

SAME = [
    ("lstm.cell_state", "f_t ⊙ c_{t-1} + i_t ⊙ c̃_t", r"f_{t}\odot c_{t-1}+i_{t}\odot {\tilde {c}}_{t}"),
    ("lstm.cell_state", "f_t ⊙ c_{t-1} + i_t ⊙ c̃_t", r"\mathbf{F}_t \odot \mathbf{C}_{t-1} + \mathbf{I}_t \odot \tilde{\mathbf{C}}_t"),
    ("lstm.cell_state", "f_t ⊙ c_{t-1} + i_t ⊙ c̃_t", "Γ_f^<t> * c^<t-1> + Γ_i^<t> * c̃^<t>"),
    ("lstm.cell_state", "f_t ⊙ c_{t-1} + i_t ⊙ c̃_t", r"\Gamma_f^{\langle t \rangle} * c^{\langle t-1 \rangle} + \Gamma_u * \tilde{c}^{<t>}"),
    ("lstm.cell_state", "f_t ⊙ c_{t-1} + i_t ⊙ c̃_t", r"f \odot c_{t-1}^l + i \odot g"),
    ("lstm.cell_state", "f_t ⊙ c_{t-1} + i_t ⊙ c̃_t", r"c_{j-1} \odot f + g \odot i"),
    ("lstm.cell_state", "f_t ⊙ c_{t-1} + i_t ⊙ c̃_t", r"f ⊙ c^{(l)}_{t-1} + i ⊙ \hat{c_t}"),
    ("lstm.cell_state", "f_t ⊙ c_{t-1} + i_t ⊙ c̃_t", r"\Gamma_f^{(t)} c^{(t-1)} + \Gamma_i^{(t)} \tilde{c}^{(t)}"),
    ("lstm.cell_state", "i_t ⊙ c_{t-1} + f_t ⊙ c̃_t", "Γ_i^<t> * c^<t-1> + Γ_f^<t> * c̃^<t>"),
    ("lstm.cell_state", "f_t ⊙ c_{t-1} + i_t ⊙ c_{t-1}", "Γ_f^<t> * c^<t-1> + Γ_i^<t> * c^<t-1>"),
    ("lstm.forget_gate", "σ(x W_xf + h W_hf)", r"\sigma(x_j W^{xf} + h_{j-1} W^{hf})"),
    ("rnn.rnn_cell", "tanh(W_xh x_t + W_hh h_{t-1} + b)", "hs[t] = np.tanh(np.dot(Wxh, xs[t]) + np.dot(Whh, hs[t-1]) + bh)"),
    ("rnn.rnn_cell", "tanh(W_xh x_t + W_hh h_{t-1} + b)", "tanh(W_xh x_{[t]} + W_hh h_{[t-1]} + b)"),
    ("gru.hidden_state", "(1 - z_t) ⊙ h_{t-1} + z_t ⊙ h̃_t", "(1 - z_t^j) h_{t-1}^j + z_t^j h̃_t^j"),
    ("gru.hidden_state", "(1 - z_t) ⊙ h_{t-1} + z_t ⊙ h̃_t", r"(1-z_j) h_j^{\langle t-1 \rangle} + z_j \tilde{h}_j^{\langle t \rangle}"),
    ("gru.hidden_state", "(1 - z_t) ⊙ h_{t-1} + z_t ⊙ h̃_t", r"(\boldsymbol{1} - \boldsymbol{z}_t) \odot h_{t-1} + z_t \odot \tilde{h}_t"),
    ("gru.hidden_state", "(1 - z_t) ⊙ h_{t-1} + z_t ⊙ h_{t-1}", "(1 - z_t^j) h_{t-1}^j + z_t^j h_{t-1}^j"),
    ("bahdanau.weights", "exp(e_j)/Σ_k exp(e_k)", r"\frac{\exp(e_{tj})}{\sum_{k} \exp(e_{tk})}"),
    ("bahdanau.weights", "exp(e_j)/Σ_k exp(e_k)", r"\frac{\exp(e^{<t,t'>})}{\sum_{t'=1}^{T_x} \exp(e^{<t,t'>})}"),
    ("bahdanau.weights", "softmax(e)", "softmax(e^t)"),
    ("bahdanau.context", "Σ_j α_j h_j", r"\sum_{j=1}^{T_x} \alpha_{tj} h_j"),
    ("bahdanau.context", "Σ_i α_i h_i", r"\sum_{i=1}^{N} \alpha_i^t h_i"),
    ("bahdanau.energy", "v_a^T tanh(W_a s + U_a h_j)", r"w_v^\top \tanh(W_q s_{t-1} + W_k h_j)"),
    ("attention.attention", "softmax(Q K^T/√d_k) V", "softmax(q @ k.T / sqrt(d_k)) @ v"),
    ("attention.attention", "e_ij = q_i k_j⏎Σ_j exp(e_ij) v_j / Σ_l exp(e_il)", r"e_{ij} = q_i k_j⏎\sum_j \exp(e_{ij}) v_j / \sum_{j'} \exp(e_{ij'})"),
    ("transformer.layer_norm", "x̂ = (x - μ)/√(σ² + ε)⏎γ x̂ + β", r"\hat{x_i} = \frac{x_i - \mu}{\sqrt{\sigma^2 + \epsilon}}⏎\gamma_i \hat{x_i} + \beta_i"),
    ("transformer.layer_norm", "γ ⊙ (x - μ)/√(σ² + ε) + β", r"\frac{x^{(l)} - \mu^{(l)}}{\sqrt{{\sigma^{(l)}}^2 + \epsilon}} \odot \gamma + \beta"),
    ("training.adam_step", "β_1^t", r"\beta^t_1"),
    ("training.adam_step", "1 - β_1", "1 - β1"),
    ("training.clip_by_norm", "g min(1, c/norm(g))", "total_norm = torch.norm(grad)⏎grad * min(1, max_norm / total_norm)"),
    ("training.clip_by_norm", "g max(1, c/norm(g))", "grad * max(1, max_norm / norm(grad))"),
    ("softmax.softmax_jacobian", "p_i ([i = j] - p_j)", "y_hat_i * (delta_ij - y_hat_j)"),
    ("softmax.softmax_jacobian", "p_i ([i = j] - p_j)", r"\frac{\partial y_k}{\partial a_j} = y_k(I_{kj} - y_j)"),
    ("softmax.softmax_jacobian", "p_i ([i = j] + p_j)", "S_i(δ_ij + S_j)"),
    ("search.brevity_penalty", "min(1, exp(1 - r/c))", r"\min(1, \exp(1-\frac{\text{reference-length}}{\text{output-length}}))"),
    ("search.temperature", "exp(z_i/τ)/Σ_j exp(z_j/τ)", r"\frac{\exp(S_w / \tau)}{\sum_{w'} \exp(S_{w'} / \tau)}"),
    ("attention.scores", "Q K^T", r"\frac{\mathbf Q \mathbf K^\top}{1}"),
    ("attention.scores", "Q K^T", "matmul_qk = torch.matmul(q, k.T)"),
    ("attention.batch_norm", "γ (x - mean(x))/√(var(x) + ε) + β", "sample_var = np.var(x, axis=0)⏎gamma * (x - np.mean(x, axis=0)) / np.sqrt(sample_var + eps) + beta"),
    ("losses.cross_entropy", "-z_y + log Σ_j exp(z_j)", r"-f_{y_i} + \log\sum_j e^{f_j}"),
    ("losses.cross_entropy", "z_y - log Σ_j exp(z_j)", r"f_{y_i} - \log\sum_j e^{f_j}"),
    ("losses.cross_entropy", "ε = 1/K⏎-z_y + log Σ_j exp(z_j) + ε", "eps_i = 1/K⏎-z_y + log Σ_j exp(z_j) + eps_i"),
    ("embedding.scaled_embedding", "E[ids] √d", "E[input_ids] * sqrt(d)"),
    ("embedding.scaled_embedding", "E[ids] d", "E[input_ids] * d"),
    ("word2vec.negative_sampling_loss", "-log σ(u·v) - Σ_i log σ(-u_i^T v)", r"-\log σ(u_o^T v_c) - \sum_{s=1}^k \log σ(-u_{w_s}^T v_c)"),
    ("word2vec.negative_sampling_loss", "-log σ(u·v) - Σ_i log σ(u_i^T v)", r"-\log σ({v'_{w_O}}^T v_{w_I}) - \sum_{i=1}^k \log σ({v'_{w_i}}^T v_{w_I})"),
    ("glove.pair_error", "w^T w̃ + b + b̃ - log X", r"w_i^T \tilde{w}_k + b_i + \tilde{b}_k - \log X_{ik}"),
    ("glove.pair_error", "w^T w̃ + b + b̃ - X", r"w_i^T \tilde{w}_k + b_i + \tilde{b}_k - X_{ik}"),
    ("bahdanau.energy", "v_a^T tanh(W_a s + U_a h_j)", "v_a^T tanh(W_a s_{t-1} + U_a h_k)"),
    ("losses.sequence_loss", "-1/T Σ_t log softmax(z)_{t,y_t}", r"\hat{y}_t = softmax(z_t)⏎-\frac{1}{T} \sum_{t=1}^T \sum_{j=1}^V y_{t,j} \log \hat{y}_{t,j}"),
]  # fmt: skip
OPEN = [
    ("losses.cross_entropy", r"-\log(e^{z_c} / \sum_j e^{z_j})", "no sum runs over c"),
    ("losses.cross_entropy", r"-\log(e^{z_t} / \sum_j e^{z_j})", "no sum runs over t"),
    ("positions.sine_term", r"\omega_k = 1 / 10000^{2k/d}⏎\sin(\omega_k \cdot pos)", "no sum runs over k"),
    ("transformer.layer_norm", r"\gamma (x_i - \mu)/\sqrt{\sigma^2 + \epsilon} + \beta", "no sum runs over i"),
    ("rnn.rnn_output", r"\mathrm{softmax}(V h_t)", "V is a size here"),
    ("rnn.rnn_cell", r"\mathcal{H}(W_{xh} x_t + W_{hh} h_{t-1} + b)", "which function is H"),
    ("mlp.window_mlp", r"softmax(W_y \tanh(W_h e + b_h) + b_y)", "e is Euler's number"),
    ("nnlm.hidden", r"\tanh(\mathbf{H}\mathbf{e} + d)", "e is Euler's number"),
    ("mlp.window_mlp", r"softmax(W_y \tanh(X W_h + b_h) + b_y)", "has a row for each vector"),
    ("transformer.add_and_norm", "LayerNorm(H + s)", "H is not a name here"),
    ("attention.dot_attention", "k_i = W_K h_i⏎α = softmax(K^T q)⏎c_0 = Σ_i α_i h_i", "K is not a name here"),
    ("lstm.input_gate", "σ(W [h, x] + b)", "W is not a name here"),
]


def judged(name, answer):
    """The verdict on an answer whose lines stand beside each other."""
    return judge.judged(Exercise(bank.questions()[name], 0), answer.split("⏎"), "en", CPU)


@pytest.mark.parametrize(("name", "plain", "printed"), SAME)
def test_the_printed_form_is_judged_as_the_plain_one(name, plain, printed):
    """The same verdict and the same mistake; at least one of the pairs of a kind is right, and some are wrong."""
    one, other = judged(name, plain), judged(name, printed)
    assert one.result != "unreadable", one.hint
    assert (other.result, other.mistake) == (one.result, one.mistake), other.hint


@pytest.mark.parametrize(("name", "answer", "sentence"), OPEN)
def test_a_symbol_that_is_left_open_costs_no_attempt(name, answer, sentence):
    """Nobody could know what is meant, and the sentence says what to do."""
    verdict = judged(name, answer)
    assert verdict.result == "unreadable", verdict.hint
    assert sentence in (verdict.hint or "")
