"""The evidence of a verdict in rows."""

import itertools
from typing import Any

import pytest

from tui.evidence import GAP, rows

PARTS: tuple[dict[str, Any], ...] = (
    {"answer": "f_t = σ(x)"},
    {"counterexample": {"inputs": {"x": "[1]"}, "yours": "[2]", "reference": "[3]"}},
    {"device": "cpu", "seconds": 0.01, "seed": 0},
)


@pytest.mark.parametrize("count", range(len(PARTS) + 1))
def test_a_blank_line_stands_between_two_parts_and_nowhere_else(count: int) -> None:
    for parts in itertools.combinations(PARTS, count):
        reply = {key: value for part in parts for key, value in part.items()}
        found = [row == GAP for row in rows(reply, "typed", "en")]
        assert not found[0]
        assert not found[-1]
        assert not any(one and other for one, other in itertools.pairwise(found))
        assert sum(found) == len([part for part in parts if "answer" not in part])
