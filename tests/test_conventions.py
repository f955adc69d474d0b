"""A convention relabels at the border: it packs, unpacks, and then is the formula."""

import pytest
import torch
import torch.nn.functional as F
from torch import Tensor, nn

from quizbank.certificate import certified, extreme
from quizbank.compare import compare
from quizbank.convention import conventions_of
from quizbank.draw import draw
from quizbank.language import LANGUAGES
from quizbank.mistake import mistakes_of
from quizbank.observe import Outcome, flattened, observe
from reference import attention
from tests.formulas import EVERY_FORMULA, FORMULAS

EVERY_CONVENTION = pytest.mark.parametrize(
    "convention",
    [
        pytest.param(convention, id=f"{name}-{convention.name}")
        for name, formula in sorted(FORMULAS.items())
        for convention in conventions_of(formula)
    ],
)
SEEDS = range(3)


@EVERY_CONVENTION
@pytest.mark.parametrize("batch", [(), (3,)])
def test_unpacks_what_it_packs(convention, batch):
    for seed in SEEDS:
        arguments = draw(convention.formula, seed, batch=batch).arguments
        again = convention.unpack(**convention.packed(arguments))
        assert {name for name in again if again[name] is not None} == set(arguments)
        for name, value in arguments.items():
            assert equal(again[name], value) or carries_a_bias(again[name], value), name


@EVERY_CONVENTION
def test_packs_its_own_arguments_in_order(convention):
    packed = convention.packed(draw(convention.formula, 0).arguments)
    declared = [argument.name for argument in convention.arguments]
    assert list(packed) == [name for name in declared if name in packed]
    required = [argument.name for argument in convention.arguments if argument.is_required]
    assert set(required) <= set(packed)


@EVERY_CONVENTION
@pytest.mark.parametrize("batch", [(), (3,)])
def test_equals_the_formula_on_packed_arguments(convention, batch):
    for seed in SEEDS:
        arguments = draw(convention.formula, seed, batch=batch).arguments
        right = observe(convention.formula, arguments).values
        if convention.outputs is not None:
            right = flattened(convention.outputs(*right))
        got = observe(convention, convention.packed(arguments))
        assert compare(Outcome(right), got, relative=1e-12) is None


@EVERY_CONVENTION
@pytest.mark.parametrize("language", LANGUAGES)
def test_is_named_in_both_languages(convention, language):
    note = convention.note[language]
    assert note
    assert any("\u4e00" <= letter <= "\u9fff" for letter in note) == (language == "zh")


@EVERY_FORMULA
def test_conventions_have_names_of_their_own(formula):
    names = [convention.name for convention in conventions_of(formula)]
    assert len(set(names)) == len(names)


@EVERY_CONVENTION
def test_is_no_mistake(convention):
    """No function is both: a right answer in another style must never be called wrong."""
    formula = convention.formula
    if [a.name for a in convention.arguments] != [a.name for a in formula.arguments]:
        return  # it cannot even be called like a mistake
    for mistake in mistakes_of(formula):
        assert any(differ(convention, mistake, d) for d in certified(formula)), mistake.name


def differ(convention, mistake, d):
    packed = convention.packed(d.arguments)
    extra = {name: d.extra[name] for name in mistake.extra}
    if mistake.channel == "extreme":
        packed = convention.packed(extreme(convention.formula, d))
    right = observe(convention, packed, upstream=d.seed)
    return compare(right, observe(mistake.function, packed, extra=extra, upstream=d.seed))


class TestAttention:
    """The conventions of torch, against torch."""

    @pytest.fixture
    def packed(self):
        formula = attention.multi_head_attention
        convention = {c.name: c for c in conventions_of(formula)}["torch"]
        arguments = draw(formula, 0, batch=(2,)).arguments
        return arguments, convention.packed(arguments)

    def test_packed_weights_load_into_the_layer(self, packed):
        arguments, p = packed
        width = p["out_proj"].shape[0]
        layer = nn.MultiheadAttention(width, p["heads"], batch_first=True, dtype=torch.float64)
        layer.load_state_dict({**state(p), "out_proj.bias": torch.zeros(width)})
        got, _ = layer(p["X_q"], p["X_kv"], p["X_kv"])
        torch.testing.assert_close(got, attention.multi_head_attention(**arguments), rtol=1e-12, atol=1e-14)

    def test_the_layer_s_own_bias_counts(self, packed):
        _, p = packed
        p = {**p, "in_proj_bias": torch.rand_like(p["in_proj_bias"])}
        width = p["out_proj"].shape[0]
        layer = nn.MultiheadAttention(width, p["heads"], batch_first=True, dtype=torch.float64)
        layer.load_state_dict({**state(p), "out_proj.bias": torch.zeros(width)})
        got, _ = layer(p["X_q"], p["X_kv"], p["X_kv"])
        convention = {c.name: c for c in conventions_of(attention.multi_head_attention)}["torch"]
        torch.testing.assert_close(got, convention(**p), rtol=1e-12, atol=1e-14)

    def test_keep_is_what_the_fused_kernel_calls_a_mask(self):
        arguments = draw(attention.masked_attention, 0).arguments
        p = masks("keep").packed(arguments)
        got = F.scaled_dot_product_attention(p["Q"], p["K"], p["V"], attn_mask=p["M"])
        torch.testing.assert_close(got, attention.masked_attention(**arguments), rtol=1e-12, atol=1e-14)

    def test_block_is_what_the_layer_calls_a_mask(self, packed):
        arguments, p = packed
        like = draw(attention.masked_attention, 0).arguments
        M = masks("block").packed(like)["M"]
        n, m = M.shape
        X_q, X_kv = arguments["X_q"][:, :1].expand(-1, n, -1), torch.rand(2, m, p["out_proj"].shape[0]).double()
        layer = nn.MultiheadAttention(X_q.shape[-1], p["heads"], bias=False, batch_first=True, dtype=torch.float64)
        layer.load_state_dict({"in_proj_weight": p["in_proj_weight"], "out_proj.weight": p["out_proj"]})
        got, _ = layer(X_q, X_kv, X_kv, attn_mask=M)
        ours = {**arguments, "X_q": X_q, "X_kv": X_kv, "mask": like["M"]}
        torch.testing.assert_close(got, attention.multi_head_attention(**ours), rtol=1e-12, atol=1e-14)


def state(p):
    """The layer's parameters by the names that it gives them."""
    return {
        "in_proj_weight": p["in_proj_weight"],
        "in_proj_bias": p["in_proj_bias"],
        "out_proj.weight": p["out_proj"],
    }


def masks(name):
    return {c.name: c for c in conventions_of(attention.masked_attention)}[name]


def equal(a, b):
    if isinstance(a, Tensor):
        return a.shape == b.shape and torch.allclose(a, b, rtol=1e-12, atol=1e-14)
    if isinstance(a, list | tuple):
        return len(a) == len(b) and all(equal(x, y) for x, y in zip(a, b, strict=True))
    return a == b


def carries_a_bias(unpacked, value):
    """A bias that the formula lacks rides on an input that is always 1."""
    return unpacked.ndim == value.ndim and sum(unpacked.shape) == sum(value.shape) + 1
