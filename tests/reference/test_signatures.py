"""Shapes stand in the signatures, and are checked whenever tests run."""

import jaxtyping
import pytest
import torch

from reference import attention
from reference.formula import unchecked
from tests.formulas import EVERY_FORMULA


def test_a_wrong_shape_is_refused():
    with pytest.raises(jaxtyping.TypeCheckError):
        attention.scores(torch.zeros(2, 3), torch.zeros(2, 4))


def test_inside_a_swap_nothing_is_refused():
    with unchecked(), pytest.raises(RuntimeError, match="cannot be multiplied"):
        attention.scores(torch.zeros(2, 3), torch.zeros(2, 4))


@EVERY_FORMULA
def test_every_argument_and_result_is_annotated(formula):
    parameters = formula.signature.parameters.values()
    assert all(parameter.annotation is not parameter.empty for parameter in parameters)
    assert formula.signature.return_annotation is not formula.signature.empty


@EVERY_FORMULA
def test_names_of_outputs_are_as_many_as_the_outputs(formula):
    assert len(formula.outputs) in (0, len(formula.results))


@EVERY_FORMULA
def test_facts_speak_of_its_own_arguments(formula):
    names = {argument.name for argument in formula.arguments}
    assert set(formula.domains) <= names
    assert set(formula.extreme) <= names
    assert set(formula.unmoved) <= names
    assert not set(formula.extra) & names


@EVERY_FORMULA
def test_is_documented(formula):
    assert formula.source
    assert (formula.__doc__ or "").strip()
