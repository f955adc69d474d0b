"""Edits that move a part: brackets that end too early or too late, two functions in another order."""

from collections.abc import Sequence
from dataclasses import replace

from quizbank.answers.reasons.edit import Found, Shapes
from quizbank.answers.tree import Binary, Compare, Concat, Function, Node, Reduction, Unary, is_transposed


def moved(node: Node, _arguments: Shapes, _body: Node) -> Found:
    """The same parts in other brackets."""
    for new in (*_regrouped(node), *_drawn_in(node), *_let_out(node), *_handed_over(node)):
        yield "brackets", new
    for new in _chained(node):
        yield "sum", new


def _regrouped(node: Node) -> Sequence[Node]:
    """`f(a) + b` for f(a + b), `x (a + b)` for x a + b, and the other way round."""
    match node:
        case Binary(sign="+" | "-", left=Function(arguments=(a, *rest)) as call, right=b):
            return [replace(call, arguments=(replace(node, left=a, right=b), *rest))]
        case Function(arguments=(Binary(sign="+" | "-", left=a, right=b) as total,)):
            return [replace(total, left=replace(node, arguments=(a,)), right=b)]
        case Binary(sign=sign, left=x, right=Binary(sign="+" | "-", left=a, right=b) as total) if sign not in "+-^":
            return [replace(total, left=replace(node, left=x, right=a), right=b)]
        case Binary(sign="+" | "-", left=Binary(left=x, right=a, product=kind) as part, right=b) if kind:
            return [replace(part, left=x, right=replace(node, left=a, right=b))]
        case Function(arguments=(Binary(left=a, right=b, product=kind) as part,)) if kind:
            first = replace(part, left=replace(node, arguments=(a,)), right=b)
            return [first, replace(part, left=a, right=replace(node, arguments=(b,)))]
    return []


def _drawn_in(node: Node) -> list[Node]:
    """`x f(g(a))` for f(x g(a)) or f(g(x a)), `x / √a` for √(x/a), `f(a)^x` for f(a^x), `a^x / b` for (a / b)^x."""
    if not isinstance(node, Binary) or node.sign in "+-":
        return []
    found: list[Node] = []
    if isinstance(node.left, Binary) and node.left.sign == "^" and node.sign != "^":
        found.append(replace(node.left, left=replace(node, left=node.left.left)))
    if isinstance(node.left, Function) and len(node.left.arguments) == 1:
        (inner,) = node.left.arguments
        found.append(replace(node.left, arguments=(replace(node, left=inner),)))
    if isinstance(node.right, Function) and len(node.right.arguments) == 1 and node.sign != "^":
        (inner,) = node.right.arguments
        within = replace(node, right=inner)
        found += [replace(node.right, arguments=(part,)) for part in (within, *_drawn_in(within))]
    return found


def _let_out(node: Node) -> Sequence[Node]:
    """`f(a^x)` for f(a)^x, `f(a / b)` for f(a) / b and a / f(b), `log Σ a` for Σ log a, `f(g(a))` for g(f(a))."""
    match node:
        case Function(arguments=(Binary(sign="/", left=a, right=b) as part,)):
            return [
                replace(part, left=replace(node, arguments=(a,))),
                replace(part, right=replace(node, arguments=(b,))),
            ]
        case Function(arguments=(Binary(sign="^", left=a) as part,)):
            return [replace(part, left=replace(node, arguments=(a,)))]
        case Function(arguments=(Reduction(kind="sum" | "max", body=a) as total,)):
            return [replace(total, body=replace(node, arguments=(a,)))]
        case Reduction(kind="sum" | "max", body=Function(arguments=(a,)) as call):
            return [replace(call, arguments=(replace(node, body=a),))]
        case Function(keywords=(), arguments=(Function(arguments=(a,)) as inner,)) if inner.name != node.name:
            return [replace(inner, arguments=(replace(node, arguments=(a,)),))]
    return []


def _handed_over(node: Node) -> list[Node]:
    """`[a, x b]` for [x a, b], `a + x b` for x a + b, and the other way round."""
    match node:
        case Concat(parts=(a, b)):
            return [replace(node, parts=pair) for pair in _with_the_other(a, b)]
        case Binary(sign="+" | "-", left=a, right=b):
            return [replace(node, left=left, right=right) for left, right in _with_the_other(a, b)]
    return []


