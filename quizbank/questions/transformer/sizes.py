"""How large a Transformer is and what it costs, in training, in use, and in the cache."""

from math import prod
from typing import Any

import torch

from quizbank import measure
from quizbank.answers.lure import lure
from quizbank.draw import draw
from quizbank.experiment import Reading, reading
from reference import attention, embedding, transformer
from reference.formula import Formula, recording

_BASE = {"d_model": 512, "d_ff": 2048, "heads": 8, "d_k": 64}


def encoder_block_parameters(d_model: int, d_ff: int) -> int:
    """Attention has no biases here; the heads cut the weights up and add none."""
    return measure.parameters(transformer.encoder_block, d_model=d_model, d_ff=d_ff)


@lure(encoder_block_parameters, en="W^O is missing: attention has four matrices.", zh="漏了 W^O：注意力有四个矩阵。")
def _without_W_o(d_model: int, d_ff: int) -> int:
    return encoder_block_parameters(d_model, d_ff) - measure.parameters(attention.project, d_model=d_model, d_k=d_model)


@lure(encoder_block_parameters, en="The two layer norms hold γ and β each.", zh="漏了两个层归一化的 γ 和 β。")
def _without_norms(d_model: int, d_ff: int) -> int:
    return encoder_block_parameters(d_model, d_ff) - 2 * measure.parameters(transformer.layer_norm, d=d_model)


def decoder_block_parameters(d_model: int, d_ff: int) -> int:
    """As in the encoder block, with one more attention and norm."""
    return measure.parameters(transformer.decoder_block, d_model=d_model, d_ff=d_ff)


@lure(
    decoder_block_parameters,
    en="That is an encoder block: the decoder's has cross-attention and a third norm besides.",
    zh="那是编码器块：解码器块还有交叉注意力和第三个归一化。",
)
def _as_in_the_encoder(d_model: int, d_ff: int) -> int:
    return encoder_block_parameters(d_model, d_ff)


def encoder_block_cost(n: int, d_model: int, d_ff: int) -> int:
    """With one head: the number of heads does not change the count."""
    return measure.multiplications(transformer.encoder_block, n=n, d_model=d_model, d_ff=d_ff, heads=1, d_k=d_model)


@lure(
    encoder_block_cost,
    en="Scores and weighted sum are missing: 2 n² d_model.",
    zh="漏了得分与加权求和：2 n² d_model。",
)
def _without_the_square(n: int, d_model: int, d_ff: int) -> int:
    mixing = measure.multiplications(attention.attention, n=n, m=n, d_k=d_model, d_v=d_model)
    return encoder_block_cost(n, d_model, d_ff) - mixing


def base_parameters(V: int) -> float:
    """Six blocks on each side, and one table row by row."""
    return 6.0 * (_encoder_base() + _decoder_base()) + V * _table_row()


@lure(
    base_parameters,
    en="One table serves both embeddings and the output: it counts once.",
    zh="两侧词嵌入与输出层共用一张表：只算一次。",
)
def _three_tables(V: int) -> float:
    return base_parameters(V) + 2 * V * _table_row()


@lure(base_parameters, en="That is without the table of the vocabulary.", zh="那没有算词表的嵌入矩阵。")
def _blocks_alone(V: int) -> float:
    return base_parameters(V) - V * _table_row()


def feed_forward_share(d_model: int) -> float:
    """Of an encoder block's parameters, with an inner layer four times as wide."""
    inner = measure.parameters(transformer.feed_forward, d=d_model, f=4 * d_model)
    return inner / encoder_block_parameters(d_model, 4 * d_model)


def decoder_passes(n: int) -> list[int]:
    """Calls of the decoder: over all target tokens at once, and while n tokens are generated."""
    sizes = {"S": 3, "T": n, "V": 5, "L": 1, "d_model": 8, "heads": 2, "d_k": 2, "d_ff": 4}
    training = draw(transformer.transformer_logits, 0, sizes=sizes).arguments
    use = draw(transformer.generate, 0, sizes=sizes).arguments | {"max_length": n, "eos": -1}
    return [_decoded(transformer.transformer_logits, training), _decoded(transformer.generate, use)]


