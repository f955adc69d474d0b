"""What goes wrong in byte-pair encoding."""

from collections import Counter
from itertools import pairwise

from quizbank.mistake import mistake
from reference import subwords
from reference.subwords import Pair, joined


@mistake(
    subwords.learn_merges,
    en="Count anew after each merge: the joined symbol makes new pairs and takes from old ones.",
    zh="每次合并后都要重新计数：新符号会形成新的相邻对，旧的相邻对会变少。",
)
def counted_once(words: list[list[int]], count: int, V: int) -> list[Pair]:
    pairs = Counter(pair for word in words for pair in pairwise(word))
    return [pair for pair, _ in pairs.most_common(count)]


@mistake(
    subwords.learn_merges,
    en="The most frequent pair is joined, not the last one.",
    zh="合并的是最频繁的相邻对，不是最后出现的。",
)
def last_pair(words: list[list[int]], count: int, V: int) -> list[Pair]:
    merges: list[Pair] = []
    for symbol in range(V, V + count):
        pairs = [pair for word in words for pair in pairwise(word)]
        if not pairs:
            break
        merges.append(pairs[-1])
        words = [joined(word, pairs[-1], symbol) for word in words]
    return merges


@mistake(
    subwords.split_word,
    en="The merges are applied in the order in which they were learned.",
    zh="合并要按学到的先后顺序执行。",
)
def merges_in_reverse(word: list[int], words: list[list[int]], count: int, V: int) -> list[int]:
    merges = subwords.learn_merges(words, count, V)
    for place in reversed(range(len(merges))):
        word = joined(word, merges[place], V + place)
    return word
