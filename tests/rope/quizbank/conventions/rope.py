"""The same rotation with the two features of a pair half the width apart."""

from typing import Any

from jaxtyping import Float
from torch import Tensor

from quizbank.convention import convention
from reference import rope


@convention(
    rope.rotate,
    "halves",
    en="The two features of a pair stand half the width apart, as in GPT-NeoX: the same rotation, columns reordered.",
    zh="一对特征相隔半个宽度，如 GPT-NeoX：旋转相同，只是列的顺序不同。",
)
def halves(X: Float[Tensor, "*batch n d"]) -> dict[str, Any]:
    """Pairs side by side."""
    return {"X": X.unflatten(-1, (2, -1)).mT.flatten(-2)}


@halves.packing
def _(X: Float[Tensor, "*batch n d"]) -> dict[str, Any]:
    return {"X": _apart(X)}


@halves.rewriting
def _apart(Y: Float[Tensor, "*batch n d"]) -> Float[Tensor, "*batch n d"]:
    return Y.unflatten(-1, (-1, 2)).mT.flatten(-2)
