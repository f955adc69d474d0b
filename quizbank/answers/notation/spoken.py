"""Words around and inside a formula: `遗忘门：f_t = …`, `注意力(Q,K,V) = …`, `令 z = …，则 p = …`, `K转置`, `forget gate: f_t = …`."""

import functools
import re
from collections.abc import Sequence

from quizbank.answers.notation.characters import SPOKEN

_CHINESE = re.compile(r"[\u4e00-\u9fff]")
_HEADING = re.compile(
    r"^\s*(?!(?:lambda|def|for|if|elif|else|while|class|with|try)\b)[A-Za-z]{3,}(?: [a-z]+){0,3}\s*(?::\s+|：\s*)"
    r"(?=\\?[A-Za-z\u0391-\u03c9][^=]*=)"
)
_FACTOR = r"(?:[(（][^()（）]*[)）]|[^\s,，;；+\-/()（）\u4e00-\u9fff]+)"
_WORDS = tuple(
    (re.compile(pattern), sign)
    for pattern, sign in (
        (r"对(?:所有|每个)?的?\s*([a-z])\s*求和", r"Σ_\1"),
        (r"对(?:所有|每个)?的?\s*([a-z])\s*连乘", r"Π_\1"),
        (r"[(（]对(?:每个|所有|任意)的?\s*[a-z]\s*[)）]", ""),
        (r"[，,]?\s*对(?:每个|所有|任意)的?\s*[a-z]\s*[:：，,]?", ""),
        (r"(?:其中|这里|式中|[，,;；])\s*([A-Za-z]\w*)\s*为(?=\s*[\[\\A-Za-zσ(])", r";\1="),
        (r"(?:^|(?<=[;；，,。]))\s*[\u4e00-\u9fff]{1,12}\s*[:：]", ""),
        (r"这里|其中|式中", ";"),
        (r"(?:令|设|记|取)(?![\u4e00-\u9fff])", ""),
        (r"(?:则|那么|于是|所以|因此|故|再|然后|最后)(?:有|得)?(?![\u4e00-\u9fff])", ";"),
        (r"(?:^|(?<=[;；，,。]))\s*[\u4e00-\u9fff]{1,12}\s*(?:\([^()=]*\)|（[^（）=]*）)?\s*[=＝](?!=)", ";"),
        (r"(?:^|(?<=[;；，,。]))\s*[\u4e00-\u9fff]{2,12}\s+(?=[^\s=＝]+\s*[=＝])", ""),
        (r"(?:遗忘|输入|输出|更新|重置)门\s*(?=[\\A-Za-z])", ""),
        (r"[(（](?:逐元素|按元素|逐点)(?:相?乘)?[)）]", ""),
        (r"再(?=[加减乘除])", ""),
        (r"大于等于|不小于", "≥"),
        (r"小于等于|不大于|不超过", "≤"),
        (r"大于|超过", ">"),
        (r"小于", "<"),
        (r"不等于", "≠"),
        (r"的?转置", "^T"),
        (r"的\s*([^\s的次]+?)\s*次方", r"^(\1)"),
        (r"的?平方(?!根)", "^2"),
        (r"(?:拼接|串联|连接)(?=\s*[\[【])", ""),
        (r"(?:拼接|串联|连接)(?=\s*[(（])", SPOKEN["concat"]),
        (r"平均值?|均值", SPOKEN["mean"]),
        (r"方差", SPOKEN["var"]),
        (r"标准差", SPOKEN["std"]),
        (r"(?:逐元素|按元素|逐点)乘以?", "⊙"),
        (r"点乘|点积|内积", "·"),
        (r"乘以?", "×"),
        (r"除以", "/"),
        (r"加上?", "+"),
        (r"减去?", "-"),
        (r"等于", "="),
        (rf"根号下\s*({_FACTOR}\s*/\s*{_FACTOR})", r"√(\1)"),
        (r"根号下?", "√"),
        (r"负的", "-"),
        (r"两倍的?", "2*"),
        (r"(\d)\s*倍的?(?=\s*[^\s])", r"\1*"),
    )
)
"""Each word with the sign that it stands for, filled up with blanks so that columns stay."""


_EXPLAINED = re.compile(
    r"[，,;；]?\s*(?:其中|这里|\bwhere)\s*(?:(?:σ|\\sigma)\s*(?:是|表示|is|denotes)\s*(?:the )?sigmoid\s*(?:函数|function)?"
    r"|[⊙∘*]\s*(?:是|表示|is|denotes)\s*(?:逐元素相?乘法?|(?:the )?elementwise(?: product)?)"
    r"|\[[;,]\]\s*(?:是|表示|is|denotes)\s*(?:拼接|(?:the )?concatenation)"
    r"|y\s*(?:是|表示|is|denotes)\s*(?:a |the )?one-hot\s*(?:向量|vector)?)\s*[。.]?\s*$"
    r"|(?<=[^\s])\s*[(（](?:no bias|无偏置)[)）]\s*$"
)
"""`, where σ is the sigmoid` behind a formula: what every reader takes for granted."""

