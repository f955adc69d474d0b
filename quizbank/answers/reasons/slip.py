"""What a value would be with one of the declared mistakes made: the formulas it runs, each replaced in turn."""

from collections.abc import Callable, Iterator
from typing import Any

from quizbank.mistake import Mistake, mistakes_of
from quizbank.question import Exercise
from reference.formula import Formula, recording

_FOUND: dict[tuple[str, str], tuple[tuple[Mistake, Any], ...]] = {}


def slips(exercise: Exercise, compute: Callable[..., Any]) -> tuple[tuple[Mistake, Any], ...]:
    """Each mistake of a formula that the question's function runs, with the value to which it leads."""
    key = (exercise.question.id, repr(sorted(exercise.given.items())))
    if key not in _FOUND:
        _FOUND[key] = tuple(_slips(compute, exercise.given))
    return _FOUND[key]


def _slips(compute: Callable[..., Any], given: dict[str, Any]) -> Iterator[tuple[Mistake, Any]]:
    with recording() as calls:
        compute(**given)
    formulas: dict[str, Formula[..., Any]] = {call.formula.id: call.formula for call in calls}
    for formula in formulas.values():
        for mistake in mistakes_of(formula):
            if mistake.extra:
                continue  # it names a symbol that the question does not draw
            with formula.swapped_for(mistake.function):
                try:
                    value = compute(**given)
                except Exception:  # a wrong formula may not fit into the rest
                    continue
            yield mistake, value
