"""Einstein's sums as torch and numpy write them, turned into products and transposes of one or two operands."""

from collections.abc import Sequence

from quizbank.answers.notation.calls import Calls
from quizbank.answers.notation.signs import Keywords, along, is_literal, whole_number
from quizbank.answers.notation.tokens import Token
from quizbank.answers.tree import Binary, Concat, Function, Node, Number, Unary

_QUOTES = ('"', "'")
Axes = tuple[str, ...]


class Contractions(Calls):
    """Reads `einsum("ij,kj->ik", Q, K)`; einops has the letters last."""

    def contraction(self, end: int) -> Node:
        """The call whose name ends at `end`."""
        _ = self.translate
        start, self.place = self.token, end
        opened = self.token
        if start.text == "tensordot":
            return self._over_axes(start)
        if not self.skip("("):
            self.unexpected()
        spec: list[Token] | None = None
        operands: list[Node] = []
        with self.deeper(), self.without_bars():
            while not self.is_sign(")"):
                if self.is_sign(*_QUOTES):
                    spec = self._quoted()
                else:
                    operands.append(self.expression())
                if not self.skip(","):
                    break
            self.close(opened, ")")
        if len(operands) == 1 and isinstance(operands[0], Concat):
            operands = list(operands[0].parts)
        found = None if spec is None else contracted(start.column, spec, operands)
        if found is None:
            self.fail(_("these letters of einsum cannot be read: write the product with @ and .T"), start.column)
        return found

    def _over_axes(self, start: Token) -> Node:
        """`tensordot(Q, K, dims=([1], [1]))`, its name used up; numpy calls the dims axes."""
        places = [place for place in range(self.place, self.closing()) if self.at(place).text == "axes"]
        for place in places:
            self.tokens[place] = self.at(place)._replace(text="dims")
        (a, b, *rest), keywords = self._two(start)
        dims = dict(keywords).get("dim", rest[0] if rest else None)
        sides = [whole_number(part, -9) % 2 for part in dims.parts] if isinstance(dims, Concat) else []
        if not (len(sides) == 2 and isinstance(dims, Concat) and all(map(is_literal, dims.parts))):
            if whole_number(dims, 0) != 1 or not isinstance(dims, Number):
                self.fail(self.translate("write the product with @ and .T"), start.column)
            sides = [1, 0]
        left = a if sides[0] else Unary(start.column, "T", a)
        right = Unary(start.column, "T", b) if sides[1] else b
        return Binary(start.column, "@", left, right, "matrix")

    def _two(self, start: Token) -> tuple[tuple[Node, ...], Keywords]:
        arguments, keywords = self.arguments()
        if len(arguments) < 2:
            self.fail(self.translate("{name} takes {n} arguments").format(name=start.text, n=2), start.column)
        return arguments, keywords

    def _quoted(self) -> list[Token]:
        quote = self.take()
        found = []
        while not self.is_sign(quote.text):
            if self.token.kind == "end":
                self.unexpected()
            found.append(self.take())
        self.take()
        return found


def contracted(column: int, spec: Sequence[Token], operands: Sequence[Node]) -> Node | None:
    """The same as products, or None where these letters are none."""
    read = _axes_of(spec)
    if read is None or len(read[0]) != len(operands):
        return None
    inputs, output = _without_batch(*read)
    if any(len(set(axes)) != len(axes) for axes in (*inputs, output)):
        return None
    if len(operands) == 1:
        return _rearranged(column, operands[0], inputs[0], output)
    if len(operands) == 2:
        return _multiplied(column, (operands[0], operands[1]), (inputs[0], inputs[1]), output)
    return _of_three(column, operands, inputs, output) if len(operands) == 3 else None


def _of_three(column: int, operands: Sequence[Node], axes: Sequence[Axes], output: Axes) -> Node | None:
    """The product of the first two with the axes that are still needed, times the third."""
    first, second, third = axes
    between = tuple(axis for axis in dict.fromkeys((*first, *second)) if axis in {*third, *output})
    product = _multiplied(column, (operands[0], operands[1]), (first, second), between)
    return None if product is None else _multiplied(column, (product, operands[2]), (between, third), output)


