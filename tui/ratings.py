"""The four ratings, the suggested one marked, each with the time until the question comes back."""

from collections.abc import Mapping
from datetime import timedelta

from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.content import Content
from textual.message import Message
from textual.widgets import Static

from quizbank.language import Language, words
from tui import spans
from tui.words import later

NAMES = {1: later("again"), 2: later("hard"), 3: later("good"), 4: later("easy")}


class Rating(Static):
    """One rating; a click chooses it."""

    class Chosen(Message):
        """One rating was clicked."""

        def __init__(self, rating: int) -> None:
            super().__init__()
            self.rating = rating

    def __init__(self, rating: int) -> None:
        super().__init__(markup=False, classes="rating")
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
            lead = "▸ " if chosen else "  "
            style = "bold" if chosen else ""
            first = Content.assemble(lead, (f"{one.rating} ", "$accent bold"), (name, style))
            one.update(Content("\n").join((first, Content.styled(f"    {span}", "$muted"))))
