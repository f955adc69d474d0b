"""What goes wrong on the way through the tree."""

import torch
from torch import Tensor

from quizbank.mistake import mistake
from reference import word2vec
from reference.word2vec import Tree


@mistake(
    word2vec.path_probability,
    en="A turn right has probability 1 − σ, not σ: complement it.",
    zh="向右走的概率是 1 − σ，不是 σ：要取补。",
    latex=r"P = \prod_{j=1}^{L} \sigma(\theta_j^\top h)",
)
def right_not_complemented(h: Tensor, nodes: Tensor, turns: Tensor) -> Tensor:
    return word2vec.path_probability(h, nodes, torch.ones_like(turns))


@mistake(
    word2vec.path_probability,
    en="The sides are exchanged: σ is the probability to turn left.",
    zh="左右弄反了：σ 是向左走的概率。",
    latex=r"P = \prod_{j=1}^{L} \sigma(-s_j \, \theta_j^\top h)",
)
def code_bit_sign(h: Tensor, nodes: Tensor, turns: Tensor) -> Tensor:
    return word2vec.path_probability(h, nodes, -turns)


@mistake(
    word2vec.path_probability,
    en="All turns must happen, so their probabilities multiply; they do not add.",
    zh="每一步都要走到，所以概率相乘，不是相加。",
    latex=r"P = \sum_{j=1}^{L} \sigma(s_j \, \theta_j^\top h)",
)
def turns_added(h: Tensor, nodes: Tensor, turns: Tensor) -> Tensor:
    return torch.sigmoid(turns * (h @ nodes.mT)).sum(dim=-1)


@mistake(
    word2vec.path_probability,
    en="Each node decides by itself: σ of every score, then the product, not σ of the sum.",
    zh="每个结点各自判断：先对每个得分取 σ 再连乘，不是对得分之和取 σ。",
    latex=r"P = \sigma(\sum_{j=1}^{L} s_j \, \theta_j^\top h)",
)
def scores_added(h: Tensor, nodes: Tensor, turns: Tensor) -> Tensor:
    return torch.sigmoid((turns * (h @ nodes.mT)).sum(dim=-1))


@mistake(
    word2vec.word_probability,
    en="The path ends at the word's own leaf: its last turn counts as well.",
    zh="路径要走到该词的叶子为止：最后一步也要算。",
)
def last_turn_missing(h: Tensor, nodes: Tensor, tree: Tree, word: int) -> Tensor:
    shorter = tuple(path[:-1] if len(path) > 1 else ((path[0][0], -path[0][1]),) for path in tree)
    return word2vec.word_probability(h, nodes, shorter, word)


@mistake(
    word2vec.word_probability,
    en="Every node has a vector of its own: the row is the node's number, not the depth.",
    zh="每个内部结点有自己的向量：取的行是结点编号，不是深度。",
)
def depth_for_node(h: Tensor, nodes: Tensor, tree: Tree, word: int) -> Tensor:
    by_depth = tuple(tuple((depth, turn) for depth, (_, turn) in enumerate(path)) for path in tree)
    return word2vec.word_probability(h, nodes, by_depth, word)


@mistake(
    word2vec.word_probability,
    en="The leaves already sum to 1; no further normalising over the words.",
    zh="所有叶子的概率之和已经是 1，不需要再归一化。",
)
def normalised_again(h: Tensor, nodes: Tensor, tree: Tree, word: int) -> Tensor:
    every = torch.stack([word2vec.word_probability(h, nodes, tree, other) for other in range(len(tree))], dim=-1)
    return torch.softmax(every, dim=-1)[..., word]


@mistake(
    word2vec.path_loss,
    en="The loss is −log P: the minus is missing.",
    zh="损失是 −log P：漏了负号。",
    latex=r"J = \sum_{j=1}^{L} \log \sigma(s_j \, \theta_j^\top h)",
)
def log_likelihood(h: Tensor, nodes: Tensor, turns: Tensor) -> Tensor:
    return -word2vec.path_loss(h, nodes, turns)


