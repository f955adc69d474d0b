"""Gradients derived by hand equal what autograd says of the formula that they belong to."""

import pytest
import torch

from quizbank.draw import draw
from quizbank.observe import flattened
from tests.formulas import FORMULAS
from tests.reference.test_twins import deviation

TOLERANCE = 1e-12
SEEDS = range(3)


def differentiated():
    """Each `…_gradient` with its formula, where what it takes besides are incoming gradients."""
    for name, gradient in sorted(FORMULAS.items()):
        formula = FORMULAS.get(name.removesuffix("_gradient"))
        if formula in (None, gradient):
            continue
        own = {argument.name for argument in formula.arguments}
        incoming = [argument for argument in gradient.arguments if argument.name not in own]
        if all(argument.kind == "float" for argument in incoming):
            yield pytest.param(gradient, formula, [argument.name for argument in incoming], id=name)


@pytest.mark.parametrize("batch", [(), (3,)])
@pytest.mark.parametrize(("gradient", "formula", "incoming"), list(differentiated()))
def test_equals_autograd(gradient, formula, incoming, batch):
    for seed in SEEDS:
        arguments = draw(gradient, seed, batch=batch).arguments
        got = flattened(gradient(**arguments))
        expected = by_autograd(formula, arguments, incoming)
        assert len(got) == len(expected)
        for place, (a, b) in enumerate(zip(expected, got, strict=True)):
            assert deviation(a, b) <= TOLERANCE, (seed, place)


def by_autograd(formula, arguments, incoming):
    """Gradients of the float tensors in order; an output without an incoming gradient sends none back."""
    own = {name: value for name, value in arguments.items() if name not in incoming}
    leaves = {
        a.name: own[a.name].clone().requires_grad_() for a in formula.arguments if a.kind == "float" and a.name in own
    }
    outputs = flattened(formula(**{**own, **leaves}))
    upstream = [arguments[name] for name in incoming] or [torch.ones_like(outputs[0])]
    sent = list(zip(outputs, upstream, strict=False))
    return torch.autograd.grad([output for output, _ in sent], list(leaves.values()), [g for _, g in sent])


@pytest.mark.parametrize(("gradient", "formula", "incoming"), list(differentiated()))
def test_agrees_with_finite_differences(gradient, formula, incoming):
    """The gradient by hand as the backward pass of its formula, held against numeric differences in float64."""
    arguments = draw(gradient, 0).arguments
    own = {name: value for name, value in arguments.items() if name not in incoming}
    moved = [a.name for a in formula.arguments if a.kind == "float" and a.name in own]

    class ByHand(torch.autograd.Function):
        @staticmethod
        def forward(context, *values):
            context.save_for_backward(*values)
            outputs = flattened(formula(**{**own, **dict(zip(moved, values, strict=True))}))
            return outputs[: max(len(incoming), 1)]

        @staticmethod
        def backward(context, *sent):
            given = dict(zip(moved, context.saved_tensors, strict=True))
            upstream = dict(zip(incoming, sent, strict=True)) if incoming else {}
            found = flattened(gradient(**{**own, **given, **upstream}))
            return found if incoming else tuple(sent[0] * one for one in found)

    leaves = [own[name].clone().requires_grad_() for name in moved]
    assert torch.autograd.gradcheck(ByHand.apply, leaves)
