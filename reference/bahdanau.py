"""Additive attention and the decoder around it: column vectors, annotations as rows, no biases in the alignment."""

import torch
from jaxtyping import Float
from torch import Tensor, nn
from torch.func import vjp

from reference.formula import formula
from reference.gru import gru_cell
from reference.softmax import softmax


@formula(
    source="Bahdanau, Cho & Bengio 2015, section A.1.2",
    latex=r"e_j = v_a^\top \tanh(W_a s_{i-1} + U_a h_j)",
    outputs=("e_j",),
    extreme={"s_prev": 1e4, "h_j": 1e4},
)
def energy(
    s_prev: Float[Tensor, "*batch S"],
    h_j: Float[Tensor, "*batch A"],
    W_a: Float[Tensor, "K S"],
    U_a: Float[Tensor, "K A"],
    v_a: Float[Tensor, " K"],
) -> Float[Tensor, "*batch"]:
    """How well the input around position j fits the output after s_{i−1}: one number."""
    return torch.tanh(s_prev @ W_a.mT + h_j @ U_a.mT) @ v_a


@energy.twin
def bilinear_layer(s_prev: Tensor, h_j: Tensor, W_a: Tensor, U_a: Tensor, v_a: Tensor) -> Tensor:
    """One linear layer on [s; h], and tanh as 2σ(2a) − 1."""
    a = nn.functional.linear(torch.cat([s_prev, h_j], dim=-1), torch.cat([W_a, U_a], dim=1))
    return ((2 * torch.sigmoid(2 * a) - 1) * v_a).sum(dim=-1)


@formula(
    source="Bahdanau, Cho & Bengio 2015, section A.1.2, for every position at once",
    outputs=("e",),
    extreme={"s_prev": 1e4, "annotations": 1e4},
)
def energies(
    s_prev: Float[Tensor, "*batch S"],
    annotations: Float[Tensor, "*batch T A"],
    W_a: Float[Tensor, "K S"],
    U_a: Float[Tensor, "K A"],
    v_a: Float[Tensor, " K"],
) -> Float[Tensor, "*batch T"]:
    """One energy for each annotation; W_a s is computed once, U_a h_j can be computed before decoding starts."""
    return torch.tanh((s_prev @ W_a.mT).unsqueeze(-2) + annotations @ U_a.mT) @ v_a


@energies.twin
def one_energy_at_a_time(s_prev: Tensor, annotations: Tensor, W_a: Tensor, U_a: Tensor, v_a: Tensor) -> Tensor:
    """A loop over the positions."""
    return torch.stack([bilinear_layer(s_prev, h, W_a, U_a, v_a) for h in annotations.unbind(-2)], dim=-1)


@formula(
    source="Bahdanau, Cho & Bengio 2015, eq. 6",
    latex=r"\alpha_j = \frac{e^{e_j}}{\sum_{k=1}^{T} e^{e_k}}",
    outputs=("alpha",),
    extreme={"e": 1e3},
)
def weights(e: Float[Tensor, "*batch T"]) -> Float[Tensor, "*batch T"]:
    """Energies as shares that sum to 1 over the positions."""
    return softmax(e)


@weights.twin
def exponentials_of_log_shares(e: Tensor) -> Tensor:
    """e minus its log-sum-exp, exponentiated."""
    return torch.exp(e - torch.logsumexp(e, dim=-1, keepdim=True))


@formula(
    source="Bahdanau, Cho & Bengio 2015, eq. 5",
    latex=r"c_i = \sum_{j=1}^{T} \alpha_j h_j",
    outputs=("c",),
)
def context(alpha: Float[Tensor, "*batch T"], annotations: Float[Tensor, "*batch T A"]) -> Float[Tensor, "*batch A"]:
    """The annotations, each by its share."""
    return torch.einsum("...t,...ta->...a", alpha, annotations)


@context.twin
def summed_shares(alpha: Tensor, annotations: Tensor) -> Tensor:
    """A weighted sum, written out."""
    return (alpha.unsqueeze(-1) * annotations).sum(dim=-2)


@formula(
    source="Bahdanau, Cho & Bengio 2015, eq. 5-6 and section A.1.2",
    latex=r"e_j = v_a^\top \tanh(W_a s_{i-1} + U_a h_j) \\ "
    r"\alpha_j = \frac{e^{e_j}}{\sum_{k=1}^{T} e^{e_k}} \\ "
    r"c_i = \sum_{j=1}^{T} \alpha_j h_j",
    outputs=("c", "alpha"),
    extreme={"s_prev": 1e4, "annotations": 1e4},
)
def additive_attention(
    s_prev: Float[Tensor, "*batch S"],
    annotations: Float[Tensor, "*batch T A"],
    W_a: Float[Tensor, "K S"],
    U_a: Float[Tensor, "K A"],
    v_a: Float[Tensor, " K"],
) -> tuple[Float[Tensor, "*batch A"], Float[Tensor, "*batch T"]]:
    """The context for the next output word, and the shares it is made of."""
    alpha = weights(energies(s_prev, annotations, W_a, U_a, v_a))
    return context(alpha, annotations), alpha


@additive_attention.twin
def attention_position_by_position(
    s_prev: Tensor, annotations: Tensor, W_a: Tensor, U_a: Tensor, v_a: Tensor
) -> tuple[Tensor, Tensor]:
    """Energies one at a time, shares by log-sum-exp, the context as a written-out sum."""
    alpha = exponentials_of_log_shares(one_energy_at_a_time(s_prev, annotations, W_a, U_a, v_a))
    return summed_shares(alpha, annotations), alpha


