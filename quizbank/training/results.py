"""What a training run found out, in words and numbers."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from quizbank.language import Language, words
from quizbank.training import RESULTS


def ended(done: Mapping[str, Any], language: Language) -> str:
    """How long a run took, and how far its loss fell."""
    line = words(language)("{name}: {steps} steps in {seconds} s, loss {first} to {last}, seed {seed}")
    return line.format(
        name=done["name"],
        steps=len(done["losses"]),
        seconds=f"{done['seconds']:.1f}",
        first=f"{done['losses'][0]:.4g}",
        last=f"{done['losses'][-1]:.4g}",
        seed=done["seed"],
    )


def told(results: Mapping[str, Any], language: Language) -> Iterator[tuple[str, list[str]]]:
    """What each result is called, and its value: one line, or those of a table."""
    for name, value in results.items():
        yield RESULTS[name][language] if name in RESULTS else name, _lines(value)


def _lines(value: Any) -> list[str]:
    if not isinstance(value, list | tuple):
        return [_number(value)]
    if value and all(isinstance(row, list | tuple) for row in value):
        return _table([[_rounded(cell) for cell in row] for row in value])
    return ["  ".join(map(_number, value))]


def _table(rows: Sequence[Sequence[str]]) -> list[str]:
    """The rows, every cell as wide as the widest."""
    width = max(len(cell) for row in rows for cell in row)
    return ["  ".join(cell.rjust(width) for cell in row) for row in rows]


def _number(value: Any) -> str:
    return f"{value:.4g}" if isinstance(value, float) else str(value)


def _rounded(value: Any) -> str:
    return f"{value:.2f}" if isinstance(value, float) else str(value)
