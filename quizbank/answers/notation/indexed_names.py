"""Which letters below a name of the user's own are index letters: i of `head_i`, none of `eps_i` and `sample_var`."""

from collections.abc import Sequence

from quizbank.answers.notation.indices import LETTERS, USUAL
from quizbank.answers.notation.reader import LABELS
from quizbank.answers.notation.rewriting import scripted
from quizbank.answers.notation.spelling import Spelled
from quizbank.answers.notation.tokens import Token
from quizbank.answers.notation.vocabulary import Vocabulary


def letters_of(
    name: Spelled, right: Sequence[Token], lines: Sequence[Sequence[Token]], vocabulary: Vocabulary
) -> tuple[str, ...]:
    """The letters of the name that stands left of `right`, one of these lines; none where its subscript is a word."""
    letters = tuple(name.sub or "")
    if name.sup is not None or not letters or name.sub in LABELS:
        return ()
    is_pair = name.base in vocabulary.targets and len(letters) == 2 and all(map(str.islower, letters))
    if letters == ("t",) and any(map(_sums_steps, lines)):
        return letters
    is_indexed = is_pair or _are_usual(name, vocabulary)
    return letters if is_indexed and not _is_fixed(letters, right, vocabulary) else ()


def _are_usual(name: Spelled, vocabulary: Vocabulary) -> bool:
    sub, entry = name.sub or "", vocabulary.find(name.base)
    is_number = entry is not None and entry.role == "argument" and not entry.axes and not entry.is_whole
    usual = LETTERS if len(name.base.strip("~^-")) == 1 or name.base in vocabulary.targets else USUAL
    return len(sub) <= 3 and not is_number and all(text in usual for text in sub)


def _sums_steps(part: Sequence[Token]) -> bool:
    """Whether a sum over t stands in it, which makes the t of `L_t` an index."""
    texts = [token.text for token in part]
    return any(text == "sum" and "t" in texts[place + 2 : place + 4] for place, text in enumerate(texts))


def _is_fixed(letters: Sequence[str], right: Sequence[Token], vocabulary: Vocabulary) -> bool:
    """Whether on the right the letters stand in arguments alone, as in `k_j = U_a h_j` where h_j is given."""
    below = [symbol for _place, symbol in scripted(right) if any(text in (symbol.sub or "") for text in letters)]
    found = [vocabulary.find(symbol.full_key) for symbol in below]
    return bool(found) and all(entry is not None and entry.role == "argument" for entry in found)
