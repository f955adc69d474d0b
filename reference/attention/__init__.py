"""Attention, from one query and its keys to many heads."""

from reference.attention.alignment import dot_attention, luong_score
from reference.attention.dot_product import attention, project, scaled_scores, scores, self_attention
from reference.attention.gradients import attention_gradient, multi_head_attention_gradient, project_gradient
from reference.attention.heads import merge_heads, multi_head_attention, multi_head_self_attention, split_heads
from reference.attention.masks import causal_mask, masked_attention, padding_mask
from reference.attention.normalisation import batch_norm

__all__ = [
    "attention",
    "attention_gradient",
    "batch_norm",
    "causal_mask",
    "dot_attention",
    "luong_score",
    "masked_attention",
    "merge_heads",
    "multi_head_attention",
    "multi_head_attention_gradient",
    "multi_head_self_attention",
    "padding_mask",
    "project",
    "project_gradient",
    "scaled_scores",
    "scores",
    "self_attention",
    "split_heads",
]
