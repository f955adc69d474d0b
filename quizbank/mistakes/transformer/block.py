"""What goes wrong in a Transformer's blocks and in the whole model."""

import math
from collections.abc import Sequence
from typing import Any

from torch import Tensor

from quizbank.mistake import mistake
from reference import attention, transformer
from reference.positions import sinusoidal_positions

Layers = Sequence[Sequence[Tensor]]


@mistake(
    transformer.encoder_block,
    en="This is the pre-norm block: the paper normalises after each residual sum, not before each sub-layer.",
    zh="这是 pre-norm：论文是在每次残差相加之后归一化，不是在子层之前。",
)
def pre_norm(X: Tensor, *arguments: Any) -> Tensor:
    return transformer.encoder_block_pre_norm(X, *arguments)


@mistake(
    transformer.encoder_block,
    en="The feed-forward layer and its residual start from the first add and norm, not from the block's input.",
    zh="前馈层及其残差都从第一次 add & norm 的结果出发，不是从块的输入出发。",
)
def second_residual_from_the_input(
    X: Tensor,
    W_q: Tensor,
    W_k: Tensor,
    W_v: Tensor,
    W_o: Tensor,
    gamma_1: Tensor,
    beta_1: Tensor,
    W_1: Tensor,
    b_1: Tensor,
    W_2: Tensor,
    b_2: Tensor,
    gamma_2: Tensor,
    beta_2: Tensor,
    heads: int,
    eps: float,
) -> Tensor:
    looked = attention.multi_head_self_attention(X, W_q, W_k, W_v, W_o, heads)
    Z = transformer.add_and_norm(X, looked, gamma_1, beta_1, eps)
    return transformer.add_and_norm(X, transformer.feed_forward(Z, W_1, b_1, W_2, b_2), gamma_2, beta_2, eps)


@mistake(
    transformer.encoder_block,
    en="The residual adds the sub-layer's input, whatever it is; adding the positional encoding again is not a residual.",
    zh="残差加的是子层的输入；再加一次位置编码不是残差。",
)
def residual_adds_positions(
    X: Tensor,
    W_q: Tensor,
    W_k: Tensor,
    W_v: Tensor,
    W_o: Tensor,
    gamma_1: Tensor,
    beta_1: Tensor,
    W_1: Tensor,
    b_1: Tensor,
    W_2: Tensor,
    b_2: Tensor,
    gamma_2: Tensor,
    beta_2: Tensor,
    heads: int,
    eps: float,
) -> Tensor:
    n, width = X.shape[-2:]
    code = sinusoidal_positions(n, width + width % 2, like=X)[:, :width].expand_as(X)
    looked = attention.multi_head_self_attention(X, W_q, W_k, W_v, W_o, heads)
    Z = transformer.add_and_norm(code, looked, gamma_1, beta_1, eps)
    return transformer.add_and_norm(Z, transformer.feed_forward(Z, W_1, b_1, W_2, b_2), gamma_2, beta_2, eps)


@mistake(
    transformer.encoder_block_pre_norm,
    en="This is the post-norm block of the original paper; pre-norm normalises the input of each sub-layer.",
    zh="这是原论文的 post-norm；pre-norm 是对每个子层的输入做归一化。",
)
def post_norm(X: Tensor, *arguments: Any) -> Tensor:
    return transformer.encoder_block(X, *arguments)


@mistake(
    transformer.decoder_block,
    en="The decoder sees the future: its self-attention needs the causal mask.",
    zh="解码器看到了未来：它的自注意力需要因果掩码。",
)
def future_seen(Y: Tensor, memory: Tensor, *arguments: Any) -> Tensor:
    with attention.masked_attention.swapped_for(lambda Q, K, V, M: attention.attention(Q, K, V)):
        return _decoder_block(Y, memory, arguments)


@mistake(
    transformer.decoder_block,
    en="In cross-attention the decoder asks and the encoder answers: Q from the decoder, K and V from the memory.",
    zh="交叉注意力由解码器提问、编码器回答：Q 来自解码器，K、V 来自编码器输出。",
)
def cross_attention_to_itself(Y: Tensor, memory: Tensor, *arguments: Any) -> Tensor:
    return _decoder_block(Y, Y, arguments)


