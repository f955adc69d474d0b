"""First paint against an empty Textual app, and the echo of a keystroke."""

import statistics
import subprocess
import sys
import time

from quizbank import bank
from quizbank.question import Exercise
from tests.command import environment
from tui.echo import FORMULAS, reading

TIMES = 9
FIRST_PAINT, KEYSTROKE_S = 1.3, 0.005

EMPTY = """
from textual.app import App
from textual.widgets import Footer, OptionList, Static
class Empty(App):
    def compose(self):
        yield from (Static("quizbank"), OptionList("one"), Footer())
    def on_ready(self):
        self.exit()
Empty().run(headless=True)
"""
OURS = """
import os, sys
from pathlib import Path
from tui.app import QuizApp
from tui.home import Home
class Ours(QuizApp):
    async def _load(self):
        self.exit()  # the first thing after the first paint
Ours(Path(sys.argv[1])).run(headless=True)
"""


def seconds(code, folder):
    """The wall time of a fresh process."""
    started = time.perf_counter()
    subprocess.run([sys.executable, "-P", "-c", code, str(folder)], check=True, env=environment(folder), cwd=folder)
    return time.perf_counter() - started


def test_the_first_paint_is_hardly_later_than_that_of_an_empty_app(tmp_path):
    pairs = [(seconds(EMPTY, tmp_path), seconds(OURS, tmp_path)) for _ in range(TIMES)]
    empty, ours = (statistics.median(column) for column in zip(*pairs, strict=True))
    print(f"\nfirst paint: {ours * 1000:.0f} ms, an empty app {empty * 1000:.0f} ms, ratio {ours / empty:.2f}")
    assert ours < FIRST_PAINT * empty


def test_the_echo_comes_within_a_keystroke():
    asked = [question for question in bank.questions().values() if question.kind in FORMULAS and question.formula]
    taken = []
    for question in asked:
        text, exercise = bank.formulas()[question.formula].latex or "", Exercise(question, 0)
        reading(text, exercise, "en")  # the vocabulary is read once a question
        started = time.process_time()
        reading(text, exercise, "en")
        taken.append(time.process_time() - started)
    middle, late = statistics.median(taken), statistics.quantiles(taken, n=20)[-1]
    print(f"\necho of {len(taken)} whole answers: median {middle * 1000:.2f} ms, 95th percentile {late * 1000:.2f} ms")
    assert middle < KEYSTROKE_S
