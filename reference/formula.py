"""A formula: a correct function that knows its source, its LaTeX and its independent twins."""

import functools
import inspect
import types
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field, replace
from typing import Any, Generic, Literal, ParamSpec, TypeVar, get_args, get_origin

import jaxtyping

P = ParamSpec("P")
R = TypeVar("R")
F = TypeVar("F", bound=Callable[..., Any])

Kind = Literal["float", "integer", "bool", "int", "real", "object"]


@dataclass(frozen=True)
class Tensorial:
    """What an annotation says of a value: its axes and kind; `axes` is None where it is no tensor.

    `float`, `integer` and `bool` are tensors; `int` and `real` Python numbers; the rest is `object`.
    `batched` asks for batch axes (`*batch`), `shared` only allows them (`*#batch`, one mask for all rows).
    """

    axes: tuple[str, ...] | None
    kind: Kind
    batched: bool = False
    shared: bool = False


@dataclass(frozen=True)
class Argument(Tensorial):
    """One argument of a formula or convention."""

    name: str = ""
    is_required: bool = True
    domain: str | None = None

    @property
    def is_weight(self) -> bool:
        """Whether it is trained: a float tensor that never carries batch axes and is neither mask nor count."""
        return self.kind == "float" and not (self.batched or self.shared) and self.domain is None


@dataclass(frozen=True)
class Call:
    """One recorded call of a formula."""

    formula: "Formula[..., Any]"
    arguments: dict[str, Any]
    result: Any


@dataclass(eq=False)
class Formula(Generic[P, R]):
    """A correct function, called like a function, which can be replaced and recorded.

    - `source`: paper or notes, with the equation's number.
    - `latex`: the formula as the notes print it; several lines, divided by a double backslash, make a system.
    - `lines`: the same step by step, in several lines, where `latex` is one line or none.
    - `notation`: the name under which a typed answer may call it, as `Attention`.
    - `outputs`: the names of its results, in order.
    - `symbols`: names the LaTeX defines for itself, each with its LaTeX (μ of layer normalisation).
    - `extra`: symbols that only its mistakes need, each with its domain (`d_model` in attention).
    - `domains`: where an argument is drawn from, where the plain draw would not do; see `quizbank/draw.py`.
    - `sizes`: axes tied to others, as `{"d_model": "heads*d_k"}`.
    - `unmoved`: float arguments on which the output does not depend.
    - `extreme`: factors on arguments under which the output must stay finite.
    - `reads_data`: control flow depends on values, so it cannot run on the `meta` device.
    """

    function: Callable[P, R]
    source: str
    latex: str | None = None
    lines: str | None = None
    notation: str | None = None
    outputs: tuple[str, ...] = ()
    symbols: Mapping[str, str] = field(default_factory=dict)
    extra: Mapping[str, str] = field(default_factory=dict)
    domains: Mapping[str, str] = field(default_factory=dict)
    sizes: Mapping[str, str] = field(default_factory=dict)
    unmoved: tuple[str, ...] = ()
    extreme: Mapping[str, float] = field(default_factory=dict)
    reads_data: bool = False
    twins: list[Callable[..., Any]] = field(default_factory=list)

    def __post_init__(self) -> None:
        functools.update_wrapper(self, self.function)  # name, docstring and signature, for `help`

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> R:
        """The function's result, or its replacement's; recorded where someone listens."""
        result = self._target(*args, **kwargs)
        for calls in _recordings.get():
            bound = self.signature.bind(*args, **kwargs)
            calls.append(Call(self, dict(bound.arguments), result))
        return result

    def _target(self, *args: P.args, **kwargs: P.kwargs) -> R:
        swaps = _swaps.get()
        replacement = swaps.get(self.id)
        if replacement is None:
            return self.function(*args, **kwargs)
        # While a replacement runs, the formula is itself again: a mistake may call what it distorts.
        token = _swaps.set({name: other for name, other in swaps.items() if name != self.id})
        try:
            result: R = replacement(*args, **kwargs)
            return result
        finally:
            _swaps.reset(token)

    @property
    def topic(self) -> str:
        """The first part of the id: the module or folder below `reference`, ours or a package's own."""
        return self.function.__module__.rpartition("reference.")[2].partition(".")[0]

    @property
    def name(self) -> str:
        """The function's own name."""
        return self.function.__name__

    @functools.cached_property
    def id(self) -> str:
        """`topic.name`, the public id that never changes."""
        return f"{self.topic}.{self.name}"

    @functools.cached_property
    def signature(self) -> inspect.Signature:
        """The function's signature, `like` included."""
        return inspect.signature(self.function)

    @functools.cached_property
    def arguments(self) -> tuple[Argument, ...]:
        """The arguments in the catalogue's order; `like` is no part of the exercise."""
        return tuple(
            replace(argument, domain=self.domains.get(argument.name))
            for argument in arguments_of(self.function)
            if argument.name != "like"
        )

    @functools.cached_property
    def results(self) -> tuple[Tensorial, ...]:
        """What the return annotation promises, one entry an output."""
        annotation = self.signature.return_annotation
        if get_origin(annotation) is tuple and Ellipsis not in get_args(annotation):
            return tuple(described(part) for part in get_args(annotation))
        return (described(annotation),)

    @functools.cached_property
    def in_lines(self) -> "Formula[P, R]":
        """The same formula with `lines` as its LaTeX."""
        return replace(self, latex=self.lines)

    def twin(self, function: F) -> F:
        """Register an independent implementation; it proves the formula.

        It takes the same arguments in the same order, but may name them otherwise, so that gates share one.
        """

        @functools.wraps(function)
        def by_position(*args: Any, **kwargs: Any) -> Any:
            bound = self.signature.bind(*args, **kwargs)
            return function(*bound.args, **bound.kwargs)

        self.twins.append(by_position)
        return function

    @contextmanager
    def swapped_for(self, other: Callable[..., Any]) -> Iterator[None]:
        """Send every call of this formula to `other` while the block runs.

        Shape checks are off inside, since a mistake may rightly return another shape.
        """
        token = _swaps.set({**_swaps.get(), self.id: other})
        try:
            with unchecked():
                yield
        finally:
            _swaps.reset(token)


