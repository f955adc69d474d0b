"""Answers of several lines: each judged against the reference's own line, the others taken as right."""

import dataclasses
import functools
from collections.abc import Iterator, Sequence
from typing import Any

import torch
from torch import Tensor

from quizbank.answers.budget import Budget, Spent
from quizbank.answers.candidate import Candidate, candidates, with_symbols
from quizbank.answers.diagnosis import Reason, diagnosis, matching
from quizbank.answers.echo import display, echo
from quizbank.answers.goal import Goal, Known, goal_of, inner_calls
from quizbank.answers.parse import parse
from quizbank.answers.problem import Problem, Variant
from quizbank.answers.shapes import Misfit
from quizbank.answers.misplaced import misplaced
from quizbank.answers.tree import Definition, Name
from quizbank.answers.unreadable import Unreadable
from quizbank.answers.walk import walk
from quizbank.draw import Draw
from quizbank.mistake import Mistake, mistakes_of
from quizbank.verdict import Verdict


def judge_system(asked: Problem, definitions: Sequence[Definition], mistake: str | None) -> Verdict:
    """The verdict on all lines together; line by line where they are not right together."""
    from quizbank.answers.formula import answer_of

    if mistake is not None and len(definitions) == 1:
        return _fixed(asked, definitions[0], mistake)
    definitions = _named(asked, definitions)
    budget = Budget()
    whole = _whole(asked, definitions, budget)
    if whole is not None:
        return whole
    return _line_by_line(asked, definitions, budget, answer_of(asked))


def _named(asked: Problem, definitions: Sequence[Definition]) -> Sequence[Definition]:
    """A last line without a name is the only output that is still missing."""
    last = definitions[-1]
    missing = [name for name in asked.vocabulary.asked if name not in {line.name for line in definitions}]
    if last.name is None and len(missing) == 1:
        return (*definitions[:-1], dataclasses.replace(last, name=missing[0]))
    return definitions


def _whole(asked: Problem, definitions: Sequence[Definition], budget: Budget) -> Verdict | None:
    """Right, where every output is."""
    from quizbank.answers.formula import answer_of, read_as

    if not set(asked.vocabulary.asked) <= {line.name for line in definitions}:
        return None
    goal = goal_of(asked)
    ordered = _asked_last(asked, _ordered(asked, with_symbols(asked, definitions)))
    try:
        for candidate in candidates(goal, ordered):
            if isinstance(candidate, Candidate) and candidate.agrees(budget):
                note = candidate.variant.note
                text = note[asked.vocabulary.language] if note else None
                return Verdict("right", note=text, read_as=read_as(candidate), answer=answer_of(asked))
    except Spent:
        _ = asked.vocabulary.translate
        return Verdict("undecided", hint=_("The answer takes too many operations to judge."))
    return None


def _asked_last(asked: Problem, ordered: Sequence[Definition]) -> Sequence[Definition]:
    """The lines up to the only output, where there is one."""
    if len(asked.formula.outputs) > 1:
        return ordered
    places = [place for place, line in enumerate(ordered) if line.name == asked.vocabulary.asked[0]]
    return ordered[: places[-1] + 1] if places else ordered


def _ordered(asked: Problem, definitions: Sequence[Definition]) -> Sequence[Definition]:
    """Lines after those that they use, as far as that can be."""
    names = {line.name for line in definitions}
    rest, done, found = list(definitions), set[str | None](), []
    while rest:
        ready = next((line for line in rest if not ((_used(line) & names) - done - {line.name})), rest[0])
        rest.remove(ready)
        done.add(ready.name)
        found.append(ready)
    return found


def _used(line: Definition) -> set[str | None]:
    return {node.name for node in walk(line.body) if isinstance(node, Name)}


