"""Typed answers as people type them: every verdict was decided before the judge saw the answer."""

import itertools
from pathlib import Path

import numpy
import pytest
import torch

from quizbank import bank, judge
from quizbank.certificate import certified
from quizbank.question import Exercise
from reference.formula import FORMULAS
from tests.formulas import EVERY_FORMULA  # noqa: F401  # imports every formula

CASES = Path(__file__).parents[1] / "cases"
CPU = torch.device("cpu")


def rows(name):
    """The rows of a file of cases, by question."""
    lines = (CASES / name).read_text("utf-8").splitlines()[1:]
    split = sorted((line.split("\t") for line in lines), key=lambda row: row[0])
    return {question: [row[1:] for row in found] for question, found in itertools.groupby(split, lambda row: row[0])}


TYPED = rows("typed.tsv")
VALUES = rows("typed_values.tsv")


@pytest.mark.parametrize("name", TYPED)
def test_every_answer_is_judged_as_decided(name):
    """Nothing right is refused, nothing wrong accepted, and a declared mistake has its name."""
    question = bank.questions()[name]
    failed = []
    for answer, result, mistake, why in TYPED[name]:
        verdict = judge.judged(Exercise(question, 0), answer.split("⏎"), "en", CPU)
        if verdict.result != result or (mistake and verdict.mistake != mistake):
            failed.append(f"{answer}  [{why}]  {verdict.result}, {verdict.mistake}: {verdict.hint}")
        if result != "right" and not verdict.hint:
            failed.append(f"{answer}: no reason")
    assert not failed, "\n".join(failed)


def test_the_corpus_is_large_and_of_every_topic():
    asked = {q.topic for q in bank.questions().values() if q.kind in ("formula", "system")}
    assert {name.partition(".")[0] for name in TYPED} >= asked
    answers = [tuple(row) for found in TYPED.values() for row in found]
    assert sum(result == "right" for _, result, _, _ in answers) >= 350
    assert sum(result == "wrong" for _, result, _, _ in answers) >= 300


@pytest.mark.parametrize("name", VALUES)
def test_what_is_called_right_or_wrong_is_so_in_numpy(name):
    """Each right formula, written a second time in numpy, equals the reference; each wrong one does not."""
    results = {why: result for _, result, _, why in TYPED[name]}
    formula = FORMULAS[name]
    for why, expression in VALUES[name]:
        agrees = all(_alike(_reference(formula, drawn), _value(expression, drawn)) for drawn in certified(formula))
        assert agrees == (results[why] == "right"), why


def _reference(formula, drawn):
    found = formula(**drawn.arguments)
    parts = found if isinstance(found, tuple) else (found,)
    arrays = [numpy.asarray(part) for part in parts]
    return arrays[0] if len(arrays) == 1 else numpy.concatenate([array.ravel() for array in arrays])


def _value(expression, drawn):
    given = {
        name: numpy.asarray(value) if hasattr(value, "shape") else value for name, value in drawn.arguments.items()
    }
    sizes = {"H": len(given["h_prev"])} if "h_prev" in given else {}
    sizes |= {"d_k": _width(given)} if {"K", "W_k"} & given.keys() else {}
    with numpy.errstate(all="ignore"):
        return eval(expression, {**NUMPY, **sizes, **given})  # noqa: S307  # our own expressions


def _width(given):
    return given["K"].shape[1] if "K" in given else given["W_k"].shape[1]


def _alike(expected, got):
    got = numpy.asarray(got, dtype=float)
    return expected.shape == got.shape and bool(numpy.allclose(expected, got, rtol=1e-9, atol=1e-12))


def _softmax(z):
    powers = numpy.exp(z - z.max(-1, keepdims=True))
    return powers / powers.sum(-1, keepdims=True)


def _normed(x, gamma, beta, eps):
    return gamma * (x - x.mean()) / numpy.sqrt(x.var() + eps) + beta


def _off(table):
    """The squared distance of each cell from the diagonal, places counted from 1 as shares."""
    rows, columns = (numpy.arange(1, n + 1) / n for n in table.shape)
    return (rows[:, None] - columns) ** 2


NUMPY = {
    **vars(numpy),
    "cat": lambda *parts: numpy.concatenate(parts),
    "sigmoid": lambda x: 1 / (1 + numpy.exp(-x)),
    "softmax": _softmax,
    "normed": _normed,
    "off": _off,
}
