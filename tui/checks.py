"""The results of grading in lines: what passes, what does not and why, what was not run."""

from collections.abc import Iterator, Sequence

from textual.content import Content

from quizbank.grading.names import check_name, check_names, result_name
from quizbank.grading.report import CheckResult, explanation, failures
from quizbank.language import Language, words
from tui.wrapping import wrapped

Line = tuple[Content, Content]
"""A mark and what stands behind it."""

INDENT = 2


def drawn(results: Sequence[CheckResult], language: Language, width: int) -> Content:
    """The lines in a given width; what is too long goes on behind its mark."""
    room = max(10, width - INDENT)
    found = []
    for mark, text in _lines(results, language):
        for number, line in enumerate(wrapped(text, room)):
            found.append(Content.assemble(" " * INDENT if number else mark.pad_right(INDENT - len(mark)), line))
    return Content("\n").join(found)


def _lines(results: Sequence[CheckResult], language: Language) -> Iterator[Line]:
    """A mark and a word stand beside each colour."""
    _ = words(language)
    if passed := [result.check for result in results if result.result == "pass"]:
        yield Content.styled("✓", "$success bold"), Content(check_names(passed, language))
    for one in results:
        if one.is_fine and (one.result == "limited" or one.note):
            told = Content.assemble(check_name(one.check, language), (f"  {one.message or one.note}", "$muted"))
            yield Content.styled("~", "$warning bold"), told
    yield from _failed(results, language)
    if left := [result.check for result in results if result.result == "not-run"]:
        told = Content.styled(_("not run: {checks}").format(checks=check_names(left, language)), "$muted")
        yield Content.styled("·", "$muted"), told


def _failed(results: Sequence[CheckResult], language: Language) -> Iterator[Line]:
    """Each reason once: what is wrong in the values is mostly what is wrong in the gradients."""
    told: set[str] = set()
    for group in failures(results):
        first = group[0]
        named = check_names([one.check for one in group], language)
        names = Content.assemble((named, "bold"), (f"  {result_name(first.result, language)}", "$error"))
        yield Content.styled("✗", "$error bold"), names
        if first.hint is None or first.hint not in told:
            yield Content(""), Content(explanation(first, language))
        told.add(first.hint or "")