@mistake(
    transformer.decoder_block,
    en="Self-attention comes first, then cross-attention: here their weights are exchanged.",
    zh="先自注意力、后交叉注意力：这里两者的权重用反了。",
)
def attentions_exchanged(Y: Tensor, memory: Tensor, *arguments: Any) -> Tensor:
    return _decoder_block(Y, memory, (*arguments[6:12], *arguments[:6], *arguments[12:]))


def _decoder_block(Y: Tensor, memory: Tensor, arguments: Sequence[Any]) -> Tensor:
    return transformer.decoder_block(Y, memory, *arguments)


@mistake(
    transformer.encoder,
    en="Each block has weights of its own; here the first block's are used for all.",
    zh="每个块有自己的权重；这里全用了第一个块的权重。",
)
def first_block_repeated(X: Tensor, blocks: Layers, heads: int, eps: float) -> Tensor:
    return transformer.encoder(X, [blocks[0]] * len(blocks), heads, eps)


@mistake(
    transformer.decoder,
    en="Every decoder block asks the same encoder output; here the next block asks the block before it.",
    zh="每个解码块都查询同一个编码器输出；这里后面的块查询了前一个块的输出。",
)
def memory_replaced(Y: Tensor, memory: Tensor, blocks: Layers, heads: int, eps: float) -> Tensor:
    for weights in blocks:
        Y = memory = transformer.decoder(Y, memory, [weights], heads, eps)
    return Y


@mistake(
    transformer.transformer_logits,
    en="The embeddings are multiplied by √d_model before the positions are added.",
    zh="词向量要先乘 √d_model，再加位置编码。",
)
def embeddings_not_scaled(
    source: Tensor,
    target: Tensor,
    E: Tensor,
    encoder_blocks: Layers,
    decoder_blocks: Layers,
    heads: int,
    eps: float,
) -> Tensor:
    small = E / math.sqrt(E.shape[1])
    logits = transformer.transformer_logits(source, target, small, encoder_blocks, decoder_blocks, heads, eps)
    return logits * math.sqrt(E.shape[1])


@mistake(
    transformer.transformer_logits,
    en="The positions are missing: without them attention cannot tell the order of the words.",
    zh="漏了位置编码：没有它，注意力分不清词的顺序。",
)
def positions_missing(
    source: Tensor,
    target: Tensor,
    E: Tensor,
    encoder_blocks: Layers,
    decoder_blocks: Layers,
    heads: int,
    eps: float,
) -> Tensor:
    scale = math.sqrt(E.shape[1])
    memory = transformer.encoder(scale * E[source], encoder_blocks, heads, eps)
    return transformer.decoder(scale * E[target], memory, decoder_blocks, heads, eps) @ E.mT


@mistake(
    transformer.next_token,
    en="The last row predicts the next token; the first one predicts the token after <bos>.",
    zh="预测下一个词的是最后一行；第一行预测的是 <bos> 之后的词。",
)
def first_row_predicts(
    source: Tensor,
    target: Tensor,
    E: Tensor,
    encoder_blocks: Layers,
    decoder_blocks: Layers,
    heads: int,
    eps: float,
) -> Tensor:
    logits = transformer.transformer_logits(source, target, E, encoder_blocks, decoder_blocks, heads, eps)
    return logits[..., 0, :].softmax(dim=-1)


@mistake(
    transformer.causal_lm_logits,
    en="A language model must not see the token that it predicts: the causal mask is missing.",
    zh="语言模型不能看到要预测的词：漏了因果掩码。",
)
def language_model_sees_the_future(ids: Tensor, E: Tensor, blocks: Layers, heads: int, eps: float) -> Tensor:
    with attention.masked_attention.swapped_for(lambda Q, K, V, M: attention.attention(Q, K, V)):
        return transformer.causal_lm_logits(ids, E, blocks, heads, eps)
