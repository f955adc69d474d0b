"""What goes wrong in a rotation."""

import torch
from torch import Tensor

from quizbank.mistake import mistake
from reference import rope


@mistake(
    rope.first_of_pair,
    en="A rotation subtracts the sine part in its first row: cos, −sin; sin, cos.",
    zh="旋转矩阵第一行的正弦项取负号：cos, −sin; sin, cos。",
    latex=r"y = x_1 \cos(m \theta) + x_2 \sin(m \theta)",
)
def turned_backwards(x_1: Tensor, x_2: Tensor, m: Tensor, theta: Tensor) -> Tensor:
    return rope.first_of_pair(x_1, x_2, m, -theta)


@mistake(
    rope.rotate,
    en="Positions count from 0: the first token does not turn.",
    zh="位置从 0 开始：第一个词不旋转。",
)
def positions_from_one(X: Tensor) -> Tensor:
    return rope.rotate(torch.cat([torch.zeros_like(X[..., :1, :]), X], dim=-2))[..., 1:, :]
