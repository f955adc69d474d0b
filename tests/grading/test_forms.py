"""Right code passes in every form that a submission may have."""

import pytest

NUMPY_LSTM = """
    import numpy as np
    from quizbank import solves

    def sigmoid(x):
        return 1 / (1 + np.exp(-x))

    def step_backward(dnext_h, dnext_c, cache):
        x, prev_h, prev_c, Wx, Wh, i, f, o, g, next_c = cache
        t = np.tanh(next_c)
        dc = dnext_c + dnext_h * o * (1 - t * t)
        di, df, do, dg = dc * g, dc * prev_c, dnext_h * t, dc * i
        gates = [di * i * (1 - i), df * f * (1 - f), do * o * (1 - o), dg * (1 - g * g)]
        da = np.concatenate(gates, axis=-1)
        x2, h2, a2 = np.atleast_2d(x), np.atleast_2d(prev_h), np.atleast_2d(da)
        return da @ Wx.T, da @ Wh.T, dc * f, x2.T @ a2, h2.T @ a2, a2.sum(0)

    @solves("lstm.lstm_cell", backward=step_backward)
    def step(x, prev_h, prev_c, Wx, Wh, b):
        H = prev_h.shape[-1]
        a = x @ Wx + prev_h @ Wh + b
        i, f, o = sigmoid(a[..., :H]), sigmoid(a[..., H : 2 * H]), sigmoid(a[..., 2 * H : 3 * H])
        g = np.tanh(a[..., 3 * H :])
        next_c = f * prev_c + i * g
        return o * np.tanh(next_c), next_c, (x, prev_h, prev_c, Wx, Wh, i, f, o, g, next_c)

    @solves("lstm.lstm_cell")
    class Layer:
        def __init__(self, Wx, Wh, b):
            self.params = [Wx, Wh, b]
            self.grads = [np.zeros_like(Wx), np.zeros_like(Wh), np.zeros_like(b)]

        def forward(self, x, h_prev, c_prev):
            h, c, self.cache = step(x, h_prev, c_prev, *self.params)
            N, H = h.shape
            return h, c

        def backward(self, dh, dc):
            *inputs, dWx, dWh, db = step_backward(dh, dc, self.cache)
            for grad, value in zip(self.grads, (dWx, dWh, db)):
                grad[...] = value
            return tuple(inputs)
"""

NUMPY_ATTENTION = """
    import numpy as np
    from quizbank import solves

    def weights(Q, K):
        s = Q @ np.swapaxes(K, -1, -2) / np.sqrt(Q.shape[-1])
        e = np.exp(s - s.max(-1, keepdims=True))
        return e / e.sum(-1, keepdims=True)

    def attention_backward(d_out, Q, K, V):
        P = weights(Q, K)
        dP = d_out @ np.swapaxes(V, -1, -2)
        dS = P * (dP - (P * dP).sum(-1, keepdims=True)) / np.sqrt(Q.shape[-1])
        return {"dQ": dS @ K, "dK": np.swapaxes(dS, -1, -2) @ Q, "V": np.swapaxes(P, -1, -2) @ d_out}

    @solves("attention.attention", backward=attention_backward)
    def with_backward(query, key, value):
        return weights(query, key) @ value

    @solves("attention.attention")
    def without(Q, K, V):
        return weights(Q, K) @ V
"""

