"""Marks and words for results and for the judge's state; a colour never stands alone."""

from textual.content import Content

from quizbank.language import Language, words
from tui.judge import Judge
from tui.words import later

MARKS = {
    "right": ("✓", "$success bold"),
    "wrong": ("✗", "$error bold"),
    "unreadable": ("?", "$warning bold"),
    "undecided": ("~", "$warning bold"),
}
UNKNOWN = ("·", "$muted")

RESULTS = {
    "right": later("right"),
    "wrong": later("wrong"),
    "unreadable": later("could not be read"),
    "undecided": later("undecided"),
}

STATES = {
    "waiting": ("○", later("judge not started")),
    "starting": ("◌", later("judge starting")),
    "ready": ("●", later("judge ready")),
    "stopped": ("×", later("judge stopped")),
}


NOT_YET = later("not yet")


def result(verdict: str, language: Language, *, is_final: bool) -> Content:
    """The mark and the word for a verdict."""
    mark, style = MARKS.get(verdict, UNKNOWN)
    word = NOT_YET if verdict == "wrong" and not is_final else RESULTS.get(verdict, verdict)
    return Content.styled(f"{mark} {words(language)(word)}", style)


def judge(state: Judge, language: Language, *, is_short: bool = False) -> Content:
    """The judge's state and, once it is ready, its device; in short only that."""
    _ = words(language)
    mark, sentence = STATES[state.state]
    style = {"ready": "$success", "stopped": "$error"}.get(state.state, "$warning")
    words_shown = _(sentence)
    if state.state == "ready":
        words_shown = state.device if is_short else f"{words_shown}  {state.device}"
    return Content.assemble((f"{mark} ", style), (words_shown, "$muted"))
