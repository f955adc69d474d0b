"""The whole model: what flows where, in training and in use."""

from collections.abc import Sequence
from math import sqrt
from typing import Any

import torch
from torch import Tensor

from quizbank.draw import draw
from quizbank.experiment import Reading, reading
from quizbank.questions.transformer.sizes import decoder_passes
from reference import attention, embedding, positions, transformer
from reference.formula import Call, Formula, recording

_SIZES = {"S": 5, "T": 6, "V": 9, "L": 2, "d_model": 8, "heads": 2, "d_k": 2, "d_ff": 12}


def decoder_steps() -> list[int]:
    """The order in which a decoder block calls its parts; a norm is told by the input that it adds."""
    calls, (masked, cross), (inner,) = _decoder_block()
    norms = [call for call in calls if call.formula is transformer.add_and_norm]

    def norm_of(x: Tensor) -> Call:
        return next(call for call in norms if call.arguments["x"] is x)

    options = [
        norm_of(cross.arguments["X_q"]),
        inner,
        norm_of(masked.arguments["X_q"]),
        cross,
        norm_of(inner.arguments["x"]),
        masked,
    ]
    places = [id(call) for call in calls]
    return sorted(range(len(options)), key=lambda place: places.index(id(options[place])))


def _decoder_block() -> tuple[list[Call], list[Call], list[Call]]:
    arguments = draw(transformer.decoder_block, 0).arguments
    with torch.no_grad(), recording() as calls:
        transformer.decoder_block(**arguments)
    attending = [call for call in calls if call.formula is attention.multi_head_attention]
    return calls, attending, [call for call in calls if call.formula is transformer.feed_forward]


def generation_steps() -> list[int]:
    """The order in which the parts of one step of generation are first done."""
    arguments = draw(transformer.generate, 0, sizes=_SIZES).arguments | {"max_length": 1, "eos": -1}
    options: list[Formula[..., Any]] = [
        transformer.transformer_logits,
        transformer.encoder,
        transformer.generate,
        positions.add_positions,
        transformer.next_token,
        transformer.decoder,
    ]
    with torch.no_grad(), recording() as calls:
        transformer.generate(**arguments)
    names = [call.formula.id for call in calls]
    return sorted(range(len(options)), key=lambda place: names.index(options[place].id))


def cross_keys_from() -> int:
    """What the first decoder block's cross-attention asks, among four candidates."""
    arguments = draw(transformer.transformer_logits, 0, sizes=_SIZES).arguments
    with torch.no_grad(), recording() as calls:
        transformer.transformer_logits(**arguments)
    asked = _of(calls, attention.multi_head_attention)
    (memory,) = _of(calls, transformer.encoder)
    candidates = [
        _of(calls, transformer.encoder_block)[0].result,
        _of(calls, transformer.add_and_norm)[0].result,
        _of(calls, transformer.decoder)[0].arguments["Y"],
        memory.result,
    ]
    cross = next(call for call in asked if call.arguments["X_kv"] is not call.arguments["X_q"])
    return [torch.equal(candidate, cross.arguments["X_kv"]) for candidate in candidates].index(True)


def next_token_row() -> int:
    """First row, last row, or mean: the one whose softmax is the distribution of the next token."""
    arguments = draw(transformer.transformer_logits, 0, sizes=_SIZES).arguments
    logits, p = transformer.transformer_logits(**arguments), transformer.next_token(**arguments)
    candidates = [logits[0], logits.mean(0), logits[-1], logits.sum(0)]
    return [torch.allclose(z.softmax(-1), p) for z in candidates].index(True)


def training_against_inference() -> tuple[Reading, ...]:
    """Six target tokens: one pass under the mask, or a pass for every prefix."""
    arguments = draw(transformer.transformer_logits, 0, sizes=_SIZES).arguments
    p = transformer.transformer_logits(**arguments).softmax(-1)
    rows = [transformer.next_token(**arguments | {"target": arguments["target"][:t]}) for t in range(1, 7)]
    return (
        reading(
            "passes through the decoder for 6 tokens: training, inference",
            "6 个 token 要过几遍解码器：训练、推理",
            decoder_passes(6),
        ),
        reading(
            "difference of rows 1 … 6 from a pass over the prefix alone",
            "第 1 … 6 行与只输入相应前缀的结果之差",
            [float((p[t] - rows[t]).norm()) for t in range(6)],
        ),
    )


def why_root_d_model() -> tuple[Reading, ...]:
    """Lengths of embeddings and positions at width 512, and what a larger table would do to tied logits."""
    d, V = 512, 200
    E = torch.randn(V, d, generator=torch.Generator().manual_seed(0), dtype=torch.float64) / sqrt(d)
    ids = torch.arange(V)
    P = positions.sinusoidal_positions(50, d, like=E)
    Z = torch.randn(20, d, generator=torch.Generator().manual_seed(1), dtype=torch.float64)
    Z = transformer.layer_norm(Z, torch.ones(d).double(), torch.zeros(d).double(), 1e-5)
    lengths = [embedding.one_hot_lookup(ids, E), embedding.scaled_embedding(ids, E), P]
    return (
        reading(
            "mean length at d = 512: E[id], √d · E[id], positional encoding",
            "d = 512 时的平均长度：E[id]、√d · E[id]、位置编码",
            [float(rows.norm(dim=-1).mean()) for rows in lengths],
        ),
        reading(
            "spread of the tied logits: table of variance 1/d, table of variance 1",
            "共享权重时 logits 的标准差：表的方差为 1/d、为 1",
            embedding.tied_logits(Z, E).std(),
            embedding.tied_logits(Z, sqrt(d) * E).std(),
        ),
    )


def decoder_only() -> tuple[Reading, ...]:
    """The last of six tokens is replaced: which rows of both kinds of model change?"""
    arguments = draw(transformer.causal_lm_logits, 0, sizes=_SIZES).arguments
    ids, E, blocks, heads, eps = arguments.values()
    other = torch.cat([ids[:-1], (ids[-1:] + 1) % len(E)])
    causal = [transformer.causal_lm_logits(i, E, blocks, heads, eps) for i in (ids, other)]
    both_sides = [transformer.encoder(embedding.one_hot_lookup(i, E), blocks, heads, eps) for i in (ids, other)]
    return (
        reading(
            "change of rows 1 … 6, decoder-only", "第 1 … 6 行的变化，仅解码器", (causal[0] - causal[1]).norm(dim=-1)
        ),
        reading(
            "change of rows 1 … 6, encoder-only",
            "第 1 … 6 行的变化，仅编码器",
            (both_sides[0] - both_sides[1]).norm(dim=-1),
        ),
    )


def _of(calls: Sequence[Call], formula: Formula[..., Any]) -> list[Call]:
    return [call for call in calls if call.formula is formula]