@mistake(
    word2vec.path_loss,
    en="A turn right costs −log(1 − σ), that is −log σ of minus the score.",
    zh="向右走的代价是 −log(1 − σ)，也就是对负的得分取 −log σ。",
    latex=r"J = -\sum_{j=1}^{L} \log \sigma(\theta_j^\top h)",
)
def right_not_complemented_in_loss(h: Tensor, nodes: Tensor, turns: Tensor) -> Tensor:
    return word2vec.path_loss(h, nodes, torch.ones_like(turns))


@mistake(
    word2vec.path_loss,
    en="The logarithm of a product is a sum over the path, not a mean.",
    zh="连乘取对数得到路径上的和，不是平均。",
)
def mean_over_path(h: Tensor, nodes: Tensor, turns: Tensor) -> Tensor:
    return word2vec.path_loss(h, nodes, turns) / len(turns)


@mistake(
    word2vec.path_loss,
    en="The logarithm of σ is taken as one function: σ itself rounds to 0 and its logarithm is −∞.",
    zh="log σ 要当作一个函数来算：先算 σ 会下溢成 0，再取对数就是 −∞。",
    channel="extreme",
)
def log_of_underflow(h: Tensor, nodes: Tensor, turns: Tensor) -> Tensor:
    return -torch.log(word2vec.path_probability(h, nodes, turns))


@mistake(
    word2vec.path_gradient,
    en="The gradient is σ − [left]; (1 − code − σ) in word2vec's code is the update, its negative.",
    zh="梯度是 σ − [左]；word2vec 代码里的 (1 − code − σ) 是更新方向，差一个负号。",
)
def update_for_gradient(h: Tensor, nodes: Tensor, turns: Tensor) -> tuple[Tensor, Tensor]:
    dh, dnodes = word2vec.path_gradient(h, nodes, turns)
    return -dh, -dnodes


@mistake(
    word2vec.path_gradient,
    en="The label is 1 for a turn left and 0 for a turn right.",
    zh="向左的标签是 1，向右的标签是 0。",
)
def labels_exchanged(h: Tensor, nodes: Tensor, turns: Tensor) -> tuple[Tensor, Tensor]:
    return word2vec.path_gradient(h, nodes, -turns)


@mistake(
    word2vec.path_gradient,
    en="σ minus the label is the whole slope of −log σ: no further factor σ(1 − σ).",
    zh="−log σ 的导数就是 σ 减标签，不要再乘 σ(1 − σ)。",
)
def sigmoid_differentiated_twice(h: Tensor, nodes: Tensor, turns: Tensor) -> tuple[Tensor, Tensor]:
    s = torch.sigmoid(h @ nodes.mT)
    e = (s - (turns > 0).to(h)) * s * (1 - s)
    return e @ nodes, torch.einsum("...l,...d->ld", e, h)


@mistake(
    word2vec.path_probability,
    en="All turns must happen, so their probabilities multiply; they are not averaged.",
    zh="每一步都要走到，所以概率相乘，不是取平均。",
)
def turns_averaged(h: Tensor, nodes: Tensor, turns: Tensor) -> Tensor:
    return torch.sigmoid(turns * (h @ nodes.mT)).mean(dim=-1)


@mistake(
    word2vec.path_loss,
    en="That is a squared error; the loss is −log of each turn's probability, summed over the path.",
    zh="那是平方误差；损失是每一步概率的 −log，沿路径求和。",
)
def squared_errors(h: Tensor, nodes: Tensor, turns: Tensor) -> Tensor:
    return torch.sigmoid(-turns * (h @ nodes.mT)).square().sum(dim=-1)


@mistake(
    word2vec.path_loss,
    en="Each node decides by itself: log σ of every score, then the sum, not log σ of the summed scores.",
    zh="每个结点各自判断：先对每个得分取 log σ 再相加，不是对得分之和取 log σ。",
)
def scores_added_first(h: Tensor, nodes: Tensor, turns: Tensor) -> Tensor:
    return -torch.nn.functional.logsigmoid((turns * (h @ nodes.mT)).sum(dim=-1))
