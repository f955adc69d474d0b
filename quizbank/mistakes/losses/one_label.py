"""What goes wrong in the loss of one label and in its gradient."""

import torch
from torch import Tensor

from quizbank.mistake import mistake
from reference import losses


@mistake(
    losses.cross_entropy,
    en="The loss reads the target's probability, not the largest one.",
    zh="损失取的是目标词的概率，不是概率最大的那个词。",
    latex=r"L = -\max_k \log(\mathrm{softmax}(z)_k)",
)
def loss_at_the_maximum(logits: Tensor, target: Tensor) -> Tensor:
    return losses.cross_entropy(logits, logits.argmax(dim=-1))


@mistake(
    losses.cross_entropy,
    en="The sign is flipped: a loss falls as the target's probability grows, so it is minus its logarithm.",
    zh="符号反了：目标概率越大损失应越小，所以要取负对数。",
    latex=r"L = \log(\mathrm{softmax}(z)_{y})",
)
def sign_flipped(logits: Tensor, target: Tensor) -> Tensor:
    return -losses.cross_entropy(logits, target)


@mistake(
    losses.cross_entropy,
    en="The logarithm is missing: 1 − p is not the cross-entropy.",
    zh="漏了对数：1 − p 不是交叉熵。",
)
def one_minus_probability(logits: Tensor, target: Tensor) -> Tensor:
    return 1 - torch.exp(-losses.cross_entropy(logits, target))


@mistake(
    losses.cross_entropy,
    en="The softmax is missing: logits are not log-probabilities.",
    zh="漏了 softmax：logits 不是对数概率。",
    latex=r"L = -z_{y}",
)
def logits_as_log_probabilities(logits: Tensor, target: Tensor) -> Tensor:
    return -logits.gather(-1, target.unsqueeze(-1)).squeeze(-1)


@mistake(
    losses.cross_entropy,
    en="The softmax is taken twice: cross-entropy reads logits.",
    zh="softmax 做了两次：交叉熵的输入是 logits。",
    channel="value",
)
def softmax_twice(logits: Tensor, target: Tensor) -> Tensor:
    return losses.cross_entropy(logits.softmax(dim=-1), target)


@mistake(
    losses.cross_entropy,
    en="Take the logarithm of the softmax in one step: the exponential of a large logit overflows.",
    zh="对数和 softmax 要合成一步算，否则大的 logit 取指数会溢出。",
    channel="extreme",
)
def log_of_exponentials(logits: Tensor, target: Tensor) -> Tensor:
    exponentials = torch.exp(logits)
    p = exponentials / exponentials.sum(dim=-1, keepdim=True)
    return -torch.log(p.gather(-1, target.unsqueeze(-1)).squeeze(-1))


@mistake(
    losses.cross_entropy,
    en="The classes compete: p_y is a softmax over all K scores, not the sigmoid of the target's score alone.",
    zh="各类互相竞争：p_y 是对全部 K 个得分做 softmax，不是只对目标的得分做 sigmoid。",
)
def sigmoid_for_softmax(logits: Tensor, target: Tensor) -> Tensor:
    return torch.nn.functional.softplus(logits_as_log_probabilities(logits, target))


@mistake(
    losses.cross_entropy,
    en="Cross-entropy reads the target's log-probability alone, not the sum over all classes.",
    zh="交叉熵只取目标类的对数概率，不是对所有类求和。",
)
def summed_over_all_classes(logits: Tensor, target: Tensor) -> Tensor:
    return -logits.log_softmax(dim=-1).sum(dim=-1)


@mistake(
    losses.cross_entropy,
    en="That is the entropy of the model's own distribution; cross-entropy weights log p by the label: 1 at the target.",
    zh="那是模型自身分布的熵；交叉熵用标签给 log p 加权：目标类为 1，其余为 0。",
)
def entropy_of_the_model(logits: Tensor, target: Tensor) -> Tensor:
    return -(logits.softmax(dim=-1) * logits.log_softmax(dim=-1)).sum(dim=-1)


