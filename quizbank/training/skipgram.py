"""Skip-gram on a small text: each word predicts the words up to two places away, by their Huffman paths."""

import torch
from torch import Tensor

from quizbank.training import text
from quizbank.training.descent import Run, adam, falling
from quizbank.training.weights import Layout, weights_of
from reference import losses, word2vec
from reference.word2vec.paths import path_to

D, WINDOW = 12, 2
STEPS, RATE = 150, 3e-2


def run(seed: int, device: torch.device) -> Run:
    """Train on all pairs at every step."""
    words_tree = text.tree()
    laid_out = Layout({"all": weights_of(word2vec.skipgram_loss, V=len(text.WORDS), D=D)})
    pairs = word2vec.skipgram_pairs(torch.tensor(text.IDS, device=device), WINDOW)
    centres = text.by_word(pairs[:, 0], pairs[:, 1])

    def loss(vector: Tensor) -> Tensor:
        C, nodes = laid_out.cut(vector)["all"]
        parts = [
            word2vec.path_loss(C[ids], *path_to(words_tree, context, nodes))  # `skipgram_loss` of many centres
            for context, ids in centres.items()
        ]
        return torch.cat(parts).mean()

    trained = yield from adam(laid_out.start(seed, device), loss, falling(RATE, STEPS))
    C = laid_out.cut(trained)["all"][0]
    return {"perplexity": float(losses.perplexity(loss(trained))), "king": text.most_alike("king", C)}
