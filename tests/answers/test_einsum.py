"""einsum's letters as products: whatever is read has the value that torch gives it."""

import itertools

import pytest
import torch

from quizbank.answers.budget import Budget
from quizbank.answers.evaluate import Evaluator
from quizbank.answers.meaning.elaborate import Elaborator
from quizbank.answers.notation.einsum import contracted
from quizbank.answers.notation.tokens import Token
from quizbank.answers.shapes import Shape
from quizbank.answers.tree import Name
from tests.answers.trees import plain

SIZES = {"i": 2, "j": 3, "k": 4}
AXES = ["".join(letters) for n in (1, 2) for letters in itertools.permutations("ijk", n)]
RESULTS = ["", *AXES, "ijk"]


def spec(*inputs, output):
    words = [t for text in inputs for t in (Token("word", text, 1), Token("sign", ",", 1))][:-1]
    return [*words, Token("sign", "-", 1), Token("sign", ">", 1), *([Token("word", output, 1)] if output else [])]


def read(inputs, output):
    names = [Name(1, f"x{place}", f"x{place}") for place in range(len(inputs))]
    return contracted(1, spec(*inputs, output=output), names)


def value(node, tensors):
    shapes = {name: Shape(tuple(tensor.shape)) for name, tensor in tensors.items()}
    body, shape = Elaborator(shapes).line(node)
    found = Evaluator(tensors, torch.device("cpu"), Budget()).of(body).tensor
    assert found.shape == shape.axes
    return found


def is_rare(inputs, output):
    """Results of three axes, and sums over an axis that the other operand does not share."""
    return len(output) > 2 or (len(inputs) == 2 and bool(({*inputs[0]} ^ {*inputs[1]}) - {*output}))


@pytest.mark.parametrize("count", [1, 2])
def test_what_is_read_has_the_value_that_torch_gives_it(count):
    """Every spelling of one and two operands with up to two axes."""
    generator = torch.Generator().manual_seed(0)
    for inputs, output in itertools.product(itertools.product(AXES, repeat=count), RESULTS):
        if not set(output) <= set("".join(inputs)):
            assert read(inputs, output) is None
            continue
        node = read(inputs, output)
        if node is None:
            assert is_rare(inputs, output), (inputs, output)
            continue
        shapes = [tuple(SIZES[letter] for letter in axes) for axes in inputs]
        tensors = {
            f"x{n}": torch.rand(shape, generator=generator, dtype=torch.float64) for n, shape in enumerate(shapes)
        }
        expected = torch.einsum(f"{','.join(inputs)}->{output}", *tensors.values())
        assert torch.allclose(value(node, tensors), expected), (inputs, output)


def test_a_batch_that_all_share_is_left_out():
    for inputs, output in itertools.product(itertools.product(AXES, repeat=2), RESULTS):
        if any(len(axes) > 1 for axes in inputs) and not inputs[0][0] == inputs[1][0] == output[:1]:
            batched = read([f"b{axes}" for axes in inputs], f"b{output}")
            plainly = read(inputs, output)
            assert plain(batched) == plain(plainly), (inputs, output)
