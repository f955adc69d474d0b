"""Answers of several lines: each judged against the reference's own line, the others taken as right."""

import dataclasses
from collections.abc import Sequence

from quizbank.answers.at_fault import Wrong, at_fault
from quizbank.answers.budget import Budget, Spent
from quizbank.answers.echo import Printer, echo
from quizbank.answers.meaning.candidate import Candidate
from quizbank.answers.meaning.derived import with_symbols
from quizbank.answers.meaning.goal import Goal, goal_of
from quizbank.answers.meaning.intermediates import Lines, lines_of
from quizbank.answers.meaning.interpretations import candidates
from quizbank.answers.meaning.problem import Problem
from quizbank.answers.own_lines import noted
from quizbank.answers.reasons.counterexample import counterexample
from quizbank.answers.reasons.diagnosis import Reason, reason
from quizbank.answers.reasons.layout import fits, meant, told
from quizbank.answers.reasons.mending import matching
from quizbank.answers.reasons.misplaced import misplaced
from quizbank.answers.renaming import named_by_value
from quizbank.answers.tree import Definition
from quizbank.answers.uses import helpers, made_of, ordered_lines, require_used, used
from quizbank.language import sentences
from quizbank.verdict import Verdict


def judge_system(asked: Problem, definitions: Sequence[Definition]) -> Verdict:
    """The verdict on all lines together; line by line where they are not right together."""
    definitions = _named(asked, definitions)
    budget = Budget()
    whole = _whole(asked, definitions, budget)
    if whole is None:
        return _line_by_line(asked, definitions, budget, asked.answer)
    if whole.result != "right":
        return whole
    require_used(definitions, {*lines_of(asked).names, *asked.vocabulary.asked}, asked.vocabulary)
    if _missing(asked, lines_of(asked), definitions):
        return _report(asked, lines_of(asked), definitions, {}, asked.answer, budget)
    if (idle := _idle(asked, definitions)) and (found := _idle_lines(asked, definitions, idle, budget)):
        return found
    return _with_notes(asked, definitions, whole)


def _with_notes(asked: Problem, definitions: Sequence[Definition], right: Verdict) -> Verdict:
    """With what there is to say of its lines; in another convention they have other values."""
    parts = [right.note] if right.note else [*noted(asked, definitions)]
    return dataclasses.replace(right, note=sentences(parts, asked.vocabulary.language) or None)


def _named(asked: Problem, definitions: Sequence[Definition]) -> Sequence[Definition]:
    """With the names of outputs that go by others: by their values, and the only one left is the last unused line."""
    own = {*lines_of(asked).names, *asked.vocabulary.asked}
    missing = _unnamed(asked, definitions)
    unused = [line for line in definitions if line.name not in own and not _is_used(line, definitions)]
    if missing and not (len(missing) == 1 and unused):
        definitions = named_by_value(asked, definitions, missing, own)
        missing = _unnamed(asked, definitions)
        unused = [line for line in definitions if line.name not in own and not _is_used(line, definitions)]
    if len(missing) != 1 or not unused:
        return definitions
    return tuple(dataclasses.replace(line, name=missing[0]) if line is unused[-1] else line for line in definitions)


def _unnamed(asked: Problem, definitions: Sequence[Definition]) -> list[str]:
    return [name for name in asked.vocabulary.asked if name not in {line.name for line in definitions}]


def _is_used(line: Definition, definitions: Sequence[Definition]) -> bool:
    return any(line.name in used(other) for other in definitions if other is not line)


def _whole(asked: Problem, definitions: Sequence[Definition], budget: Budget) -> Verdict | None:
    """Right, where every output is."""
    from quizbank.answers.formula import read_as

    if not set(asked.vocabulary.asked) <= {line.name for line in definitions}:
        return None
    goal = goal_of(asked)
    ordered = _asked_last(asked, ordered_lines(with_symbols(asked, definitions)))
    try:
        for candidate in candidates(goal, ordered):
            if isinstance(candidate, Candidate) and candidate.agrees(budget):
                note = candidate.variant.note
                text = note[asked.vocabulary.language] if note else None
                return Verdict("right", note=text, read_as=read_as(candidate), answer=asked.answer)
    except Spent:
        _ = asked.vocabulary.translate
        return Verdict("undecided", hint=_("The answer takes too many operations to judge."))
    return None


