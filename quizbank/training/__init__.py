"""Training runs that learn: small models of the reference, trained in seconds while their loss is watched.

This file knows their names only; torch is loaded by `quizbank.training.watched`.
"""

from quizbank.language import Text

RUNS = {
    "glove": Text("GloVe fits the notes' three sentences", "GloVe 拟合笔记中的三句话"),
    "nnlm": Text("Bengio's NNLM learns a small text", "Bengio 的 NNLM 学习一小段文本"),
    "nnlm_tree": Text("NNLM with hierarchical softmax on the same text", "同一文本上的 NNLM，输出用层次 softmax"),
    "cbow": Text("CBOW with hierarchical softmax on the same text", "同一文本上的 CBOW，输出用层次 softmax"),
    "skipgram": Text(
        "Skip-gram with hierarchical softmax on the same text", "同一文本上的 Skip-gram，输出用层次 softmax"
    ),
    "seq2seq": Text("two LSTMs say short sequences backwards", "两个 LSTM 把短序列倒着说出来"),
    "bahdanau": Text("the same with additive attention", "同样的任务，加上加性注意力"),
    "transformer": Text("a two-layer Transformer does the same", "同样的任务，用两层 Transformer"),
}
"""What `quizbank train NAME` and the judge's `train` know, each with its title."""

RESULTS = {
    "vectors": Text("their vectors", "词向量"),
    "worst_count": Text("largest error of a count", "共现次数的最大误差"),
    "svd_loss": Text("loss of LSA, same rank", "同秩 LSA 的损失"),
    "ratio_counted": Text("ratio of P(like | ·), counted", "P(like | ·) 之比，统计得"),
    "ratio_fitted": Text("ratio of P(like | ·), fitted", "P(like | ·) 之比，拟合得"),
    "perplexity": Text("perplexity", "困惑度"),
    "right": Text("next word is likeliest", "下一词排在首位"),
    "counted": Text("perplexity of n-gram counts", "n-gram 计数的困惑度"),
    "king": Text("most like king", "与 king 最相近"),
    "greedy": Text("right, greedy", "正确率，贪心解码"),
    "beam": Text("right, beam search", "正确率，束搜索"),
    "source": Text("for example, heard", "例如，听到"),
    "said": Text("and said (1 ends it)", "说出（1 表示结束）"),
    "attention": Text("attention, step by place", "注意力，步 × 位置"),
}
"""What a run may find out when it is over, each with what it is called."""
