"""The shapes that functions give."""

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from quizbank.answers.notation.ones import ONES
from quizbank.answers.notation.signs import along, whole_number
from quizbank.answers.shapes import SCALAR, Misfit, Shape, united
from quizbank.answers.tree import Binary, Concat, Function, Name, Node, Number, Reduction
from quizbank.answers.walk import walk


def shape_of_function(name: str, shapes: tuple[Shape, ...], axis: int | None = None) -> Shape | None:
    """The shape of a function's value, where it follows from the arguments' shapes alone."""
    match name, shapes:
        case "diag", (Shape(axes=(n,)) as a,):
            return replace(a, axes=(n, n))
        case "diag", (Shape(axes=(n, _)) as a,):
            return replace(a, axes=(n,))
        case "outer", (Shape(axes=(n,)) as a, Shape(axes=(m,)) as b):
            return Shape((n, m), united(a, b))
        case "unsqueeze", (Shape(axes=(n,)) as a,):
            return None if axis is None else Shape((1, n) if axis in (0, -2) else (n, 1), a.over)
        case "flatten", (a,):
            return Shape((math.prod(a.axes),), a.over)
        case (("clamp" | "root"), (a, *_)):
            return a
    return None


def require_length(node: Function, shape: Shape, length: Callable[[Node], int]) -> None:
    """Raise Misfit where `x.view(n * m)` has not as many entries as x; `length` tells those of one axis."""
    told = dict(node.keywords).get("length")
    if told is not None and _measured(told, length) != math.prod(shape.axes):
        raise Misfit(node.column, "view", shape)


def _measured(node: Node, length: Callable[[Node], int]) -> int:
    if not isinstance(node, Binary) or node.sign in ("/", "^", "@"):
        return length(node)
    a, b = _measured(node.left, length), _measured(node.right, length)
    return {"+": a + b, "-": a - b}.get(node.sign, a * b)


def classes(node: Function, shapes: Mapping[str, Shape], sizes: Mapping[str, int]) -> Node:
    """How many words there are, or the last axis of the first argument that is not what is encoded."""
    if "V" in sizes and "V" in shapes:
        return Name(node.column, "V", "V")
    encoded = node.arguments[0]
    others = [name for name, shape in shapes.items() if shape.rank and Name(encoded.column, name, name) != encoded]
    vector = Name(node.column, others[0], others[0])
    return Function(node.column, "size", (vector, Number(0, -1.0, "-1")))


def blocks(node: Concat, shapes: Sequence[Shape]) -> tuple[Node, ...]:
    """The parts of a row `[W b]` of blocks, its vectors as columns beside the matrices; nothing where it is none."""
    rows = {shape.axes[0] for shape in shapes if shape.rank}
    ranks = {shape.rank for shape in shapes}
    if node.axis != -1 or ranks != {1, 2} or len(rows) != 1:
        return ()
    return tuple(
        Function(part.column, "unsqueeze", (part,), (*along(part.column, -1), ("block", Number(part.column, 1.0, ""))))
        if shape.rank == 1
        else part
        for part, shape in zip(node.parts, shapes, strict=True)
    )


def joined(node: Concat, shapes: tuple[Shape, ...]) -> tuple[int, Shape]:
    """The axis and the shape of parts side by side. Raises Misfit."""
    over, is_row = united(*shapes), all(shape.is_row for shape in shapes)
    rank = max(shape.rank for shape in shapes)
    if rank <= 1 and node.axis in (-1, 0, rank):
        return -1, Shape((sum(shape.axes[0] if shape.axes else 1 for shape in shapes),), over, is_row)
    is_running = any(isinstance(part, Reduction) and part.kind == "concat" for part in node.parts)
    if is_running and node.axis % rank != rank - 1:  # heads below each other
        raise Misfit(node.column, f"cat(dim={node.axis})", *shapes)
    if any(shape.rank != rank for shape in shapes):
        raise Misfit(node.column, "[;]", *shapes)
    for axis in (node.axis % rank, 0) if node.axis == -1 else (node.axis % rank,):
        rests = {(*shape.axes[:axis], *shape.axes[axis + 1 :]) for shape in shapes}
        if len(rests) == 1 and -rank <= node.axis < rank:
            joined = sum(shape.axes[axis] for shape in shapes)
            return axis - rank, Shape((*shapes[0].axes[:axis], joined, *shapes[0].axes[axis + 1 :]), over)
    raise Misfit(node.column, "[;]", *shapes)


def reduced(node: Function, shape: Shape) -> tuple[Node, Shape]:
    """A sum, mean or the like with the axis that is meant; what is no matrix times 1 is itself."""
    if any(key == ONES for key, _value in node.keywords):
        if shape.rank < 2 and not shape.is_row:
            return node.arguments[0], shape
        node = replace(node, keywords=tuple((key, value) for key, value in node.keywords if key != ONES))
    node = without_batch(over_examples(node, shape), shape)
    return node, reduced_shape(node, shape)


def over_examples(node: Function, shape: Shape) -> Function:
    """`E[x]` and `Var[x]` of a matrix, whose rows are examples, are those of each feature."""
    if not any(key == "moment" for key, _value in node.keywords):
        return node
    return replace(node, keywords=along(node.column, 0) if shape.rank == 2 else ())


def without_batch(node: Function, shape: Shape) -> Function:
    """`sum(z, axis=1)` of a vector is along its axis: the axis that it lacks is the batch's, in front."""
    axis = whole_number(dict(node.keywords).get("dim"), -1)
    if shape.rank != 1 or axis != 1:
        return node
    (last,) = along(node.column, -1)
    return replace(node, keywords=tuple(last if key == "dim" else (key, value) for key, value in node.keywords))


def _has_dot(body: Node) -> bool:
    """Whether a sign was read as a dot product: that has summed, and what sums its factors' entries means others."""
    return any(isinstance(part, Binary) and part.product == "dot" and part.sign in "*·×• " for part in walk(body))


def reduced_shape(node: Function, shape: Shape) -> Shape:
    """One axis or all axes gone; index letters go where there is no axis."""
    keywords = dict(node.keywords)
    if node.name in ("sum", "mean", "prod") and shape == SCALAR and _has_dot(node.arguments[0]):
        raise Misfit(node.column, node.name, shape)
    if "index" in keywords and isinstance(keywords["index"], Name):
        return replace(shape, over=tuple(x for x in shape.over if x != keywords["index"].name))
    if "dim" not in keywords:
        return Shape((), shape.over if shape.rank else ())
    axis = whole_number(keywords["dim"], -1)
    if not -shape.rank <= axis < shape.rank:
        raise Misfit(node.column, node.name, shape)
    axis %= shape.rank
    kept = (1,) if isinstance(keep := keywords.get("keepdim"), Number) and keep.value else ()
    return Shape((*shape.axes[:axis], *kept, *shape.axes[axis + 1 :]), shape.over, meets_last=not kept)