class Lines:
    """The reference's own lines, and what each of them gives for a draw."""

    def __init__(self, asked: Problem) -> None:
        self._asked = asked
        definitions = with_symbols(asked, parse(asked.formula.latex or "", asked.vocabulary))
        self.lines = _ordered(asked, definitions)
        self.names = [line.name for line in self.lines if line.name and line.line]
        goal = dataclasses.replace(goal_of(asked), names=tuple(self.names))
        self.candidate = _plain(goal, self.lines)
        self._values: dict[int, dict[str | None, Tensor]] = {}

    def values(self, draw: Draw) -> dict[str | None, Tensor]:
        """Every line's value, remembered for the certified draws."""
        if not self._asked.keeps(draw):
            return self.candidate.values(draw, Budget()) or {}
        if id(draw) not in self._values:
            self._values[id(draw)] = self.candidate.values(draw, Budget()) or {}
        return self._values[id(draw)]

    def goal(self, name: str) -> Goal:
        """One line as a goal of its own: the other lines' values are given."""
        problem = self._asked
        others = {
            line.name: shape for line, shape in zip(self.candidate.lines, self.candidate.shapes, strict=True)
        }

        def variant(base: Variant) -> Variant:
            def names(draw: Draw) -> dict[str, Any]:
                given = {n: v for n, v in self.values(base.redrawn(draw)).items() if n and n != name}
                return {**base.names(draw), **given}

            shapes = {**base.shapes, **{n: s for n, s in others.items() if n and n != name}}
            return dataclasses.replace(base, names=names, shapes=shapes)

        return Goal(
            problem,
            tuple(variant(base) for base in problem.variants if base.name != "columns"),
            lambda draw: (self.values(draw)[name],),
            lambda: tuple(self._known(name)),
        )

    def _known(self, name: str) -> Iterator[Known]:
        """The mistakes of the inner formula whose result is this line."""
        sample = self._asked.draws[0]
        for place, call in enumerate(inner_calls(self._asked, sample)):
            if not isinstance(call.result, Tensor) or not _equal(call.result, self.values(sample).get(name)):
                continue
            for mistake in mistakes_of(call.formula):
                if not mistake.extra:
                    yield Known(mistake.name, mistake.hint, functools.partial(_of_call, self._asked, mistake, place))
            return


def _of_call(asked: Problem, mistake: Mistake, place: int, draw: Draw) -> tuple[Tensor, ...] | None:
    """What the mistake makes of the call at this place."""
    try:
        with torch.no_grad():
            found = mistake.function(*inner_calls(asked, draw)[place].arguments.values())
    except Exception:  # a wrong function may raise anything; then it names nothing
        return None
    return (found,) if isinstance(found, Tensor) else None


def _equal(a: Tensor, b: Tensor | None) -> bool:
    return b is not None and a.shape == b.shape and torch.allclose(a, b, rtol=1e-9, atol=1e-12)


def _plain(goal: Goal, lines: Sequence[Definition]) -> Candidate:
    """The reference's own reading of its own lines."""
    for candidate in candidates(goal, lines):
        if isinstance(candidate, Candidate):
            return candidate
        raise candidate
    raise LookupError(goal.problem.formula.id)


def _line_by_line(asked: Problem, definitions: Sequence[Definition], budget: Budget, answer: str | None) -> Verdict:
    own = lines_of(asked)
    reason = _misused(asked, own, definitions)
    if reason is not None:
        return reason
    best = min((_judged(own, definitions, place, budget) for place in range(len(asked.variants))), key=len, default={})
    return _report(asked, own, definitions, best, answer, budget)


def lines_of(asked: Problem) -> Lines:
    """The reference's lines, made once for a problem."""
    if asked.lines is None:
        asked.lines = Lines(asked)
    found: Lines = asked.lines
    return found


def _misused(asked: Problem, own: Lines, definitions: Sequence[Definition]) -> Verdict | None:
    known = {**asked.shapes, **dict.fromkeys(n for n in own.names if n)}
    found = misplaced(asked, known, definitions)  # type: ignore[arg-type]
    if found is None:
        return None
    return Verdict("wrong", hint=found.hint, column=found.column, read_as=echo(definitions, asked.vocabulary))


Wrong = dict[int, tuple[Goal, Sequence[Definition]]]


def _judged(own: Lines, definitions: Sequence[Definition], variant: int, budget: Budget) -> Wrong:
    """The wrong lines by their place, in one variant: each with the user's own helper lines before it."""
    wrong: Wrong = {}
    for place, line in enumerate(definitions):
        if line.name not in own.names:
            continue
        goal = own.goal(line.name or "")
        if variant >= len(goal.variants):
            return {place: (goal, [line]) for place, line in enumerate(definitions)}
        helpers = [other for other in definitions[:place] if other.name not in own.names]
        lines = with_symbols(goal.problem, [*helpers, dataclasses.replace(line)])
        only = dataclasses.replace(goal, variants=(goal.variants[variant],))
        try:
            found = any(isinstance(c, Candidate) and c.agrees(budget) for c in candidates(only, lines))
        except Spent:
            found = False
        if not found:
            wrong[place] = (only, lines)
    return wrong