def _axes_of(spec: Sequence[Token]) -> tuple[list[Axes], Axes] | None:
    """The axes of each operand and of the result; without an arrow, those that stand once, in order."""
    if any(token.kind not in ("word", "sign") or (token.kind == "sign" and token.text not in ",->…") for token in spec):
        return None
    groups: list[list[str]] = [[]]
    arrows = 0
    for token in spec:
        if token.kind == "word":
            groups[-1].append(token.text)
        elif token.text in (",", ">"):
            groups.append([])
            arrows += token.text == ">"
    are_words = any(len(group) > 1 for group in groups)
    axes = [tuple(group) if are_words else tuple("".join(group)) for group in groups]
    if arrows:
        return (axes[:-1], axes[-1]) if arrows == 1 else None
    letters = [letter for group in axes for letter in group]
    return axes, tuple(sorted(letter for letter in letters if letters.count(letter) == 1))


def _without_batch(inputs: Sequence[Axes], output: Axes) -> tuple[list[Axes], Axes]:
    """Without leading axes that all operands and the result share, where more than rows of dot products is left."""
    batch = 0
    while all(len(axes) > batch and axes[batch] == (*output, "")[batch] for axes in (*inputs, output)):
        batch += 1
    rest = [axes[batch:] for axes in inputs]
    if not any(len(axes) > 1 for axes in rest):
        return list(inputs), output
    return rest, output[batch:]


def _rearranged(column: int, operand: Node, axes: Axes, output: Axes) -> Node | None:
    """One operand: its transpose, or a sum over what is missing."""
    if not set(output) <= set(axes) or len(axes) > 2:
        return None
    if not output:
        return Function(column, "sum", (operand,))
    if len(output) == len(axes):
        return operand if output == axes else Unary(column, "T", operand)
    return _summed(column, operand, 0 if output[0] == axes[1] else -1)


def _multiplied(column: int, operands: tuple[Node, Node], axes: tuple[Axes, Axes], output: Axes) -> Node | None:
    """Two operands: a product entry by entry, or one that sums over the axis that they share."""
    (a, b), (first, second) = operands, axes
    if not {*output} <= {*first, *second} or max(len(first), len(second), len(output)) > 2:
        return None
    shared, kept = {*first} & {*second}, {*first, *second} - {*output}
    if kept - shared:
        return None
    if len(first) < len(second):
        return _multiplied(column, (b, a), (second, first), output)
    if not shared:
        product: Node = Function(column, "outer", (a, b))
        return _turned(column, product, (*first, *second), output) if len(first) == len(second) == 1 else None
    if len(shared) == 1 and shared == kept:
        return _matrix(column, (a, b), axes, shared.pop(), output)
    return _entrywise(column, (a, b), axes, output)


def _matrix(column: int, operands: tuple[Node, Node], axes: tuple[Axes, Axes], letter: str, output: Axes) -> Node:
    (a, b), (first, second) = operands, axes
    left = a if first[-1] == letter else Unary(column, "T", a)
    right = b if second[0] == letter else Unary(column, "T", b)
    rest = tuple(axis for axis in (*first, *second) if axis != letter)
    return _turned(column, Binary(column, "@", left, right, "matrix"), rest, output)


def _entrywise(column: int, operands: tuple[Node, Node], axes: tuple[Axes, Axes], output: Axes) -> Node | None:
    (a, b), (first, second) = operands, axes
    right = b
    if len(first) == len(second):
        right = b if first == second else Unary(column, "T", b)
    elif second[0] != first[-1]:
        product: Node = Binary(column, "⊙", Unary(column, "T", a), right, "elementwise")
        return _rearranged(column, product, first[::-1], output)
    return _rearranged(column, Binary(column, "⊙", a, right, "elementwise"), first, output)


def _turned(column: int, node: Node, axes: Axes, output: Axes) -> Node:
    return node if axes == output else Unary(column, "T", node)


def _summed(column: int, node: Node, axis: int) -> Node:
    return Function(column, "sum", (node,), along(column, axis))
