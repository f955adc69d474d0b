"""The readings of an answer: one for every way in which its product signs may be meant, in a fixed order."""

import itertools
from collections.abc import Iterator, Mapping, Sequence

from quizbank.answers.meaning.orders import Policy
from quizbank.answers.tree import Binary, Definition
from quizbank.answers.walk import walk

MOST = 16
_ORDERS: Mapping[str, tuple[Policy, ...]] = {"*": ("elementwise", "vectors", "matrix"), "⊗": ("elementwise", "outer")}
_ORDER: tuple[Policy, ...] = ("matrix", "vectors", "elementwise")


def readings(definitions: Sequence[Definition]) -> Iterator[dict[str, Policy]]:
    """Policies by sign, the most usual first; a sign has one reading within an answer."""
    signs = dict.fromkeys(
        node.sign
        for line in definitions
        for node in walk(line.body)
        if isinstance(node, Binary) and node.product == "free"
    )
    orders = [tuple(enumerate(_ORDERS.get(sign, _ORDER))) for sign in signs]
    ranked = sorted(itertools.product(*orders), key=lambda choice: sum(rank for rank, _ in choice))
    for choice in ranked[:MOST]:
        yield dict(zip(signs, (policy for _, policy in choice), strict=True))
