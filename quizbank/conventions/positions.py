"""The same position code with its columns in another order."""

from typing import Any

from jaxtyping import Float
from torch import Tensor

from quizbank.convention import convention
from reference import positions


@convention(
    positions.sinusoidal_positions,
    "halves",
    en="All sines come first, then all cosines, as in tensor2tensor; the prompt has them in turn: the same encoding with its columns in another order.",
    zh="先排全部正弦、再排全部余弦，即 tensor2tensor 的写法；题目中两者交替：只是列的顺序不同，编码是同一个。",
)
def halves(n: int, d: int, *, like: Tensor | None = None) -> dict[str, Any]:
    """The arguments are the same."""
    return {"n": n, "d": d, "like": like}


@halves.packing
def _(n: int, d: int, *, like: Tensor | None = None) -> dict[str, Any]:
    return {"n": n, "d": d}


@halves.rewriting
def _(P: Float[Tensor, "n d"]) -> Float[Tensor, "n d"]:
    pairs = P.reshape(*P.shape[:-1], -1, 2)
    return pairs.mT.flatten(-2)
