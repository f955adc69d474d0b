"""What every screen has: a notice where the terminal is too small, keys at the foot, words that can change."""

from typing import TYPE_CHECKING, cast

from textual import events
from textual.app import ComposeResult
from textual.screen import Screen
from textual.widget import Widget
from textual.widgets import Static

from quizbank.language import words
from tui.keyboard import Pressed
from tui.keys import Keys

if TYPE_CHECKING:
    from tui.app import QuizApp

SMALLEST = (40, 12)
NARROW, SHORT = 64, 18


class Page(Screen[None]):
    """A screen of this app; `body` yields its own widgets and `say` writes every sentence on it anew."""

    @property
    def quiz(self) -> "QuizApp":
        """The app, by its own type."""
        return cast("QuizApp", self.app)

    def _(self, sentence: str) -> str:
        return words(self.quiz.language)(sentence)

    def body(self) -> ComposeResult:
        """The widgets between the top and the keys."""
        yield from ()

    def compose(self) -> ComposeResult:
        """The body, the keys, and the notice that covers both in a tiny terminal."""
        yield from self.body()
        yield Keys(show_command_palette=False, compact=True)
        yield Static(id="too-small", markup=False)

    def on_resize(self, event: events.Resize) -> None:
        """Cover the screen below the smallest size at which it can be used; mark a narrow or short one for the styles."""
        self.set_class(event.size.width < SMALLEST[0] or event.size.height < SMALLEST[1], "too-small")
        self.set_class(event.size.width < NARROW, "narrow")
        self.set_class(event.size.height < SHORT, "short")

    def say(self) -> None:
        """Write every sentence of the screen in the language that is set now."""
        width, height = SMALLEST
        notice = self._("This window is too small: {width} × {height} is the least.").format(width=width, height=height)
        self.text("#too-small", notice)
        self.refresh_bindings()

    def keeps(self, event: Pressed) -> bool:
        """Whether the screen keeps a key for later."""
        return False

    def judge_changed(self) -> None:
        """The judge started, became ready, or stopped."""

    def let_go(self) -> None:
        """Save what is not saved yet: the user leaves this screen, or the whole app."""

    def text(self, selector: str, content: object) -> None:
        """Put content into a Static; a string stays literal."""
        self.query_one(selector, Static).update(content)  # type: ignore[arg-type]  # str or Content

    def show(self, selector: str, visible: bool) -> None:
        """Show or hide a widget."""
        self.query_one(selector, Widget).display = visible
