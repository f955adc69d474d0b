"""CBOW on a small text: the mean of two words on each side predicts the word between them, by its Huffman path."""

import torch
from torch import Tensor

from quizbank.training import text
from quizbank.training.descent import Run, adam, falling
from quizbank.training.weights import Layout, weights_of
from reference import losses, word2vec

D, REACH = 12, 2
STEPS, RATE = 150, 3e-2


def run(seed: int, device: torch.device) -> Run:
    """Train on the whole text at every step."""
    words_tree = text.tree()
    laid_out = Layout({"all": weights_of(word2vec.cbow_loss, V=len(text.WORDS), D=D)})
    rows = torch.tensor(text.IDS, device=device).unfold(0, 2 * REACH + 1, 1)
    around = torch.cat([rows[:, :REACH], rows[:, REACH + 1 :]], dim=-1)
    contexts = text.by_word(around, rows[:, REACH])

    def loss(vector: Tensor) -> Tensor:
        C, nodes = laid_out.cut(vector)["all"]
        parts = [word2vec.cbow_loss(ids, word, C, nodes, words_tree) for word, ids in contexts.items()]
        return torch.cat(parts).mean()

    trained = yield from adam(laid_out.start(seed, device), loss, falling(RATE, STEPS))
    C = laid_out.cut(trained)["all"][0]
    return {"perplexity": float(losses.perplexity(loss(trained))), "king": text.most_alike("king", C)}
