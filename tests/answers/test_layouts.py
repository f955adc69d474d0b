"""Laws of layouts: rows as in the prompt, or one other layout throughout, which the verdict then names."""

import re

import pytest

from quizbank import bank
from quizbank.answers.budget import Budget
from quizbank.answers.echo import echo
from quizbank.answers.meaning.candidate import Candidate
from quizbank.answers.meaning.derived import with_symbols
from quizbank.answers.meaning.goal import goal_of
from quizbank.answers.meaning.intermediates import lines_of
from quizbank.answers.meaning.interpretations import candidates
from quizbank.answers.parse import parse
from quizbank.answers.shapes import Shape, shown
from quizbank.compare import agree
from quizbank.convention import conventions_of
from quizbank.formulas import reference
from tests.answers.arrangements import arranged
from tests.answers.asked import TYPED, every, judged, problem_of
from tests.answers.mutants import mutants

BELONGS = re.compile(r"(?P<old>[^:]+?) where (?P<new>[^:]+?) belongs\.")
TRANSPOSED = re.compile(r"(?P<part>[^:]+?) must (?P<no>not )?be transposed\.")
SHAPE = re.compile(r"asked is (?P<asked>\(.*?\))\.")


@pytest.mark.parametrize("name", TYPED)
def test_a_reason_for_factors_arranged_otherwise_is_true_of_what_was_typed(name):
    """In the prompt's layout: what it says to belong there makes the line right; or it tells the other layout."""
    asked = problem_of(name)
    notes = {variant.note.en for variant in asked.variants if variant.note}
    for mutant in mutants(asked, None, arranged):
        typed = texts(asked, mutant.lines)
        verdict = judged(name, typed)
        if verdict.result == "right":
            assert verdict.note is None or verdict.note in notes, typed
        elif verdict.result == "wrong" and not any(note in verdict.hint for note in notes):
            assert_true(name, typed, (mutant.place, mutant.lines[mutant.place].name), verdict)


def assert_true(name, lines, at, verdict):
    """Each sentence of this kind is checked by doing what it says."""
    place, line = at
    hint = re.sub(r"^Line \d+: | The other .*$", "", verdict.hint).replace("·", " ")
    typed = lines[place].replace("·", " ")
    if (found := BELONGS.fullmatch(hint)) is not None:
        old, new = found["old"], found["new"]
    elif (found := TRANSPOSED.fullmatch(hint)) is not None:
        turned = next((t for t in (f"({found['part']})ᵀ", f"{found['part']}ᵀ") if t in typed), f"({found['part']})ᵀ")
        old, new = (turned, found["part"]) if found["no"] else (found["part"], turned)
    elif (found := SHAPE.search(hint)) is not None:
        assert found["asked"] == asked_shape(name, line), (typed, hint)
        return
    else:
        assert verdict.mistake or not re.search("where|transposed", hint), (typed, hint)
        return
    spans = [match.span() for match in re.finditer(re.escape(old), typed)]
    mended = [f"{typed[:start]}{new}{typed[end:]}" for start, end in spans]
    found = [judged(name, [*lines[:place], text, *lines[place + 1 :]]) for text in mended]
    assert any((one.result, one.note) == ("right", None) for one in found), (typed, hint, mended)


def asked_shape(name, line):
    """The shape of the result, or of this line of a system, as the prompt has it."""
    asked = problem_of(name)
    lines = lines_of(asked).candidate.every if asked.is_system else ()
    shapes = {one.definition.name: one.shape for one in lines}
    known = [axis for entry in asked.vocabulary.entries.values() for axis in entry.axes or ()]
    return shown(shapes.get(line, Shape(asked.shape or ())), asked.sizes, known)


@pytest.mark.parametrize("name", sorted(bank.formulas()))
def test_the_note_of_a_convention_tells_what_the_prompt_has(name):
    """Which way the answer was read, and which way the prompt has it, in both languages."""
    notes = [convention.note for convention in conventions_of(reference(name))]
    notes += (
        [variant.note for variant in problem_of(name).variants if variant.note] if bank.formulas()[name].latex else []
    )
    for note in notes:
        assert re.search("prompt|notes'", note.en), note
        assert re.search("题目|笔记", note.zh), note


@every("fix", if_=lambda q: r"\\" not in (bank.formulas()[q.formula].latex or ""))
def test_no_layout_makes_the_shown_error_right(question):
    """Where the right result, transposed, is the one shown as wrong, an answer in the other layout is no correction."""
    asked = problem_of(question.formula)
    wrong = with_symbols(asked, parse(question.shown, asked.vocabulary))
    read = next((one for one in candidates(goal_of(asked), wrong) if isinstance(one, Candidate)), None)
    if read is None or not all(is_transposed(asked.expected(d), read.value(d, Budget())) for d in asked.draws):
        return
    typed = [texts(asked, mutant.lines) for mutant in mutants(asked, None, arranged)]
    rights = [lines for lines in typed if judged(question.formula, lines).note]
    assert rights, "the question itself takes the other layout"
    for lines in rights:
        assert judged(question.formula, lines, shown=question.shown).result == "wrong", lines


def is_transposed(right, wrong):
    """Whether these are the same matrix, turned."""
    return all(r.ndim == 2 and r.shape != w.shape and agree(r.mT, w) for r, w in zip(right, wrong, strict=True))


def texts(asked, lines):
    """The lines as the echo prints them."""
    return [echo([line], asked.vocabulary) for line in lines]
