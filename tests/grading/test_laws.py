"""Every exercise: right code passes in each convention and style, each declared mistake fails and is named.

The catalogue's own form is the stub of `quizbank new` with the reference inside it.
"""

import pytest

from quizbank import bank
from quizbank.grading.checks import reference
from quizbank.grading.reading import readings
from quizbank.grading.stub import stub
from quizbank.grading.whole import graded as graded_file
from quizbank.mistake import mistakes_of

EXERCISES = [name for name, outline in bank.formulas().items() if outline.is_exercise]
IN_NUMPY = [name for name in EXERCISES if name.partition(".")[0] in ("lstm", "gru", "rnn", "attention", "nnlm")]

UNDONE = "raise NotImplementedError"

HEAD = """\
import importlib
from quizbank import solves
from quizbank.grading.checks import reference
from quizbank.grading.reading import readings
from quizbank.mistake import mistakes_of

FORMULA = reference({name!r})
READINGS = {{one.name: one for one in readings(FORMULA)}}
MISTAKES = {{one.name: one.function for one in mistakes_of(FORMULA)}}
"""

NUMPY = """\
import numpy
import torch

def tensors(arrays, grad=False):
    return [tensor(a, grad) for a in arrays]

def tensor(a, grad):
    if isinstance(a, (list, tuple)):
        return type(a)(tensor(part, False) for part in a)
    made = torch.as_tensor(a) if isinstance(a, numpy.ndarray) else a
    return made.requires_grad_(grad and made.is_floating_point()) if isinstance(made, torch.Tensor) else made

def arrays(outputs):
    return tuple(o.detach().numpy() for o in outputs) if isinstance(outputs, tuple) else outputs.detach().numpy()

def backward_of(function, count):
    def backward(*given):
        inputs = tensors(given[count:], True)
        outputs = function(*inputs)
        outputs = outputs if isinstance(outputs, tuple) else (outputs,)
        total = sum((o * g).sum() for o, g in zip(outputs, tensors(given[:count])))
        leaves = [t for t in inputs if isinstance(t, torch.Tensor) and t.requires_grad]
        found = torch.autograd.grad(total, leaves, allow_unused=True)
        return [numpy.zeros(t.shape) if g is None else g.numpy() for t, g in zip(leaves, found)]
    return backward
"""


@pytest.fixture
def graded(grader, tmp_path):
    """Grade a source text: function → the results of its checks."""

    def grade(source):
        path = tmp_path / "submission.py"
        path.write_text(source)
        found = {}
        for result in graded_file(grader, path):
            found.setdefault(result.function, []).append(result)
        return found

    return grade


def stub_of(name):
    """The stub, and once more under another name with the reference inside it."""
    outline = bank.formulas()[name]
    empty = stub(outline, "en")
    given = ", ".join(f"{argument.name}={argument.name}" for argument in outline.arguments)
    assert empty.count(UNDONE) == 1
    full = empty.replace(UNDONE, f"return FORMULA({given})").replace(f"def {outline.name}(", "def right(")
    return empty + full


def assert_not_started(results):
    assert {result.result for result in results} == {"not-started", "not-run"}


def assert_all_right(results):
    wrong = {name: r for name, found in results.items() for r in found if r.result != "pass"}
    assert not wrong


def assert_all_named(results, mistakes):
    for name, found in results.items():
        wrong = [r for r in found if not r.is_fine]
        assert wrong, f"{name} passes"
        names = {part for r in wrong for part in (r.mistake or "").split("+")}
        assert mistakes[name] in names, (name, wrong[0])


@pytest.mark.parametrize("name", EXERCISES)
def test_right_code_passes_in_every_convention_and_each_declared_mistake_is_named(graded, name):
    formula, source, mistakes = reference(name), HEAD.format(name=name), {}
    source += stub_of(name)
    for place, one in enumerate(readings(formula)[1:]):
        given = ", ".join(f"{argument}={argument}" for argument in one.names)
        source += f"\n@solves({name!r}, convention={one.name!r})\ndef right_{place}({', '.join(one.names)}):\n"
        source += f"    return READINGS[{one.name!r}](**dict({given}))\n"
    names = readings(formula)[0].names
    strange = [f"p{place}" for place in range(len(names))]
    given = ", ".join(f"{argument}={parameter}" for argument, parameter in zip(names, strange, strict=True))
    source += f"\n@solves({name!r})\ndef by_position({', '.join(strange)}):\n    return FORMULA(**dict({given}))\n"
    for one in mistakes_of(formula):
        if not one.extra:  # a submission never receives the extra symbol
            given = ", ".join(names)
            source += (
                f"\n@solves({name!r})\ndef wrong_{one.name}({given}):\n    return MISTAKES[{one.name!r}]({given})\n"
            )
            mistakes[f"wrong_{one.name}"] = one.name
    results = graded(source)
    assert_not_started(results.pop(formula.name))
    assert_all_right({function: found for function, found in results.items() if function not in mistakes})
    assert_all_named({function: results[function] for function in mistakes}, mistakes)


@pytest.mark.parametrize("name", IN_NUMPY)
def test_the_same_holds_for_numpy_with_its_own_backward(graded, name):
    formula = reference(name)
    one, count = readings(formula)[0], len(formula.results)
    source, mistakes = HEAD.format(name=name) + NUMPY, {}
    functions = {"right": "FORMULA"} | {
        f"wrong_{m.name}": f"MISTAKES[{m.name!r}]" for m in mistakes_of(formula) if not m.extra
    }
    for function, made in functions.items():
        backward = f", backward=backward_of({made}, {count})" if one.differentiable else ""
        source += f"\n@solves({name!r}, library='numpy'{backward})\ndef {function}({', '.join(one.names)}):\n"
        source += f"    return arrays({made}(*tensors([{', '.join(one.names)}])))\n"
        mistakes[function] = function.removeprefix("wrong_")
    results = graded(source)
    assert_all_right({"right": results.pop("right")})
    assert_all_named(results, mistakes)