@lure(
    decoder_passes,
    en="Teacher forcing under a mask trains all positions in one pass.",
    zh="有掩码的教师强制训练，一次就能算完所有位置。",
)
def _one_by_one(n: int) -> list[int]:
    return [decoder_passes(n)[1]] * 2


@lure(
    decoder_passes,
    en="Each generated token must be known before the next is computed: one pass per token.",
    zh="要先得到前一个 token 才能算下一个：每个 token 一次。",
)
def _all_at_once(n: int) -> list[int]:
    return [decoder_passes(n)[0]] * 2


def cache_numbers(L: int, n: int, d_model: int) -> int:
    """Keys and values of n tokens in each of L blocks."""
    held = [prod(measure.shape(attention.project, "Q", n=n, d_model=d_model, d_k=d_model)) for _ in ("K", "V")]
    return L * sum(held)


@lure(cache_numbers, en="Keys and values are both kept.", zh="键和值都要存。")
def _keys_alone(L: int, n: int, d_model: int) -> int:
    return cache_numbers(L, n, d_model) // 2


def cached_growth(n: int, d: int) -> int:
    """Scores and sums of n steps, each with one query against the keys so far."""
    return sum(measure.multiplications(attention.attention, n=1, m=t, d_k=d, d_v=d) for t in range(1, n + 1))


@lure(
    cached_growth,
    en="That is without a cache, where every step computes all earlier rows again.",
    zh="那是没有缓存、每一步都重算前面所有行的情形。",
)
def _uncached(n: int, d: int) -> int:
    return sum(measure.multiplications(attention.attention, n=t, m=t, d_k=d, d_v=d) for t in range(1, n + 1))


def kv_cache() -> tuple[Reading, ...]:
    """One block of width 32 generates 32 tokens: multiplications of each step, and what the cache holds."""
    steps, d, f = range(1, 33), 32, 128
    anew = [encoder_block_cost(t, d, f) for t in steps]
    one_row = 4 * measure.multiplications(attention.project, n=1, d_model=d, d_k=d)
    one_row += measure.multiplications(transformer.feed_forward, n=1, d=d, f=f)
    kept = [one_row + measure.multiplications(attention.attention, n=1, m=t, d_k=d, d_v=d) for t in steps]
    return (
        reading("multiplications of step 1 … 32, all rows again", "第 1 … 32 步的乘法次数，每步全部重算", anew),
        reading("with keys and values kept", "有 KV 缓存", kept),
        reading("all steps together: again, kept", "各步合计：重算、缓存", sum(anew), sum(kept)),
        reading(
            "numbers in the cache after step 1 … 32",
            "第 1 … 32 步之后缓存里的数",
            [cache_numbers(1, t, d) for t in steps],
        ),
    )


def walk_through() -> tuple[Reading, ...]:
    """Where the parameters of the base model are, in millions, with a table of 37,000 words."""
    attending = 6 * 3 * measure.parameters(attention.multi_head_attention, d_model=512, heads=8, d_k=64)
    inner = 6 * 2 * measure.parameters(transformer.feed_forward, d=512, f=2048)
    parts = [37000 * _table_row(), attending, inner, 6 * (2 + 3) * measure.parameters(transformer.layer_norm, d=512)]
    return (
        reading(
            "millions of parameters: table, 18 attentions, 12 feed-forward layers, 30 norms",
            "参数量（百万）：词表、18 个注意力、12 个前馈层、30 个归一化",
            [part / 1e6 for part in parts],
        ),
        reading("all together", "合计", sum(parts) / 1e6),
    )


def _decoded(formula: Formula[..., Any], arguments: dict[str, Any]) -> int:
    with torch.no_grad(), recording() as calls:
        formula(**arguments)
    return sum(call.formula is transformer.decoder for call in calls)


def _encoder_base() -> int:
    return measure.parameters(transformer.encoder_block, **_BASE)


def _decoder_base() -> int:
    return measure.parameters(transformer.decoder_block, **_BASE)


def _table_row() -> int:
    return prod(measure.shape(embedding.tied_logits, "E", V=1, d=_BASE["d_model"]))
