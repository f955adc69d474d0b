"""A layer as textbooks write it for numpy: weights in `__init__`, `forward`, `backward`, `params` and `grads`."""

import inspect
from collections.abc import Callable
from typing import Any

from quizbank import Claim
from quizbank.grading.solution import Call, Solution, named


class Layer(Solution):
    """A class that takes the weights when it is made and the inputs when it is called."""

    form = "layer"

    def __init__(self, solution: Callable[..., Any], claim: Claim, library: str) -> None:
        super().__init__(solution, claim, library)
        self._made: Any = None

    @property
    def has_backward(self) -> bool:
        """Whether it has a backward of its own."""
        return hasattr(self.solution, "backward") or super().has_backward

    def parameters(self) -> list[inspect.Parameter]:
        """Those of `__init__`, then those of `forward`."""
        return [*self._of("__init__"), *self._of("forward")]

    def _of(self, method: str) -> list[inspect.Parameter]:
        function = getattr(self.solution, method)
        if function is object.__init__:
            return []
        return list(inspect.signature(function).parameters.values())[1:]

    def prepared(self, call: Call) -> Callable[[], Any]:
        """Make the layer with its weights; the inputs follow."""
        if self.claim.adapt is not None:
            return super().prepared(call)
        count = len(self._of("__init__"))
        made, inputs = call.positional[:count], call.positional[count:]
        self._made = self.solution(*(call.arguments[name] for name in made))
        return lambda: self._made.forward(*(call.arguments[name] for name in inputs))

    def backward(self, upstream: list[Any], outputs: Any, call: Call) -> dict[str, Any] | None:
        """`backward` returns the gradients of the inputs, `grads` holds those of the weights."""
        if self._made is None or not hasattr(self._made, "backward"):
            return super().backward(upstream, outputs, call)
        count = len(self._of("__init__"))
        made, inputs = call.positional[:count], call.positional[count:]
        found = named(self._made.backward(*upstream), [name for name in inputs if name in call.wants])
        return {**named(getattr(self._made, "grads", {}), [name for name in made if name in call.wants]), **found}