@mistake(
    losses.cross_entropy_gradient,
    en="The sign is flipped: the gradient is p − y, so descent raises the target's logit.",
    zh="符号反了：梯度是 p − y，这样梯度下降才会抬高目标的 logit。",
    latex=r"\partial L / \partial z_i = [i = y] - \mathrm{softmax}(z)_i",
)
def gradient_sign_flipped(logits: Tensor, target: Tensor) -> Tensor:
    return -losses.cross_entropy_gradient(logits, target)


@mistake(
    losses.cross_entropy_gradient,
    en="The other logits have gradients too: p_i, since they share the normaliser.",
    zh="其他 logit 也有梯度 p_i，因为它们共用同一个归一化分母。",
)
def target_entry_only(logits: Tensor, target: Tensor) -> Tensor:
    return losses.cross_entropy_gradient(logits, target).clamp(max=0)


@mistake(
    losses.cross_entropy_gradient,
    en="The derivative of softmax is already inside p − y; it is not multiplied in again.",
    zh="p − y 已经包含了 softmax 的导数，不能再乘一次。",
)
def softmax_derivative_again(logits: Tensor, target: Tensor) -> Tensor:
    p = logits.softmax(dim=-1)
    return losses.cross_entropy_gradient(logits, target) * p * (1 - p)


@mistake(
    losses.cross_entropy_gradient,
    en="The label is subtracted: the target's entry is p_y − 1, so that the entries sum to 0.",
    zh="还要减去标签：目标那一项是 p_y − 1，各项之和才是 0。",
)
def label_not_subtracted(logits: Tensor, target: Tensor) -> Tensor:
    return logits.softmax(dim=-1)


@mistake(
    losses.cross_entropy_gradient,
    en="1 is subtracted at the target alone; the other entries are p_i.",
    zh="只有目标那一项减 1，其余各项就是 p_i。",
)
def one_subtracted_everywhere(logits: Tensor, target: Tensor) -> Tensor:
    return logits.softmax(dim=-1) - 1


@mistake(
    losses.cross_entropy_gradient,
    en="p_i(1 − p_i) is the slope of the softmax itself; the loss has the gradient p − y.",
    zh="p_i(1 − p_i) 是 softmax 自身的导数；损失的梯度是 p − y。",
)
def slope_of_the_softmax(logits: Tensor, target: Tensor) -> Tensor:
    p = logits.softmax(dim=-1)
    return p * (1 - p)


@mistake(
    losses.cross_entropy_gradient,
    en="−1/p_y is the derivative with respect to the probability; with respect to the logits it is p − y.",
    zh="−1/p_y 是对概率的导数；对 logits 的导数是 p − y。",
)
def gradient_of_the_probability(logits: Tensor, target: Tensor) -> Tensor:
    at_the_target = -torch.exp(losses.cross_entropy(logits, target)).unsqueeze(-1)
    return torch.zeros_like(logits).scatter(-1, target.unsqueeze(-1), at_the_target)


@mistake(
    losses.cross_entropy_gradient,
    en="−1/p_y is the derivative with respect to p_y; each logit has its own entry, p_i − [i = y].",
    zh="−1/p_y 是对 p_y 的导数；每个 logit 有各自的一项：p_i − [i = y]。",
)
def one_number_for_all_logits(logits: Tensor, target: Tensor) -> Tensor:
    return -torch.exp(losses.cross_entropy(logits, target))


@mistake(
    losses.cross_entropy_gradient,
    en="p_y − 1 is the target's entry alone; every other logit has the entry p_i.",
    zh="p_y − 1 只是目标那一项；其他每个 logit 的那一项是 p_i。",
)
def number_of_the_target(logits: Tensor, target: Tensor) -> Tensor:
    return torch.exp(-losses.cross_entropy(logits, target)) - 1


@mistake(
    losses.cross_entropy,
    en="That is the squared error of one probability: its slope vanishes where the model is surest and wrong.",
    zh="那是单个概率的平方误差：模型最自信却答错时，梯度反而消失。",
)
def squared_error(logits: Tensor, target: Tensor) -> Tensor:
    return (1 - torch.exp(-losses.cross_entropy(logits, target))) ** 2


