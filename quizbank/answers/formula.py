"""Typed formulas judged: in every reading, layout and convention, against certified draws of the reference."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

import torch

from quizbank import bank
from quizbank.answers.budget import Budget, Spent
from quizbank.answers.echo import display, echo
from quizbank.answers.lookups import with_product_told
from quizbank.answers.meaning.bars import normed, require_bars
from quizbank.answers.meaning.candidate import Candidate
from quizbank.answers.meaning.derived import with_symbols
from quizbank.answers.meaning.goal import Goal, goal_of
from quizbank.answers.meaning.interpretations import candidates
from quizbank.answers.meaning.mistaken import without_mistaken
from quizbank.answers.meaning.problem import Problem, problem
from quizbank.answers.meaning.quotients import place_of, regrouped
from quizbank.answers.notation.vocabulary import Entry, key
from quizbank.answers.one_spelling import require_one_index, require_one_spelling
from quizbank.answers.own_left import require_asked_left
from quizbank.answers.parse import parse_links
from quizbank.answers.reasons.counterexample import counterexample
from quizbank.answers.reasons.diagnosis import Reason, reason
from quizbank.answers.reasons.layout import fits, meant, told
from quizbank.answers.reasons.misplaced import besides
from quizbank.answers.shapes import Misfit
from quizbank.answers.tree import Definition
from quizbank.answers.unreadable import Unreadable
from quizbank.answers.uses import needed_lines, require_used, used
from quizbank.language import Language, words
from quizbank.question import Symbol
from quizbank.verdict import Verdict
from reference.formula import Formula


def judge_formula(
    formula: Formula[..., Any],
    lines: Sequence[str],
    legend: Sequence[Symbol],
    *,
    device: torch.device,
    language: Language,
    shown: str | None = None,
    settled: tuple[str, ...] = (),
) -> Verdict:
    """The verdict on a typed formula or system; never raises for anything that was typed.

    `shown` is the wrong LaTeX of a `fix` question, `settled` are the conventions that the question closes.
    """
    asked = problem(formula, tuple(legend), device, language, shown, settled)
    with torch.no_grad():
        asked = without_mistaken(asked, shown)
        verdict = _judged(asked, lines)
        if settled and verdict.result == "wrong":
            open_to_all = problem(formula, tuple(legend), device, language, shown)
            return _settled(verdict, _judged(open_to_all, lines), language)
        if asked.shown is None or verdict.result not in ("wrong", "unreadable"):
            return verdict
        whole = _judged(problem(formula, tuple(legend), device, language, None, settled), lines)
        return whole if whole.result == "right" else verdict  # all of it in lines of one's own


def _settled(verdict: Verdict, elsewhere: Verdict, language: Language) -> Verdict:
    """A wrong answer, told by the convention in which it would be right, or by the mistake that it is in one."""
    if elsewhere.result == "right" and elsewhere.note is not None:
        hint = words(language)("Another convention than this question's: {note}.").format(note=elsewhere.note)
        return replace(verdict, hint=hint, mistake=None, column=None)
    if elsewhere.mistake is None or verdict.mistake is not None:
        return verdict
    return replace(verdict, hint=elsewhere.hint, mistake=elsewhere.mistake, column=None)


def _judged(asked: Problem, lines: Sequence[str]) -> Verdict:
    try:
        links: list[Sequence[Definition]] = []
        for definitions in parse_links(list(lines), asked.vocabulary):
            links.append(definitions)
            _require_names(asked, links)
            _require_own_e(asked, definitions)
            verdict = _judged_once(asked, definitions)
            if verdict.result == "wrong":
                _require_one_reading(asked, definitions)
            if verdict.result != "right":
                return verdict
        require_one_index(links, asked.vocabulary)
        return verdict if _agree(asked, links) else _disagreeing(asked, verdict)
    except Unreadable as error:
        is_empty = not any(line.strip() for line in lines)
        answer = asked.answer if is_empty else None
        return Verdict("unreadable", hint=error.message, column=error.column, line=error.line, answer=answer)


def _require_names(asked: Problem, links: Sequence[Sequence[Definition]]) -> None:
    """Raise Unreadable where a line in front of the last one says that two things are equal: nothing would judge it."""
    _ = asked.vocabulary.translate
    for first, later in zip(links[0][:-1], links[-1][:-1], strict=True):
        if first.name is None and first.body != later.body:
            raise Unreadable(first.column, _("what a line in front of others defines is a name"), first.line)


def _require_own_e(asked: Problem, definitions: Sequence[Definition]) -> None:
    """Raise Unreadable where a line defines e and the others mean the base of the exponential function by it."""
    _ = asked.vocabulary.translate
    for line in definitions[:-1] if not asked.is_system else ():  # the energies of a system are e
        if line.name == "e" and not any("e" in used(other) for other in definitions if other is not line):
            raise Unreadable(line.column, _("{name} is given here: use another name").format(name="e"), line.line)


def _agree(asked: Problem, links: Sequence[Sequence[Definition]]) -> bool:
    """Whether one and the same convention makes all links of a chain right."""
    if len(links) < 2 or asked.is_system:
        return True
    goal = goal_of(asked)
    shared = [_conventions(goal, with_symbols(asked, _single(asked, definitions))) for definitions in links]
    return bool(set.intersection(*shared))


def _conventions(goal: Goal, lines: Sequence[Definition]) -> set[str]:
    """The names of the conventions in which the last line is right."""
    budget = Budget()
    found = set[str]()
    try:
        for candidate in candidates(goal, lines):
            if isinstance(candidate, Candidate) and candidate.variant.name not in found and candidate.agrees(budget):
                found.add(candidate.variant.name)
    except Spent:
        pass
    return found


def _disagreeing(asked: Problem, verdict: Verdict) -> Verdict:
    _ = asked.vocabulary.translate
    hint = _("Each side is right in a convention of its own, but they are not equal.")
    return Verdict("wrong", hint=hint, read_as=verdict.read_as, answer=asked.answer)


def _require_one_reading(asked: Problem, definitions: Sequence[Definition]) -> None:
    """Raise Unreadable where `a/2b` would be right as a/(2b), or `|g|` as the length of g."""
    _ = asked.vocabulary.translate
    other = regrouped(definitions)
    if other is not None and _judged_once(asked, other).result == "right":
        column, line = place_of(definitions)
        raise Unreadable(column, _("a/bc is read in two ways: write a/(bc) or (a/b)c"), line)
    other = normed(definitions, asked.vocabulary)
    if other is not None and _judged_once(asked, other).result == "right":
        require_bars(definitions, asked.vocabulary)


def _judged_once(asked: Problem, definitions: Sequence[Definition]) -> Verdict:
    if asked.is_system:
        from quizbank.answers.corrected import judge_corrected
        from quizbank.answers.system import judge_system

        if asked.shown is not None:
            return judge_corrected(asked, asked.shown, definitions)
        return judge_system(asked, definitions)
    single = _single(asked, definitions)
    verdict = judge_line(goal_of(asked), single, Budget(), asked.answer)
    for lines in _otherwise(asked, definitions, single) if verdict.result == "wrong" else ():
        alone = judge_line(goal_of(asked), needed_lines(lines), Budget(), asked.answer)
        if alone.result == "right":
            verdict, single = alone, lines
    other = _misnamed(asked, single[-1])
    if other is not None and (verdict.result != "right" or _is_asked_elsewhere(asked, other)):
        _ = asked.vocabulary.translate
        wanted = asked.vocabulary.by_name(asked.formula.outputs[0])
        message = _("this line defines {symbol}, asked is {asked}").format(
            symbol=display(other.display), asked=display(wanted.display) if wanted else asked.formula.name
        )
        raise Unreadable(1, message, single[-1].line)
    if verdict.result == "right":
        require_used(definitions, (), asked.vocabulary, len(single))
        require_one_spelling(definitions, asked.vocabulary)
        require_asked_left(single[-1], asked.vocabulary, asked.formula)
        return with_product_told(verdict, asked, definitions)
    return verdict


def _single(asked: Problem, definitions: Sequence[Definition]) -> Sequence[Definition]:
    """The lines up to that of the asked quantity, which is the last one unless a line has its name."""
    names = [line.name for line in definitions]
    for output in asked.vocabulary.asked:
        if names[-1] is not None and output in names:
            return definitions[: len(names) - names[::-1].index(output)]
    return definitions


def _otherwise(
    asked: Problem, definitions: Sequence[Definition], single: Sequence[Definition]
) -> Iterator[Sequence[Definition]]:
    """The lines without those that are used nowhere; all of them where code calls a step `attention`, as the whole."""
    if len(needed_lines(single)) < len(single):
        yield single
    if len(single) < len(definitions) and asked.formula.name in used(definitions[-1]):
        yield definitions


def _misnamed(asked: Problem, last: Definition) -> Entry | None:
    """The symbol of the notes that the last line has for its name, where that is not the asked one."""
    entry = asked.vocabulary.by_name(last.name) if last.name else None
    is_other = entry is not None and entry.role == "stray" and last.name != asked.own_name
    return entry if is_other and asked.formula.outputs else None


def _is_asked_elsewhere(asked: Problem, entry: Entry) -> bool:
    """Whether another formula, or an earlier step, asks for this symbol: f_t = … is no input gate, whatever follows."""
    if (key(entry.display) or "").endswith("_t-1"):
        return True
    topic = asked.formula.id.partition(".")[0]
    cards = (card for card in bank.formulas().values() if card.topic == topic)
    return any(output.name == entry.name for card in cards for output in card.outputs)


def judge_line(goal: Goal, definitions: Sequence[Definition], budget: Budget, answer: str | None) -> Verdict:
    """Judge lines whose last one, or whose outputs, must equal the goal."""
    found = besides(goal, definitions, budget)
    if found is not None:
        return _wrong(found, None, echo(definitions, goal.problem.vocabulary), answer)
    lines = with_symbols(goal.problem, definitions)
    tried: list[Candidate | Misfit] = []
    try:
        for candidate in candidates(goal, lines):
            tried.append(candidate)
            if isinstance(candidate, Candidate) and candidate.agrees(budget):
                return _right(candidate, answer)
    except Spent:
        _ = goal.problem.vocabulary.translate
        return Verdict("undecided", hint=_("The answer takes too many operations to judge."), answer=answer)
    tried = meant(tried)
    found = reason(goal, tried, lines, budget)
    plain = found.reading or _plain(goal, tried)
    own = [line for line in lines if line.line]
    return _wrong(found, plain, read_as(plain) if plain else echo(own, goal.problem.vocabulary), answer)


def _plain(goal: Goal, tried: Sequence[Candidate | Misfit]) -> Candidate | None:
    """The first reading of the wanted shape, or the first one."""
    fitting = fits(tried)
    return next(iter([c for c in fitting if c.shape.axes == goal.shape] + fitting), None)


def _right(candidate: Candidate, answer: str | None) -> Verdict:
    note = candidate.variant.note
    language = candidate.goal.problem.vocabulary.language
    text = note[language] if note else None
    return Verdict("right", note=text, read_as=read_as(candidate), answer=answer)


def _wrong(found: Reason, plain: Candidate | None, shown: str, answer: str | None) -> Verdict:
    return Verdict(
        "wrong",
        mistake=found.mistake,
        hint=told(found.hint, plain),
        column=found.column,
        read_as=shown,
        answer=answer,
        counterexample=counterexample(plain, Budget()) if plain else None,
    )


def read_as(candidate: Candidate) -> str:
    """The reading that decided, echoed."""
    return echo([line for line in candidate.lines if line.line], candidate.goal.problem.vocabulary)
