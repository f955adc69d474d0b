"""`quizbank ask`: questions and answers line by line, with the judge and the progress of the app."""

import contextlib
import json
import sys
import time
from argparse import Namespace
from collections.abc import Iterable, Iterator, Mapping
from datetime import UTC, datetime
from string import ascii_lowercase
from typing import Any

from quizbank import bank
from quizbank.attempt import AGAIN, EASY, GOOD, HARD, Attempt
from quizbank.commands.judging import Judging, Row
from quizbank.commands.listing import check_topics
from quizbank.commands.problem import OF_VERDICT, RIGHT, WRONG, Problem, unknown_question
from quizbank.commands.show import legend_text, prompt_text
from quizbank.commands.verdict_text import verdict_text
from quizbank.experiment import told as measured
from quizbank.language import listed, words
from quizbank.paths import data_folder
from quizbank.progress import Progress
from quizbank.question import LONG_KINDS, Exercise, Question
from quizbank.session import fresh_seed, plan

HINT, SYMBOLS, SOLUTION, SKIP, QUIT, HELP = ":hint", ":symbols", ":solution", ":skip", ":quit", ":help"
COMMANDS = (HINT, SYMBOLS, SOLUTION, SKIP, QUIT, HELP)
MEANT = {
    **{command: command for command in COMMANDS},
    **dict.fromkeys(("q", "quit", "exit", ":q", ":exit"), QUIT),
    **dict.fromkeys(("?", "？", "help", ":?", ":h"), HELP),
}
"""What is typed for a command, where it is no symbol of the question."""


def ask(options: Namespace) -> int:
    """Ask one question, or what is due and then new ones, until the input ends."""
    with Progress.open(data_folder(options.data)) as progress:
        exercises = _exercises(options, progress)
        desk = Desk(options, progress)
        try:
            verdicts = list(desk.session(exercises))
        finally:
            desk.close()
    if options.id is None:
        return RIGHT
    return OF_VERDICT[verdicts[0]] if verdicts and verdicts[0] else WRONG


def _exercises(options: Namespace, progress: Progress) -> list[Exercise]:
    questions = bank.questions()
    if options.id is not None:
        if options.id not in questions:
            raise Problem(unknown_question(options.id, options.language))
        return [Exercise(questions[options.id], options.seed or 0)]
    check_topics(options.topic, options.language)
    return plan(
        questions,
        progress,
        datetime.now(UTC),
        topics=options.topic,
        kinds=options.kind,
        tiers=options.tier,
        new=options.new,
        seeds=fresh_seed if options.seed is None else lambda: int(options.seed),
    )


