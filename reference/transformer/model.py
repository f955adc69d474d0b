"""The whole Transformer: logits in training, the next token and whole sentences in use, and its decoder-only kin."""

import math
from collections.abc import Sequence

import torch
from jaxtyping import Float, Int
from torch import Tensor
from torch.nn import functional as F

from reference.attention import causal_mask, multi_head_attention
from reference.formula import formula
from reference.positions import add_positions, sinusoidal_positions
from reference.transformer.block import Weights, decoder, encoder, torch_decoder, torch_encoder
from reference.transformer.layer import add_and_norm, feed_forward


@formula(
    source="Vaswani et al. 2017, sections 3.4 and 3.5, figure 1",
    outputs=("logits",),
    sizes={"d_model": "2*heads*d_k"},
    domains={
        "source": "index V",
        "target": "index V",
        "encoder_blocks": "layers L transformer.encoder_block",
        "decoder_blocks": "layers L transformer.decoder_block",
        "eps": "0.1..0.9",
    },
)
def transformer_logits(
    source: Int[Tensor, "*batch S"],
    target: Int[Tensor, "*batch T"],
    E: Float[Tensor, "V d_model"],
    encoder_blocks: Sequence[Weights],
    decoder_blocks: Sequence[Weights],
    heads: int,
    eps: float,
) -> Float[Tensor, "*batch T V"]:
    """Scores of the token after each target token, teacher forced; one table E embeds both sides and ends the model."""
    memory = encoder(_embedded(source, E), encoder_blocks, heads, eps)
    return decoder(_embedded(target, E), memory, decoder_blocks, heads, eps) @ E.mT


def _embedded(ids: Tensor, E: Tensor) -> Tensor:
    """√d_model · E[ids] plus positions: the scale keeps the table's small entries from drowning in the code."""
    X = math.sqrt(E.shape[1]) * E[ids]
    return add_positions(X, sinusoidal_positions(X.shape[-2], X.shape[-1], like=X).expand_as(X))


@transformer_logits.twin
def logits_of_every_prefix(
    source: Tensor,
    target: Tensor,
    E: Tensor,
    encoder_blocks: Sequence[Weights],
    decoder_blocks: Sequence[Weights],
    heads: int,
    eps: float,
) -> Tensor:
    """Row t from a pass over the first t tokens alone, through torch's layers, words as one-hot rows."""
    memory = torch_encoder(_one_hot_embedded(source, E), encoder_blocks, heads, eps)
    rows = []
    for t in range(1, target.shape[-1] + 1):
        prefix = _one_hot_embedded(target[..., :t], E)
        rows.append(F.linear(torch_decoder(prefix, memory, decoder_blocks, heads, eps)[..., -1, :], E))
    return torch.stack(rows, dim=-2)


def _one_hot_embedded(ids: Tensor, E: Tensor) -> Tensor:
    X = math.sqrt(E.shape[1]) * (F.one_hot(ids, len(E)).to(E) @ E)
    return X + sinusoidal_positions(X.shape[-2], X.shape[-1], like=X)


@formula(
    source="Vaswani et al. 2017, section 3.1: auto-regressive at inference",
    outputs=("p",),
    sizes={"d_model": "2*heads*d_k"},
    domains={
        "source": "index V",
        "target": "index V",
        "encoder_blocks": "layers L transformer.encoder_block",
        "decoder_blocks": "layers L transformer.decoder_block",
        "eps": "0.1..0.9",
    },
)
def next_token(
    source: Int[Tensor, "*batch S"],
    target: Int[Tensor, "*batch T"],
    E: Float[Tensor, "V d_model"],
    encoder_blocks: Sequence[Weights],
    decoder_blocks: Sequence[Weights],
    heads: int,
    eps: float,
) -> Float[Tensor, "*batch V"]:
    """Probabilities of the token after the whole of `target`: only the last row predicts."""
    logits = transformer_logits(source, target, E, encoder_blocks, decoder_blocks, heads, eps)
    return logits[..., -1, :].softmax(dim=-1)


