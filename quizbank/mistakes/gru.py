"""What goes wrong in a GRU."""

import torch
from torch import Tensor

from quizbank.mistake import mistake
from reference import gru


@mistake(
    gru.update_gate,
    en="A gate is a fraction between 0 and 1: sigmoid, not tanh.",
    zh="门是 0 到 1 之间的比例，要用 sigmoid，不是 tanh。",
    latex=r"z_t = \tanh(W_z \cdot [h_{t-1}, x_t])",
)
@mistake(
    gru.reset_gate,
    en="The reset gate is a fraction between 0 and 1: sigmoid; tanh belongs to the candidate.",
    zh="重置门是 0 到 1 之间的比例，要用 sigmoid；tanh 是候选状态用的。",
    latex=r"r_t = \tanh(W_r \cdot [h_{t-1}, x_t])",
)
def tanh_for_sigmoid(h_prev: Tensor, x: Tensor, W: Tensor) -> Tensor:
    return torch.tanh(torch.cat([h_prev, x], dim=-1) @ W.mT)


@mistake(
    gru.update_gate,
    en="The update gate also reads the previous state h_{t-1}, not the input alone.",
    zh="更新门不只看当前输入，还要读上一时刻的状态 h_{t-1}。",
    latex=r"z_t = \sigma(W_{xz} \cdot x_t)",
)
@mistake(
    gru.reset_gate,
    en="The reset gate also reads the previous state h_{t-1}: it decides how much of that state is of use.",
    zh="重置门也要读上一时刻的状态 h_{t-1}：它决定旧状态有多少可用。",
    latex=r"r_t = \sigma(W_{xr} \cdot x_t)",
)
def state_ignored(h_prev: Tensor, x: Tensor, W: Tensor) -> Tensor:
    return torch.sigmoid(torch.cat([torch.zeros_like(h_prev), x], dim=-1) @ W.mT)


@mistake(
    gru.update_gate,
    en="The update gate also reads the input x_t, not the previous state alone.",
    zh="更新门不只看上一时刻的状态，还要读当前输入 x_t。",
)
@mistake(
    gru.reset_gate,
    en="The reset gate also reads the input x_t, not the previous state alone.",
    zh="重置门不只看上一时刻的状态，还要读当前输入 x_t。",
)
def input_ignored(h_prev: Tensor, x: Tensor, W: Tensor) -> Tensor:
    return torch.sigmoid(torch.cat([h_prev, torch.zeros_like(x)], dim=-1) @ W.mT)


@mistake(
    gru.candidate,
    en="The reset gate is ignored: the candidate reads r_t ⊙ h_{t-1}, not the whole old state.",
    zh="漏了重置门：候选状态读的是 r_t ⊙ h_{t-1}，不是整个旧状态。",
    latex=r"\tilde{h}_t = \tanh(W \cdot [h_{t-1}, x_t])",
)
def reset_ignored(r: Tensor, h_prev: Tensor, x: Tensor, W: Tensor) -> Tensor:
    return gru.candidate(torch.ones_like(r), h_prev, x, W)


@mistake(
    gru.candidate,
    en="Here the reset acts before the product with W, on h_{t-1} itself; after it, that is torch's variant.",
    zh="这里重置门在乘 W 之前作用于 h_{t-1}；乘完再重置是 torch 的变体，两者不等价。",
)
def reset_after_product(r: Tensor, h_prev: Tensor, x: Tensor, W: Tensor) -> Tensor:
    H = h_prev.shape[-1]
    return torch.tanh(x @ W[:, H:].mT + r * (h_prev @ W[:, :H].mT))


@mistake(
    gru.candidate,
    en="The candidate is a state between −1 and 1: tanh, not sigmoid.",
    zh="候选状态的取值在 −1 到 1 之间，要用 tanh，不是 sigmoid。",
    latex=r"\tilde{h}_t = \sigma(W \cdot [r_t \odot h_{t-1}, x_t])",
)
def sigmoid_candidate(r: Tensor, h_prev: Tensor, x: Tensor, W: Tensor) -> Tensor:
    return torch.sigmoid(torch.cat([r * h_prev, x], dim=-1) @ W.mT)


@mistake(
    gru.candidate,
    en="The reset gate acts on the old state only, not on the input as well.",
    zh="重置门只作用于旧状态，不作用于输入那一部分。",
)
def reset_on_the_whole_product(r: Tensor, h_prev: Tensor, x: Tensor, W: Tensor) -> Tensor:
    return torch.tanh(r * (torch.cat([h_prev, x], dim=-1) @ W.mT))


