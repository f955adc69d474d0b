"""Binary trees over the words: their leaves are the words, their V − 1 inner nodes the classifiers."""

import heapq
from collections import deque

from jaxtyping import Int
from torch import Tensor

from reference.formula import formula

Path = tuple[tuple[int, int], ...]
"""From the root to a word: an inner node, and the turn taken there, +1 left or −1 right."""

Tree = tuple[Path, ...]
"""The path of each word; V words have V − 1 inner nodes."""


@formula(source="Morin & Bengio 2005: a balanced binary tree over the words", outputs=("tree",), reads_data=True)
def balanced_tree(V: int) -> Tree:
    """Halve the words until each is alone, the larger half left; inner nodes are numbered on the way down."""
    paths: list[Path] = [()] * V
    halves: list[tuple[int, int, Path]] = [(0, V, ())]
    node = 0
    while halves:
        low, high, path = halves.pop()
        if high - low == 1:
            paths[low] = path
            continue
        middle = (low + high + 1) // 2
        halves.append((middle, high, (*path, (node, -1))))
        halves.append((low, middle, (*path, (node, 1))))
        node += 1
    return tuple(paths)


@balanced_tree.twin
def bisected(V: int) -> Tree:
    """Each word by itself: a left half of k words has k − 1 inner nodes, so the right one's number is known."""
    return tuple(_bisected(word, V) for word in range(V))


def _bisected(word: int, V: int) -> Path:
    path, low, high, node = [], 0, V, 0
    while high - low > 1:
        middle = (low + high + 1) // 2
        path.append((node, 1 if word < middle else -1))
        low, high, node = (low, middle, node + 1) if word < middle else (middle, high, node + middle - low)
    return tuple(path)


@formula(
    source="Huffman 1952; Mikolov, Chen et al. 2013, section 2.1",
    outputs=("tree",),
    domains={"counts": "index 20"},
    reads_data=True,
)
def huffman_tree(counts: Int[Tensor, " V"]) -> Tree:
    """Join the two rarest until one is left, the rarer one left; inner nodes are numbered as they are joined.

    Of equally rare ones the earlier is taken first, and words come before inner nodes.
    """
    paths: list[Path] = [()] * len(counts)
    heap = [(count, age, [age]) for age, count in enumerate(counts.tolist())]
    heapq.heapify(heap)
    for node in range(len(counts) - 1):
        (a, _, left), (b, _, right) = heapq.heappop(heap), heapq.heappop(heap)
        for words, turn in ((left, 1), (right, -1)):
            for word in words:
                paths[word] = ((node, turn), *paths[word])
        heapq.heappush(heap, (a + b, len(counts) + node, left + right))
    return tuple(paths)


@huffman_tree.twin
def two_queues(counts: Tensor) -> Tree:
    """word2vec's own way: sorted words in one queue, inner nodes, which come out sorted, in another."""
    V, parent = len(counts), dict[int, tuple[int, int]]()
    words = deque(sorted((count, word) for word, count in enumerate(counts.tolist())))
    inner: deque[tuple[int, int]] = deque()
    for node in range(V - 1):
        total = 0
        for turn in (1, -1):
            first = words if words and (not inner or words[0][0] <= inner[0][0]) else inner
            count, child = first.popleft()
            total, parent[child] = total + count, (node, turn)
        inner.append((total, V + node))
    return tuple(_climbed(word, parent, V) for word in range(V))


def _climbed(place: int, parent: dict[int, tuple[int, int]], V: int) -> Path:
    path: Path = ()
    while place in parent:
        path = (parent[place], *path)
        place = V + parent[place][0]
    return path
