"""Bengio's hidden layer, its output a walk down a Huffman tree: most of the work now lies before the output."""

import torch
from torch import Tensor

from quizbank.training import text
from quizbank.training.descent import Run, adam, falling
from quizbank.training.weights import Layout, Weight, weights_of
from reference import losses, nnlm, word2vec
from reference.word2vec.paths import path_to

M, H = 12, 24
STEPS, RATE = 150, 2e-2


def run(seed: int, device: torch.device) -> Run:
    """Train on the whole text at every step."""
    V, words_tree = len(text.WORDS), text.tree()
    laid_out = Layout(
        {
            "table": (Weight("C", (V, M)),),
            "hidden": weights_of(nnlm.hidden, n=text.N, m=M, h=H),
            "nodes": (Weight("nodes", (V - 1, H)),),
        }
    )
    contexts = text.by_word(*text.windows(device))

    def loss(vector: Tensor) -> Tensor:
        (C,), hidden, (nodes,) = laid_out.cut(vector).values()
        return torch.cat(
            [
                word2vec.path_loss(nnlm.hidden(C[ids].flatten(-2), *hidden), *path_to(words_tree, word, nodes))
                for word, ids in contexts.items()
            ]
        ).mean()

    trained = yield from adam(laid_out.start(seed, device), loss, falling(RATE, STEPS))
    table = laid_out.cut(trained)["table"][0]
    return {"perplexity": float(losses.perplexity(loss(trained))), "king": text.most_alike("king", table)}