@next_token.twin
def last_prefix(
    source: Tensor,
    target: Tensor,
    E: Tensor,
    encoder_blocks: Sequence[Weights],
    decoder_blocks: Sequence[Weights],
    heads: int,
    eps: float,
) -> Tensor:
    """torch's layers, and exponentials of log-probabilities."""
    logits = logits_of_every_prefix(source, target, E, encoder_blocks, decoder_blocks, heads, eps)
    return logits.log_softmax(dim=-1)[..., -1, :].exp()


@formula(
    source="Vaswani et al. 2017, section 3.1, decoded greedily; the notes' inference",
    outputs=("ids",),
    sizes={"d_model": "2*heads*d_k"},
    domains={
        "source": "index V",
        "bos": "0..0",
        "eos": "1..1",
        "max_length": "3..5",
        "encoder_blocks": "layers L transformer.encoder_block",
        "decoder_blocks": "layers L transformer.decoder_block",
        "eps": "0.1..0.9",
    },
    reads_data=True,
)
def generate(
    source: Int[Tensor, " S"],
    bos: int,
    eos: int,
    max_length: int,
    E: Float[Tensor, "V d_model"],
    encoder_blocks: Sequence[Weights],
    decoder_blocks: Sequence[Weights],
    heads: int,
    eps: float,
) -> list[int]:
    """The most probable token again and again, after bos, until eos or max_length tokens; bos is not returned."""
    ids: list[int] = []
    while len(ids) < max_length and eos not in ids:
        target = torch.tensor([bos, *ids], device=E.device)
        ids.append(int(next_token(source, target, E, encoder_blocks, decoder_blocks, heads, eps).argmax()))
    return ids


@generate.twin
def generated_from_logits(
    source: Tensor,
    bos: int,
    eos: int,
    max_length: int,
    E: Tensor,
    encoder_blocks: Sequence[Weights],
    decoder_blocks: Sequence[Weights],
    heads: int,
    eps: float,
) -> list[int]:
    """Highest logits of torch's decoder over an encoder that ran once."""
    memory = torch_encoder(_one_hot_embedded(source, E), encoder_blocks, heads, eps)
    ids = [bos]
    for _ in range(max_length):
        Y = _one_hot_embedded(torch.tensor(ids, device=E.device), E)
        ids.append(int(F.linear(torch_decoder(Y, memory, decoder_blocks, heads, eps)[-1], E).argmax()))
        if ids[-1] == eos:
            break
    return ids[1:]


@formula(
    source="Radford et al. 2018, section 3.1, with the post-norm block and tied table of Vaswani et al. 2017",
    outputs=("logits",),
    sizes={"d_model": "2*heads*d_k"},
    domains={"ids": "index V", "blocks": "layers L transformer.encoder_block", "eps": "0.1..0.9"},
)
def causal_lm_logits(
    ids: Int[Tensor, "*batch T"], E: Float[Tensor, "V d_model"], blocks: Sequence[Weights], heads: int, eps: float
) -> Float[Tensor, "*batch T V"]:
    """Decoder-only: encoder blocks that see the past alone; scores of the token after each one."""
    X = _embedded(ids, E)
    mask = causal_mask(X.shape[-2], like=X)
    for W_q, W_k, W_v, W_o, gamma_1, beta_1, W_1, b_1, W_2, b_2, gamma_2, beta_2 in blocks:
        X = add_and_norm(X, multi_head_attention(X, X, W_q, W_k, W_v, W_o, heads, mask), gamma_1, beta_1, eps)
        X = add_and_norm(X, feed_forward(X, W_1, b_1, W_2, b_2), gamma_2, beta_2, eps)
    return X @ E.mT


@causal_lm_logits.twin
def last_rows_of_prefixes(ids: Tensor, E: Tensor, blocks: Sequence[Weights], heads: int, eps: float) -> Tensor:
    """Row t from an unmasked pass over the first t tokens alone: for their last token nothing is hidden.

    With several blocks the earlier rows of a prefix must stay as they were, so each block reads the kept rows.
    """
    kept = [_one_hot_embedded(ids, E)]
    for weights in blocks:
        rows = [
            torch_encoder(kept[-1][..., : t + 1, :], [weights], heads, eps)[..., t, :] for t in range(ids.shape[-1])
        ]
        kept.append(torch.stack(rows, dim=-2))
    return F.linear(kept[-1], E)