@mistake(
    losses.cross_entropy_gradient,
    en="y is the number of the target class: 1 is subtracted at its entry, not y everywhere.",
    zh="y 是目标类的编号：只在它那一项减 1，不是每一项都减 y。",
)
def number_of_the_class_subtracted(logits: Tensor, target: Tensor) -> Tensor:
    return logits.softmax(dim=-1) - target.unsqueeze(-1)


@mistake(
    losses.cross_entropy,
    en="Cross-entropy reads the target's log-probability alone, not the mean over all classes.",
    zh="交叉熵只取目标类的对数概率，不是对所有类取平均。",
)
def averaged_over_all_classes(logits: Tensor, target: Tensor) -> Tensor:
    return -logits.log_softmax(dim=-1).mean(dim=-1)


@mistake(
    losses.cross_entropy,
    en="The normaliser is log Σ e^{z_j}, over all scores; max z is only its largest part.",
    zh="归一化项是对全部得分的 log Σ e^{z_j}，max z 只是其中最大的一项。",
)
def maximum_for_the_normaliser(logits: Tensor, target: Tensor) -> Tensor:
    return logits.amax(dim=-1) - logits.gather(-1, target.unsqueeze(-1)).squeeze(-1)


@mistake(
    losses.cross_entropy,
    en="The logarithm is missing: the loss is −log p_y, not −p_y.",
    zh="漏了对数：损失是 −log p_y，不是 −p_y。",
)
def minus_the_probability(logits: Tensor, target: Tensor) -> Tensor:
    return -torch.exp(-losses.cross_entropy(logits, target))


@mistake(
    losses.cross_entropy_gradient,
    en="That is the loss itself; its gradient has an entry for each logit, p_i − [i = y].",
    zh="那是损失本身；它的梯度对每个 logit 各有一项：p_i − [i = y]。",
)
def loss_itself(logits: Tensor, target: Tensor) -> Tensor:
    return losses.cross_entropy(logits, target)


@mistake(
    losses.cross_entropy_gradient,
    en="Each entry starts from its own probability p_i, not from the target's p_y.",
    zh="每一项用的是自己的概率 p_i，不是都用目标类的 p_y。",
)
def target_probability_everywhere(logits: Tensor, target: Tensor) -> Tensor:
    own = losses.cross_entropy_gradient(logits, target) - logits.softmax(dim=-1)
    return own + torch.exp(-losses.cross_entropy(logits, target)).unsqueeze(-1)


@mistake(
    losses.cross_entropy_gradient,
    en="1 − p_y is minus the target's entry alone; the entry of each logit is p_i − [i = y].",
    zh="1 − p_y 只是目标那一项，而且符号反了；每个 logit 的那一项是 p_i − [i = y]。",
)
def complement_of_the_target(logits: Tensor, target: Tensor) -> Tensor:
    return 1 - torch.exp(-losses.cross_entropy(logits, target))


@mistake(
    losses.cross_entropy_gradient,
    en="That is the slope of p_y, a row of the softmax's Jacobian; the loss −log p_y has the gradient p_i − [i = y].",
    zh="那是 p_y 的导数，即 softmax 雅可比矩阵的一行；损失 −log p_y 的梯度是 p_i − [i = y]。",
)
def slope_of_the_target_probability(logits: Tensor, target: Tensor) -> Tensor:
    p_y = torch.exp(-losses.cross_entropy(logits, target)).unsqueeze(-1)
    return -p_y * losses.cross_entropy_gradient(logits, target)


@mistake(
    losses.cross_entropy,
    en="The target is missing: the loss is the normaliser minus its score, log Σ e^{z_j} − z_y.",
    zh="漏了目标类：损失是归一化项减去它的得分，即 log Σ e^{z_j} − z_y。",
)
def target_score_missing(logits: Tensor, target: Tensor) -> Tensor:
    return logits.logsumexp(dim=-1)
