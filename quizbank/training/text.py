"""The small text of the word models, and what a model of it is asked."""

import math
from collections import Counter
from collections.abc import Sequence

import torch
from torch import Tensor

from reference import word2vec

TEXT = """
the king rules the land . the queen rules the land . the king wears a crown . the queen wears a crown .
the dog chases the cat . the cat chases the mouse . the dog eats meat . the cat eats fish . the mouse eats cheese .
a king lives in a castle . a queen lives in a castle . a dog sleeps on the mat . a cat sleeps on the mat .
the dog drinks water . the cat drinks milk . a mouse sleeps in a hole .
"""

TOKENS = TEXT.split()
WORDS = tuple(sorted(set(TOKENS), key=lambda word: (-TOKENS.count(word), word)))
IDS = [WORDS.index(word) for word in TOKENS]
N = 3


def tree() -> word2vec.Tree:
    """The words' Huffman tree."""
    return word2vec.huffman_tree(torch.tensor([TOKENS.count(word) for word in WORDS]))


def windows(device: torch.device) -> tuple[Tensor, Tensor]:
    """Every N words, the oldest first, and the word after them."""
    rows = torch.tensor(IDS, device=device).unfold(0, N + 1, 1)
    return rows[:, :N], rows[:, N]


def by_word(contexts: Tensor, words: Tensor) -> dict[int, Tensor]:
    """The contexts of each word, so that one path through the tree serves them all."""
    return {word: contexts[words == word] for word in sorted(set(words.tolist()))}


def counted_perplexity(n: int) -> float:
    """What is left open by the counts of each word after the same n words: no model of n words can do better here."""
    grams = [(tuple(IDS[place : place + n]), IDS[place + n]) for place in range(len(IDS) - n)]
    pairs, contexts = Counter(grams), Counter(context for context, _ in grams)
    return math.exp(-sum(math.log(pairs[gram] / contexts[gram[0]]) for gram in grams) / len(grams))


def most_alike(word: str, table: Tensor, among: Sequence[str] = WORDS) -> str:
    """The other word whose vector has the largest cosine."""
    rows = torch.nn.functional.normalize(table, dim=-1)
    cosines = rows @ rows[WORDS.index(word)]
    return max((other for other in among if other != word), key=lambda other: float(cosines[WORDS.index(other)]))
