"""Edits of brackets alone: a pair put in, one that ends too late or starts too early, a factor inside a call."""

from collections.abc import Callable, Iterator
from dataclasses import replace

from quizbank.answers.reasons.edit import Found, Rebuild, Shapes
from quizbank.answers.tree import Binary, Function, Index, Node, Number, Reduction, Unary

Part = tuple[Node, Rebuild]
Ends = Callable[[Node], Iterator[Part]]


def bracketed(node: Node, _arguments: Shapes, _body: Node) -> Found:
    """The same signs in other brackets."""
    yield from (("exponent for factor", new) for new in _raised(node))
    for make in (
        _put_in,
        _moved_out,
        _taken_out,
        _in_one_call,
        _let_through,
        _divided_within,
        _exchanged,
        _picked_behind,
    ):
        yield from (("other brackets", new) for new in make(node))


def _same(new: Node) -> Node:
    return new


def _ends(node: Node, rebuild: Rebuild = _same) -> Iterator[Part]:
    """The parts that end where the node ends, or where its last bracket closes."""
    yield node, rebuild
    match node:
        case Binary(right=last):
            yield from _ends(last, lambda new: rebuild(replace(node, right=new)))
        case Unary(sign="-", operand=last):
            yield from _ends(last, lambda new: rebuild(replace(node, operand=new)))
        case Function(arguments=(last,)):
            yield from _ends(last, lambda new: rebuild(replace(node, arguments=(new,))))
        case Reduction(body=last):
            yield from _ends(last, lambda new: rebuild(replace(node, body=new)))


def _starts(node: Node, rebuild: Rebuild = _same) -> Iterator[Part]:
    """The parts that start where the node starts."""
    yield node, rebuild
    if isinstance(node, Binary):
        yield from _starts(node.left, lambda new: rebuild(replace(node, left=new)))


def _put_in(node: Node) -> Iterator[Node]:
    """`a / (b + c)` for a / b + c, `(1 − z) h` for 1 − z h, `f(a) (b + c)` for f(a) b + c."""
    if not isinstance(node, Binary):
        return
    for before, around in _ends(node.left):
        for behind, beyond in _starts(node.right):
            if before is not node.left or behind is not node.right:
                yield beyond(around(replace(node, left=before, right=behind)))


def _moved_out(node: Node) -> Iterator[Node]:
    """`f(W a + b)` for f(W) a + b and for W f(a) + b; max(0, a) is such a call."""
    for call, rebuild in _operands(node):
        if isinstance(call, Function) and call is not node:
            open_places = [place for place, part in enumerate(call.arguments) if not isinstance(part, Number)]
            if len(open_places) == 1:
                (place,) = open_places
                yield _put(call, place, rebuild(call.arguments[place]))


def _operands(node: Node, rebuild: Rebuild = _same) -> Iterator[Part]:
    """The parts between the signs of the node, and the parts of those."""
    yield node, rebuild
    if isinstance(node, Binary):
        yield from _operands(node.left, lambda new: rebuild(replace(node, left=new)))
        yield from _operands(node.right, lambda new: rebuild(replace(node, right=new)))


def _taken_out(node: Node) -> Iterator[Node]:
    """`f(a) + b` for f(a + b), `a − b^x` for (a − b)^x, `a − x b` for x (a − b)."""
    for reach in (_ends, _starts):
        for part, rebuild in reach(node):
            if part is not node and isinstance(part, Binary) and part.sign in "+-":
                yield replace(part, left=rebuild(part.left))
                yield replace(part, right=rebuild(part.right))


def _in_one_call(node: Node) -> Iterator[Node]:
    """`f(a + b)` for f(a) + f(b), `f(a + b + c)` for f(a) + f(b) + c."""
    match node:
        case Binary(sign="+" | "-", left=Binary(sign="+" | "-") as calls, right=c):
            yield from (_put(one, 0, replace(node, left=one.arguments[0], right=c)) for one in _of_two(calls))
        case Binary(left=Function(arguments=(a, *rest)) as one, right=Function(arguments=(b, *others)) as other):
            if (one.name, len(rest)) == (other.name, len(others)):
                yield replace(one, arguments=(replace(node, left=a, right=b), *rest))


def _of_two(node: Node) -> Iterator[Function]:
    """The call that two calls of one function make."""
    yield from (call for call in _in_one_call(node) if isinstance(call, Function))


def _let_through(node: Node) -> Iterator[Node]:
    """`x f(a)` or `f(a) x` for f(x a), `x min(a, b)` for min(x a, b)."""
    if not isinstance(node, Function):
        return
    for place, argument in enumerate(node.arguments):
        for factor, rest in _without_each(argument):
            call = _put(node, place, rest)
            yield Binary(factor.column, " ", factor, call, "free")
            yield Binary(factor.column, " ", call, factor, "free")


def _divided_within(node: Node) -> Iterator[Node]:
    """`x min(1, a / b)` for x min(1, a) / b and for (x / b) min(1, a)."""
    for quotient, around in _above(node):
        if isinstance(quotient, Binary) and quotient.sign == "/":
            for call, rebuild in _above(around(quotient.left)):
                if isinstance(call, Function) and len(call.arguments) > 1:
                    for place, part in enumerate(call.arguments):
                        yield rebuild(_put(call, place, replace(quotient, left=part)))


def _above(node: Node, rebuild: Rebuild = _same) -> Iterator[Part]:
    """The node, and its factors above the fraction bar."""
    yield node, rebuild
    if isinstance(node, Binary) and (node.product is not None or node.sign == "/"):
        yield from _above(node.left, lambda new: rebuild(replace(node, left=new)))
    if isinstance(node, Binary) and node.product is not None:
        yield from _above(node.right, lambda new: rebuild(replace(node, right=new)))


def _put(node: Function, place: int, new: Node) -> Node:
    arguments = node.arguments
    return replace(node, arguments=(*arguments[:place], new, *arguments[place + 1 :]))


def _without_each(node: Node, rebuild: Rebuild = _same) -> Iterator[tuple[Node, Node]]:
    """Each factor above the fraction bar, with what is left without it."""
    if not isinstance(node, Binary) or (node.product is None and node.sign != "/"):
        return
    if node.product is not None:
        yield from ((kept, rebuild(rest)) for kept, rest in _both(node) if not isinstance(kept, Number))
        yield from _without_each(node.right, lambda new: rebuild(replace(node, right=new)))
    yield from _without_each(node.left, lambda new: rebuild(replace(node, left=new)))


def _both(node: Binary) -> tuple[tuple[Node, Node], tuple[Node, Node]]:
    return (node.left, node.right), (node.right, node.left)


def _exchanged(node: Node) -> Iterator[Node]:
    """`log softmax(a)` for softmax(log a), `Π f(a)` for f(Π a)."""
    match node:
        case Function(arguments=(Function(arguments=(a,)) as inner,)) if inner.name != node.name:
            yield replace(inner, arguments=(replace(node, arguments=(a,)),))
        case Function(arguments=(Reduction(kind="product", body=a) as total,)):
            yield replace(total, body=replace(node, arguments=(a,)))


def _raised(node: Node) -> Iterator[Node]:
    """`(a / b)^x` for x a / b."""
    for factor, rest in _without_each(node):
        yield Binary(node.column, "^", rest, factor)


def _picked_behind(node: Node) -> Iterator[Node]:
    """`f(a)_i` for f(a_i)."""
    match node:
        case Function(arguments=(Index(operand=a) as picked,)):
            yield replace(picked, operand=replace(node, arguments=(a,)))
