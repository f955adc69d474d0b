"""Limits with dots between them: `sum(x_j, j=1..n)` and `sum_{j=1..n}` have them below and above the sign."""

from quizbank.answers.notation.rewriting import Rewritten, group, texts
from quizbank.answers.notation.spelling import closing
from quizbank.answers.notation.statements import split
from quizbank.answers.notation.tokens import END, Token
from quizbank.answers.notation.vocabulary import Vocabulary

Tokens = list[Token]
_SUMS = ("sum", "prod")


def ranged(read: Tokens, place: int, vocabulary: Vocabulary) -> Rewritten | None:
    """The sum that starts here with plain limits."""
    if read[place].text not in _SUMS or len(read) < place + 3:
        return None
    if texts(read[place + 1 : place + 3]) == ["_", "{"]:
        end = closing(read, place + 2)
        limits = _limits(read[place + 3 : end])
        return Rewritten([read[place], *limits], end + 1) if limits else None
    if read[place + 1].text != "(":
        return None
    end = closing(read, place + 1)
    parts = split([*read[place + 2 : end], END])
    limits = _limits([token for token in parts[-1] if token is not END]) if len(parts) == 2 else []
    return Rewritten([read[place], *limits, read[place + 1], *parts[0], read[end]], end + 1) if limits else None


def _limits(inner: Tokens) -> Tokens:
    """`j=1..n` as `_{j=1}^{n}`; nothing where this is no range."""
    dots = [place for place, token in enumerate(inner) if token.text == "…"]
    is_range = len(dots) == 1 and 2 < dots[0] < len(inner) - 1 and inner[0].kind == "word" and inner[1].text == "="
    if not is_range or any(token.text == "," for token in inner):
        return []
    column = inner[0].column
    return [*group("_", inner[: dots[0]], column), *group("^", inner[dots[0] + 1 :], column)]
