"""Screens as text: seen on a walk through the app, and held against their pictures."""

import os
from collections.abc import Awaitable, Callable
from pathlib import Path

from textual.pilot import Pilot

from quizbank.language import Language
from tests.tui.desk import Desk, at_desk
from tests.words import catalogue

SCREENS = Path(__file__).with_name("screens")
Walk = Callable[[Desk, Pilot[None]], Awaitable[dict[str, str]]]


def walked(walk: Walk, folder: Path, language: Language = "en", size: tuple[int, int] = (80, 24)) -> dict[str, str]:
    """What a walk sees from a fresh start."""
    seen: dict[str, str] = {}

    async def use(app: Desk, pilot: Pilot[None]) -> None:
        seen.update(await walk(app, pilot))

    at_desk(folder, use, language=language, size=size)
    return seen


def pictured(name: str, text: str, language: Language) -> str:
    """The pictured screen, which `QUIZBANK_WRITE_SCREENS=1` writes anew."""
    file = SCREENS / f"{name}.{language}.txt"
    if os.environ.get("QUIZBANK_WRITE_SCREENS"):
        file.write_text(text + "\n", "utf-8")
    return file.read_text("utf-8")


def english(text: str) -> list[str]:
    """The sentences of the program that stand in the text untranslated."""
    sentences = [en for en, zh in catalogue().items() if " " in en and "{" not in en and en != zh]
    return [sentence for sentence in sentences if sentence in text]
