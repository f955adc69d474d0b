"""Adam, clipping, warm-up and Xavier's bound against torch and the papers' numbers."""

import pytest
import torch
from torch import nn

from quizbank.draw import draw
from reference import training
from tests.reference.test_twins import deviation


def number(value):
    return torch.tensor(float(value), dtype=torch.float64)


def test_adam_follows_torch_for_many_steps():
    generator = torch.Generator().manual_seed(0)
    start, *gradients = torch.rand(51, 7, generator=generator, dtype=torch.float64) - 0.5
    weight = nn.Parameter(start.clone())
    optimiser = torch.optim.Adam([weight], lr=0.01, betas=(0.9, 0.98), eps=1e-9, foreach=False)
    w, m, v = start, torch.zeros_like(start), torch.zeros_like(start)
    for t, g in enumerate(gradients, 1):
        weight.grad = g.clone()
        optimiser.step()
        w, m, v = training.adam_step(w, g, m, v, t, 0.01, 0.9, 0.98, 1e-9)
        assert deviation(weight.detach(), w) <= 1e-11, t


@pytest.mark.parametrize("g", [-0.01, 0.5, 20.0])
def test_the_first_adam_step_has_the_length_of_the_rate(g):
    w, *_ = training.adam_step(number(0), number(g), number(0), number(0), 1, 0.001, 0.9, 0.999, 1e-8)
    assert w.item() == pytest.approx(-0.001 if g > 0 else 0.001, rel=1e-5)


def test_clipping_shortens_and_keeps_the_direction():
    g = torch.tensor([3.0, 4.0])
    assert training.clip_by_norm(g, 2.5).tolist() == [1.5, 2.0]
    assert training.clip_by_norm(g, 10.0).tolist() == [3.0, 4.0]


def test_a_vanished_gradient_stays_zero_and_differentiable():
    g = torch.zeros(3, requires_grad=True)
    clipped = training.clip_by_norm(g, 1.0)
    clipped.sum().backward()
    assert clipped.tolist() == [0, 0, 0]
    assert g.grad.tolist() == [1, 1, 1]


def test_clipping_as_torch_does_it():
    """torch adds 1e-6 to the norm."""
    g = draw(training.clip_by_norm, 0).arguments["g"]
    weight = nn.Parameter(torch.zeros_like(g))
    weight.grad = g.clone()
    nn.utils.clip_grad_norm_([weight], 0.3)
    assert deviation(weight.grad, training.clip_by_norm(g, 0.3)) <= 1e-5


@pytest.mark.parametrize(("d_model", "peak"), [(512, 6.99e-4), (1024, 4.94e-4)])
def test_the_peak_of_the_papers_schedule(d_model, peak):
    rates = [training.warmup_rate(number(step), number(d_model), number(4000)) for step in (3999, 4000, 4001)]
    assert rates[1].item() == pytest.approx(peak, abs=5e-7)
    assert rates[1] == max(rates)


def test_xavier_as_torch_draws_it():
    """torch's own draw stays within the bound and comes close to it, with the variance that is wanted."""
    weight = torch.empty(200, 300, dtype=torch.float64)
    nn.init.xavier_uniform_(weight, generator=torch.Generator().manual_seed(0))
    bound = training.xavier_bound(number(300), number(200)).item()
    assert bound * 0.999 < weight.abs().max().item() <= bound
    assert weight.var().item() == pytest.approx(2 / 500, rel=0.02)
