"""What goes wrong in the window model."""

import torch
from torch import Tensor

from quizbank.mistake import mistake
from reference import mlp


@mistake(
    mlp.sliding_windows,
    en="The target is the token after the window, not the window's last token.",
    zh="目标是窗口之后的那个词，不是窗口里的最后一个词。",
)
def target_inside_the_window(tokens: Tensor, n: int) -> tuple[Tensor, Tensor]:
    windows, _ = mlp.sliding_windows(tokens, n)
    return windows, windows[:, -1]


@mistake(
    mlp.sliding_windows,
    en="Windows move on by one token and overlap; they are not cut side by side.",
    zh="窗口每次滑动一个词、彼此重叠，不是首尾相接地切。",
)
def windows_side_by_side(tokens: Tensor, n: int) -> tuple[Tensor, Tensor]:
    windows, targets = mlp.sliding_windows(tokens, n)
    return windows[::n], targets[::n]


@mistake(
    mlp.window_mlp,
    en="The word vectors are concatenated, so that each place has its own weights; averaging them is CBOW.",
    zh="词向量是拼接的，每个位置有自己的权重；取平均那是 CBOW。",
)
def average_for_concatenation(window: Tensor, W_h: Tensor, b_h: Tensor, W_y: Tensor, b_y: Tensor) -> Tensor:
    mean = window.mean(dim=-2, keepdim=True).expand_as(window)
    return mlp.window_mlp(mean, W_h, b_h, W_y, b_y)


@mistake(
    mlp.window_mlp,
    en="The tanh of the hidden layer is missing: two linear layers in a row are one.",
    zh="漏了隐层的 tanh：两个线性层叠在一起还是一个线性层。",
)
def tanh_missing(window: Tensor, W_h: Tensor, b_h: Tensor, W_y: Tensor, b_y: Tensor) -> Tensor:
    return ((window.flatten(-2) @ W_h.mT + b_h) @ W_y.mT + b_y).softmax(dim=-1)


@mistake(
    mlp.window_mlp,
    en="The words stand in reading order, the oldest first.",
    zh="词按阅读顺序排列，最早的在前。",
)
def words_reversed(window: Tensor, W_h: Tensor, b_h: Tensor, W_y: Tensor, b_y: Tensor) -> Tensor:
    return mlp.window_mlp(window.flip(-2), W_h, b_h, W_y, b_y)


@mistake(
    mlp.window_mlp,
    en="The softmax is missing: these are logits, not probabilities.",
    zh="漏了 softmax：这是 logits，不是概率。",
)
def softmax_missing(window: Tensor, W_h: Tensor, b_h: Tensor, W_y: Tensor, b_y: Tensor) -> Tensor:
    return torch.tanh(window.flatten(-2) @ W_h.mT + b_h) @ W_y.mT + b_y


@mistake(
    mlp.window_mlp,
    en="The output bias b_y is missing.",
    zh="漏了输出层的偏置 b_y。",
)
def output_bias_missing(window: Tensor, W_h: Tensor, b_h: Tensor, W_y: Tensor, b_y: Tensor) -> Tensor:
    return mlp.window_mlp(window, W_h, b_h, W_y, torch.zeros_like(b_y))


@mistake(
    mlp.window_mlp,
    en="tanh belongs to the hidden layer: the scores are W_y tanh(W_h x + b_h) + b_y, not squashed themselves.",
    zh="tanh 属于隐层：得分是 W_y tanh(W_h x + b_h) + b_y，本身不再过 tanh。",
)
def tanh_on_the_scores(window: Tensor, W_h: Tensor, b_h: Tensor, W_y: Tensor, b_y: Tensor) -> Tensor:
    return torch.tanh((window.flatten(-2) @ W_h.mT + b_h) @ W_y.mT + b_y).softmax(dim=-1)