def _report(
    asked: Problem, own: Lines, definitions: Sequence[Definition], wrong: Wrong, answer: str | None, budget: Budget
) -> Verdict:
    _ = asked.vocabulary.translate
    missing = _missing(asked, own, definitions)
    parts, name, number, column, example = [], None, None, None, None
    whole = _whole_mistake(asked, definitions, budget) if not missing else None
    for place, (goal, lines) in wrong.items():
        reason, tried = _why(goal, lines, budget)
        if whole is not None and len(wrong) == 1 and reason.mistake is None:
            reason = whole
        parts.append(_("Line {n}: {reason}").format(n=definitions[place].line, reason=reason.hint))
        if number is None:
            name, number, column = reason.mistake, definitions[place].line, reason.column
            from quizbank.answers.counterexample import counterexample

            example = counterexample(tried, Budget()) if tried else None
    right = sum(line.name in own.names for line in definitions) - len(wrong)
    if parts and right == 1:
        parts.append(_("The other line is right."))
    elif parts and right:
        parts.append(_("The other {n} are right.").format(n=right))
    if missing:
        symbols = ", ".join(_symbol(asked, symbol) for symbol in missing)
        parts.append(_("Missing: {symbols}.").format(symbols=symbols))
    if not wrong and not missing:
        parts.append(whole.hint if whole else _("The lines do not fit together."))
        name = whole.mistake if whole else None
    return Verdict(
        "wrong",
        mistake=name,
        hint=" ".join(parts),
        column=column,
        read_as=echo(definitions, asked.vocabulary),
        answer=answer,
        counterexample=example,
        line=number,
    )


def _why(goal: Goal, lines: Sequence[Definition], budget: Budget) -> tuple[Reason, Candidate | None]:
    from quizbank.answers.formula import misfit_text

    _ = goal.problem.vocabulary.translate
    tried: list[Candidate] = []
    misfit: Misfit | None = None
    for candidate in candidates(goal, lines):
        if isinstance(candidate, Candidate):
            tried.append(candidate)
        else:
            misfit = misfit or candidate
    found = diagnosis(goal, tried, lines, budget)
    if found is None and not tried and misfit is not None:
        found = Reason(misfit_text(goal.problem, misfit), column=misfit.column)
    return found or Reason(_("The values differ.")), tried[0] if tried else None


def _missing(asked: Problem, own: Lines, definitions: Sequence[Definition]) -> list[str]:
    """Lines that are used or asked and not there."""
    defined = {line.name for line in definitions}
    used = {name for line in definitions for name in _used(line)}
    wanted = [n for n in own.names if n and (n in used or n in asked.vocabulary.asked)]
    return [name for name in wanted if name not in defined]


def _symbol(asked: Problem, name: str) -> str:
    entry = asked.vocabulary.by_name(name)
    return display(entry.display) if entry else name


def _whole_mistake(asked: Problem, definitions: Sequence[Definition], budget: Budget) -> Reason | None:
    goal = goal_of(asked)
    ordered = _asked_last(asked, _ordered(asked, with_symbols(asked, definitions)))
    try:
        for candidate in candidates(goal, ordered):
            if isinstance(candidate, Candidate):
                found = matching(goal, candidate, budget)
                if found is not None:
                    return Reason(found.hint[asked.vocabulary.language], found.name)
    except Spent:
        return None
    return None


def _fixed(asked: Problem, line: Definition, mistake: str) -> Verdict:
    """One line that sets right what the notes of a `fix` question have wrong."""
    from quizbank.answers.formula import answer_of, judge_line

    _ = asked.vocabulary.translate
    own = lines_of(asked)
    declared = next((m for m in mistakes_of(asked.formula) if m.name == mistake), None)
    shown = parse(declared.latex or "", asked.vocabulary) if declared else ()
    bodies = {l.name: _plain_tree(l) for l in own.lines}
    name = next((l.name for l in shown if bodies.get(l.name) != _plain_tree(l)), None) or asked.vocabulary.asked[0]
    if line.name is None:
        line = dataclasses.replace(line, name=name)
    if line.name != name:
        return Verdict("wrong", hint=_("This line was right already."), read_as=echo([line], asked.vocabulary))
    return judge_line(own.goal(name), [line], Budget(), answer_of(asked))


def _plain_tree(line: Definition) -> str:
    import re

    return re.sub(r"column=\d+, ", "", repr(line.body))
