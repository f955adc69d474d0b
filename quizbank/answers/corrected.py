"""Corrections of a `fix` question of several lines: the wrong line alone, with lines of one's own, or all lines."""

from collections.abc import Sequence
from dataclasses import replace

from quizbank.answers.budget import Budget
from quizbank.answers.echo import display, echo
from quizbank.answers.formula import judge_line
from quizbank.answers.meaning.intermediates import lines_of
from quizbank.answers.meaning.problem import Problem
from quizbank.answers.notation.spelling import printable
from quizbank.answers.shown import Shown
from quizbank.answers.system import judge_system, mistake_of_all
from quizbank.answers.tree import Definition, Name
from quizbank.answers.unreadable import Unreadable
from quizbank.answers.uses import made_of, require_used, used
from quizbank.answers.walk import walk
from quizbank.verdict import Verdict


def judge_corrected(asked: Problem, shown: Shown, definitions: Sequence[Definition]) -> Verdict:
    """The verdict on the line as it should be; the lines that were right need not be typed again."""
    _ = asked.vocabulary.translate
    definitions = _named(asked, shown, definitions)
    typed = {line.name for line in definitions}
    others = [line for line in lines_of(asked).lines if line.name not in typed]
    whole = [*(replace(line, line=0) for line in others), *definitions]
    if shown.name in typed and typed & {*lines_of(asked).names} == {shown.name}:
        return _judged_alone(asked, shown, definitions, whole)
    verdict = judge_system(asked, whole)
    if verdict.result == "right" and shown.name not in typed and not _stands_for_both(shown, definitions):
        return Verdict("wrong", hint=_("This line was right already."), read_as=echo(definitions, asked.vocabulary))
    return verdict


def _named(asked: Problem, shown: Shown, definitions: Sequence[Definition]) -> Sequence[Definition]:
    """A last line without a name of the notes is the one asked; behind that one, it is what is made of it."""
    *before, last = definitions
    is_own = last.name is None or asked.vocabulary.by_name(last.name) is None
    if not is_own or last.name in lines_of(asked).names:
        return definitions
    if shown.name not in {line.name for line in before}:
        return (*before, replace(last, name=shown.name))
    missing = [name for name in asked.vocabulary.asked if name not in {line.name for line in before}]
    is_result = len(missing) == 1 and shown.name in used(last)
    return (*before, replace(last, name=missing[0])) if is_result else definitions


def _stands_for_both(shown: Shown, definitions: Sequence[Definition]) -> bool:
    """Whether a line made of the wrong one has been written without it, as `c_0 = softmax(…) H`."""
    lines = {line.name: line for line in (*shown.lines, *definitions)}
    later = {line.name for line in definitions} & shown.later
    return bool(later) and shown.name not in made_of(later, [*lines.values()])


def _judged_alone(
    asked: Problem, shown: Shown, definitions: Sequence[Definition], whole: Sequence[Definition]
) -> Verdict:
    require_used(definitions, (shown.name,), asked.vocabulary)
    for line in definitions:
        _require_earlier(line, shown, asked)
    verdict = judge_line(lines_of(asked).goal(shown.name), definitions, Budget(), asked.answer)
    if verdict.result != "wrong" or verdict.mistake is not None:
        return verdict
    known = mistake_of_all(asked, whole, Budget())
    return replace(verdict, mistake=known.mistake, hint=known.hint, column=None) if known else verdict


def _require_earlier(line: Definition, shown: Shown, asked: Problem) -> None:
    """Raise Unreadable at the name of what is asked, or of what is made of it."""
    _ = asked.vocabulary.translate
    for node in walk(line.body):
        if isinstance(node, Name) and node.name in {shown.name, *shown.later}:
            entry = asked.vocabulary.by_name(node.name)
            symbol = display(entry.display) if entry else printable(node.text)
            raise Unreadable(node.column, _("{symbol} is what is asked").format(symbol=symbol), line.line)