@formula(
    source="Bahdanau, Cho & Bengio 2015, section A.2.2, with the notes' GRU on [y; c]",
    outputs=("s",),
    sizes={"inner": "S+M+A"},
    extreme={"s_prev": 1e4, "y_prev": 1e4, "c": 1e4},
)
def decoder_state(
    s_prev: Float[Tensor, "*batch S"],
    y_prev: Float[Tensor, "*batch M"],
    c: Float[Tensor, "*batch A"],
    W_z: Float[Tensor, "S inner"],
    W_r: Float[Tensor, "S inner"],
    W: Float[Tensor, "S inner"],
) -> Float[Tensor, "*batch S"]:
    """One GRU step whose input is the last word's vector and the context."""
    return gru_cell(torch.cat([y_prev, c], dim=-1), s_prev, W_z, W_r, W)


@decoder_state.twin
def state_of_three_blocks(s_prev: Tensor, y_prev: Tensor, c: Tensor, W_z: Tensor, W_r: Tensor, W: Tensor) -> Tensor:
    """State, word and context each with their own columns, as the paper writes U, W and C."""
    sizes = [s_prev.shape[-1], y_prev.shape[-1], c.shape[-1]]

    def blocks(weight: Tensor, state: Tensor) -> Tensor:
        parts = zip((state, y_prev, c), torch.split(weight, sizes, dim=1), strict=True)
        return torch.stack([nn.functional.linear(part, block) for part, block in parts]).sum(dim=0)

    z, r = torch.sigmoid(blocks(W_z, s_prev)), torch.sigmoid(blocks(W_r, s_prev))
    return torch.lerp(s_prev, torch.tanh(blocks(W, r * s_prev)), z)


@formula(
    source="Bahdanau, Cho & Bengio 2015, eq. 4, as the notes simplify it",
    latex=r"p = \mathrm{softmax}(W_{out} [y_{i-1}; s_i; c_i] + b_{out})",
    outputs=("p",),
    sizes={"inner": "M+S+A"},
    extreme={"y_prev": 1e3, "s": 1e3, "c": 1e3},
)
def output_distribution(
    y_prev: Float[Tensor, "*batch M"],
    s: Float[Tensor, "*batch S"],
    c: Float[Tensor, "*batch A"],
    W_out: Float[Tensor, "V inner"],
    b_out: Float[Tensor, " V"],
) -> Float[Tensor, "*batch V"]:
    """Probabilities of the next word from the last word, the state and the context."""
    return softmax(torch.cat([y_prev, s, c], dim=-1) @ W_out.mT + b_out)


@output_distribution.twin
def distribution_of_three_blocks(y_prev: Tensor, s: Tensor, c: Tensor, W_out: Tensor, b_out: Tensor) -> Tensor:
    """Three blocks of columns, and exponentials of log-probabilities."""
    W_y, W_s, W_c = torch.split(W_out, [y_prev.shape[-1], s.shape[-1], c.shape[-1]], dim=1)
    logits = b_out + y_prev @ W_y.mT + s @ W_s.mT + c @ W_c.mT
    return logits.log_softmax(dim=-1).exp()


@formula(
    source="The chain rule through Bahdanau, Cho & Bengio 2015, eq. 5-6",
    outputs=("ds_prev", "dannotations", "dW_a", "dU_a", "dv_a"),
)
def additive_attention_gradient(
    g_c: Float[Tensor, "*batch A"],
    s_prev: Float[Tensor, "*batch S"],
    annotations: Float[Tensor, "*batch T A"],
    W_a: Float[Tensor, "K S"],
    U_a: Float[Tensor, "K A"],
    v_a: Float[Tensor, " K"],
) -> tuple[
    Float[Tensor, "*batch S"],
    Float[Tensor, "*batch T A"],
    Float[Tensor, "K S"],
    Float[Tensor, "K A"],
    Float[Tensor, " K"],
]:
    """The gradients of all five arguments, for the gradient g_c of the context; the shares have none of their own."""
    t = torch.tanh((s_prev @ W_a.mT).unsqueeze(-2) + annotations @ U_a.mT)
    alpha = weights(t @ v_a)
    q = torch.einsum("...ta,...a->...t", annotations, g_c)
    de = alpha * (q - (alpha * q).sum(dim=-1, keepdim=True))  # a softmax passes on what deviates from the mean
    p = de.unsqueeze(-1) * v_a * (1 - t**2)
    total = p.sum(dim=-2)
    dannotations = alpha.unsqueeze(-1) * g_c.unsqueeze(-2) + p @ U_a
    dW_a = torch.einsum("...k,...s->ks", total, s_prev)
    dU_a = torch.einsum("...tk,...ta->ka", p, annotations)
    return total @ W_a, dannotations, dW_a, dU_a, torch.einsum("...tk,...t->k", t, de)


@additive_attention_gradient.twin
def additive_attention_autograd(g_c: Tensor, *arguments: Tensor) -> tuple[Tensor, ...]:
    """autograd through the context of `additive_attention`."""
    gradients: tuple[Tensor, ...] = vjp(lambda *inputs: additive_attention(*inputs)[0], *arguments)[1](g_c)
    return gradients