MODULES = """
    import torch
    from torch import nn
    from quizbank import solves

    def attend(q, k, v):
        return ((q @ k.mT) / q.shape[-1] ** 0.5).softmax(-1) @ v

    @solves("attention.multi_head_self_attention")
    class Projections(nn.Module):
        def __init__(self, d_model, num_heads, dropout=0.1):
            super().__init__()
            self.heads, self.drop = num_heads, nn.Dropout(dropout)
            self.q_proj, self.k_proj = nn.Linear(d_model, d_model), nn.Linear(d_model, d_model)
            self.v_proj, self.out_proj = nn.Linear(d_model, d_model, bias=False), nn.Linear(d_model, d_model)

        def forward(self, x):
            split = [p(x).unflatten(-1, (self.heads, -1)).transpose(-2, -3) for p in (self.q_proj, self.k_proj, self.v_proj)]
            return self.out_proj(self.drop(attend(*split)).transpose(-2, -3).flatten(-2))

    @solves("attention.multi_head_self_attention")
    class Fused(nn.Module):
        def __init__(self, n_embd, n_head):
            super().__init__()
            self.n_head, self.c_attn, self.c_proj = n_head, nn.Linear(n_embd, 3 * n_embd), nn.Linear(n_embd, n_embd)

        def forward(self, x):
            q, k, v = (t.unflatten(-1, (self.n_head, -1)).transpose(-2, -3) for t in self.c_attn(x).chunk(3, -1))
            return self.c_proj(attend(q, k, v).transpose(-2, -3).flatten(-2))

    @solves("attention.multi_head_self_attention", weights={"W_q": "a.T", "W_k": "b", "W_v": "c", "W_o": "inner.0.weight.T"})
    class Mapped(nn.Module):
        def __init__(self, dim, h):
            super().__init__()
            self.h = h
            self.a, self.b, self.c = (nn.Parameter(torch.zeros(dim, dim)) for _ in range(3))
            self.inner = nn.ModuleList([nn.Linear(dim, dim)])

        def forward(self, x):
            q, k, v = (t.unflatten(-1, (self.h, -1)).transpose(-2, -3) for t in (x @ self.a.T, x @ self.b, x @ self.c))
            return self.inner[0](attend(q, k, v).transpose(-2, -3).flatten(-2))

    def copy(module, weights):
        module.qkv.weight.copy_(torch.cat([weights[name].T for name in ("W_q", "W_k", "W_v")]))
        module.out.weight.copy_(weights["W_o"].T)

    @solves("attention.multi_head_self_attention", weights=copy)
    class Copied(nn.Module):
        def __init__(self, d_model, heads):
            super().__init__()
            self.heads = heads
            self.qkv, self.out = nn.Linear(d_model, 3 * d_model, bias=False), nn.Linear(d_model, d_model, bias=False)

        def forward(self, x):
            q, k, v = (t.unflatten(-1, (self.heads, -1)).transpose(-2, -3) for t in self.qkv(x).chunk(3, -1))
            return self.out(attend(q, k, v).transpose(-2, -3).flatten(-2))

    @solves("lstm.lstm_cell")
    class Cell(nn.Module):
        def __init__(self, input_size, hidden_size):
            super().__init__()
            for gate in "fico":
                setattr(self, "W_" + gate, nn.Linear(input_size + hidden_size, hidden_size))

        def forward(self, x, state):
            h, c = state
            z = torch.cat([h, x], -1)
            f, i, o = (torch.sigmoid(getattr(self, "W_" + gate)(z)) for gate in "fio")
            c = f * c + i * torch.tanh(self.W_c(z))
            return o * torch.tanh(c), c

    @solves("lstm.lstm_cell", convention="torch")
    class Own(nn.LSTMCell):
        pass
"""

