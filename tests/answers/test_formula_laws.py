"""Laws of typed formulas: over every formula that has LaTeX, and every mistake that has some."""

from pathlib import Path

import pytest

from quizbank import bank
from quizbank.answers.budget import Budget
from quizbank.answers.formula import judge_formula
from quizbank.compare import agree
from quizbank.draw import draw
from quizbank.formulas import reference
from tests.answers.asked import CPU, TYPED, judged, problem_of
from tests.answers.mutants import law, mutants, rebracketed

MISTAKES = sorted(
    (formula.id, mistake.name, mistake.facts["latex"])
    for formula in bank.formulas().values()
    for mistake in formula.mistakes
    if mistake.facts.get("latex")
)
MOST_BRACKETS = 24
"""So many other brackets of one formula are tried."""

SURVIVORS: dict[str, list[str]] = {}
for row in (Path(__file__).parents[1] / "cases/survivors.tsv").read_text("utf-8").splitlines()[1:]:
    SURVIVORS.setdefault(row.split("\t")[0], []).append(row.split("\t")[1])


@pytest.mark.parametrize("name", TYPED)
def test_a_formulas_latex_is_right(name):
    """The LaTeX of a formula, read by our own parser, equals its code, with no convention in between."""
    verdict = judged(name, [bank.formulas()[name].latex])
    assert verdict.result == "right", verdict
    assert verdict.note is None


@pytest.mark.parametrize("name", TYPED)
def test_an_echo_reads_back_with_the_same_verdict(name):
    """What is shown as the reading, typed in again, is right as well."""
    read_as = judged(name, [bank.formulas()[name].latex]).read_as
    assert judged(name, [read_as]).result == "right", read_as


@pytest.mark.parametrize(("name", "mistake", "latex"), MISTAKES, ids=[f"{n}-{m}" for n, m, _ in MISTAKES])
def test_a_mistake_is_wrong_and_named(name, mistake, latex):
    """The LaTeX of a mistake is judged wrong, and the mistake is called by its name."""
    verdict = judged(name, [latex])
    assert (verdict.result, verdict.mistake) == ("wrong", mistake), verdict
    shown = verdict.counterexample
    assert shown is None or shown.yours.strip("[]") != shown.reference.strip("[]"), "only its brackets differ"


@pytest.mark.parametrize("name", TYPED)
def test_a_mutant_that_is_right_is_an_identity_and_listed(name):
    """Every single edit of every line is wrong, unless a law or a reviewed row says why it changes nothing."""
    unexplained = []
    for mutant in mutants(problem_of(name)):
        survivor = mutant.survivor()
        if survivor is None:
            continue
        assert survivor.variant.note is not None or is_identity(survivor), mutant.text
        if law(mutant, survivor) is None:
            unexplained.append(mutant.text)
    assert list(dict.fromkeys(unexplained)) == SURVIVORS.get(name, [])


@pytest.mark.parametrize("name", TYPED)
def test_other_brackets_and_signs_that_are_right_change_nothing(name):
    """A formula in other brackets is right only where it is the same function."""
    every = list(mutants(problem_of(name), None, rebracketed))
    for mutant in every[:: max(1, len(every) // MOST_BRACKETS)]:
        survivor = mutant.survivor()
        assert survivor is None or survivor.variant.note is not None or is_identity(survivor), mutant.text


def test_every_listed_survivor_belongs_to_a_formula():
    assert set(SURVIVORS) <= set(TYPED)


def is_identity(candidate):
    """Whether the candidate equals the reference on draws by which it was not judged."""
    goal = candidate.goal
    for seed in range(1000, 1003):
        other = draw(goal.problem.formula, seed).to(CPU)
        got = candidate.value(other, Budget())
        if got is None or not all(map(agree, goal.at(other), got)):
            return False
    return True


@pytest.mark.parametrize("name", ["lstm.forget_gate", "attention.attention", "gru.hidden_state"])
def test_verdicts_in_chinese_say_the_same(name):
    """The language changes the words and nothing else."""
    legend = bank.legend(name.partition(".")[0])
    for text in (bank.formulas()[name].latex, "1", "(", "K V"):
        english, chinese = (
            judge_formula(reference(name), [text], legend, device=CPU, language=language) for language in ("en", "zh")
        )
        assert (english.result, english.mistake, english.column) == (chinese.result, chinese.mistake, chinese.column)
