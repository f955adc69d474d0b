"""What stands around a formula and is none of it: comments, `return`, numbers of lines, fences of code."""

import re

from quizbank.answers.notation.spoken import blank, filled, without_words

_PLAIN_COMMENT = re.compile(r"(?<!\\)#(?:(?!;\s*(?:return\b|[\w.,\s]+[-+*/]?=|[\w.]+\()).)*")
"""To the end of the line, or to a semicolon with another statement behind it."""

_PERCENT = re.compile(r"(?<!\\)%")
_NUMBER_BEFORE = re.compile(r"(?<![\w.{])(\d+(\.\d*)?|\.\d+)\s*$")
_IN_FRONT = tuple(
    re.compile(pattern)
    for pattern in (
        r"\s*(>>>|In \[\d+\]:)",
        r"\s*`{3}\s*\w*\s*$",
        r"\s*`{1,3}",
        r"\s*((答案?|解|公式|[Aa]nswer)\s*[:：]|[一总]?共|等于)",
        r"\s*(\d+[.)、]|\(\d+\)|（\d+）|[①-⑳])(?=\s*\\?[A-Za-z\u0391-\u03c9][^=]*=)",
        r"\s*[-*•](?=\s+\\?[A-Za-z\u0391-\u03c9][^\s=,]*\s*=)",
        r"\s*return\b",
    )
)
"""Each is taken away once, in this order: prompts, fences, headings, numbers, a `return`."""

_NUMBERED = re.compile(r"(?<=[;；])\s*\d+[.)、]\s*(?=\\?[A-Za-z\u0391-\u03c9][^=;；]*=)")
_COUNTED = r"(?<=[\w)\]}])\s+(params|parameters|multiplications|mults|operations)\s*$"
_BEHIND = tuple(
    re.compile(pattern)
    for pattern in (
        r"\s*(左右|上下)\s*$",
        r"`{1,3}\s*$",
        r"[。｡．，；、;,]\s*$",
        r"(?<!\.)\.\s*$",
        r"\s*[个次步](参数|乘法|运算)?\s*$",
        _COUNTED,
    )
)
_LATE_RETURN = re.compile(r";\s*return\b")
_RETURNED = re.compile(r"^[ \t]*return[ (\t]*\w+([ \t]*,[ \t]*\w+)+[ )\t]*$", re.MULTILINE)
_WHERE = re.compile(
    r"\\(text|textrm|mathrm)\s*\{\s*(其中|式中|where)[:：,，]?\s*\}~*|其中|式中|(?<![.\w\\])where\b(?!\s*[({_])"
    r"|(?<=[\w)\]}])\s+(?:with|using)\b(?=\s+\\?\w[^=;(]*=)"
)
_WHERE_NAME = re.compile(r"(\\(?:text|textrm|mathrm)\s*\{)\s*where\s+(?=\w)")
_UNTIL = r"(?:\\leq?(?:slant)?\b|[≤⩽]|<=)"
_LAST = r"\|?\\?(?:[A-Z][\w{}]*|[mnhd](?:_\w+|eads)?)\|?(?![\w-])"
_FOR = r"(?:\\text\s*\{\s*for( all| each| every)?\s*\}|\\forall|∀|\bfor( all| each| every)?\b)"
_BEFORE = r"(?:(?:\\q?quad|[,，])\s*)+"
_BETWEEN = rf"(?:1\s*{_UNTIL}\s*[a-wyz]\s*{_UNTIL}|0\s*{_UNTIL}\s*[a-wyz]\s*<)\s*{_LAST}"
_LISTED = (
    r"[A-Za-z]\s*(?:=|\\in|∈|\bin\b)\s*(?:\\?\{)?1\s*(?:,\s*2\s*)?(?:(?:,\s*)?(?:\\[lc]?dotsc?|…|⋯|\.{2,3})\s*,?|to\b)\s*"
    rf"{_LAST}(?:\\\}})?"
)
_ALL = r"(?:\\text\s*\{\s*for (?:all|each|every)\s*\}|\\forall|∀|\bfor (?:all|each|every)\b)\s*[a-z]\b"
_RANGED = r"[A-Za-z]\s+in\s+range\s*\((?:(?:0\s*,\s*)?[A-Zmnh]\w*|1\s*,\s*[A-Zmnh]\w*\s*\+\s*1)\)"
_RANGE = re.compile(
    rf"(?:{_BEFORE})?(?:[(（]\s*{_FOR}?\s*(?:{_BETWEEN}|{_LISTED}|{_ALL})\s*[)）]|(?<![(（,，])(?:\s|(?=\\))(?:{_FOR}\s*(?:{_LISTED}|{_RANGED})|{_ALL}))"
    rf"\s*(?=$|[;；])|{_BEFORE}{_FOR}?\s*(?:{_BETWEEN}\s*$|{_LISTED}\s*(?=$|[;；]))"
)
"""`\\quad 1 \\le i \\le K`, `, i = 1, …, n`, `(i = 1, …, n)`, `for i = 1..h` behind a formula."""

_MAY_RANGE = re.compile(r"for|∀|[…⋯≤⩽<]|\.\.|dots|\\le")

_CHOICES = re.compile(r"\\begin\s*\{(cases|array|aligned)")


def without_remarks(text: str) -> str:
    """The text with blanks in place of all remarks, so that every column stays."""
    return "\n".join(map(_line, text.split("\n")))


def without_returned_names(text: str) -> str:
    """The text without a line as `return h, c`, whose names other lines define."""
    return _RETURNED.sub(blank, text)


def _line(line: str) -> str:
    line = _without_percent(_PLAIN_COMMENT.sub(blank, line))
    for pattern in _IN_FRONT:
        found = pattern.match(line)
        line = blank(found) + line[found.end() :] if found else line
    line = without_words(line)
    line = _NUMBERED.sub(blank, line) if ";" in line or "；" in line else line
    line = _LATE_RETURN.sub(_cut, line)
    for pattern in _BEHIND:
        line = pattern.sub(blank, line)
    if _MAY_RANGE.search(line):
        line = _RANGE.sub(blank, line)
    line = _WHERE_NAME.sub(_cut_name, line) if "where" in line else line
    return line if _CHOICES.search(line) else _WHERE.sub(_cut, line)


def _without_percent(line: str) -> str:
    r"""Without a LaTeX comment; `75%` and `(1 - p)%` are percentages."""
    for found in _PERCENT.finditer(line):
        before, after = line[: found.start()], line[found.end() :]
        if not _is_percentage(before, after):
            return before + " " * (len(after) + 1)
    return line


def _is_percentage(before: str, after: str) -> bool:
    if not before.strip() or before.rstrip().endswith("\\\\"):
        return False
    follows = after.strip()[:1]
    if _NUMBER_BEFORE.search(before) and (before[-1] != " " or not follows.isalpha()):
        return follows.isascii()
    return not (follows.isalpha() or (before.rstrip()[-1].isalpha() and not follows))


def _cut(found: re.Match[str]) -> str:
    """What follows `where` is a definition of its own."""
    return filled(";", found)


def _cut_name(found: re.Match[str]) -> str:
    r"""`\text{ where head}_i` as `; \text{head}_i`."""
    return ";".ljust(len(found.group()) - len(found[1])) + found[1]