class Desk:
    """One person at a line-by-line terminal; with `--json` the words go to stderr."""

    def __init__(self, options: Namespace, progress: Progress) -> None:
        self._language = options.language
        self._ = words(options.language)
        self._json = options.json
        self._words = sys.stderr if options.json else sys.stdout
        self._progress = progress
        self._has_left = False
        self._judging = Judging(options.device, options.language)
        self._judging.start()
        getattr(sys.stdin, "reconfigure", lambda **_: None)(errors="replace")
        self._say([self._("Type an answer, or one of: {commands}.").format(commands=" ".join(COMMANDS))])

    def session(self, exercises: Iterable[Exercise]) -> Iterator[str | None]:
        """The verdict on each, until the person leaves."""
        for exercise in exercises:
            try:
                yield self.ask(exercise)
            except EOFError:
                return
            if self._has_left:
                return

    def close(self) -> None:
        """End the judge."""
        self._judging.close()

    def ask(self, exercise: Exercise) -> str | None:
        """Ask until the answer is settled, and store it; returns the verdict, or none where it was skipped."""
        attempt = Attempt(exercise, time.monotonic())
        self._say(["", *prompt_text(exercise, self._language), *self._symbols(exercise)])
        while attempt.stage != "rating":
            text = self._answer(exercise.question)
            if text == SKIP:
                return None
            self._take(attempt, text)
        self._settle(attempt)
        return attempt.verdict

    def _symbols(self, exercise: Exercise) -> list[str]:
        """How to type every symbol of the topic, on one line; `:symbols` explains them."""
        question = exercise.question
        names = question.symbols or tuple(symbol.type_as for symbol in question.legend)
        return [self._("Symbols: {names}").format(names="  ".join(names))] if names else []

    def _take(self, attempt: Attempt, text: str) -> None:
        """Do what was typed: a command, or an answer to judge."""
        question = attempt.exercise.question
        if text == QUIT:
            raise EOFError
        if text == HELP:
            self._say(self._help())
        elif text == HINT:
            self._hint(attempt)
        elif text == SYMBOLS:
            self._say(legend_text(question, self._language))
        elif text == SOLUTION or (text and question.kind == "explain"):
            solution = self._judging.solve(question.id, attempt.exercise.seed)
            attempt.gave_up(solution, "" if text == SOLUTION else text, time.monotonic())
        elif text:
            self._judge(attempt, text)

    def _help(self) -> list[str]:
        _ = self._
        meanings = {
            HINT: _("the next hint"),
            SYMBOLS: _("every symbol, how to type it, and what it means"),
            SOLUTION: _("give up and see the answer"),
            SKIP: _("leave this question out for now"),
            QUIT: _("end; what you have answered is kept"),
        }
        return [f"  {command}  {meaning}" for command, meaning in meanings.items()]

    def _hint(self, attempt: Attempt) -> None:
        hints = attempt.exercise.question.hints
        if attempt.hints < len(hints):
            self._say([hints[attempt.hints][self._language]])
            attempt.hints += 1
        else:
            self._say([self._("There is no further hint.")])

    def _judge(self, attempt: Attempt, text: str) -> None:
        lines = text.split("\n")
        found = self._judging.check(Row(attempt.exercise.question.id, lines, attempt.exercise.seed))
        attempt.judged(found, text, time.monotonic())
        if attempt.stage == "rating":
            return
        reason = {**found, "answer": None, "counterexample": None, "read_as": None, "mistake": None, "seconds": None}
        self._say(verdict_text(reason, lines, self._language))
        if attempt.stage == "retry":
            self._say([self._("Try again, or: {command}").format(command=SOLUTION)])

    def _settle(self, attempt: Attempt) -> None:
        reply, question = attempt.reply or {}, attempt.exercise.question
        if question.kind != "explain":  # which is not judged
            told = list(verdict_text(reply, attempt.text.split("\n"), self._language))
            self._say(told[1:] if attempt.surrendered else told)
        if question.note:
            self._say([question.note[self._language]])
        if question.points:
            self._explained(attempt, reply)
        rating = self._rating(attempt)
        if rating is not None:
            self._progress.record(attempt.rated(rating, datetime.now(UTC)))
        if self._json:
            print(json.dumps({**reply, "rating": rating}, ensure_ascii=False), flush=True)

    def _explained(self, attempt: Attempt, reply: Mapping[str, Any]) -> None:
        """Key points to tick, what the experiment measured, and the follow-up."""
        question, language = attempt.exercise.question, self._language
        self._say(
            f"  {letter}) {point[language]}" for letter, point in zip(ascii_lowercase, question.points, strict=False)
        )
        self._say(measured(reply.get("readings") or [], language))
        if question.follow_up:
            self._say([self._("and then: {question}").format(question=question.follow_up[language])])
        self._say([self._("Which points did you have? Their letters, or none:")])
        with contextlib.suppress(EOFError):
            for letter in set(self._line().casefold()) & set(ascii_lowercase):
                attempt.tick(ascii_lowercase.index(letter))

    def _rating(self, attempt: Attempt) -> int | None:
        """The person's rating; at the end of the input the suggested one."""
        names = {AGAIN: self._("again"), HARD: self._("hard"), GOOD: self._("good"), EASY: self._("easy")}
        suggestion = attempt.suggestion
        asked = listed([f"{rating} {name}" for rating, name in names.items()], self._language)
        if suggestion is not None:
            asked = self._("{ratings}; Enter means {rating}").format(ratings=asked, rating=suggestion)
        while True:
            self._say([self._("How was it? {ratings}").format(ratings=asked)])
            try:
                text = self._line()
            except EOFError:
                return suggestion
            if not text and suggestion is not None:
                return suggestion
            if text in ("1", "2", "3", "4"):
                return int(text)
            if MEANT.get(text.casefold()) == QUIT:
                self._has_left = True
                return suggestion

    def _answer(self, question: Question) -> str:
        """What was typed: a command, one line, or for a system all lines up to an empty one."""
        is_long = question.kind in LONG_KINDS
        self._say([self._("Your answer, then an empty line:") if is_long else self._("Your answer:")])
        lines = [self._line()]
        if (command := meant(lines[0], question)) is not None:
            return command
        while is_long and lines[-1]:
            lines.append(self._line())
        return "\n".join(lines).strip()

    def _line(self) -> str:
        """The next line of input; `input` lets a person edit it where there is a terminal."""
        self._words.flush()
        return input().strip()

    def _say(self, lines: Iterable[str]) -> None:
        print("\n".join(lines), file=self._words, flush=True)


def meant(line: str, question: Question) -> str | None:
    """The command that a line is; none where it is a symbol of the question, as `q` may be."""
    spellings = {text for s in question.legend for text in (s.name, s.symbol, s.type_as, *s.also)}
    return None if line in spellings.union(question.symbols) else MEANT.get(line.casefold())
