"""Choices and orders: letters in the order in which the prompt shows the options, or an option's full text."""

import re
import string
from collections.abc import Callable, Sequence
from typing import Any

from quizbank.language import Language, Text, words
from quizbank.question import Exercise
from quizbank.verdict import Verdict

Compute = Callable[..., Any]

_MARKS = re.compile(r"[\s.,;:!?，。；：！？、()（）\[\]【】\"'“”‘’`]+")
_BETWEEN = re.compile(r"(?:[\s,;<>=，；、→⟶⇒≻≺.)(\[\]{}|/\-–—]|\bthen\b|然后|再|\b\d+[.)、:])+")
_NUMBERED = re.compile(r"(?:^|(?<=[\s;,，；、]))\d+[.)、:]\s*(?=[^\d\s])")
_SAID = re.compile(
    r"(?:(?:(?:the|my) )?(?:answer|option|choice)(?: is)?|it s|it is|i (?:choose|pick|take)|答案?是?|我?选择?|应选|选项)?"
    r" ?([a-z]) ?项?"
)


def letter(place: int) -> str:
    """The letter of the option at this place."""
    return string.ascii_lowercase[place]


def judge_choice(exercise: Exercise, compute: Compute, text: str, *, language: Language) -> Verdict:
    """The verdict on a choice; `compute` returns the place of the right option as the question's file lists them."""
    right = exercise.question.options[int(_computed(exercise, compute))]
    return judge_option([option for _, option in exercise.options], right, text, language=language)


def judge_order(exercise: Exercise, compute: Compute, text: str, *, language: Language) -> Verdict:
    """The verdict on an order; `compute` returns the places of the options in their right order."""
    right = [exercise.question.options[int(place)] for place in _computed(exercise, compute)]
    return judge_sequence([option for _, option in exercise.options], right, text, language=language)


_known: dict[tuple[Compute, str, int], Any] = {}


def _computed(exercise: Exercise, compute: Compute) -> Any:
    """What the question's function gives, remembered: some run an experiment of a quarter of a second."""
    key = compute, exercise.question.id, exercise.seed
    if key not in _known:
        _known[key] = compute(**exercise.given)
    return _known[key]


def judge_option(shown: Sequence[Text], right: Text, text: str, *, language: Language) -> Verdict:
    """The verdict on a choice by its letter or its full text."""
    _ = words(language)
    answer = f"{letter(shown.index(right))}) {right[language]}"
    place = _chosen(text, shown)
    if place is None:
        hint = _("Answer with a letter from a to {last}, or with the option's full text.").format(
            last=letter(len(shown) - 1)
        )
        return Verdict("unreadable", hint=hint, column=1, answer=answer)
    read_as = f"{letter(place)}) {shown[place][language]}"
    if shown[place] == right:
        return Verdict("right", read_as=read_as, answer=answer)
    return Verdict("wrong", read_as=read_as, answer=answer)


def judge_sequence(shown: Sequence[Text], right: Sequence[Text], text: str, *, language: Language) -> Verdict:
    """The verdict on an order, typed as all letters."""
    _ = words(language)
    answer = " ".join(letter(shown.index(option)) for option in right)
    typed = _letters(text, shown)
    wanted = [letter(place) for place in range(len(shown))]
    if sorted(typed) != wanted:
        hint = _("Give each of the letters {letters} once, as in {example}.").format(
            letters=", ".join(wanted), example=" ".join(reversed(wanted))
        )
        return Verdict("unreadable", hint=hint, column=_first_fault(text, typed), answer=answer)
    read_as = " ".join(typed)
    if read_as == answer:
        return Verdict("right", read_as=read_as, answer=answer)
    return Verdict("wrong", hint=_order_hint(typed, answer.split(), language), read_as=read_as, answer=answer)


def _chosen(text: str, shown: Sequence[Text]) -> int | None:
    plain = _plain(text)
    said = _SAID.fullmatch(plain)
    if said and said[1] in string.ascii_lowercase[: len(shown)]:
        return string.ascii_lowercase.index(said[1])
    found = [place for place, option in enumerate(shown) if plain and plain in (_plain(option.en), _plain(option.zh))]
    lettered = re.match(r"\s*[(（]?([a-zA-Z])[)）.:、：]\s*(.+)", text, re.DOTALL)
    if not found and lettered:
        place = string.ascii_lowercase.index(lettered[1].lower())
        rest = _plain(lettered[2])
        return place if place < len(shown) and rest in (_plain(shown[place].en), _plain(shown[place].zh)) else None
    return found[0] if len(found) == 1 else None


def _plain(text: str) -> str:
    return _MARKS.sub(" ", _wide_as_narrow(text)).strip().casefold()


def _wide_as_narrow(text: str) -> str:
    """Full-width letters and signs as plain ones, character for character."""
    return "".join(chr(ord(sign) - 0xFEE0) if "！" <= sign <= "～" else sign for sign in text)


def _letters(text: str, shown: Sequence[Text]) -> list[str]:
    parts = [part for part in _BETWEEN.split(_wide_as_narrow(text).casefold()) if part]
    if len(parts) == 1 and len(parts[0]) == len(shown):
        return list(parts[0])
    return _by_text(text, shown) or parts


def _by_text(text: str, shown: Sequence[Text]) -> list[str]:
    """The letters of an order typed as the options' full texts, none where something else stands between them."""
    rest, found = _plain(_NUMBERED.sub(" ", text)), dict[int, str]()
    for place in sorted(range(len(shown)), key=lambda place: -len(_plain(shown[place].en))):
        for plain in sorted({_plain(shown[place].en), _plain(shown[place].zh)}, key=len, reverse=True):
            at = re.search(rf"(?<![a-z0-9]){re.escape(plain)}(?![a-z0-9])", rest)
            if at:
                found[at.start()] = letter(place)
                rest = rest[: at.start()] + " " * len(at.group()) + rest[at.end() :]
                break
    return [] if _BETWEEN.sub("", rest) else [found[start] for start in sorted(found)]


def _first_fault(text: str, typed: Sequence[str]) -> int:
    """Where the first part stands that is no letter, or is there twice; after the text where none is."""
    for place, part in enumerate(typed):
        if len(part) != 1 or part in typed[:place]:
            return text.casefold().rfind(part) + 1
    return len(text) + 1


def _order_hint(typed: Sequence[str], right: Sequence[str], language: Language) -> str:
    _ = words(language)
    if list(typed) == list(reversed(right)):
        return _("This is the order from the other end.")
    place = next(place for place, pair in enumerate(zip(typed, right, strict=True)) if pair[0] != pair[1])
    if place:
        return _("Right up to {letter}; look at what follows it.").format(letter=typed[place - 1])
    return _("Something else comes first.")
