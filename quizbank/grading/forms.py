"""Which form a submission has."""

import inspect
from collections.abc import Callable
from typing import Any

from quizbank import Claim
from quizbank.grading.layer import Layer
from quizbank.grading.sentences import Misfit, later
from quizbank.grading.solution import Solution


def solution(found: Callable[..., Any], claim: Claim, library: str) -> Solution:
    """The solution in the form that the object shows: a function, a layer class or a module."""
    if not inspect.isclass(found):
        return Solution(found, claim, library)
    from torch import nn

    from quizbank.grading.module import Module

    if issubclass(found, nn.Module):
        return Module(found, claim, library)
    if hasattr(found, "forward"):
        return Layer(found, claim, library)
    if claim.adapt is not None:
        return Solution(found, claim, library)
    raise Misfit(later("the class {name} has no forward"), name=found.__name__)
