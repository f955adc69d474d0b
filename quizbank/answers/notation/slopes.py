"""Functions without an argument, as in σ(1 − σ), where their slope in the one variable is asked."""

from collections.abc import Sequence

from quizbank.answers.notation.signs import Keywords
from quizbank.answers.tree import Binary, Function, Node, Unary


def has_bare(arguments: Sequence[Node]) -> bool:
    """Whether such a function stands in one of these."""
    return any(_contains_bare(node) for node in arguments)


def is_bare(keywords: Keywords) -> bool:
    """Whether these keywords mark such a function."""
    return any(name == "bare" for name, _ in keywords)


def _contains_bare(node: Node) -> bool:
    match node:
        case Function(keywords=keywords) if is_bare(keywords):
            return True
        case Function(arguments=arguments):
            return has_bare(arguments)
        case Unary(operand=operand):
            return _contains_bare(operand)
        case Binary(left=left, right=right):
            return _contains_bare(left) or _contains_bare(right)
    return False
