"""What goes wrong in the losses of sequences, of smoothed labels, and in perplexity."""

import math

import torch
from torch import Tensor

from quizbank.mistake import mistake
from reference import losses


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


@mistake(
    losses.label_smoothed_loss,
    en="The label is not smoothed: ε of it is spread over all K classes.",
    zh="标签没有平滑：要把 ε 平均分给全部 K 个类。",
)
def not_smoothed(logits: Tensor, target: Tensor, epsilon: float) -> Tensor:
    return losses.cross_entropy(logits, target)


@mistake(
    losses.label_smoothed_loss,
    en="What the target gives up goes to all classes: the term with ε / K is missing.",
    zh="目标类让出的 ε 要分给所有类：漏了 ε / K 那一项。",
)
def spread_left_out(logits: Tensor, target: Tensor, epsilon: float) -> Tensor:
    return (1 - epsilon) * losses.cross_entropy(logits, target)


@mistake(
    losses.label_smoothed_loss,
    en="ε and 1 − ε are exchanged: the target keeps 1 − ε.",
    zh="ε 与 1 − ε 用反了：目标类保留 1 − ε。",
)
def shares_exchanged(logits: Tensor, target: Tensor, epsilon: float) -> Tensor:
    return losses.label_smoothed_loss(logits, target, 1 - epsilon)


@mistake(
    losses.sequence_loss,
    en="At each position only the right word's log-probability counts, not the mean over all words.",
    zh="每个位置只取正确词的对数概率，不是对所有词取平均。",
)
def averaged_over_all_words(logits: Tensor, targets: Tensor) -> Tensor:
    return -logits.log_softmax(dim=-1).mean(dim=(-2, -1))


@mistake(
    losses.label_smoothed_loss,
    en="The logarithms are missing: log p_y and log p_k, not the probabilities themselves.",
    zh="漏了对数：应当是 log p_y 和 log p_k，不是概率本身。",
)
def logarithms_missing(logits: Tensor, target: Tensor, epsilon: float) -> Tensor:
    p_y = torch.exp(-losses.cross_entropy(logits, target))
    return -(1 - epsilon) * p_y - epsilon / logits.shape[-1]


@mistake(
    losses.label_smoothed_loss,
    en="1/K is the weight of each log p_k: its own logarithm does not depend on the model at all.",
    zh="1/K 是每个 log p_k 的权重；对它自己取对数就与模型无关了。",
)
def logarithm_of_the_uniform_share(logits: Tensor, target: Tensor, epsilon: float) -> Tensor:
    return (1 - epsilon) * losses.cross_entropy(logits, target) + epsilon * math.log(logits.shape[-1])


@mistake(
    losses.label_smoothed_loss,
    en="The labels are smoothed, not the prediction: the weights 1 − ε and ε/K stand in front of the logarithms.",
    zh="平滑的是标签，不是预测：权重 1 − ε 和 ε/K 都在对数外面。",
)
def prediction_smoothed(logits: Tensor, target: Tensor, epsilon: float) -> Tensor:
    p_y = torch.exp(-losses.cross_entropy(logits, target))
    return -torch.log((1 - epsilon) * p_y + epsilon / logits.shape[-1])


@mistake(
    losses.label_smoothed_loss,
    en="ε/K is a weight: what it multiplies, −Σ_k log p_k, is missing.",
    zh="ε/K 是权重：漏了它所乘的 −Σ_k log p_k。",
)
def share_without_logarithms(logits: Tensor, target: Tensor, epsilon: float) -> Tensor:
    return (1 - epsilon) * losses.cross_entropy(logits, target) + epsilon / logits.shape[-1]
