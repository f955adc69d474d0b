"""The answers to the own questions about embeddings, each by running the reference."""

import torch
from torch.func import vjp

from quizbank import measure
from quizbank.answers.lure import lure
from quizbank.mistakes import embedding as mistakes
from reference import embedding

_TEXT = "a a a b b c".split()
_COUNTED = "a " * 9 + "b " * 7 + "c " * 3 + "d " * 2


def saved_by_tying(V: int, d: int) -> int:
    """As many as the table holds: the output layer's own matrix is no longer there."""
    return measure.parameters(embedding.one_hot_lookup, V=V, d=d)


@lure(
    saved_by_tying,
    en="One of the two copies stays.",
    zh="两份里还要留一份。",
)
def _both_copies(V: int, d: int) -> int:
    return 2 * saved_by_tying(V, d)


def saved_by_tying_number(V: int, d: int) -> int:
    """Row by row: a table of this size need not be drawn."""
    return V * saved_by_tying(1, d)


@lure(
    saved_by_tying_number,
    en="One of the two copies stays.",
    zh="两份里还要留一份。",
)
def _both_copies_number(V: int, d: int) -> int:
    return 2 * saved_by_tying_number(V, d)


def one_hot_cost(T: int, V: int, d: int) -> int:
    """Of the product, zeros included."""
    return measure.multiplications(embedding.one_hot_lookup, T=T, V=V, d=d)


@lure(
    one_hot_cost,
    en="That is what a lookup moves; a dense product also multiplies by all the zeros.",
    zh="那是查表搬动的数；稠密乘法连所有的 0 也要乘。",
)
def _lookup_cost(T: int, V: int, d: int) -> int:
    return measure.multiplications(embedding.scaled_embedding, T=T, V=V, d=d)


def scale_value(d: int) -> float:
    """What becomes of a table of ones."""
    return float(embedding.scaled_embedding(torch.tensor([0]), torch.ones(1, d, dtype=torch.float64))[0, 0])


@lure(scale_value, en="The factor is the root of d.", zh="系数是 d 的平方根。")
def _without_root(d: int) -> float:
    return float(mistakes.without_root(torch.tensor([0]), torch.ones(1, d, dtype=torch.float64))[0, 0])


def rows_with_gradient() -> list[int]:
    """Rows of the gradient that are not 0, with the other side switched off."""
    ids = torch.tensor([1, 3, 3, 5])
    E, d_logits, Z = torch.ones(8, 6), torch.ones(4, 8), torch.ones(4, 6)
    parts = (mistakes.input_part_alone, mistakes.output_part_alone)
    return [int(part(ids, E, d_logits, Z).any(dim=-1).sum()) for part in parts]


def repeated_token(times: int) -> float:
    """By autograd through the lookup."""
    ids, E = torch.full((times,), 1), torch.zeros(3, 2)
    pull = vjp(lambda table: embedding.one_hot_lookup(ids, table), E)[1]
    return float(pull(torch.ones(times, 2))[0][1, 0])


@lure(
    repeated_token,
    en="The gradients of all occurrences add up; the last one does not overwrite the others.",
    zh="各次出现的梯度要相加，不是后一次覆盖前面的。",
)
def _last_write_wins(times: int) -> float:
    return repeated_token(1)


def indices() -> list[int]:
    """The places of [UNK] and of c."""
    vocabulary = embedding.build_vocabulary(_TEXT, 1)
    return [vocabulary.index(embedding.UNKNOWN), vocabulary.index("c")]


@lure(
    indices,
    en="Frequent words come first, so the rarest word has the largest index.",
    zh="高频词在前，最少见的词下标最大。",
)
def _rare_words_first() -> list[int]:
    vocabulary = mistakes.rare_words_first(_TEXT, 1)
    return [vocabulary.index(embedding.UNKNOWN), vocabulary.index("c")]


def vocabulary_size(threshold: int) -> int:
    """[UNK] and what reaches the threshold."""
    return len(embedding.build_vocabulary(_COUNTED.split(), threshold))


@lure(vocabulary_size, en="[UNK] has a row too.", zh="[UNK] 也占一行。")
def _without_unknown(threshold: int) -> int:
    return len(mistakes.unknown_forgotten(_COUNTED.split(), threshold))
