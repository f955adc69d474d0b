"""What stands behind the `explain` questions about the neural language model."""

import torch

from quizbank import measure
from quizbank.experiment import Reading, reading
from quizbank.questions.nnlm import trained
from quizbank.questions.nnlm.counts import cost, output_share
from quizbank.questions.word2vec.costs import cbow_cost, nnlm_tree_cost
from quizbank.training import text
from reference import nnlm


def what_is_the_bottleneck() -> tuple[Reading, ...]:
    """Shares and multiplications, measured at rising sizes of the vocabulary."""
    N, D, H, V = 8, 100, 100, 4096
    share = 100 * measure.multiplications(nnlm.hidden, n=N, m=D, h=H) / nnlm_tree_cost(N, D, H, V)
    return (
        reading(
            "share of the output layer in %, N = 8, D = H = 100, V = 512, 2048, 8192",
            "输出层所占百分比，N = 8，D = H = 100，V = 512、2048、8192",
            *[100 * output_share(size, N, D, H) for size in (512, 2048, 8192)],
        ),
        reading(
            "multiplications at V = 4096: NNLM, NNLM with a tree, CBOW with a tree",
            "V = 4096 时的乘法次数：NNLM、带层次 softmax 的 NNLM、带层次 softmax 的 CBOW",
            cost(N, D, H, V),
            nnlm_tree_cost(N, D, H, V),
            cbow_cost(N, D, V),
        ),
        reading("share of the hidden layer with the tree, in %", "用树之后隐藏层所占百分比", share),
    )


def why_not_ngrams() -> tuple[Reading, ...]:
    """One sentence is held back; its words are known from others."""
    contexts, words = trained.held_back()
    p = nnlm.nnlm(contexts, *trained.weights()).gather(-1, words[:, None])[:, 0]
    C = torch.nn.functional.normalize(trained.weights()[0], dim=-1)
    king, queen, fish = (C[text.WORDS.index(word)] for word in ("king", "queen", "fish"))
    return (
        reading(
            "“the queen wears a crown .” never seen: P of its last three words, by counting",
            "没见过“the queen wears a crown .”：最后三个词的概率，按计数",
            *trained.counted(contexts, words),
        ),
        reading("the same by a small NNLM", "小型 NNLM 给出的概率", *p),
        reading(
            "cosine of king and queen, king and fish", "king 与 queen、king 与 fish 的余弦", king @ queen, king @ fish
        ),
        reading(
            "different contexts of 3 words in the text, and possible",
            "三个词的上下文：文本中出现过的、可能的总数",
            len({tuple(row) for row in text.windows(torch.device("cpu"))[0].tolist()}),
            len(text.WORDS) ** text.N,
        ),
    )
