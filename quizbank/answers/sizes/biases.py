"""Biases that a count leaves out: the terms of a parameter count in which one size stands alone."""

import itertools
import re
from collections.abc import Callable, Iterator
from typing import Any

from quizbank.answers.sizes.fit import Unfitted, fit
from quizbank.language import Language, words
from quizbank.question import Exercise

_COUNTED = re.compile(r"\bbias(?:es)?\b")
_LEFT_OUT = re.compile(r"\b(?:no|without) bias|frozen bias")


def without_biases(exercise: Exercise, compute: Callable[..., Any], language: Language) -> Iterator[tuple[int, str]]:
    """Each number to which a count in numbers comes without some of its biases, with what is missing."""
    prompt = exercise.sentence.en
    if exercise.question.kind != "count" or not _COUNTED.search(prompt) or _LEFT_OUT.search(prompt):
        return
    _ = words(language)
    lengths, right = _biases(exercise, compute), compute(**exercise.given)
    for count in range(1, len(lengths) + 1):
        for left_out in itertools.combinations(lengths, count):
            told = ", ".join(map(str, left_out))
            one, several = _("A bias of {n} numbers is missing."), _("Biases are missing: of {n} numbers.")
            yield right - sum(left_out), (one if count == 1 else several).format(n=told)


def _biases(exercise: Exercise, compute: Callable[..., Any]) -> list[int]:
    """The lengths of all biases."""
    try:
        (found,) = fit(compute, tuple(exercise.given))
    except Unfitted:
        return []
    lengths = []
    for term, coefficient in found.terms.items():
        if sum(power for power, _log in term) == 1 and max(power for power, _log in term) == 1 and coefficient > 0:
            place = next(place for place, (power, _log) in enumerate(term) if power)
            lengths += [exercise.given[found.symbols[place]]] * int(coefficient)
    return lengths
