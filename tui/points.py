"""The key points of an `explain` question to tick, and the numbers of the experiment behind it."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from string import ascii_lowercase
from typing import Any

from textual.content import Content

from quizbank.answers.readable import readable
from quizbank.experiment import told
from quizbank.language import Language, Text
from tui.columns import Row

TICKED, OPEN = "[x]", "[ ]"


def rows(points: Sequence[Text], ticks: Collection[int], language: Language) -> Iterator[Row]:
    """A letter and a box before each point; the letter is its key."""
    for place, (letter, point) in enumerate(zip(ascii_lowercase, points, strict=False)):
        is_ticked = place in ticks
        box = Content.styled(TICKED if is_ticked else OPEN, "$success" if is_ticked else "$muted")
        yield letter, Content.assemble(box, " ", readable(point[language]))


def measured(readings: Sequence[Mapping[str, Any]], width: int, language: Language) -> Content:
    """What the experiment shows, line by line."""
    return Content.styled("\n".join(told(readings, language, width=max(20, width - 12))), "$muted")
