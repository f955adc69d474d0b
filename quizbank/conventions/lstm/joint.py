"""The eight weights under their own names, but on [x; h] or with rows as vectors."""

import inspect
from collections.abc import Callable
from typing import Any

import torch
from jaxtyping import Float
from torch import Tensor

from quizbank.convention import convention
from reference import lstm
from reference.formula import Formula

Arguments = dict[str, Any]
Turn = Callable[[Tensor, int], Tensor]


def _hidden_first(W: Tensor, H: int) -> Tensor:
    """Columns on [x; h] put in the order [h; x]."""
    return torch.cat([W[:, -H:], W[:, :-H]], dim=1)


def _input_first(W: Tensor, H: int) -> Tensor:
    return torch.cat([W[:, H:], W[:, :H]], dim=1)


def _transposed(W: Tensor, H: int) -> Tensor:
    return W.mT


def _hidden_first_transposed(W: Tensor, H: int) -> Tensor:
    return _hidden_first(W.mT, H)


def _input_first_transposed(W: Tensor, H: int) -> Tensor:
    return _input_first(W, H).mT


def _turned(formula: Formula[..., Any], turn: Turn, axes: str = "H H+D") -> Callable[..., Arguments]:
    """A function of the formula's own arguments that turns each weight matrix; before, it has these axes."""
    matrices = {a.name for a in formula.arguments if a.is_weight and len(a.axes or ()) == 2}
    state = formula.arguments[0 if formula.arguments[0].name == "h_prev" else 1].name

    def turned(*args: Any, **kwargs: Any) -> Arguments:
        arguments = formula.signature.bind(*args, **kwargs).arguments
        H = arguments[state].shape[-1]
        return {name: turn(value, H) if name in matrices else value for name, value in arguments.items()}

    parameters = formula.signature.parameters.values()
    turned.__signature__ = inspect.Signature(  # type: ignore[attr-defined]  # where a convention's shapes are read
        [p.replace(annotation=Float[Tensor, axes]) if p.name in matrices else p for p in parameters]
    )
    return turned


for formula in (lstm.forget_gate, lstm.input_gate, lstm.candidate, lstm.output_gate, lstm.lstm_cell, lstm.lstm):
    convention(
        formula,
        "xh",
        en="The joint weight acts on [x; h], in the prompt on [h; x]: the same model with its columns in another order.",
        zh="联合权重作用在 [x; h] 上，题目中是 [h; x]：只是列的顺序不同，模型是同一个。",
    )(_turned(formula, _hidden_first)).packing(_turned(formula, _input_first))

for formula in (lstm.forget_gate, lstm.input_gate, lstm.candidate, lstm.output_gate):
    convention(
        formula,
        "row",
        en="Rows as vectors, [h, x] W with W (H+D, H); the prompt has columns, W [h; x] with W (H, H+D).",
        zh="行向量写法，[h, x] W，其中 W 为 (H+D, H)；题目中是列向量，W [h; x]，其中 W 为 (H, H+D)。",
    )(_turned(formula, _transposed, "H+D H")).packing(_turned(formula, _transposed))

for formula in (lstm.lstm_cell, lstm.lstm):
    convention(
        formula,
        "joint-row",
        en="Rows as vectors, [h, x] W with every W (H+D, H); the prompt has columns, W [h; x] with W (H, H+D).",
        zh="行向量写法，[h, x] W，每个 W 都是 (H+D, H)；题目中是列向量，W [h; x]，W 为 (H, H+D)。",
    )(_turned(formula, _transposed, "H+D H")).packing(_turned(formula, _transposed))

for formula in (lstm.forget_gate, lstm.input_gate, lstm.candidate, lstm.output_gate, lstm.lstm_cell, lstm.lstm):
    convention(
        formula,
        "row-xh",
        en="Rows as vectors and the input part first, [x, h] W with W (D+H, H); the prompt has columns, W [h; x] with W (H, H+D).",
        zh="行向量写法，输入部分在前，[x, h] W，其中 W 为 (D+H, H)；题目中是列向量，W [h; x]，其中 W 为 (H, H+D)。",
    )(_turned(formula, _hidden_first_transposed, "D+H H")).packing(_turned(formula, _input_first_transposed))
