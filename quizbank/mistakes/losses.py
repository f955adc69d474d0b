"""What goes wrong in a loss."""

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
    losses.sequence_loss,
    en="The loss here is the mean over positions, not the sum: otherwise it grows with T.",
    zh="这里对位置取平均而不是求和，否则损失随 T 增大。",
    latex=r"L = -\sum_t \log(\mathrm{softmax}(z_t)_{y_t})",
)
def sum_for_mean(logits: Tensor, targets: Tensor) -> Tensor:
    return losses.cross_entropy(logits, targets).sum(dim=-1)


@mistake(
    losses.sequence_loss,
    en="The targets are shifted twice: they are the next tokens already.",
    zh="目标移了两次位：传进来的已经是下一个词。",
)
def shifted_twice(logits: Tensor, targets: Tensor) -> Tensor:
    return losses.cross_entropy(logits[..., :-1, :], targets[..., 1:]).mean(dim=-1)


@mistake(
    losses.sequence_loss,
    en="Every position has a loss in language modelling, not the last one alone.",
    zh="语言模型每个位置都有损失，不是只有最后一个。",
)
def last_position_only(logits: Tensor, targets: Tensor) -> Tensor:
    return losses.cross_entropy(logits[..., -1, :], targets[..., -1])


@mistake(
    losses.sequence_loss,
    en="The logarithm comes before the mean: log-probabilities are averaged, not probabilities.",
    zh="先取对数再平均：平均的是各位置的对数概率，不是概率。",
)
def logarithm_of_the_mean(logits: Tensor, targets: Tensor) -> Tensor:
    return -torch.log(torch.exp(-losses.cross_entropy(logits, targets)).mean(dim=-1))


@mistake(
    losses.answer_only_loss,
    en="Positions with the label −100 do not count: the prompt is not learned.",
    zh="标签为 −100 的位置不计入损失：提示部分不参与学习。",
)
def prompt_counted(logits: Tensor, labels: Tensor) -> Tensor:
    return losses.cross_entropy(logits, labels.clamp(min=0)).mean(dim=-1)


@mistake(
    losses.answer_only_loss,
    en="Divide by the number of positions that count, not by T.",
    zh="要除以计入损失的位置数，不是除以 T。",
)
def divided_by_length(logits: Tensor, labels: Tensor) -> Tensor:
    counted = labels != losses.IGNORED
    return losses.answer_only_loss(logits, labels) * counted.sum(dim=-1) / labels.shape[-1]


@mistake(
    losses.answer_only_loss,
    en="The loss is the mean over the positions that count, not their sum.",
    zh="损失是对计入的位置取平均，不是求和。",
)
def answer_summed(logits: Tensor, labels: Tensor) -> Tensor:
    return losses.answer_only_loss(logits, labels) * (labels != losses.IGNORED).sum(dim=-1)


@mistake(
    losses.label_smoothed_loss,
    en="ε is spread over all K classes, the target included, so each gets ε / K.",
    zh="ε 平均分给全部 K 个类（含目标类），每类 ε / K。",
)
def spread_over_the_others(logits: Tensor, target: Tensor, epsilon: float) -> Tensor:
    log_p, K = logits.log_softmax(dim=-1), logits.shape[-1]
    gold = losses.cross_entropy(logits, target)
    return (1 - epsilon) * gold - epsilon * (log_p.sum(dim=-1) + gold) / (K - 1)


@mistake(
    losses.label_smoothed_loss,
    en="The target keeps 1 − ε, so that the smoothed distribution sums to 1.",
    zh="目标类要乘 1 − ε，平滑后的分布之和才是 1。",
    latex=r"L = -\log(\mathrm{softmax}(z)_{y}) - \frac{\epsilon}{K} \sum_k \log(\mathrm{softmax}(z)_k)",
)
def target_keeps_one(logits: Tensor, target: Tensor, epsilon: float) -> Tensor:
    return losses.cross_entropy(logits, target) - epsilon * logits.log_softmax(dim=-1).mean(dim=-1)


@mistake(
    losses.label_smoothed_loss,
    en="The spread part is a mean over the classes: ε / K each, not ε.",
    zh="平滑部分对类别取平均：每类 ε / K，不是 ε。",
)
def spread_not_divided(logits: Tensor, target: Tensor, epsilon: float) -> Tensor:
    return (1 - epsilon) * losses.cross_entropy(logits, target) - epsilon * logits.log_softmax(dim=-1).sum(dim=-1)


@mistake(
    losses.perplexity,
    en="The loss is in nats, so the base is e: 2 to the loss needs bits.",
    zh="损失的单位是 nat，底数应为 e；以 2 为底要求损失以 bit 计。",
    latex=r"\mathrm{PPL} = 2^{L}",
)
def base_two(loss: Tensor) -> Tensor:
    return torch.exp2(loss)


@mistake(
    losses.perplexity,
    en="Perplexity grows with the loss: e^L, not e^{-L}, which is a mean probability.",
    zh="困惑度随损失增大：是 e^L，不是 e^{-L}（那是平均概率）。",
    latex=r"\mathrm{PPL} = e^{-L}",
)
def mean_probability(loss: Tensor) -> Tensor:
    return torch.exp(-loss)
