"""A tiny table by hand: nearness by dot product and by cosine, and an analogy."""

import torch
from torch import Tensor
from torch.nn.functional import normalize

from quizbank.experiment import Reading, reading
from reference import embedding

_WORDS = "king queen man woman the apple".split()
_TABLE = torch.tensor(
    [
        [1.0, 0.2, 1.0, 0.0],
        [1.0, -0.3, 1.0, 0.5],
        [0.0, 0.2, 1.0, 0.0],
        [0.0, -0.2, 1.0, 0.0],
        [2.0, 0.0, 2.0, 3.0],  # frequent, so long
        [-0.2, 0.0, 0.1, 1.0],
    ],
    dtype=torch.float64,
)
"""Columns: royal, male, a person, anything else."""


def judging_vectors() -> tuple[Reading, ...]:
    """king against two words; then king − man + woman against all six."""
    king, man, woman = (_vector(word) for word in ("king", "man", "woman"))
    target = king - man + woman
    cosines = _cosines(target)
    return (
        reading("dot product with king: queen, the", "与 king 的点积：queen、the", *_of(_dots(king), "queen", "the")),
        reading("cosine with king: queen, the", "与 king 的余弦：queen、the", *_of(_cosines(king), "queen", "the")),
        reading(
            "king with its vector ten times as long: cosine with queen",
            "king 的向量放大十倍：与 queen 的余弦",
            *_of(_cosines(10 * king), "queen"),
        ),
        reading(
            "cosine of king − man + woman with king, man, woman",
            "king − man + woman 与 king、man、woman 的余弦",
            *_of(cosines, "king", "man", "woman"),
        ),
        reading("with queen, the, apple", "与 queen、the、apple 的余弦", *_of(cosines, "queen", "the", "apple")),
    )


def _vector(word: str) -> Tensor:
    row: Tensor = embedding.one_hot_lookup(torch.tensor([_WORDS.index(word)]), _TABLE)[0]
    return row


def _dots(vector: Tensor) -> Tensor:
    scores: Tensor = embedding.tied_logits(vector[None], _TABLE)[0]
    return scores


def _cosines(vector: Tensor) -> Tensor:
    """Dot products of vectors of length 1."""
    scores: Tensor = embedding.tied_logits(normalize(vector, dim=-1)[None], normalize(_TABLE, dim=-1))[0]
    return scores


def _of(scores: Tensor, *words: str) -> list[Tensor]:
    return [scores[_WORDS.index(word)] for word in words]
