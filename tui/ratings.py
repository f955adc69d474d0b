"""The four ratings, the suggested one marked, each with the time until the question comes back."""

from collections.abc import Mapping
from datetime import timedelta
from functools import partial

from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.content import Content
from textual.message import Message

from quizbank.language import Language, words
from tui import spans
from tui.columns import Columns
from tui.words import later

ROOMY = 12  # columns of one rating in which it has blanks
NAMES = {1: later("again"), 2: later("hard"), 3: later("good"), 4: later("easy")}


class Rating(Columns):
    """One rating; a click chooses it."""

    class Chosen(Message):
        """One rating was clicked."""

        def __init__(self, rating: int) -> None:
            super().__init__()
            self.rating = rating

    def __init__(self, rating: int) -> None:
        super().__init__(f"rating-{rating}")
        self.add_class("rating")
        self.rating = rating

    def on_click(self) -> None:
        """Choose it."""
        self.post_message(self.Chosen(self.rating))


class Ratings(Horizontal):
    """All four."""

    def compose(self) -> ComposeResult:
        """In the order of their keys."""
        yield from (Rating(rating) for rating in NAMES)

    def put(self, intervals: Mapping[int, timedelta], suggestion: int | None, language: Language) -> None:
        """Write the names and intervals; the suggestion is marked by an arrow as well as by colour."""
        for one in self.query(Rating):
            name = words(language)(NAMES[one.rating])
            span = spans.short(intervals[one.rating], language) if one.rating in intervals else ""
            chosen = one.rating == suggestion
            one.set_class(chosen, "suggested")
            one.put(partial(_drawn, one.rating, name, span, chosen))


def _drawn(rating: int, name: str, span: str, is_chosen: bool, width: int) -> Content:
    """The name, and the interval below it; where they fit in closely only, without blanks."""
    gap = " " * (width >= ROOMY)
    lead = ("▸" if is_chosen else " ") + gap
    first = Content.assemble(lead, (f"{rating} ", "$accent bold"), (name, "bold" if is_chosen else ""))
    return Content("\n").join((first, Content.styled(f" {gap}{gap * 2}{span}", "$muted")))