@mistake(
    gru.hidden_state,
    en="The two weights must sum to 1: the old state has the factor 1 − z_t.",
    zh="两个权重之和必须为 1：旧状态前面的系数是 1 − z_t。",
    latex=r"h_t = h_{t-1} + z_t \odot \tilde{h}_t",
)
def old_state_whole(z: Tensor, h_prev: Tensor, h_tilde: Tensor) -> Tensor:
    return h_prev + z * h_tilde


@mistake(
    gru.hidden_state,
    en="The old state is lost: the part 1 − z_t of h_{t-1} is kept.",
    zh="旧状态丢了：h_{t-1} 要保留 1 − z_t 的份额。",
    latex=r"h_t = z_t \odot \tilde{h}_t",
)
def old_state_dropped(z: Tensor, h_prev: Tensor, h_tilde: Tensor) -> Tensor:
    return z * h_tilde


@mistake(
    gru.hidden_state,
    en="The candidate is already squashed; the state is a plain mixture, with no tanh around it.",
    zh="候选状态已经过 tanh；新状态只是加权平均，外面不再套 tanh。",
    latex=r"h_t = \tanh((1 - z_t) \odot h_{t-1} + z_t \odot \tilde{h}_t)",
)
def tanh_around_the_mixture(z: Tensor, h_prev: Tensor, h_tilde: Tensor) -> Tensor:
    return torch.tanh((1 - z) * h_prev + z * h_tilde)


@mistake(
    gru.hidden_state,
    en="The two weights must sum to 1: the candidate has the factor z_t.",
    zh="两个权重之和必须为 1：候选状态前面的系数是 z_t。",
)
def candidate_whole(z: Tensor, h_prev: Tensor, h_tilde: Tensor) -> Tensor:
    return (1 - z) * h_prev + h_tilde


@mistake(
    gru.gru_cell,
    en="The two gates are exchanged: z_t mixes old and new state, r_t acts inside the candidate.",
    zh="两个门用反了：z_t 用来混合新旧状态，r_t 用在候选状态里面。",
)
def gates_exchanged(x: Tensor, h_prev: Tensor, W_z: Tensor, W_r: Tensor, W: Tensor) -> Tensor:
    return gru.gru_cell(x, h_prev, W_r, W_z, W)


@mistake(
    gru.gru_cell,
    en="The mixture takes h_{t-1} itself; r_t ⊙ h_{t-1} is what the candidate reads.",
    zh="混合时用的是 h_{t-1} 本身；r_t ⊙ h_{t-1} 只在候选状态里用。",
)
def reset_state_mixed(x: Tensor, h_prev: Tensor, W_z: Tensor, W_r: Tensor, W: Tensor) -> Tensor:
    r = gru.reset_gate(h_prev, x, W_r)
    z = gru.update_gate(h_prev, x, W_z)
    return gru.hidden_state(z, r * h_prev, gru.candidate(r, h_prev, x, W))


@mistake(
    gru.gru_cell_reset_after,
    en="torch resets after the product with W_hn, its bias included.",
    zh="torch 在乘完 W_hn（含偏置）之后才重置。",
)
def hidden_bias_outside_the_reset(
    x: Tensor, h_prev: Tensor, W_ih: Tensor, W_hh: Tensor, b_ih: Tensor, b_hh: Tensor
) -> Tensor:
    H = h_prev.shape[-1]
    gates, last = b_hh[: 2 * H], b_hh[2 * H :]
    moved = torch.cat([gates, torch.zeros_like(last)])
    return gru.gru_cell_reset_after(x, h_prev, W_ih, W_hh, torch.cat([b_ih[: 2 * H], b_ih[2 * H :] + last]), moved)


@mistake(
    gru.gru_cell_reset_after,
    en="In torch's cell z_t keeps the old state; on the candidate stands 1 − z_t.",
    zh="torch 的单元里 z_t 保留旧状态，候选状态前面是 1 − z_t。",
)
def z_on_the_candidate(x: Tensor, h_prev: Tensor, W_ih: Tensor, W_hh: Tensor, b_ih: Tensor, b_hh: Tensor) -> Tensor:
    H = h_prev.shape[-1]
    signs = torch.ones_like(b_ih)
    signs[H : 2 * H] = -1
    return gru.gru_cell_reset_after(x, h_prev, W_ih * signs[:, None], W_hh * signs[:, None], b_ih * signs, b_hh * signs)


