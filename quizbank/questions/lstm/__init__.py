"""The answers to the own questions about the LSTM, each by running the reference or torch's own module."""

from quizbank.questions.lstm.experiments import what_the_gates_do, why_no_vanishing, why_sigmoid_and_tanh
from quizbank.questions.lstm.gates import loaded_as_printed, torch_forget_block, torch_gate_order
from quizbank.questions.lstm.sizes import (
    deep_parameters,
    final_state_shape,
    joint_weight_shape,
    parameters,
    state_numbers,
    step_cost,
    step_growth,
    torch_parameters,
    torch_weight_shape,
    upper_weight_shape,
)
from quizbank.questions.lstm.values import carousel, cell_value, hidden_value, kept_share, unbounded

__all__ = [
    "carousel",
    "cell_value",
    "deep_parameters",
    "final_state_shape",
    "hidden_value",
    "joint_weight_shape",
    "kept_share",
    "loaded_as_printed",
    "parameters",
    "state_numbers",
    "step_cost",
    "step_growth",
    "torch_forget_block",
    "torch_gate_order",
    "torch_parameters",
    "torch_weight_shape",
    "unbounded",
    "upper_weight_shape",
    "what_the_gates_do",
    "why_no_vanishing",
    "why_sigmoid_and_tanh",
]