FUNCTIONS = """
    from collections import namedtuple
    import torch
    from quizbank import solves

    State = namedtuple("State", "c h")

    def cell(x, h, c, W_f, b_f, W_i, b_i, W_c, b_c, W_o, b_o):
        z = torch.cat([h, x], -1)
        f, i, o = (torch.sigmoid(z @ W.T + b) for W, b in ((W_f, b_f), (W_i, b_i), (W_o, b_o)))
        c = f * c + i * torch.tanh(z @ W_c.T + b_c)
        return o * torch.tanh(c), c

    @solves("lstm.lstm_cell")
    def by_dict(x, h, c, W_f, b_f, W_i, b_i, W_c, b_c, W_o, b_o):
        h, c = cell(x, h, c, W_f, b_f, W_i, b_i, W_c, b_c, W_o, b_o)
        return {"c": c, "h": h}

    @solves("lstm.lstm_cell")
    def by_named_tuple(x, h, c, W_f, b_f, W_i, b_i, W_c, b_c, W_o, b_o):
        h, c = cell(x, h, c, W_f, b_f, W_i, b_i, W_c, b_c, W_o, b_o)
        return State(c, h)

    @solves("lstm.lstm_cell")
    def by_list_in_another_order(c, h, x, W_f, W_i, W_c, W_o, b_f, b_i, b_c, b_o, *, verbose=False):
        return list(cell(x, h, c, W_f, b_f, W_i, b_i, W_c, b_c, W_o, b_o))

    @solves("lstm.lstm_cell", arguments=("h_prev", "x", "c_prev", "W_f", "b_f", "W_i", "b_i", "W_c", "b_c", "W_o", "b_o"))
    def told(one, two, three, *weights):
        return cell(two, one, three, *weights)

    @solves("lstm.lstm_cell", adapt=lambda run, x, h_prev, c_prev, **weights: run(x, (h_prev, c_prev), weights))
    def foreign(x, state, weights):
        return cell(x, *state, **weights), "a further output"

    @solves("lstm.lstm", adapt=lambda run, xs, h_0, c_0, **weights: run(xs, (h_0, c_0), weights))
    def steps_in_a_list(xs, state, weights):
        hs, (h, c) = [], state
        for x in xs.unbind(-2):
            h, c = cell(x, h, c, **weights)
            hs.append(h)
        return torch.stack(hs, -2), c
"""


@pytest.mark.parametrize(
    "source", [NUMPY_LSTM, NUMPY_ATTENTION, MODULES, FUNCTIONS], ids=["lstm", "attention", "modules", "functions"]
)
def test_right_code_passes_in_every_form(grade, source):
    for function, results in grade(source).items():
        wrong = [result for result in results.values() if not result.is_fine]
        assert not wrong, (function, wrong)


def test_what_was_decided_without_being_told_is_shown(grade):
    results = grade(MODULES)
    assert "W_q → q_proj.weight.T" in results["Projections"]["signature"].note
    assert "q_proj.bias set to zero" in results["Projections"]["signature"].note
    assert "W_q+W_k+W_v → c_attn.weight.T" in results["Fused"]["signature"].note


def test_code_of_another_file_is_handed_in(grade):
    source = "from hw import product\nfrom quizbank import solves\nmine = solves('attention.project')(product)\n"
    results = grade(source, hw="def product(x, w):\n    return x @ w\n")["mine"]
    assert {result.result for result in results.values()} == {"pass"}


def test_limited_is_said_with_its_reason(grade):
    results = grade(NUMPY_LSTM)
    assert results["Layer"]["values"].result == "limited"
    assert "batch" in results["Layer"]["values"].message
    assert results["step"]["values"].convention == "ifog"
    assert {r.result for c, r in grade(NUMPY_ATTENTION)["without"].items() if c.startswith("gradient")} == {"limited"}


@pytest.mark.parametrize(
    ("source", "message"),
    [
        (
            "class M(nn.Module):\n    def __init__(self, colour): super().__init__()\n    def forward(self, x): return x",
            "__init__ needs colour",
        ),
        ("class M(nn.Module):\n    def forward(self, x): return x", "no parameter is called like W_q"),
        (
            "class M(nn.Module):\n    def __init__(self, d_model):\n        super().__init__()\n"
            + "".join(
                f"        self.{n} = nn.Linear(d_model, d_model, bias=False)\n" for n in ("q", "k", "v", "o", "extra")
            )
            + "    def forward(self, x): return x",
            "no weight belongs to the parameter extra.weight",
        ),
        ("def M(X, W_q, W_k): return X", "no parameter for"),
    ],
)
def test_a_signature_that_cannot_be_served_says_why(grade, source, message):
    head = "import torch\nfrom torch import nn\nfrom quizbank import solves\n@solves('attention.multi_head_self_attention')\n"
    results = grade(head + source)["M"]
    assert results["signature"].result == "signature"
    assert message in results["signature"].message
    assert results["values"].result == "not-run"