def _idle(asked: Problem, definitions: Sequence[Definition]) -> list[Definition]:
    """Lines of the notes that no output is made of: that the outputs are right says nothing about them."""
    needed = made_of(asked.vocabulary.asked, definitions)
    return [line for line in definitions if line.name in {*lines_of(asked).names} - needed]


def _idle_lines(
    asked: Problem, definitions: Sequence[Definition], idle: Sequence[Definition], budget: Budget
) -> Verdict | None:
    """Wrong, where such a line is in no variant what the notes have under its name."""
    own = lines_of(asked)
    others = [line for line in definitions if line not in idle]
    for line in idle:
        goal = own.goal(line.name or "")
        lines = with_symbols(asked, [*(other for other in others if other.name not in own.names), line])
        if not own.is_right(goal, line.name or "", lines, budget, unjudged=False):
            return _report(asked, own, definitions, {definitions.index(line): (goal, lines)}, asked.answer, budget)
    return None


def _asked_last(asked: Problem, ordered: Sequence[Definition]) -> Sequence[Definition]:
    """The lines up to the only output, where there is one."""
    if len(asked.formula.outputs) > 1:
        return ordered
    places = [place for place, line in enumerate(ordered) if line.name == asked.vocabulary.asked[0]]
    return ordered[: places[-1] + 1] if places else ordered


def _line_by_line(asked: Problem, definitions: Sequence[Definition], budget: Budget, answer: str | None) -> Verdict:
    own = lines_of(asked)
    reason = _misused(asked, own, definitions)
    if reason is not None:
        return reason
    best = _judged(own, definitions, 0, len(definitions) + 1, budget)
    for place in range(1, len(asked.variants)):
        wrong = _judged(own, definitions, place, len(best), budget)
        best = wrong if len(wrong) < len(best) else best
    best = at_fault(asked, own.names, definitions, _alone(asked, own, definitions, best, budget), budget)
    return _report(asked, own, definitions, best, answer, budget)


def _alone(asked: Problem, own: Lines, definitions: Sequence[Definition], wrong: Wrong, budget: Budget) -> Wrong:
    """The one line that makes all right when the reference's own stands in its place, if there is such a line."""
    right = {line.name: line for line in own.lines}
    for place in wrong if len(wrong) > 1 else ():
        line = dataclasses.replace(right[definitions[place].name], line=definitions[place].line)
        found = _whole(asked, [*definitions[:place], line, *definitions[place + 1 :]], budget)
        if found is not None and found.result == "right":
            return {place: wrong[place]}
    return wrong


def _misused(asked: Problem, own: Lines, definitions: Sequence[Definition]) -> Verdict | None:
    known = {**asked.shapes, **dict.fromkeys(n for n in own.names if n)}
    found = misplaced(asked, known, definitions)  # type: ignore[arg-type]
    if found is None:
        return None
    return Verdict(
        "wrong",
        hint=found.hint,
        column=found.column,
        read_as=echo([line for line in definitions if line.line], asked.vocabulary),
    )


def _judged(own: Lines, definitions: Sequence[Definition], variant: int, most: int, budget: Budget) -> Wrong:
    """The wrong lines by their place, in one variant, `most` at most: each with the user's own helper lines before it."""
    wrong: dict[int, tuple[Goal, Sequence[Definition]]] = {}
    for place, line in enumerate(definitions):
        if len(wrong) >= most:
            break
        if line.name not in own.names:
            continue
        goal = own.goal(line.name or "")
        if variant >= len(goal.variants):
            return {place: (goal, [line]) for place, line in enumerate(definitions)}
        lines = with_symbols(goal.problem, [*helpers(own.names, definitions[:place], line), line])
        only = dataclasses.replace(goal, variants=(goal.variants[variant],))
        if not own.is_right(only, line.name or "", lines, budget, unjudged=False):
            wrong[place] = (only, lines)
    return wrong


