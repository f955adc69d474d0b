"""Typed answers that are Python run as they stand, and give what was decided about them."""

import ast
import math

import numpy
import pytest
import torch
import torch.nn.functional as F
from torch import nn

from quizbank import bank, judge
from quizbank.certificate import certified
from tests.answers.test_typed_corpus import TYPED
from tests.answers.values import same

ANSWERS = {
    name: [row for row in found if row[1] in ("right", "wrong")]
    for name, found in TYPED.items()
    if bank.questions()[name].kind in ("formula", "system")
}

MEANT_OTHERWISE = {
    ("lstm.forget_gate", "x before h"): "the weight's columns are the learner's own, x's first",
    ("gru.hidden_state", "z keeps the state"): "z is the share of the old state",
    ("attention.masked_attention", "masked_fill by a mask of 1 and 0"): "M is the pattern of what is seen",
}
ONLY_MEANT = {
    "x*[x>0]": "a list in Python",
    "x * keep / (100% - p)": "a remainder in Python",
    "F.softmax(Q @ K.T / math.sqrt(d_k), dim=-1, dtype=torch.float32).to(Q.dtype) @ V": "single precision",
}

MODULES = {"torch": torch, "np": numpy, "math": math, "F": F, "nn": nn, "special": torch.special}
TORCH = {name: getattr(torch, name) for name in "cat cos exp log relu sigmoid sin softmax sqrt tanh".split()}
NUMPY = {name: getattr(numpy, name) for name in "cos exp log sin sqrt sum tanh".split()}
FAILED = (NameError, TypeError, AttributeError, ValueError, RuntimeError, IndexError)


@pytest.fixture
def double():
    """Numbers that an answer makes are as exact as the arguments."""
    torch.set_default_dtype(torch.float64)
    yield
    torch.set_default_dtype(torch.float32)


@pytest.mark.filterwarnings("ignore::UserWarning")
@pytest.mark.usefixtures("double")
def test_python_gives_what_was_decided():
    every = [(name, *row) for name, found in ANSWERS.items() for row in found if row[0] not in ONLY_MEANT]
    ran = {"right": 0, "wrong": 0}
    for name, answer, result, _, why in every:
        equal = None if (name, why) in MEANT_OTHERWISE else _equals_the_reference(bank.questions()[name], answer)
        if equal is not None:
            assert equal == (result == "right"), f"{name}: {answer}"
            ran[result] += 1
    assert ran["right"] >= 200
    assert ran["wrong"] >= 80


def _equals_the_reference(question, answer):
    """Whether it does on every draw; None, where it is no Python, or not all that is asked for."""
    code, formula = _parsed(answer), judge.reference(question.formula)
    if code is None:
        return None
    draws = certified(formula)
    expected = [formula(**draw.arguments) for draw in draws]
    got = [_run(code, _known(question, draw.arguments, answer)) for draw in draws]
    if any(one is None or isinstance(one, tuple) != isinstance(expected[0], tuple) for one in got):
        return None
    return all(same(right, one) for right, one in zip(expected, got, strict=True))


def _parsed(answer):
    """The statements before the last one, and the expression of that one."""
    try:
        *before, last = ast.parse(answer.replace("⏎", "\n")).body
    except (SyntaxError, ValueError):
        return None
    if not isinstance(last, ast.Expr | ast.Return | ast.Assign):
        return None
    return compile(ast.Module(before, []), "answer", "exec"), compile(ast.Expression(last.value), "answer", "eval")


def _known(question, arguments, answer):
    """The names that an answer may use, with copies of the arguments, which it may change, in the library that it calls."""
    arguments = {name: one.clone() if isinstance(one, torch.Tensor) else one for name, one in arguments.items()}
    is_numpy = "np." in answer and "torch." not in answer and "F." not in answer
    given = {name: numpy.asarray(one) if is_numpy and hasattr(one, "shape") else one for name, one in arguments.items()}
    shown = [symbol for symbol in question.legend if symbol.name in given]
    also = {text: given[one.name] for one in shown for text in (one.symbol, one.type_as, *one.also)}
    sizes = {"d_k": given["K"].shape[1]} if question.topic == "attention" and "K" in given else {}
    return {**MODULES, **(NUMPY if is_numpy else TORCH), **also, **sizes, **given}


def _run(code, known):
    """The value, or None where the answer was not meant to be run."""
    before, last = code
    try:
        with numpy.errstate(all="ignore"):
            exec(before, known)  # noqa: S102  # the corpus is ours
            return eval(last, known)  # noqa: S307
    except FAILED:
        return None
