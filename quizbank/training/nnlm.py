"""Bengio's model on a small text: three words predict the next, through a softmax over all words."""

import torch
from torch import Tensor

from quizbank.training import text
from quizbank.training.descent import Run, adam, falling
from quizbank.training.weights import Layout, weights_of
from reference import losses, nnlm

M, H = 12, 24
STEPS, RATE = 200, 2e-2


def run(seed: int, device: torch.device) -> Run:
    """Train on the whole text at every step; beside its perplexity stands that of plain n-gram counts."""
    sizes = {"n": text.N, "m": M, "h": H, "V": len(text.WORDS)}
    laid_out, (contexts, words) = Layout({"all": weights_of(nnlm.nnlm, **sizes)}), text.windows(device)

    def loss(vector: Tensor) -> Tensor:
        p = nnlm.nnlm(contexts, *laid_out.cut(vector)["all"])
        return -p.gather(-1, words[:, None]).log().mean()

    trained = yield from adam(laid_out.start(seed, device), loss, falling(RATE, STEPS))
    weights = laid_out.cut(trained)["all"]
    likeliest = nnlm.nnlm(contexts, *weights).argmax(dim=-1)
    return {
        "perplexity": float(losses.perplexity(loss(trained))),
        "right": float((likeliest == words).double().mean()),
        "counted": text.counted_perplexity(text.N),
        "king": text.most_alike("king", weights[0]),
    }
