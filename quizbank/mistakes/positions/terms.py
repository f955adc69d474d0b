"""What goes wrong in one entry of a position code."""

import torch
from torch import Tensor

from quizbank.mistake import mistake
from reference import positions
from reference.positions import BASE


@mistake(
    positions.sine_term,
    en="The exponent is 2i/d_model: i counts pairs, and a pair spans two dimensions.",
    zh="指数是 2i/d_model：i 数的是维度对，每对占两维。",
    latex=r"PE_{(pos, 2i)} = \sin(\frac{pos}{10000^{i / d_{model}}})",
)
def half_the_exponent(pos: Tensor, i: Tensor, d_model: Tensor) -> Tensor:
    return positions.sine_term(pos, i / 2, d_model)


@mistake(
    positions.sine_term,
    en="The exponent needs brackets: 10000^(2i/d_model), not (10000^2)·i/d_model.",
    zh="指数要加括号：是 10000^(2i/d_model)，不是 (10000^2)·i/d_model。",
)
def exponent_without_brackets(pos: Tensor, i: Tensor, d_model: Tensor) -> Tensor:
    return torch.sin(pos / BASE**2 * i / d_model)


@mistake(
    positions.sine_term,
    en="Even dimensions have the sine, odd ones the cosine.",
    zh="偶数维用正弦，奇数维用余弦。",
    latex=r"PE_{(pos, 2i)} = \cos(\frac{pos}{10000^{2i / d_{model}}})",
)
def cosine_for_sine(pos: Tensor, i: Tensor, d_model: Tensor) -> Tensor:
    return positions.cosine_term(pos, i, d_model)


@mistake(
    positions.sine_term,
    en="The position is divided by 10000^(2i/d_model): higher dimensions turn slower, not faster.",
    zh="位置要除以 10000^(2i/d_model)：维度越高转得越慢，不是越快。",
)
def multiplied_by_the_wavelength(pos: Tensor, i: Tensor, d_model: Tensor) -> Tensor:
    return positions.sine_term(pos, -i, d_model)


@mistake(
    positions.sine_term,
    en="The position is divided before the sine is taken: sin(pos / 10000^(2i/d_model)).",
    zh="先把位置除以 10000^(2i/d_model)，再取正弦：除法在 sin 里面。",
)
def divided_outside_the_sine(pos: Tensor, i: Tensor, d_model: Tensor) -> Tensor:
    return torch.sin(pos) / BASE ** (2 * i / d_model)


@mistake(
    positions.sine_term,
    en="The base is 10000, not 1000.",
    zh="底数是 10000，不是 1000。",
)
def base_of_a_thousand(pos: Tensor, i: Tensor, d_model: Tensor) -> Tensor:
    return torch.sin(pos / 1000 ** (2 * i / d_model))


@mistake(
    positions.sine_term,
    en="d_model divides the exponent, not the power: 10000^(2i/d_model), not 10000^(2i)/d_model.",
    zh="d_model 除的是指数，不是整个幂：是 10000^(2i/d_model)，不是 10000^(2i)/d_model。",
)
def width_below_the_power(pos: Tensor, i: Tensor, d_model: Tensor) -> Tensor:
    return torch.sin(pos / (BASE ** (2 * i) / d_model))


@mistake(
    positions.sine_term,
    en="d_model belongs to the exponent: divide by 10000^(2i/d_model), not by 10000^(2i) and then by d_model.",
    zh="d_model 属于指数：除以 10000^(2i/d_model)，不是先除以 10000^(2i) 再除以 d_model。",
)
def width_after_the_power(pos: Tensor, i: Tensor, d_model: Tensor) -> Tensor:
    return torch.sin(pos / BASE ** (2 * i) / d_model)


