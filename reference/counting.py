"""What a computation costs, counted while it runs: multiplications, the longest chain of contractions, parameters."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import torch
from torch import Tensor
from torch.utils._python_dispatch import TorchDispatchMode

from reference.formula import Formula

aten = torch.ops.aten


def _product(a: Tensor, b: Tensor) -> int:
    """The multiply–accumulates of (…, m, k) times (…, k, n)."""
    return a.numel() * b.shape[-1]


_CONTRACTIONS: dict[Any, Callable[..., int]] = {
    aten.dot.default: lambda a, b: a.numel(),
    aten.vdot.default: lambda a, b: a.numel(),
    aten.mv.default: lambda matrix, vector: matrix.numel(),
    aten.addmv.default: lambda bias, matrix, vector: matrix.numel(),
    aten.mm.default: _product,
    aten.bmm.default: _product,
    aten.addmm.default: lambda bias, a, b: _product(a, b),
    aten.addbmm.default: lambda bias, a, b: _product(a, b),
    aten.baddbmm.default: lambda bias, a, b: _product(a, b),
}

_LOOKUPS = {aten.embedding.default, aten.index.Tensor, aten.index_select.default, aten.gather.default}


class Cost(TorchDispatchMode):
    """Counts what runs inside `with Cost() as cost:`, on any device, `meta` included.

    - `multiplications`: one per multiply–accumulate of a contraction (`dot`, `mv`, `mm`, `bmm` and kin, to which
      `@` and `einsum` lower) and one per number that a lookup moves; elementwise work is not counted.
    - `longest_chain`: how many contractions the longest path through the data passes; what does not depend on
      each other could run at once.
    """

    @classmethod
    def _should_skip_dynamo(cls) -> bool:
        return False  # nothing here is compiled, and to skip the compiler torch would first import it: 1.5 s

    def __init__(self) -> None:
        super().__init__()  # type: ignore[no-untyped-call]
        self.multiplications = 0
        self.longest_chain = 0
        self._depths: dict[int, int] = {}
        self._written: dict[int, int] = {}
        self._alive: list[Tensor] = []  # ids are told apart only while their tensors live, so they live as long as this

    def __torch_dispatch__(
        self, func: Any, types: Sequence[type], args: tuple[Any, ...] = (), kwargs: dict[str, Any] | None = None
    ) -> Any:
        """Run one operation and book its cost."""
        kwargs = kwargs or {}
        if func not in _CONTRACTIONS:
            with self:  # in inference mode `@` and `linear` arrive whole
                parts = func.decompose(*args, **kwargs)
            if parts is not NotImplemented:
                return parts
        result = func(*args, **kwargs)
        outputs = list(_tensors((result,)))
        if func in _CONTRACTIONS:
            self.multiplications += _CONTRACTIONS[func](*args)
        elif func in _LOOKUPS and outputs[0].is_floating_point():
            self.multiplications += outputs[0].numel()
        self._deepen(func, args, outputs)
        return result

    def _deepen(self, func: Any, args: tuple[Any, ...], outputs: list[Tensor]) -> None:
        depth = max((self._depth(tensor) for tensor in _tensors(args)), default=0) + (func in _CONTRACTIONS)
        self.longest_chain = max(self.longest_chain, depth)
        for tensor in outputs:
            self._depths[id(tensor)] = depth
            self._alive.append(tensor)
        if func._schema.is_mutable:  # a write through a view reaches the tensor that is viewed
            for tensor in outputs:
                storage = tensor.untyped_storage()._cdata
                self._written[storage] = max(self._written.get(storage, 0), depth)

    def _depth(self, tensor: Tensor) -> int:
        written = self._written.get(tensor.untyped_storage()._cdata, 0) if self._written else 0
        return max(self._depths.get(id(tensor), 0), written)


def parameters(formula: Formula[..., Any], arguments: Mapping[str, Any]) -> int:
    """How many numbers the weights among these arguments hold, those of its layers or blocks included."""
    trained = [arguments[a.name] for a in formula.arguments if a.is_weight or a.kind == "object"]
    return sum(tensor.numel() for tensor in _tensors(trained) if tensor.is_floating_point())


def _tensors(values: Sequence[Any]) -> Iterator[Tensor]:
    for value in values:
        if isinstance(value, Tensor):
            yield value
        elif isinstance(value, list | tuple):
            yield from _tensors(value)
