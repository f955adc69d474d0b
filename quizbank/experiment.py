"""What an experiment behind an `explain` question shows: numbers and curves, computed when asked."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from quizbank.curve import curve
from quizbank.language import Language, Text, labelled, listed

FEW = 8
"""Up to so many values are shown as numbers; more of them are a curve."""


@dataclass(frozen=True)
class Reading:
    """One number, or a curve of several over equal steps, with what it is."""

    label: Text
    values: tuple[float, ...]

    def as_json(self, language: Language) -> dict[str, Any]:
        """For the screen: the label in its language, and plain numbers."""
        return {"label": self.label[language], "values": [float(value) for value in self.values]}


def reading(en: str, zh: str, *values: Any) -> Reading:
    """A reading of numbers, scalar tensors, or one tensor of several numbers."""
    flat: list[float] = []
    for value in values:
        listed = value.tolist() if hasattr(value, "tolist") else value
        flat += [float(part) for part in listed] if isinstance(listed, Sequence) else [float(listed)]
    return Reading(Text(en, zh), tuple(flat))


def told(readings: Sequence[Mapping[str, Any]], language: Language, *, width: int = 60) -> Iterator[str]:
    """The readings as lines of text, a curve where one says more than its numbers."""
    for shown in readings:
        values = shown["values"]
        if len(values) <= FEW:
            yield labelled(shown["label"], listed((f"{value:.4g}" for value in values), language), language)
        else:
            yield labelled(shown["label"], "", language).rstrip()
            yield from curve(values, width=width, height=4)