@contextmanager
def unchecked() -> Iterator[None]:
    """Check no shapes inside, where tests would; outside of tests nothing is checked anyway."""
    checked = jaxtyping.config.jaxtyping_disable
    jaxtyping.config.update("jaxtyping_disable", True)
    try:
        yield
    finally:
        jaxtyping.config.update("jaxtyping_disable", checked)


_swaps: ContextVar[Mapping[str, Callable[..., Any]]] = ContextVar("swaps", default={})  # noqa: B039  never mutated
_recordings: ContextVar[tuple[list[Call], ...]] = ContextVar("recordings", default=())

FORMULAS: dict[str, Formula[..., Any]] = {}


def formula(*, source: str, **facts: Any) -> Callable[[Callable[P, R]], Formula[P, R]]:
    """Declare the decorated function as a formula; `facts` are the fields of `Formula`."""

    def declare(function: Callable[P, R]) -> Formula[P, R]:
        declared = Formula(function, source, **facts)
        FORMULAS[declared.id] = declared
        return declared

    return declare


@contextmanager
def recording() -> Iterator[list[Call]]:
    """Collect every call of a formula made inside the block, inner calls before outer ones."""
    calls: list[Call] = []
    token = _recordings.set((*_recordings.get(), calls))
    try:
        yield calls
    finally:
        _recordings.reset(token)


def arguments_of(function: Callable[..., Any]) -> tuple[Argument, ...]:
    """The arguments that a signature annotates, in order."""
    return tuple(
        Argument(**vars(described(parameter.annotation)), name=name, is_required=parameter.default is parameter.empty)
        for name, parameter in inspect.signature(function).parameters.items()
    )


def described(annotation: Any) -> Tensorial:
    """Read an annotation: `Float[Tensor, "*batch H"]`, `int`, `float`, or anything else."""
    if isinstance(annotation, types.UnionType):
        annotation = next(part for part in get_args(annotation) if part is not type(None))
    if hasattr(annotation, "dim_str"):
        axes = tuple(axis.strip("{}") for axis in annotation.dim_str.split())
        leading = bool(axes) and axes[0].startswith("*")
        kind = _tensor_kind(annotation.dtypes)
        batched = leading and axes[0] == "*batch"
        return Tensorial(axes[1:] if leading else axes, kind, batched, shared=leading and not batched)
    numbers: dict[Any, Kind] = {int: "int", float: "real"}
    return Tensorial(None, numbers.get(annotation, "object"))


def _tensor_kind(dtypes: Any) -> Kind:
    if "float64" in dtypes:
        return "float"
    return "bool" if any("bool" in str(dtype) for dtype in dtypes) else "integer"
