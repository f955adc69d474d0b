"""The Transformer: layers, blocks, and the whole model in training and in use."""

from reference.transformer.block import decoder, decoder_block, encoder, encoder_block, encoder_block_pre_norm
from reference.transformer.layer import (
    add_and_norm,
    dropout,
    feed_forward,
    feed_forward_gradient,
    layer_norm,
    layer_norm_gradient,
)
from reference.transformer.model import causal_lm_logits, generate, next_token, transformer_logits

__all__ = [
    "add_and_norm",
    "causal_lm_logits",
    "decoder",
    "decoder_block",
    "dropout",
    "encoder",
    "encoder_block",
    "encoder_block_pre_norm",
    "feed_forward",
    "feed_forward_gradient",
    "generate",
    "layer_norm",
    "layer_norm_gradient",
    "next_token",
    "transformer_logits",
]
