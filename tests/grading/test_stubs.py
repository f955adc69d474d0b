"""Every exercise begins with a stub: untouched it is not started, with the reference inside it passes."""

import pytest

from quizbank import bank
from quizbank.grading.stub import stub
from quizbank.grading.whole import graded

EXERCISES = [name for name, outline in bank.formulas().items() if outline.is_exercise]
TOPICS = list(dict.fromkeys(name.partition(".")[0] for name in EXERCISES))
UNDONE = "raise NotImplementedError"


def files(folder, module):
    """The stubs of each topic in a file of their own, as they are."""
    for topic in TOPICS:
        names = [name for name in EXERCISES if name.startswith(f"{topic}.")]
        texts = [stub(bank.formulas()[name], "en", module=module) for name in names]
        (folder / f"{topic}_stubs.py").write_text("\n".join(texts))
        solved = [solution(name, text, module) for name, text in zip(names, texts, strict=True)]
        (folder / f"{topic}_solved.py").write_text(
            "from quizbank.grading.checks import reference\n" + "\n".join(solved)
        )


def solution(name, text, module):
    """The stub with a call of the reference where it says that nothing is there."""
    outline = bank.formulas()[name]
    own = [a.name for a in outline.arguments if module and (a.is_weight or a.type in ("int", "float"))]
    given = ", ".join(f"{a.name}={'self.' * (a.name in own)}{a.name}" for a in outline.arguments)
    return text.replace(UNDONE, f"return reference({name!r})({given})")


@pytest.fixture(scope="module", params=[False, True], ids=["function", "module"])
def results(request, grader, tmp_path_factory):
    """What grading says of every stub and of every solution, in one session: file → function → results."""
    folder = tmp_path_factory.mktemp("stubs")
    files(folder, request.param)
    found = {}
    for path in folder.iterdir():
        for result in graded(grader, path):
            found.setdefault(path.stem, {}).setdefault(result.formula, []).append(result)
    return found


@pytest.mark.parametrize("topic", TOPICS)
def test_a_stub_is_not_started_and_the_reference_in_it_passes(results, topic):
    names = {name for name in EXERCISES if name.startswith(f"{topic}.")}
    assert results[f"{topic}_stubs"].keys() == results[f"{topic}_solved"].keys() == names
    for name, found in results[f"{topic}_stubs"].items():
        assert {result.result for result in found} == {"not-started", "not-run"}, name
    for found in results[f"{topic}_solved"].values():
        assert not [result for result in found if result.result != "pass"]
