"""`quizbank new`: a stub to begin from, which passes once the reference stands in it."""

import json

import pytest

from quizbank import bank
from quizbank.grading.stub import stub
from quizbank.grading.whole import graded
from tests.command import quizbank

UNDONE = "raise NotImplementedError"
TOPICS = list(dict.fromkeys(outline.topic for outline in bank.formulas().values()))


def solved(name):
    """The stub as a module, with a call of the reference where it says that nothing is there."""
    outline = bank.formulas()[name]
    own = [a.name for a in outline.arguments if a.is_weight or a.type in ("int", "float")]
    given = ", ".join(f"{a.name}={'self.' * (a.name in own)}{a.name}" for a in outline.arguments)
    return stub(outline, "en", module=True).replace(UNDONE, f"return reference({name!r})({given})")


@pytest.mark.parametrize("topic", TOPICS)
def test_a_module_is_not_started_and_passes_with_the_reference_in_it(grader, tmp_path, topic):
    """The topic's two exercises with the most weights: all of them would take longer than these tests together.

    The functions' stubs are in the laws, for every exercise.
    """
    outlines = [outline for outline in bank.formulas().values() if outline.topic == topic]
    outlines = sorted(outlines, key=lambda outline: -sum(a.is_weight for a in outline.arguments))[:2]
    (tmp_path / "stubs.py").write_text("\n".join(stub(outline, "en", module=True) for outline in outlines))
    texts = ["from quizbank.grading.checks import reference", *(solved(outline.id) for outline in outlines)]
    (tmp_path / "solved.py").write_text("\n".join(texts))
    assert {result.result for result in graded(grader, tmp_path / "stubs.py")} == {"not-started", "not-run"}
    results = list(graded(grader, tmp_path / "solved.py"))
    assert {result.formula for result in results} == {outline.id for outline in outlines}
    assert not [result for result in results if result.result != "pass"]


@pytest.mark.parametrize("name", bank.formulas())
@pytest.mark.parametrize("language", ["en", "zh"])
def test_a_stub_shows_the_formula_only_when_asked(name, language):
    outline = bank.formulas()[name]
    for module in (False, True):
        plain, shown = (stub(outline, language, shown=wish, module=module) for wish in (False, True))
        compile(shown, "stub.py", "exec", dont_inherit=True)
        assert (plain != shown) == (outline.latex is not None)
        assert all(
            f"{argument.name},  # " in plain or f"self.{argument.name} = " in plain for argument in outline.arguments
        )


def test_a_file_is_never_overwritten_unasked(tmp_path):
    first = quizbank("new", "lstm.forget_gate", "-o", "gate.py", "--lang", "en", home=tmp_path)
    assert (first.returncode, first.stdout) == (0, "")
    assert "quizbank grade gate.py" in first.stderr
    (tmp_path / "gate.py").write_text("mine")
    again = quizbank("new", "lstm.forget_gate", "-o", "gate.py", "--lang", "en", home=tmp_path)
    assert (again.returncode, (tmp_path / "gate.py").read_text()) == (2, "mine")
    assert "gate.py exists already" in again.stderr
    assert quizbank("new", "lstm.forget_gate", "-o", "gate.py", "--force", home=tmp_path).returncode == 0
    assert "def forget_gate(" in (tmp_path / "gate.py").read_text()


def test_without_a_file_it_is_printed(tmp_path):
    printed = quizbank("new", "lstm.forget_gate", "--formula", "--lang", "en", home=tmp_path).stdout
    assert "# (…, H)" in printed
    assert "σ(" in printed
    found = json.loads(quizbank("new", "lstm.forget_gate", "--module", "--json", home=tmp_path).stdout)
    assert found["id"] == "lstm.forget_gate"
    assert "class ForgetGate(nn.Module):" in found["stub"]


def test_an_unknown_formula_is_told(tmp_path):
    done = quizbank("new", "lstm.forget_gat", "--lang", "en", home=tmp_path)
    assert (done.returncode, "lstm.forget_gate" in done.stderr) == (2, True)
