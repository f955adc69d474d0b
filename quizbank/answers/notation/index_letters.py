"""Index letters that some notes write otherwise: a step j, a j above, a bound j′, a k for j, a word's index."""

from collections.abc import Sequence

from quizbank.answers.notation.indices import LETTERS
from quizbank.answers.notation.rewriting import (
    Rewritten,
    after_symbol_rules,
    base_before,
    bound_letters,
    group,
    is_below,
    is_name,
    rewritten,
    script_at,
    texts,
)
from quizbank.answers.notation.spelling import Spelled, spelled
from quizbank.answers.notation.tokens import Token
from quizbank.answers.notation.vocabulary import Vocabulary


def with_plain_letters(read: Sequence[Token], vocabulary: Vocabulary) -> list[Token]:
    """The tokens with every index letter below its symbol, and with those of the notes where that is clear."""
    if not any(token.text in ("_", "^") for token in read):
        return list(read)
    found = _with_steps(_with_bound_primes(list(read)), vocabulary)
    found = _with_usual_letter(_with_entries(found, vocabulary), vocabulary)
    return after_symbol_rules(found, vocabulary, (_sampled,))


def _with_bound_primes(read: list[Token]) -> list[Token]:
    r"""With a letter of its own for the `j'` over which `\sum_{j'}` runs."""
    primed = {
        read[letter].text
        for place, token in enumerate(read[:-4])
        if token.text in ("sum", "prod", "max") and read[place + 1].text == "_"
        for letter in (place + 2 + (read[place + 2].text == "{"),)
        if len(read[letter].text) == 1 and read[letter + 1].text == "'"
    }
    for old in sorted(primed):
        used = set("".join(texts(read)))
        free = [text for text in "kjirsuvab" if text not in used]
        read = _renamed(read, old, free[0]) if free else read
        if old not in LETTERS and len(free) > 1:  # `S_w / Σ_{w'} S_{w'}`, `c(w) / Σ_{w'} c(w')`
            here = [p for p, t in enumerate(read) if t.text == old and (is_below(read, p) or _is_alone(read, p))]
            read = [t._replace(text=free[1]) if p in here else t for p, t in enumerate(read)]
    return read


def _is_alone(read: Sequence[Token], place: int) -> bool:
    return place > 0 and read[place - 1].text + read[place + 1].text == "()"


def _renamed(read: list[Token], old: str, new: str) -> list[Token]:
    """With another letter for each `j'`, also for the last one in `ij'`."""
    found: list[Token] = []
    for token in read:
        is_prime = token.text == "'" and bool(found) and found[-1].kind == "word" and found[-1].text.endswith(old)
        if is_prime and (found[-1].text == old or is_below(found, len(found) - 1)):
            found[-1] = found[-1]._replace(text=found[-1].text[:-1] + new)
        else:
            found.append(token)
    return found


def _with_steps(read: list[Token], vocabulary: Vocabulary) -> list[Token]:
    """With t for the letter of the step where `c_{j-1}` says that j is it and no sum runs over j."""
    if not any(token.text == "1" for token in read):
        return read
    found = [symbol for place in range(len(read) - 1) if (symbol := spelled(read, place)) is not None]
    steps = {
        sub[0]
        for base, sub in ((symbol.base, symbol.sub or "") for symbol in found)
        if sub[1:] == "-1" and sub[0] in LETTERS and not is_name(vocabulary, f"{base}_{sub}")
        if is_name(vocabulary, f"{base}_t-1")
    }
    for step in steps - bound_letters(read):
        read = [
            token._replace(text="t") if token.text == step and is_below(read, place) else token
            for place, token in enumerate(read)
        ]
    return read


def _with_entries(read: list[Token], vocabulary: Vocabulary) -> list[Token]:
    """With the letter j of `h_t^j` below where it stands above alone: the entry j of each symbol."""
    for text in "ij" if any(token.text == "^" for token in read) else "":

        def entry(read: list[Token], place: int, vocabulary: Vocabulary, text: str = text) -> Rewritten | None:
            script = script_at(read, place) if read[place].text == "^" else None
            is_letter = script is not None and texts(script.tokens) == [text]
            return (
                Rewritten(group("_", script.tokens, read[place].column), script.end) if script and is_letter else None
            )

        above = sum(entry(read, place, vocabulary) is not None for place in range(len(read)))
        used = [place for place, token in enumerate(read) if token.text == text or is_below(read, place)]
        if above and above == sum(text in read[place].text for place in used) and not is_name(vocabulary, text):
            read = rewritten(read, vocabulary, entry)
    return read


def _with_usual_letter(read: list[Token], vocabulary: Vocabulary) -> list[Token]:
    """With j for the k of X_{ik}, where the notes print X_{ij} and no j stands beside it."""
    places = [place for place in range(len(read)) if is_below(read, place) and read[place].kind == "word"]
    if any("j" in read[place].text for place in places):
        return read
    found = list(read)
    for place in places:
        text = read[place].text
        first = place - 1 - (read[place - 1].text == "{")
        before = base_before(read, first)
        usual = vocabulary.find(f"{before}_{text[:-1]}j") if before and text[-1] in LETTERS else None
        is_usual = (
            usual is not None and usual.role in ("argument", "symbol") and not is_name(vocabulary, f"{before}_{text}")
        )
        if is_usual and text[-1] not in bound_letters(read):
            found[place] = read[place]._replace(text=f"{text[:-1]}j")
    return found


def _sampled(read: list[Token], place: int, found: Spelled, vocabulary: Vocabulary) -> Rewritten | None:
    """`u_{w_s}` as u_s where a sum runs over s and w is only the word whose vector this is."""
    inner = read[found.after_base + 1 : found.after_sub]
    if texts(inner)[0:1] != ["{"] or texts(inner)[2:3] != ["_"] or texts(inner)[4:] != ["}"]:
        return None
    word, index = inner[1], inner[3]
    entry = vocabulary.find(word.text)
    if index.text not in bound_letters(read) or is_name(vocabulary, found.key) or (entry and entry.role == "argument"):
        return None
    return Rewritten([*read[place : found.after_base], *group("_", [index], index.column)], found.after_sub)