@mistake(
    positions.cosine_term,
    en="The cosine shares its frequency with the sine before it: the exponent is 2i/d_model, not (2i+1)/d_model.",
    zh="余弦与它前面的正弦频率相同：指数是 2i/d_model，不是 (2i+1)/d_model。",
    latex=r"PE_{(pos, 2i+1)} = \cos(\frac{pos}{10000^{(2i+1) / d_{model}}})",
)
def frequency_of_its_own(pos: Tensor, i: Tensor, d_model: Tensor) -> Tensor:
    return positions.cosine_term(pos, i + 0.5, d_model)


@mistake(
    positions.cosine_term,
    en="The exponent is 2i/d_model: i counts pairs, and a pair spans two dimensions.",
    zh="指数是 2i/d_model：i 数的是维度对，每对占两维。",
    latex=r"PE_{(pos, 2i+1)} = \cos(\frac{pos}{10000^{i / d_{model}}})",
)
def half_the_exponent_of_the_cosine(pos: Tensor, i: Tensor, d_model: Tensor) -> Tensor:
    return positions.cosine_term(pos, i / 2, d_model)


@mistake(
    positions.cosine_term,
    en="Odd dimensions have the cosine, even ones the sine.",
    zh="奇数维用余弦，偶数维用正弦。",
    latex=r"PE_{(pos, 2i+1)} = \sin(\frac{pos}{10000^{2i / d_{model}}})",
)
def sine_for_cosine(pos: Tensor, i: Tensor, d_model: Tensor) -> Tensor:
    return positions.sine_term(pos, i, d_model)


@mistake(
    positions.sine_term,
    en="2i/d_model is the exponent of 10000, not a factor beside it.",
    zh="2i/d_model 是 10000 的指数，不是与它相乘的因子。",
)
def exponent_as_factor(pos: Tensor, i: Tensor, d_model: Tensor) -> Tensor:
    return torch.sin(pos / (BASE * 2 * i / d_model))


@mistake(
    positions.cosine_term,
    en="2i/d_model is the exponent of 10000, not a factor beside it.",
    zh="2i/d_model 是 10000 的指数，不是与它相乘的因子。",
)
def exponent_as_factor_in_the_cosine(pos: Tensor, i: Tensor, d_model: Tensor) -> Tensor:
    return torch.cos(pos / (BASE * 2 * i / d_model))


@mistake(
    positions.cosine_term,
    en="The exponent needs brackets: 10000^(2i/d_model), not (10000^2)·i/d_model.",
    zh="指数要加括号：是 10000^(2i/d_model)，不是 (10000^2)·i/d_model。",
)
def exponent_of_the_cosine_without_brackets(pos: Tensor, i: Tensor, d_model: Tensor) -> Tensor:
    return torch.cos(pos / BASE**2 * i / d_model)


@mistake(
    positions.cosine_term,
    en="The position is divided before the cosine is taken: cos(pos / 10000^(2i/d_model)).",
    zh="先把位置除以 10000^(2i/d_model)，再取余弦：除法在 cos 里面。",
)
def divided_outside_the_cosine(pos: Tensor, i: Tensor, d_model: Tensor) -> Tensor:
    return torch.cos(pos) / BASE ** (2 * i / d_model)


@mistake(
    positions.cosine_term,
    en="d_model divides the exponent, not the power: 10000^(2i/d_model), not 10000^(2i)/d_model.",
    zh="d_model 除的是指数，不是整个幂：是 10000^(2i/d_model)，不是 10000^(2i)/d_model。",
)
def width_below_the_power_of_the_cosine(pos: Tensor, i: Tensor, d_model: Tensor) -> Tensor:
    return torch.cos(pos / (BASE ** (2 * i) / d_model))


@mistake(
    positions.cosine_term,
    en="d_model belongs to the exponent: divide by 10000^(2i/d_model), not by 10000^(2i) and then by d_model.",
    zh="d_model 属于指数：除以 10000^(2i/d_model)，不是先除以 10000^(2i) 再除以 d_model。",
)
def width_after_the_power_of_the_cosine(pos: Tensor, i: Tensor, d_model: Tensor) -> Tensor:
    return torch.cos(pos / BASE ** (2 * i) / d_model)
