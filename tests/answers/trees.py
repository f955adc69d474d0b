"""Random trees of the kind that the parser makes, and trees without their columns."""

from dataclasses import fields
from typing import Any

from hypothesis import strategies as st

from quizbank.answers.tree import Binary, Compare, Concat, Function, Index, Name, Node, Number, Reduction, Unary, letter

NAMES = ("h_prev", "x", "W_f", "b_f", "H", "D")
_FUNCTIONS = ("tanh", "sigmoid", "relu", "softmax", "exp", "log", "sqrt", "sum", "mean", "log2")
_FREE = ("*", "·", "×", "•", " ")


def plain(node: Any) -> Any:
    """The tree as nested tuples, without columns and typed texts."""
    if isinstance(node, Node):
        kept = [field.name for field in fields(node) if field.name not in ("column", "text", "line")]
        return (type(node).__name__, *(plain(getattr(node, name)) for name in kept))
    return tuple(map(plain, node)) if isinstance(node, tuple) else node


def _number(value: int) -> Node:
    return Number(0, float(value), str(value))


def _name(name: str) -> Node:
    return Name(0, name, name)


def _letter(text: str) -> Node:
    return Name(0, letter(text), text)


_leaves = st.one_of(st.integers(0, 12).map(_number), st.sampled_from(NAMES).map(_name))


def _larger(inner: st.SearchStrategy[Node]) -> st.SearchStrategy[Node]:
    names = st.sampled_from(("h_prev", "b_f")).map(_name)  # x_j is another step's x_t
    index = st.sampled_from("jk").map(_letter)
    return st.one_of(
        st.builds(Unary, st.just(0), st.sampled_from("-+T"), inner),
        st.builds(Unary, st.just(0), st.just("abs"), inner),
        st.builds(Binary, st.just(0), st.sampled_from("+-/^"), inner, inner),
        st.builds(Binary, st.just(0), st.sampled_from(_FREE), inner, inner, st.just("free")),
        st.builds(Binary, st.just(0), st.just("⊙"), inner, inner, st.just("elementwise")),
        st.builds(Binary, st.just(0), st.just("@"), inner, inner, st.just("matrix")),
        st.builds(Function, st.just(0), st.sampled_from(_FUNCTIONS), st.tuples(inner)),
        st.builds(Function, st.just(0), st.just("maximum"), st.tuples(inner, inner)),
        st.builds(Concat, st.just(0), st.lists(inner, min_size=2, max_size=3).map(tuple)),
        st.builds(Index, st.just(0), names, st.tuples(index)),
        st.builds(Reduction, st.just(0), st.just("sum"), st.just(letter("j")), st.none(), st.none(), inner),
        st.builds(
            Reduction,
            st.just(0),
            st.just("product"),
            st.just(letter("k")),
            st.just(_number(1)),
            st.just(_name("H")),
            inner,
        ),
        st.builds(Compare, st.just(0), st.sampled_from(("=", "<", "!=")), names, names),
    )


trees = st.recursive(_leaves, _larger, max_leaves=12)