def _report(
    asked: Problem, own: Lines, definitions: Sequence[Definition], wrong: Wrong, answer: str | None, budget: Budget
) -> Verdict:
    _ = asked.vocabulary.translate
    missing = _missing(asked, own, definitions)
    whole = mistake_of_all(asked, definitions, budget) if not missing else None
    found = [_why(goal, lines, budget) for goal, lines in wrong.values()]
    found = [(_blamed(whole, reason), tried) for reason, tried in found]
    numbers = [reason.line or definitions[place].line for place, (reason, _tried) in zip(wrong, found, strict=True)]
    parts = _told(asked, whole, numbers, [reason for reason, _tried in found])
    typed = [line for line in definitions if line.line]
    right = [line for place, line in enumerate(definitions) if line in typed and place not in wrong]
    parts += _others(asked, sum(line.name in own.names for line in right)) if wrong else []
    if missing:
        symbols = ", ".join(map(Printer(asked.vocabulary).symbol, missing))
        parts.append(_("Missing: {symbols}.").format(symbols=symbols))
    together = whole or Reason(_("The lines do not fit together."))
    first, tried = found[0] if found else (Reason("") if missing else together, None)
    return Verdict(
        "wrong",
        mistake=first.mistake,
        hint=told(sentences(parts or [together.hint], asked.vocabulary.language), tried),
        column=first.column,
        read_as=echo(typed, asked.vocabulary),
        answer=answer,
        counterexample=counterexample(tried, Budget()) if tried else None,
        line=numbers[0] if numbers else None,
    )


def _blamed(whole: Reason | None, reason: Reason) -> Reason:
    """The mistake of all lines together names what a wrong line alone does not tell."""
    if whole is None or reason.mistake is not None:
        return reason
    return Reason(whole.hint, whole.mistake, reason.column, line=reason.line)


def _told(asked: Problem, whole: Reason | None, numbers: Sequence[int], found: Sequence[Reason]) -> list[str]:
    """A reason for each wrong line, or the one mistake that is made in all of them."""
    _ = asked.vocabulary.translate
    if whole is not None and len(numbers) > 1:
        return [_("Lines {n}: {reason}").format(n=", ".join(map(str, numbers)), reason=whole.hint)]
    return [_("Line {n}: {reason}").format(n=n, reason=r.hint) for n, r in zip(numbers, found, strict=True)]


def _others(asked: Problem, right: int) -> list[str]:
    """How many lines are right besides the wrong ones."""
    _ = asked.vocabulary.translate
    if right == 1:
        return [_("The other line is right.")]
    return [_("The other {n} are right.").format(n=right)] if right else []


def _why(goal: Goal, lines: Sequence[Definition], budget: Budget) -> tuple[Reason, Candidate | None]:
    """Why a line is wrong, and its first reading."""
    tried = meant(list(candidates(goal, lines)))
    return reason(goal, tried, lines, budget), next(iter(fits(tried)), None)


def _missing(asked: Problem, own: Lines, definitions: Sequence[Definition]) -> list[str]:
    """Lines that are used or asked and not there."""
    defined = {line.name for line in definitions}
    mentioned = {name for line in definitions for name in used(line)}
    given = asked.formula.symbols if asked.has_free_lines else ()
    wanted = [n for n in own.names if n and ((n in mentioned and n not in given) or n in asked.vocabulary.asked)]
    return [name for name in wanted if name not in defined]


def mistake_of_all(asked: Problem, definitions: Sequence[Definition], budget: Budget) -> Reason | None:
    """The declared mistake that gives the same outputs as these lines."""
    goal = goal_of(asked)
    ordered = _asked_last(asked, ordered_lines(with_symbols(asked, definitions)))
    try:
        for candidate in candidates(goal, ordered):
            if isinstance(candidate, Candidate):
                found = matching(goal, candidate, budget)
                if found is not None:
                    return Reason(found.hint[asked.vocabulary.language], found.name)
    except Spent:
        return None
    return None
