"""What models are trained on: losses over logits, and the perplexity that reports them."""

import math

import torch
from jaxtyping import Float, Int
from torch import Tensor, nn
from torch.func import vjp

from reference.formula import formula

IGNORED = -100
"""The label of a position that does not count, as `nn.CrossEntropyLoss` has it."""


@formula(
    source="Goodfellow et al. 2016, section 6.2.1.1; the notes' L_t = -log p(y_t)",
    latex=r"L = -\log(\mathrm{softmax}(z)_{y})",
    outputs=("loss",),
    symbols={"p": r"\mathrm{softmax}(z)"},
    domains={"target": "label logits"},
    extreme={"logits": 1e3},
)
def cross_entropy(logits: Float[Tensor, "*batch K"], target: Int[Tensor, "*batch"]) -> Float[Tensor, "*batch"]:
    """−log p of the target, in nats."""
    return -logits.log_softmax(dim=-1).gather(-1, target.unsqueeze(-1)).squeeze(-1)


@cross_entropy.twin
def torch_cross_entropy(logits: Tensor, target: Tensor) -> Tensor:
    """`F.cross_entropy` without reduction."""
    flat = nn.functional.cross_entropy(logits.reshape(-1, logits.shape[-1]), target.reshape(-1), reduction="none")
    return flat.reshape(target.shape)


@formula(
    source="Goodfellow et al. 2016, section 6.2.2.3",
    latex=r"\partial L / \partial z_i = \mathrm{softmax}(z)_i - [i = y]",
    outputs=("dlogits",),
    symbols={"p": r"\mathrm{softmax}(z)"},
    domains={"target": "label logits"},
    extreme={"logits": 1e3},
)
def cross_entropy_gradient(
    logits: Float[Tensor, "*batch K"], target: Int[Tensor, "*batch"]
) -> Float[Tensor, "*batch K"]:
    """The probabilities, with 1 taken from the target's."""
    p = logits.softmax(dim=-1)
    return p.scatter_add(-1, target.unsqueeze(-1), -torch.ones_like(p[..., :1]))


@cross_entropy_gradient.twin
def cross_entropy_autograd(logits: Tensor, target: Tensor) -> Tensor:
    """autograd through `cross_entropy`."""
    dlogits: Tensor = vjp(lambda z: cross_entropy(z, target), logits)[1](torch.ones_like(logits[..., 0]))[0]
    return dlogits


@formula(
    source="The notes' language-modelling loss, as a mean over positions",
    latex=r"L = -\frac{1}{T} \sum_t \log(\mathrm{softmax}(z_t)_{y_t})",
    outputs=("loss",),
    symbols={"p": r"\mathrm{softmax}(z)"},
    domains={"targets": "label logits"},
    extreme={"logits": 1e3},
)
def sequence_loss(logits: Float[Tensor, "*batch T V"], targets: Int[Tensor, "*batch T"]) -> Float[Tensor, "*batch"]:
    """The mean of the T cross-entropies, in nats per token."""
    return cross_entropy(logits, targets).mean(dim=-1)


@sequence_loss.twin
def torch_sequence_loss(logits: Tensor, targets: Tensor) -> Tensor:
    """`nn.NLLLoss` over log-probabilities, one sequence at a time."""
    T, V = logits.shape[-2:]
    pairs = zip(logits.log_softmax(dim=-1).reshape(-1, T, V), targets.reshape(-1, T), strict=True)
    return torch.stack([nn.functional.nll_loss(p, y) for p, y in pairs]).reshape(targets.shape[:-1])


@formula(
    source="The notes' SFT loss mask: prompt positions carry the label −100",
    outputs=("loss",),
    domains={"labels": "ignored logits"},
    extreme={"logits": 1e3},
)
def answer_only_loss(logits: Float[Tensor, "*batch T V"], labels: Int[Tensor, "*batch T"]) -> Float[Tensor, "*batch"]:
    """The mean over the positions whose label is not −100; the labels are already shifted."""
    counted = labels != IGNORED
    losses = cross_entropy(logits, labels.masked_fill(~counted, 0))
    return losses.masked_fill(~counted, 0.0).sum(dim=-1) / counted.sum(dim=-1)


@answer_only_loss.twin
def torch_ignored_index(logits: Tensor, labels: Tensor) -> Tensor:
    """`F.cross_entropy` with its `ignore_index`, one sequence at a time."""
    T, V = logits.shape[-2:]
    pairs = zip(logits.reshape(-1, T, V), labels.reshape(-1, T), strict=True)
    return torch.stack([nn.functional.cross_entropy(z, y, ignore_index=IGNORED) for z, y in pairs]).reshape(
        labels.shape[:-1]
    )


@formula(
    source="Szegedy et al. 2016, section 7; Vaswani et al. 2017, section 5.4",
    latex=r"L = -(1 - \epsilon) \log(\mathrm{softmax}(z)_{y}) - \frac{\epsilon}{K} \sum_k \log(\mathrm{softmax}(z)_k)",
    outputs=("loss",),
    symbols={"p": r"\mathrm{softmax}(z)"},
    domains={"target": "label logits", "epsilon": "0.1..0.9"},
    extreme={"logits": 1e3},
)
def label_smoothed_loss(
    logits: Float[Tensor, "*batch K"], target: Int[Tensor, "*batch"], epsilon: float
) -> Float[Tensor, "*batch"]:
    """Cross-entropy against (1 − ε) on the target and ε spread evenly over all K, the target included."""
    return (1 - epsilon) * cross_entropy(logits, target) - epsilon * logits.log_softmax(dim=-1).mean(dim=-1)


@label_smoothed_loss.twin
def torch_label_smoothing(logits: Tensor, target: Tensor, epsilon: float) -> Tensor:
    """`F.cross_entropy` with `label_smoothing`."""
    flat = nn.functional.cross_entropy(
        logits.reshape(-1, logits.shape[-1]), target.reshape(-1), reduction="none", label_smoothing=epsilon
    )
    return flat.reshape(target.shape)


@formula(
    source="Jelinek et al. 1977",
    latex=r"\mathrm{PPL} = e^{L}",
    outputs=("perplexity",),
    domains={"loss": "positive"},
)
def perplexity(loss: Float[Tensor, "*batch"]) -> Float[Tensor, "*batch"]:
    """How many equally likely words the model hesitates between, for a mean loss in nats."""
    return torch.exp(loss)


@perplexity.twin
def power_of_two_bits(loss: Tensor) -> Tensor:
    """Two to the loss in bits."""
    return torch.exp2(loss / math.log(2))
