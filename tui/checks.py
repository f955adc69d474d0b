"""The results of grading in lines: what passes, what does not and why, what was not run."""

from collections.abc import Sequence

from textual.content import Content

from quizbank.grading.report import CheckResult, explanation, failures
from quizbank.language import Language, words


def lines(results: Sequence[CheckResult], language: Language) -> list[Content]:
    """A mark and a word stand beside each colour."""
    _ = words(language)
    found = []
    if passed := [result.check for result in results if result.result == "pass"]:
        found.append(Content.assemble(("✓ ", "$success bold"), " ".join(passed)))
    noted = (one for one in results if one.is_fine and (one.result == "limited" or one.note))
    found += [
        Content.assemble(("~ ", "$warning bold"), one.check, (f"  {one.message or one.note}", "$muted"))
        for one in noted
    ]
    for group in failures(results):
        names = " ".join(result.check for result in group)
        found.append(Content.assemble(("✗ ", "$error bold"), (names, "bold"), (f"  {group[0].result}", "$error")))
        found += [Content(f"  {line}") for line in explanation(group[0], language).splitlines()]
    if left := [result.check for result in results if result.result == "not-run"]:
        found.append(Content.styled("· " + _("not run: {checks}").format(checks=" ".join(left)), "$muted"))
    return found
