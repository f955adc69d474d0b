"""Answers written a second time: lines of numpy, of which the last one is the value, and their agreement."""

import math
import re

import numpy

from quizbank import bank, judge
from quizbank.axes import names
from quizbank.certificate import certified
from quizbank.question import Exercise

_LARGE = 128
_CLOSE = 1.1
"""To how much the ratio of two costs that grow alike may change when sizes double: what is left are lower terms."""


def agrees(question, lines):
    """Whether these lines give what the question asks for, as far as its kind compares it."""
    return _COMPARED[question.kind](question, lines)


def spellings(question):
    """Whatever an answer may name: arguments with their parts, sizes, and symbols that the formula defines."""
    outline = bank.formulas()[question.formula]
    arguments = {argument.name for argument in outline.arguments}
    shown = [symbol for symbol in question.legend if symbol.name in arguments]
    found = {text for one in shown for text in (one.symbol, one.type_as, *one.also, *one.hidden, *one.input)}
    return found | arguments | _sizes(outline) | {*outline.symbols}


def same(expected, got):
    """Equal shapes and entries; of several outputs, all their entries."""
    expected, got = _joined(expected), _joined(got)
    return expected.shape == got.shape and bool(numpy.allclose(expected, got, rtol=1e-9, atol=1e-12))


def _joined(found):
    """One array as it is; of several outputs, all their entries."""
    if isinstance(found, tuple):
        return numpy.concatenate([numpy.ravel(part) for part in found])
    return numpy.asarray(found, dtype=float)


def _sizes(outline):
    return {name for argument in outline.arguments for axis in argument.axes or () for name in names(axis)}


def _on_draws(question, lines):
    formula = judge.reference(question.formula)
    return all(same(formula(**draw.arguments), _value(lines, _arrays(draw.arguments))) for draw in certified(formula))


def _at_sizes(question, lines):
    others = _sizes(bank.formulas()[question.formula])
    every = [*question.symbols, *sorted(others - {*question.symbols})]
    turns = ({name: 2 ** (2 + (place + turn) % len(every)) for place, name in enumerate(every)} for turn in range(3))
    return all(same(_asked(question, sizes), _value(lines, sizes)) for sizes in turns)


def _in_the_long_run(question, lines):
    """Whether the ratio tends to a constant while one size grows, and while all do."""
    small = dict.fromkeys(question.symbols, 8)
    ways = [small | {name: _LARGE} for name in question.symbols] + [dict.fromkeys(question.symbols, _LARGE)]
    for sizes in ways:
        doubled = {name: 2 * size if size == _LARGE else size for name, size in sizes.items()}
        change = _ratio(question, lines, doubled) / _ratio(question, lines, sizes)
        if not 1 / _CLOSE < change < _CLOSE:
            return False
    return True


def _ratio(question, lines, sizes):
    return _value(lines, sizes) / _asked(question, sizes)


def _as_given(question, lines):
    return same(judge.compute(question)(**Exercise(question, 0).given), _value(lines, {}))


def _asked(question, sizes):
    return judge.compute(question)(**{name: sizes[name] for name in question.symbols})


_COMPARED = {
    "formula": _on_draws,
    "system": _on_draws,
    "count": _at_sizes,
    "shape": _at_sizes,
    "growth": _in_the_long_run,
    "value": _as_given,
}


def _arrays(arguments):
    given = {name: numpy.asarray(one) if hasattr(one, "shape") else one for name, one in arguments.items()}
    sizes = {"H": len(given["h_prev"])} if "h_prev" in given else {}
    key = given.get("K", given.get("W_k"))
    return {**sizes, **({} if key is None else {"d_k": key.shape[1]}), **given}


def _value(lines, given):
    """The last line's value; NaN, where the shapes do not fit together."""
    known = {**NUMPY, **given}
    before, _, last = lines.rpartition("; ")
    with numpy.errstate(all="ignore"):
        try:
            exec(before, known)  # noqa: S102  # our own lines
            return eval(last, known)  # noqa: S307
        except ValueError as error:
            if _UNFIT.search(str(error)) is None:
                raise
            return math.nan


_UNFIT = re.compile("mismatch|could not be broadcast|not aligned")


def softmax(z, axis=-1):
    """The softmax over the last axis or another one."""
    powers = numpy.exp(z - z.max(axis, keepdims=True))
    return powers / powers.sum(axis, keepdims=True)


def normed(x, gamma, beta, eps):
    """Layer normalisation of a vector, or of each row."""
    return gamma * (x - x.mean(-1, keepdims=True)) / numpy.sqrt(x.var(-1, keepdims=True) + eps) + beta


def off(table):
    """The squared distance of each cell from the diagonal, places counted from 1 as shares."""
    rows, columns = (numpy.arange(1, n + 1) / n for n in table.shape)
    return (rows[:, None] - columns) ** 2


def attention(Q, K, V):
    """One head."""
    return softmax(Q @ K.T / numpy.sqrt(Q.shape[1])) @ V


def by_head(heads, *weights):
    """The columns of each weight that belong to a head, head by head."""
    return zip(*(numpy.hsplit(weight, heads) for weight in weights), strict=True)


NUMPY = {
    **vars(numpy),
    "cat": lambda *parts, axis=0: numpy.concatenate(parts, axis),
    "sigmoid": lambda x: 1 / (1 + numpy.exp(-x)),
    **{helper.__name__: helper for helper in (softmax, normed, off, attention, by_head)},
}
