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
