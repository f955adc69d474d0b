"""Trees over words: numbers of inner nodes and ties are free, everything else is told."""

import pytest

HEAD = """
    import heapq
    from quizbank import solves
    from reference.word2vec import balanced_tree, huffman_tree
"""

RIGHT = (
    HEAD
    + """
    def turned(tree):  # the other way round at each inner node, which have other numbers too
        return [[(len(tree) - 2 - node, -turn) for node, turn in path] for path in tree]

    @solves("word2vec.huffman_tree")
    def other_way_round(counts):
        return turned(huffman_tree(counts))

    @solves("word2vec.huffman_tree")
    def nodes_beside_turns(counts):
        return [([node for node, _ in path], [turn for _, turn in path]) for path in huffman_tree(counts)]

    @solves("word2vec.balanced_tree")
    def smaller_half_first(V):
        return turned(balanced_tree(V))

    @solves("word2vec.balanced_tree")
    def from_equal_counts(V):
        import torch
        return huffman_tree(torch.ones(V, dtype=torch.int64))
"""
)


def test_ties_and_numbers_are_free(grade):
    for function, results in grade(RIGHT).items():
        assert {result.result for result in results.values()} == {"pass"}, (function, results)


@pytest.mark.parametrize(
    ("task", "body", "check", "message"),
    [
        ("huffman_tree", "balanced_tree(len(counts))", "values", "total code length"),
        ("huffman_tree", "[[(0, 1)]] * len(counts)", "values", "begins that of word"),
        ("huffman_tree", "[[(n + 1, t) for n, t in p] for p in huffman_tree(counts)]", "values", "no inner node"),
        ("huffman_tree", "[[(0, t) for n, t in p] for p in huffman_tree(counts)]", "values", "stands at two places"),
        ("huffman_tree", "[[(w % (len(counts) - 1), t) for n, t in p[:1]] for w, p in enumerate(huffman_tree(counts))]", "values", "at the same place"),
        ("huffman_tree", "[[(n, (t + 1) // 2) for n, t in p] for p in huffman_tree(counts)]", "shape", "turn ±1"),
        ("huffman_tree", "huffman_tree(counts)[1:]", "shape", "each of the"),
        ("balanced_tree", "{'tree': 1}", "shape", "turn ±1"),
        ("balanced_tree", "[[(n, -1) for n in range(w)] + [(w, 1)] * (w < V - 1) for w in range(V)]", "values", "total code length"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_told(grade, task, body, check, message):
    argument = "counts" if task == "huffman_tree" else "V"
    results = grade(f"{HEAD}\n    @solves('word2vec.{task}')\n    def f({argument}):\n        return {body}\n")["f"]
    assert (results[check].result, message in results[check].message) == (check.removesuffix("s"), True), results