def _with_the_other(a: Node, b: Node) -> list[tuple[Node, Node]]:
    """The first factor of one at the other."""
    found = list[tuple[Node, Node]]()
    if isinstance(b, Binary) and b.product is not None:
        found.append((replace(b, right=a), b.right))
    if isinstance(a, Binary) and a.product is not None:
        found.append((a.right, replace(a, right=b)))
    return found


def other_signs(node: Node, _arguments: Shapes, _body: Node) -> Found:
    """Slips of signs that are rarer: log a / log b for a difference, base and exponent exchanged, a^b for b a."""
    match node:
        case Binary(sign="/", left=a, right=b):
            yield "other sign", replace(node, sign="-")
            yield "order of factors", replace(node, left=b, right=a)
            if isinstance(a, Binary) and a.product is not None:
                turned = replace(node, left=b, right=a.right)
                yield "order of factors", Binary(a.column, "⊙", a.left, turned, "elementwise")
        case Binary(sign="-", left=a, right=b):
            if not (isinstance(a, Binary) and a.sign in "+-"):
                yield "order of factors", replace(node, left=b, right=a)
            yield "other sign", replace(node, sign="/")
        case Binary(sign="^", left=a, right=b):
            yield "order of factors", replace(node, left=b, right=a)
            yield "product for power", Binary(node.column, " ", b, a, "free")
        case Binary(sign=sign, left=a, right=b, product=kind) if kind and sign != "@":
            yield "quotient for product", replace(node, sign="/", left=b, right=a, product=None)
            yield "concatenation", Concat(node.column, (a, b))
            yield "difference for product", replace(node, sign="-", product=None)
        case Compare(sign="!=" | "=" as sign):
            yield "other sign", replace(node, sign="=" if sign == "!=" else "!=")
    match node:
        case Binary(
            left=Binary(sign="+", left=a, right=b) as one, right=Binary(sign="+", left=c, right=d), product=kind
        ) if kind:
            yield (
                "sums multiplied",
                replace(one, left=replace(node, left=a, right=b), right=replace(node, left=c, right=d)),
            )
    if isinstance(node, Binary) and node.product and is_transposed(node.left) != is_transposed(node.right):
        yield "transposes exchanged", replace(node, left=_turned(node.left), right=_turned(node.right))


def branches(node: Node, _arguments: Shapes, _body: Node) -> Found:
    """The values of two cases exchanged."""
    match node:
        case Function(name="where", arguments=(first, a, Function(name="where", arguments=(second, b, rest)) as other)):
            yield "branches", replace(node, arguments=(first, b, replace(other, arguments=(second, a, rest))))
        case Function(name="where", arguments=(condition, a, b)):
            yield "branches", replace(node, arguments=(condition, b, a))


def relaid(node: Node, _arguments: Shapes, _body: Node) -> Found:
    """Transposes and the order of two factors at once: `y xᵀ` for x y."""
    if isinstance(node, Binary) and node.product is not None:
        a, b = node.left, node.right
        for left, right in ((_turned(a), _turned(b)), (_turned(b), a), (b, _turned(a)), (_turned(b), _turned(a))):
            yield "factors turned", replace(node, left=left, right=right)


def _turned(node: Node) -> Node:
    return node.operand if is_transposed(node) else Unary(node.column, "T", node)


def _chained(node: Node) -> list[Node]:
    """A + or − between the factors of a product of three or more."""
    factors, signs = _factors(node)
    if len(signs) < 2:
        return []
    return [
        Binary(
            sign.column,
            other,
            _product(factors[: place + 1], signs),
            _product(factors[place + 1 :], signs[place + 1 :]),
        )
        for signs in (signs, [replace(sign, sign=" ", product="free") for sign in signs])
        for other in "+-"
        for place, sign in enumerate(signs)
    ]


def _factors(node: Node) -> tuple[list[Node], list[Binary]]:
    """The factors of a product and the signs between them, in their order, however they were grouped."""
    if not (isinstance(node, Binary) and node.product is not None):
        return [node], []
    (left, before), (right, behind) = _factors(node.left), _factors(node.right)
    return [*left, *right], [*before, node, *behind]


def _product(factors: Sequence[Node], signs: Sequence[Binary]) -> Node:
    found = factors[0]
    for sign, factor in zip(signs, factors[1:], strict=False):
        found = replace(sign, left=found, right=factor)
    return found
