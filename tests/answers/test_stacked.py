"""Gates computed as one stack and cut, as torch, CS231n and a well-known textbook have them."""

import pytest

from quizbank import judge

TORCH = "gates = x @ W_ih.T + b_ih + h_prev @ W_hh.T + b_hh; i, f, g, o = gates.chunk(4, 1); "
LINEAR = "gates = F.linear(x, W_ih, b_ih) + F.linear(h_prev, W_hh, b_hh); i, f, g, o = torch.chunk(gates, 4, dim=-1); "
ROWS = "A = np.dot(x, Wx) + np.dot(h_prev, Wh) + b; "
CUT = "f = A[:, :H]; g = A[:, H:2*H]; i = A[:, 2*H:3*H]; o = A[:, 3*H:]; "
COURSE = "a = x.dot(Wx) + prev_h.dot(Wh) + b; ai, af, ao, ag = np.split(a, 4, axis=1); "
SQUASHED = "i = sigmoid(i); f = sigmoid(f); g = tanh(g); o = sigmoid(o); "
REST = "c_t = f * c_prev + i * g; h_t = o * tanh(c_t)"
NAMED = "i = sigmoid(ai); f = sigmoid(af); o = sigmoid(ao); g = tanh(ag); "
JUDGED = [
    (TORCH + SQUASHED + REST, "right"),
    (LINEAR + SQUASHED + REST, "right"),
    (TORCH + "c_t = sigmoid(f) * c_prev + sigmoid(i) * tanh(g); h_t = sigmoid(o) * tanh(c_t)", "right"),
    (ROWS + CUT + SQUASHED + REST, "right"),
    (
        ROWS
        + "f = sigmoid(A[:, :H]); g = tanh(A[:, H:2*H]); i = sigmoid(A[:, 2*H:3*H]); o = sigmoid(A[:, 3*H:]); "
        + REST,
        "right",
    ),
    (COURSE + NAMED + REST, "right"),
    (TORCH + SQUASHED.replace("tanh(g)", "sigmoid(g)") + REST, "wrong"),
    (TORCH + REST, "wrong"),
    (TORCH + SQUASHED + "c_t = i * c_prev + f * g; h_t = o * tanh(c_t)", "wrong"),
    (TORCH.replace(" + b_ih", "").replace(" + b_hh", "") + SQUASHED + REST, "wrong"),
    (COURSE + NAMED + "c_t = f * c_prev + i * g; h_t = o * c_t", "wrong"),
    (COURSE.replace("prev_h", "x") + NAMED + REST, "wrong"),
    (TORCH.replace("i, f,", "f, i,") + SQUASHED + REST, "unreadable"),
    (ROWS + CUT.replace("H:2*H", ":H", 1) + SQUASHED + REST, "unreadable"),
    (TORCH.replace("4", "3") + SQUASHED + REST, "unreadable"),
]


@pytest.mark.parametrize(("answer", "result"), JUDGED)
def test_each_gate_of_a_stack_has_its_own_weights(answer, result):
    verdict = judge.check("lstm.lstm_cell", 0, [answer])
    assert verdict["verdict"] == result, verdict["hint"]
