"""Sub-words: byte-pair encoding joins frequent neighbours, so that a rare word falls into pieces that are known."""

from collections import Counter
from itertools import pairwise
from typing import Any

from reference.formula import formula

Pair = tuple[int, int]
Piece = Any
"""A letter's id, or a pair of pieces."""


@formula(
    source="Sennrich, Haddow & Birch 2016, algorithm 1",
    outputs=("merges",),
    domains={"words": "sentences V", "count": "2..3"},
    reads_data=True,
)
def learn_merges(words: list[list[int]], count: int, V: int) -> list[Pair]:
    """The `count` pairs that are joined, in order; words are lists of letter ids below V, merge k makes the id V + k.

    Each time the most frequent pair of neighbours within a word, of equally frequent ones the first to appear.
    """
    merges: list[Pair] = []
    for symbol in range(V, V + count):
        pairs = Counter(pair for word in words for pair in pairwise(word))
        if not pairs:
            break
        merges.append(pairs.most_common(1)[0][0])
        words = [joined(word, merges[-1], symbol) for word in words]
    return merges


def joined(word: list[int], pair: Pair, symbol: int) -> list[int]:
    """The word with every occurrence of the pair, from the left, as one symbol."""
    pieces: list[int] = []
    for letter in word:
        if pieces and (pieces[-1], letter) == pair:
            pieces[-1] = symbol
        else:
            pieces.append(letter)
    return pieces


@learn_merges.twin
def merges_as_brackets(words: list[list[int]], count: int, V: int) -> list[Pair]:
    """A joined piece is the pair itself, ((1, 2), 3), its number looked up at the end; counted by hand."""
    texts: list[list[Piece]] = [list(word) for word in words]
    numbers: dict[Piece, int] = {letter: letter for letter in range(V)}
    merges = []
    for symbol in range(V, V + count):
        pairs = [(word[i], word[i + 1]) for word in texts for i in range(len(word) - 1)]
        if not pairs:
            break
        best = max(dict.fromkeys(pairs), key=pairs.count)
        merges.append((numbers[best[0]], numbers[best[1]]))
        numbers[best] = symbol
        texts = [_bracketed(word, best) for word in texts]
    return merges


def _bracketed(word: list[Piece], pair: tuple[Piece, Piece]) -> list[Piece]:
    place = 0
    while place < len(word) - 1:
        if (word[place], word[place + 1]) == pair:
            word = [*word[:place], pair, *word[place + 2 :]]
        place += 1
    return word


@formula(
    source="Sennrich, Haddow & Birch 2016, section 3.2",
    outputs=("pieces",),
    domains={"word": "sentence V", "words": "sentences V", "count": "2..3"},
    reads_data=True,
)
def split_word(word: list[int], words: list[list[int]], count: int, V: int) -> list[int]:
    """A word, which need not be among `words`, in the pieces learned from them: the merges in their order."""
    for place, pair in enumerate(learn_merges(words, count, V)):
        word = joined(word, pair, V + place)
    return word


@split_word.twin
def split_in_brackets(word: list[int], words: list[list[int]], count: int, V: int) -> list[int]:
    """Joined pieces as pairs, their numbers looked up at the end."""
    known: list[Piece] = list(range(V))
    pieces: list[Piece] = list(word)
    for left, right in merges_as_brackets(words, count, V):
        known.append((known[left], known[right]))
        pieces = _bracketed(pieces, (known[left], known[right]))
    return [known.index(piece) for piece in pieces]
