"""Texts in two languages, and the words that the program itself says."""

import functools
import gettext
import locale
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

Language = Literal["en", "zh"]
LANGUAGES: tuple[Language, ...] = ("en", "zh")


@dataclass(frozen=True)
class Text:
    """The same text in English and Chinese."""

    en: str
    zh: str

    def __getitem__(self, language: Language) -> str:
        return self.zh if language == "zh" else self.en


def default_language() -> Language:
    """Chinese where the locale says so, else English."""
    return "zh" if (locale.getlocale(locale.LC_CTYPE)[0] or "").lower().startswith(("zh", "chinese")) else "en"


@functools.cache
def words(language: Language) -> Callable[[str], str]:
    """The translation of the program's own sentences, as a gettext function over English."""
    folder = Path(__file__).parent / "locale"
    return gettext.translation("quizbank", folder, [language], fallback=True).gettext


def in_both(sentence: str) -> Text:
    """One of the program's own sentences in both languages."""
    return Text(words("en")(sentence), words("zh")(sentence))


def listed(parts: Iterable[str], language: Language) -> str:
    """The parts one after another, with the comma of the language."""
    return ("，" if language == "zh" else ", ").join(parts)


def enumerated(parts: Iterable[str], language: Language) -> str:
    """The parts with an "and" before the last one."""
    *first, last = parts
    if language == "zh":
        return "、".join([*first, last])
    return f"{', '.join(first)} and {last}" if first else last


def labelled(label: str, text: str, language: Language) -> str:
    """A text behind what it is."""
    return f"{label}：{text}" if language == "zh" else f"{label}: {text}"


def sentences(parts: Iterable[str], language: Language) -> str:
    """Whole sentences one after another; Chinese has no blank between them."""
    return ("" if language == "zh" else " ").join(parts)
