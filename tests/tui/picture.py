"""Draws the README's picture from the real app, with the real judge: `python -m tests.tui.picture`."""

import asyncio
import re
import tempfile
from pathlib import Path

from tests.tui.desk import told, type_in, until
from tui.app import Choice, QuizApp
from tui.review import Review

PICTURE = Path(__file__).parent / "pictures" / "review.svg"
ANSWER = "σ(W_f [h_{t-1}, x_t])"
SECONDS = 60.0


async def draw(folder: Path) -> str:
    """A first answer without its bias, and the solution after it."""
    app = QuizApp(folder, device="cpu", choice=Choice(topics=("lstm",), kinds=("formula",), seed=0))
    async with app.run_test(size=(80, 26)) as pilot:
        await until(pilot, lambda: app.judge.state == "ready", SECONDS)
        await until(pilot, lambda: isinstance(app.screen, Review) or app.questions, SECONDS)
        if not isinstance(app.screen, Review):
            await pilot.press("enter")
            await pilot.pause()
        screen = app.screen
        assert isinstance(screen, Review)
        await type_in(pilot, ANSWER)
        await pilot.press("enter")
        await told(pilot, "retry", SECONDS)
        await pilot.press("space")
        await told(pilot, "rating", SECONDS)
        return portable(app.export_screenshot(title="quizbank"))


def portable(svg: str) -> str:
    """A picture that keeps its blanks in every viewer and asks no server for a font: any monospaced one does."""
    svg = svg.replace("<svg ", '<svg xml:space="preserve" ', 1)
    return re.sub(r"@font-face \{.*?\}\s*", "", svg, flags=re.DOTALL)


def main() -> None:
    """Write the picture."""
    with tempfile.TemporaryDirectory() as folder:
        picture = asyncio.run(draw(Path(folder)))
    PICTURE.parent.mkdir(exist_ok=True)
    PICTURE.write_text(picture, "utf-8")


if __name__ == "__main__":
    main()
