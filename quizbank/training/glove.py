"""GloVe on the notes' three sentences, until the weighted squared error has fallen to a millionth."""

import torch
from torch import Tensor

from quizbank.training.descent import Run, adagrad
from quizbank.training.weights import Layout, weights_of
from reference import glove

SENTENCES = ("I like deep learning", "I like NLP", "I enjoy learning")
WORDS = tuple(dict.fromkeys(" ".join(SENTENCES).split()))
WINDOW, D, X_MAX, ALPHA = 1, 2, 100.0, 0.75
RATE, STEPS, ENOUGH = 0.3, 1500, 1e-6


def counts(device: torch.device) -> Tensor:
    """The notes' table: neighbours within a sentence."""
    ids = [[WORDS.index(word) for word in sentence.split()] for sentence in SENTENCES]
    return glove.cooccurrence(ids, WINDOW, len(WORDS), like=torch.empty(0, device=device))


def run(seed: int, device: torch.device) -> Run:
    """Fit all nonzero cells together by AdaGrad."""
    laid_out, X = Layout({"all": weights_of(glove.glove_loss, V=len(WORDS), d=D)}), counts(device)

    def loss(vector: Tensor) -> Tensor:
        W, W_tilde, b, b_tilde = laid_out.cut(vector)["all"]
        return glove.glove_loss(W, W_tilde, b, b_tilde, X, X_MAX, ALPHA)

    trained = yield from adagrad(laid_out.start(seed, device), loss, RATE, STEPS, ENOUGH)
    W, W_tilde, b, b_tilde = laid_out.cut(trained)["all"]
    vectors = glove.word_vectors(W, W_tilde).tolist()
    fitted = torch.exp(W @ W_tilde.mT + b[:, None] + b_tilde)
    return {
        "vectors": [[word, *row] for word, row in zip(WORDS, vectors, strict=True)],
        "worst_count": float((fitted - X).abs().masked_fill(X == 0, 0.0).max()),
        "svd_loss": svd_loss(X),
        "ratio_counted": _ratio(X, X),
        "ratio_fitted": _ratio(fitted, X),
    }


def svd_loss(X: Tensor) -> float:
    """The same loss of latent semantic analysis: the best factors of equal rank, which know neither weights nor gaps."""
    U, s, V = torch.linalg.svd(torch.log1p(X))
    factors = U[:, :D] * s[:D], V[:D].mT
    no_bias = X.new_zeros(len(X))
    return float(glove.glove_loss(*factors, no_bias, no_bias, X, X_MAX, ALPHA))


def _ratio(counts: Tensor, X: Tensor) -> float:
    """P(like | I) / P(like | NLP), which the differences of word vectors are made to carry."""
    i, j, k = (WORDS.index(word) for word in ("I", "NLP", "like"))
    rows = X.sum(dim=1)
    return float(counts[i, k] / rows[i] / (counts[j, k] / rows[j]))
