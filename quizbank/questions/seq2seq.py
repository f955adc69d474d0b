"""The answers to the own questions about encoder and decoder, each by running the reference."""

import torch
from torch import Tensor, nn

from quizbank.answers.lure import lure
from quizbank.draw import draw
from quizbank.experiment import Reading, reading
from reference import lstm, search, seq2seq
from reference.formula import recording


def handed_over(L: int, H: int) -> int:
    """Last hidden states and cells of every layer."""
    _, h, c = lstm.deep_lstm(**draw(lstm.deep_lstm, 0, sizes={"L": L, "H": H}).arguments)
    return h.numel() + c.numel()


@lure(handed_over, en="The cells are handed over as well.", zh="细胞状态也要交过去。")
def _hidden_only(L: int, H: int) -> int:
    return handed_over(L, H) // 2


@lure(
    handed_over,
    en="Every layer of the decoder starts from its layer of the encoder.",
    zh="解码器每一层都从编码器对应的层开始。",
)
def _top_layer_only(L: int, H: int) -> int:
    return handed_over(1, H)


def forgotten_cell(C: float) -> float:
    """One step whose pre-activations are the biases alone, all 1."""
    one = torch.ones(1, dtype=torch.float64)
    weights = [part for _ in range(4) for part in (torch.zeros(1, 2, dtype=torch.float64), one)]
    h, _ = lstm.lstm_cell(0 * one, 0 * one, C * one, *weights)
    return float(h)


@lure(
    forgotten_cell,
    en="The cell is handed over too: it does not start from 0.",
    zh="细胞状态也交过来了，不是从 0 开始。",
)
def _cell_from_zero(C: float) -> float:
    return forgotten_cell(0.0)


_WORDS = ("<bos>", "</s>", "我", "是", "学生")
_TARGET = (2, 3, 4, 1)


def shifted_inputs() -> int:
    """The option that lists what a perfect model reads at inference: training must look the same."""
    read = []

    def perfect(ids: list[int]) -> Tensor:
        read.append(ids[-1])
        return torch.eye(len(_WORDS), dtype=torch.float64)[_TARGET[len(ids) - 1]].log()

    search.greedy_decode(perfect, bos=0, eos=1, max_length=10)
    options = [[0, *_TARGET[:-1]], list(_TARGET), [0, *_TARGET], [*reversed(_TARGET[:-1]), 0]]
    return options.index(read)


def reversed_lags(n: int) -> list[float]:
    """Mean and minimum, from the reversed positions."""
    lags = _lags(seq2seq.reverse_source(torch.arange(n)))
    return [float(lags.mean()), float(lags.min())]


@lure(reversed_lags, en="Those are the distances before reversing.", zh="那是反转之前的间隔。")
def _unreversed(n: int) -> list[float]:
    lags = _lags(torch.arange(n))
    return [float(lags.mean()), float(lags.min())]


@lure(
    reversed_lags,
    en="Some distances shrink, but as many grow: the mean stays.",
    zh="有的间隔变小，有的变大，平均不变。",
)
def _mean_halved(n: int) -> list[float]:
    mean, least = reversed_lags(n)
    return [mean / 2, least]


def _lags(order: Tensor) -> Tensor:
    """Steps between reading source word i and writing target word i; `order` lists the words as they are read."""
    read_at = torch.argsort(order)
    return (len(order) + torch.arange(len(order)) - read_at).double()


def published_size(L: int, H: int, S: int, V: int) -> int:
    """Weights of both stacks, both tables and the output layer, none of them allocated."""
    tables = [nn.Embedding(S, H, device="meta"), nn.Embedding(V, H, device="meta"), nn.Linear(H, V, False, "meta")]
    return sum(weight.numel() for part in (*_stacks(L, H), *tables) for weight in part.parameters())


@lure(
    published_size,
    en="The target words have vectors of their own beside the output layer.",
    zh="目标词除了输出层，还有自己的词向量。",
)
def _one_target_table(L: int, H: int, S: int, V: int) -> int:
    return published_size(L, H, S, V) - V * H


def _stacks(L: int, H: int) -> list[nn.Module]:
    return [nn.LSTM(H, H, L, bias=False, device="meta") for _ in range(2)]


@lure(published_size, en="That is the recurrent part; the tables are missing.", zh="那只是循环部分，还缺几张词表。")
def _recurrent_only(L: int, H: int, S: int, V: int) -> int:
    return sum(weight.numel() for stack in _stacks(L, H) for weight in stack.parameters())


