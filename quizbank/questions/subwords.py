"""The answers to the own questions about sub-words, each by running the reference."""

from collections.abc import Iterable

from quizbank.answers.lure import lure
from quizbank.experiment import Reading, reading
from reference import subwords

LETTERS = "abcdefghijklmnopqrstuvwxyz"
CORPUS = {"low": 5, "lower": 2, "newest": 6, "widest": 3}
"""The example of Sennrich, Haddow and Birch, without its end-of-word sign."""


def pieces(word: str, merges: int) -> int:
    """Learned from the paper's four words."""
    return len(subwords.split_word(_ids(word), _corpus(), merges, len(LETTERS)))


@lure(pieces, en="That many letters are left only without merges.", zh="只有不合并时才剩这么多个字母。")
def _letters(word: str, merges: int) -> int:
    return len(word)


def symbols(merges: int) -> int:
    """Letters of the corpus and what the merges add."""
    letters = {letter for word in CORPUS for letter in word}
    return len(letters) + len(subwords.learn_merges(_corpus(), merges, len(LETTERS)))


@lure(
    symbols,
    en="The letters stay in the vocabulary: a rare word still needs them.",
    zh="字母仍留在词表里：罕见词还要用到。",
)
def _merges_alone(merges: int) -> int:
    return merges


def why_subwords() -> tuple[Reading, ...]:
    """A frequent word, and one that is not in the corpus, as merges are added."""
    steps = range(0, 11, 2)
    return (
        reading(
            "pieces of newest after 0, 2, 4 … 10 merges", "0、2、4……10 次合并后 newest 的块数", _fallen("newest", steps)
        ),
        reading("pieces of lowest, never seen", "没见过的 lowest 的块数", _fallen("lowest", steps)),
        reading("symbols in the vocabulary", "词表里的符号数", [symbols(merges) for merges in steps]),
    )


def _fallen(word: str, steps: Iterable[int]) -> list[int]:
    return [pieces(word, merges) for merges in steps]


def _corpus() -> list[list[int]]:
    return [_ids(word) for word, times in CORPUS.items() for _ in range(times)]


def _ids(word: str) -> list[int]:
    return [LETTERS.index(letter) for letter in word]
