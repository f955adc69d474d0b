"""Cases that stand below each other, one a line."""

import re
from collections.abc import Sequence

_STARTS = re.compile(r"(?:\b(?:if|when|for)\b|如果|若|当).*[<>≤≥⩽⩾=]|\{[^}]*$")
_ENDS = re.compile(r"\b(?:else|otherwise)\b|否则|其[他它余]|\}\s*$")
_GOES_ON = re.compile(r"[^=]*(?:\b(?:if|when|for|else|otherwise)\b|如果|若|当|否则|其[他它余]|[<>≤≥⩽⩾])")


_IF_LINE = re.compile(r"\s*if\b.*:")
_ELSE_LINE = re.compile(r"\s*else\s*:")


_MOST = 8
"""So many lines go on with the cases of the first one."""


def with_cases_joined(texts: Sequence[str]) -> list[str]:
    """The texts with cases that stand below each other in one of them, as those of `if c:` and `else:` in code."""
    found = list[str]()
    for text in texts:
        is_open = bool(found) and _STARTS.search(found[-1]) and not _ENDS.search(found[-1])
        is_open = is_open and found[-1].count("\n") < _MOST
        if (is_open and _GOES_ON.match(text)) or (found and found[-1].count("\n") < _MOST and _is_block(found[-1])):
            found[-1] += f"\n{text}"
        else:
            found.append(text)
    return found


def _is_block(text: str) -> bool:
    """Whether an `if c:` waits for more: for its value, its `else:` or the value of that."""
    lines = text.split("\n")
    is_whole = len(lines) > 1 and bool(_ELSE_LINE.match(lines[-2])) and lines[-2].rstrip().endswith(":")
    return (
        bool(_IF_LINE.match(lines[0])) and not is_whole and not (_ELSE_LINE.match(lines[-1]) and lines[-1][-1:] != ":")
    )