def bottleneck() -> tuple[Reading, ...]:
    """What the encoder hands over, and how much of the first word is left in it."""
    lengths = (5, 10, 20, 40)
    weights = _decoder(seed=0)
    zero = torch.zeros(_PAIRS, _SIZE, dtype=torch.float64)
    xs = torch.randn(_PAIRS, max(lengths), _SIZE, generator=torch.Generator().manual_seed(1), dtype=torch.float64)
    other = xs.clone()
    other[:, 0] = -xs[:, 0]
    handed = [sum(part[0].numel() for part in seq2seq.encode(xs[:, :S], zero, zero, *weights)) for S in lengths]
    states = seq2seq.decode(xs, zero, zero, *weights)
    change = (states - seq2seq.decode(other, zero, zero, *weights)).norm(dim=-1).mean(dim=0)
    return (
        reading("numbers handed over for 5, 10, 20, 40 words", "5、10、20、40 个词时交出的数", *handed),
        reading("numbers that attention may look at", "注意力可以查看的数", *[states[0, :S].numel() for S in lengths]),
        reading(
            "change of the state after 1 … 40 words, if word 1 is another",
            "换掉第 1 个词，读完 1 … 40 个词后状态的变化",
            change,
        ),
    )


_PAIRS, _SIZE, _VOCABULARY = 64, 16, 12


def _decoder(seed: int) -> list[Tensor]:
    """The eight weights of an LSTM."""
    source = torch.Generator().manual_seed(seed)
    zero = torch.zeros(_SIZE, dtype=torch.float64)
    return [
        part
        for _ in range(4)
        for part in (torch.randn(_SIZE, 2 * _SIZE, generator=source, dtype=torch.float64) / 4, zero)
    ]


def why_teacher_forcing() -> tuple[Reading, ...]:
    """64 sentences whose first word was replaced: which share of the words after it is wrong as well?"""
    first = torch.arange(_PAIRS) % _VOCABULARY
    gold = _written(first)
    replaced = (first + 1) % _VOCABULARY
    forced, own = _written(replaced, gold), _written(replaced)
    return (
        reading(
            "share of wrong words 1 … 15 steps after a mistake, gold inputs",
            "犯错之后第 1 … 15 步的错词比例，喂标准答案",
            (forced != gold)[:, 1:].double().mean(dim=0),
        ),
        reading(
            "the same, its own words as inputs",
            "同上，喂模型自己的输出",
            (own != gold)[:, 1:].double().mean(dim=0),
        ),
    )


def _written(first: Tensor, gold: Tensor | None = None) -> Tensor:
    """16 words of each of 64 sentences: a greedy decoder reads `gold` after the first word, or its own words."""
    source = torch.Generator().manual_seed(3)
    h = torch.randn(_PAIRS, _SIZE, generator=source, dtype=torch.float64) / 4
    E = torch.randn(_VOCABULARY, _SIZE, generator=source, dtype=torch.float64)
    c, weights, words = torch.zeros_like(h), _decoder(seed=2), [first]
    for t in range(15):
        read = words[-1] if gold is None or t == 0 else gold[:, t]
        h, c = lstm.lstm_cell(E[read], h, c, *weights)
        words.append((h @ E.mT).argmax(dim=-1))
    return torch.stack(words, dim=1)


def training_and_inference() -> tuple[Reading, ...]:
    """Six words written one by one, then scored at once."""
    arguments = draw(seq2seq.seq2seq_logits, 0).arguments
    source, _, *weights = arguments.values()
    rows: list[Tensor] = []

    def step(ids: list[int]) -> Tensor:
        rows.append(seq2seq.seq2seq_logits(source, torch.tensor(ids), *weights)[-1])
        return rows[-1].log_softmax(dim=-1)

    with recording() as calls:
        ids, _ = search.greedy_decode(step, bos=0, eos=-1, max_length=6)
    with recording() as training_calls:
        logits = seq2seq.seq2seq_logits(source, torch.tensor([0, *ids[:-1]]), *weights)
    passes = [sum(call.formula.id == seq2seq.decode.id for call in made) for made in (training_calls, calls)]
    gap = (logits - torch.stack(rows)).abs().max()
    return (
        reading("decoder passes for six words: training, inference", "六个词要跑几遍解码器：训练、推理", *passes),
        reading("largest difference between both sets of logits", "两种方式 logits 的最大差", gap),
    )


def why_reverse() -> tuple[Reading, ...]:
    """Distances in time of ten pairs of words."""
    forwards = torch.arange(10)
    return (
        reading("distance of word pairs 1 … 10, source forwards", "第 1 … 10 对词的间隔，源句正读", _lags(forwards)),
        reading("source backwards", "源句倒读", _lags(seq2seq.reverse_source(forwards))),
    )