@mistake(
    gru.gru,
    en="The state is not carried on: every step starts from h_0.",
    zh="状态没有传下去：每一步都从 h_0 开始了。",
)
def state_not_carried(xs: Tensor, h_0: Tensor, W_z: Tensor, W_r: Tensor, W: Tensor) -> Tensor:
    return torch.stack([gru.gru_cell(x, h_0, W_z, W_r, W) for x in xs.unbind(-2)], dim=-2)


@mistake(
    gru.gru_cell_gradient,
    en="The direct path is missing: h_{t-1} also reaches h_t through 1 − z_t.",
    zh="漏了直通路径：h_{t-1} 还通过 1 − z_t 直接传到 h_t。",
)
def direct_path_dropped(
    g: Tensor, x: Tensor, h_prev: Tensor, W_z: Tensor, W_r: Tensor, W: Tensor
) -> tuple[Tensor, ...]:
    dx, dh, *weights = gru.gru_cell_gradient(g, x, h_prev, W_z, W_r, W)
    return (dx, dh - g * (1 - gru.update_gate(h_prev, x, W_z)), *weights)


@mistake(
    gru.gru_cell_gradient,
    en="The reset gate also depends on the state: its own path into dh_prev, dx and dW_r is missing.",
    zh="重置门本身也依赖状态：漏了经过重置门传到 dh_prev、dx 和 dW_r 的那一路。",
)
def reset_path_dropped(g: Tensor, x: Tensor, h_prev: Tensor, W_z: Tensor, W_r: Tensor, W: Tensor) -> tuple[Tensor, ...]:
    dx, dh, dW_z, dW_r, dW = gru.gru_cell_gradient(g, x, h_prev, W_z, W_r, W)
    H, z, r = h_prev.shape[-1], gru.update_gate(h_prev, x, W_z), gru.reset_gate(h_prev, x, W_r)
    a_n = g * z * (1 - gru.candidate(r, h_prev, x, W) ** 2)
    du = ((a_n @ W)[..., :H] * h_prev * r * (1 - r)) @ W_r
    return dx - du[..., H:], dh - du[..., :H], dW_z, torch.zeros_like(dW_r), dW


@mistake(
    gru.gru_gradient,
    en="The weights are shared by all steps: their gradient is the sum over time, not the last step's alone.",
    zh="各时间步共用同一组权重：梯度要对时间求和，不能只取最后一步。",
)
def last_step_only(g: Tensor, xs: Tensor, h_0: Tensor, W_z: Tensor, W_r: Tensor, W: Tensor) -> tuple[Tensor, ...]:
    dxs, dh_0, *_ = gru.gru_gradient(g, xs, h_0, W_z, W_r, W)
    before = gru.gru(xs[..., :-1, :], h_0, W_z, W_r, W)[..., -1, :]
    return (dxs, dh_0, *gru.gru_cell_gradient(g[..., -1, :], xs[..., -1, :], before, W_z, W_r, W)[2:])


@mistake(
    gru.candidate,
    en="The candidate also reads the input x_t, not the reset state alone.",
    zh="候选状态不只看重置后的旧状态，还要读当前输入 x_t。",
)
def candidate_input_ignored(r: Tensor, h_prev: Tensor, x: Tensor, W: Tensor) -> Tensor:
    return gru.candidate(r, h_prev, torch.zeros_like(x), W)


@mistake(
    gru.candidate,
    en="The candidate also reads the reset state r_t ⊙ h_{t-1}, not the input alone.",
    zh="候选状态不只看当前输入，还要读重置后的旧状态 r_t ⊙ h_{t-1}。",
)
def candidate_state_ignored(r: Tensor, h_prev: Tensor, x: Tensor, W: Tensor) -> Tensor:
    return gru.candidate(r, torch.zeros_like(h_prev), x, W)


@mistake(
    gru.hidden_state,
    en="The update gate is missing: z_t mixes old state and candidate entry by entry, not half and half.",
    zh="漏了更新门：旧状态与候选状态由 z_t 逐元素加权，不是各取一半。",
)
def half_and_half(z: Tensor, h_prev: Tensor, h_tilde: Tensor) -> Tensor:
    return (h_prev + h_tilde) / 2
