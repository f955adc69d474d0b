"""The right class as a one-hot vector instead of its index, as most derivations write it."""

from typing import Any

from jaxtyping import Float
from torch import Tensor, nn

from quizbank.convention import convention
from reference import losses

Arguments = dict[str, Any]


@convention(
    losses.cross_entropy,
    "one_hot",
    en="y is a one-hot vector here, in the prompt it is the index of the class.",
    zh="这里的 y 是独热向量，题目中的 y 是类别的下标。",
)
def one_hot(logits: Float[Tensor, "*batch K"], target: Float[Tensor, "*batch K"]) -> Arguments:
    """L = −Σ_k y_k log p_k."""
    return {"logits": logits, "target": target.argmax(dim=-1)}


@convention(
    losses.cross_entropy_gradient,
    "one_hot",
    en="y is a one-hot vector here, in the prompt it is the index of the class.",
    zh="这里的 y 是独热向量，题目中的 y 是类别的下标。",
)
def one_hot_gradient(logits: Float[Tensor, "*batch K"], target: Float[Tensor, "*batch K"]) -> Arguments:
    """p − y."""
    return {"logits": logits, "target": target.argmax(dim=-1)}


@one_hot.packing
@one_hot_gradient.packing
def _(logits: Tensor, target: Tensor) -> Arguments:
    return {"logits": logits, "target": _encoded(logits, target)}


@convention(
    losses.sequence_loss,
    "one_hot",
    en="y is a one-hot vector here, in the prompt it is the index of the class.",
    zh="这里的 y 是独热向量，题目中的 y 是类别的下标。",
)
def one_hot_sequence(logits: Float[Tensor, "*batch T V"], targets: Float[Tensor, "*batch T V"]) -> Arguments:
    """One row per position."""
    return {"logits": logits, "targets": targets.argmax(dim=-1)}


@one_hot_sequence.packing
def _(logits: Tensor, targets: Tensor) -> Arguments:
    return {"logits": logits, "targets": _encoded(logits, targets)}


@convention(
    losses.label_smoothed_loss,
    "one_hot",
    en="y is a one-hot vector here, in the prompt it is the index of the class.",
    zh="这里的 y 是独热向量，题目中的 y 是类别的下标。",
)
def one_hot_smoothed(logits: Float[Tensor, "*batch K"], target: Float[Tensor, "*batch K"], epsilon: float) -> Arguments:
    """The vector before it is smoothed: (1 − ε) y + ε/K is what is compared with."""
    return {"logits": logits, "target": target.argmax(dim=-1), "epsilon": epsilon}


@one_hot_smoothed.packing
def _(logits: Tensor, target: Tensor, epsilon: float) -> Arguments:
    return {"logits": logits, "target": _encoded(logits, target), "epsilon": epsilon}


def _encoded(logits: Tensor, indices: Tensor) -> Tensor:
    encoded: Tensor = nn.functional.one_hot(indices, logits.shape[-1]).to(logits)
    return encoded