_ELEMENTWISE = re.compile(r"\s*[(（](?:elementwise|逐元素相?乘?|按元素)[)）]\s*$")
_DEFINED = re.compile(r"(\bwhere\s+\\?[A-Za-z]\w*)\s+is\s+(?=[\[\\(]|[A-Z]\b)")

_LET = re.compile(r"\s*(?:令|设|记|let\b)(?=\s*\\?[A-Za-z\u0391-\u03c9][^，,]*[=＝])")

_CASES = (
    (re.compile(r"如果|假如|若|当(?![前然])"), SPOKEN["if"]),
    (re.compile(r"(?:否则|其[他它余](?:情况)?|反之)[为取是]?"), SPOKEN["otherwise"]),
    (re.compile(r"(?:[，,]\s*)?(?:时(?![刻间])|则|那么)(?:\s*[，,:：])?(?:\s*[则取为有是])?"), SPOKEN["then"]),
)
"""The words of cases, read where a condition stands: elsewhere `则` joins two equations."""

_CONDITIONS = re.compile(r"如果|假如|若|当(?![前然])|否则|其[他它余]|[<>≤≥≠=]\s*\w+\s*时")


_BEHIND = r"(?<=[\w)\]}ᵀ²³'∥‖]) +"
_BEFORE = r"\b(?= *[\w(\[\\√σ∥‖-])"
_ENGLISH = (
    (re.compile(r"(?<![\\.\w])sum over ([a-z])\b(?: of\b)?"), r"Σ_\1"),
    (re.compile(r"(?<![\\.\w])(sigmoid|tanh|softmax|relu|exp|log) of\b(?=\s*\()"), r"\1"),
    (re.compile(r"(?<![\\.\w])one-hot\b"), "one_hot"),
    *(
        (re.compile(_BEHIND + pattern), sign)
        for pattern, sign in (
            (rf"times{_BEFORE}", "×"),
            (rf"plus{_BEFORE}", "+"),
            (rf"minus{_BEFORE}", "-"),
            (rf"divided by{_BEFORE}", "/"),
            (rf"(?<!softmax )(?<!mean )(?<!max )(?<!sum )over{_BEFORE}", "/"),
            (rf"dot{_BEFORE}", "·"),
            (r"squared\b(?! *\()", "^2"),
            (r"transposed?\b(?! *\()", "^T"),
            (r"(?:is )?(?:greater|larger) than or equal to\b", "≥"),
            (r"(?:is )?(?:less|smaller) than or equal to\b", "≤"),
            (r"(?:is )?(?:greater|larger) than\b", ">"),
            (r"(?:is )?(?:less|smaller) than\b", "<"),
        )
    ),
)
_ENGLISH_WORDS = ("times", "plus", "minus", "over", "divided", "transpose", "dot ", "than", "squared", "one-hot", " of")
_SPOKEN_ENGLISH = re.compile(
    r"(?<![\\.\w])(?:sum over|times|plus|minus|divided|over|transposed?|dot|than|squared|one-hot)\b| of\b"
)


def without_words(line: str) -> str:
    """The line with blanks in place of headings and explanations, and signs in place of words."""
    line = _without_explanations(line)
    if _LET.match(line):
        line = _cut_at_commas(line)
    line = _HEADING.sub(blank, line)
    if any(word in line for word in _ENGLISH_WORDS) and _SPOKEN_ENGLISH.search(line):
        line = _with_signs(line, _ENGLISH)
    if line.isascii() or not _CHINESE.search(line):
        return line
    return _with_signs(line, (*(_CASES if _CONDITIONS.search(line) else ()), *_WORDS))


def _without_explanations(line: str) -> str:
    if any(word in line for word in ("where", "其中", "这里", "bias", "偏置")):
        line = _DEFINED.sub(r"\1 = ", _EXPLAINED.sub(blank, line))
    if line.rstrip().endswith((")", "）")) and any(sign in line for sign in "⊙∘*"):
        line = _ELEMENTWISE.sub(blank, line)
    return line


def _cut_at_commas(line: str) -> str:
    """`let z = W x, σ(z)` with a semicolon for each comma outside brackets."""
    found, depth = "", 0
    for character in _LET.sub(blank, line):
        depth += (character in "([{（【") - (character in ")]}）】")
        found += ";" if character in ",，" and not depth else character
    return re.sub(r";\s*then\b", functools.partial(filled, ";"), found)


def _with_signs(line: str, words: Sequence[tuple[re.Pattern[str], str]]) -> str:
    """The line with each word as its sign, filled up with blanks."""
    for pattern, sign in words:
        line = pattern.sub(functools.partial(filled, sign), line)
    return line


def filled(sign: str, found: re.Match[str]) -> str:
    """What stands for the match, with blanks behind it up to its length."""
    return found.expand(sign).ljust(len(found.group()))


def blank(found: re.Match[str]) -> str:
    """Blanks in place of the match."""
    return " " * len(found.group())
