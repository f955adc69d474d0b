"""The answers to the own questions about embeddings, each by running the reference."""

from collections.abc import Iterable

import torch
from torch.func import vjp

from quizbank import measure
from quizbank.answers.lure import lure
from quizbank.draw import draw
from quizbank.experiment import Reading, reading
from quizbank.mistakes.embedding import tables, tied
from quizbank.questions.nnlm import trained
from quizbank.training import text
from reference import embedding, transformer

_TEXT = "a a a b b c".split()
_SENTENCE = [1, 3, 3, 5]
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
    return float(tables.without_root(torch.tensor([0]), torch.ones(1, d, dtype=torch.float64))[0, 0])


def rows_with_gradient() -> list[int]:
    """Rows of the gradient that are not 0, with the other side switched off."""
    ids = torch.tensor(_SENTENCE)
    E, d_logits, Z = torch.ones(8, 6), torch.ones(4, 8), torch.ones(4, 6)
    parts = (tied.input_part_alone, tied.output_part_alone)
    return [int(part(ids, E, d_logits, Z).any(dim=-1).sum()) for part in parts]


@lure(
    rows_with_gradient,
    en="A lookup touches only the rows it looks up.",
    zh="查表只会碰到查过的行。",
)
def _dense_lookup() -> list[int]:
    rows = rows_with_gradient()[1]
    return [rows, rows]


@lure(
    rows_with_gradient,
    en="The token 3 comes twice, but it has one row.",
    zh="token 3 出现两次，但只占一行。",
)
def _every_token_its_row() -> list[int]:
    return [len(_SENTENCE), rows_with_gradient()[1]]


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
    vocabulary = tables.rare_words_first(_TEXT, 1)
    return [vocabulary.index(embedding.UNKNOWN), vocabulary.index("c")]


def vocabulary_size(threshold: int) -> int:
    """[UNK] and what reaches the threshold."""
    return len(embedding.build_vocabulary(_COUNTED.split(), threshold))


@lure(vocabulary_size, en="[UNK] has a row too.", zh="[UNK] 也占一行。")
def _without_unknown(threshold: int) -> int:
    return len(tables.unknown_forgotten(_COUNTED.split(), threshold))


def output_matrix() -> int:
    """The option that gives the tied logits."""
    seed = torch.Generator().manual_seed(0)
    Z, E = torch.randn(3, 6, generator=seed), torch.randn(8, 6, generator=seed)
    options = [E.mT, torch.linalg.pinv(E), torch.linalg.pinv(E).mT, torch.randn(6, 8, generator=seed)]
    logits = embedding.tied_logits(Z, E)
    return _only(option.shape == E.mT.shape and torch.allclose(Z @ option, logits) for option in options)


def why_tying() -> tuple[Reading, ...]:
    """The base Transformer's numbers, and where the gradient of a shared table falls."""
    table = saved_by_tying_number(37000, 512)
    blocks = 6 * sum(
        measure.parameters(block, d_model=512, d_ff=2048)
        for block in (transformer.encoder_block, transformer.decoder_block)
    )
    arguments = draw(embedding.tied_gradient, 0).arguments
    whole = embedding.tied_gradient(**arguments)
    parts = tied.input_part_alone(**arguments) + tied.output_part_alone(**arguments)
    return (
        reading(
            "base Transformer, in millions: six encoder and six decoder blocks, one table of 37,000 × 512",
            "base Transformer 的参数（百万）：编码器和解码器各 6 层、一张 37,000 × 512 的表",
            blocks / 1e6,
            table / 1e6,
        ),
        reading(
            "share of all parameters saved by using one table for three, in %",
            "三处共用一张表省下的参数占总数的百分比",
            100 * 2 * table / (blocks + 3 * table),
        ),
        reading(
            "rows of an 8-row table that the tokens 1, 3, 3, 5 give gradient: as input, as output",
            "8 行的表，token 为 1、3、3、5 时有梯度的行数：输入侧、输出侧",
            *rows_with_gradient(),
        ),
        reading(
            "largest difference between the whole gradient and the sum of both parts",
            "总梯度与两部分之和的最大差",
            (whole - parts).abs().max(),
        ),
    )


def why_vectors() -> tuple[Reading, ...]:
    """One-hot rows against the table of a language model trained on a small text."""
    words = [text.WORDS.index(word) for word in ("king", "queen", "fish")]
    one_hot = embedding.one_hot_lookup(torch.tensor(words), torch.eye(len(text.WORDS)))
    learned = embedding.one_hot_lookup(torch.tensor(words), trained.weights()[0])
    cosines = [torch.nn.functional.normalize(rows, dim=-1) for rows in (one_hot, learned)]
    (_, hot_queen, hot_fish), (_, queen, fish) = ((rows[0] @ rows.mT).tolist() for rows in cosines)
    return (
        reading(
            "cosine of king and queen, king and fish: one-hot",
            "king 与 queen、king 与 fish 的余弦：one-hot",
            hot_queen,
            hot_fish,
        ),
        reading("the same, learned vectors of 12 numbers", "学到的 12 维词向量", queen, fish),
        reading(
            "T = 4, V = 10,000, d = 300: multiplications of the one-hot product, numbers moved by a lookup",
            "T = 4，V = 10,000，d = 300：one-hot 乘法的次数、查表搬动的数",
            one_hot_cost(4, 10000, 300),
            _lookup_cost(4, 10000, 300),
        ),
    )


def _only(holds: Iterable[bool]) -> int:
    """The place of the one option that holds."""
    (place,) = (place for place, held in enumerate(holds) if held)
    return place
