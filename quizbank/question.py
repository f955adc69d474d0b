"""A question and its texts; an exercise is a question with its numbers drawn."""

import string
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from string import Template
from typing import Any, Literal

from quizbank.language import LANGUAGES, Language, Text
from quizbank.seeds import Stream

Kind = Literal["formula", "system", "shape", "count", "growth", "value", "choice", "order", "fix", "explain"]

LONG_KINDS: tuple[Kind, ...] = ("system", "explain")
"""Kinds whose answers take several lines."""

KINDS: tuple[Kind, ...] = (
    "formula",
    "system",
    "shape",
    "count",
    "growth",
    "value",
    "choice",
    "order",
    "fix",
    "explain",
)


@dataclass(frozen=True)
class Symbol:
    """A symbol of a topic: `name` in the reference, `symbol` as the notes print it, `type_as` at the keyboard.

    `hidden` and `input` name the two column blocks of a joint weight; `misuse` says what it means where the
    symbol stands in a formula to which it does not belong. `borrowed` spellings are other symbols' own, and stand
    for this one in one question where no line defines them.
    """

    name: str
    symbol: str
    type_as: str
    meaning: Text
    also: tuple[str, ...] = ()
    misuse: Text | None = None
    hidden: tuple[str, ...] = ()
    input: tuple[str, ...] = ()
    borrowed: tuple[str, ...] = ()


@dataclass(frozen=True)
class Question:
    """What is asked, in both languages; the answer is never here, it is computed.

    `formula` is the id of the reference formula that is asked or measured, `shown` the wrong LaTeX of a `fix`
    question, `mistake` the declared one that it comes from, if any; `symbols` are the names in which the answer is
    an expression, `given` the numbers that the prompt shows (a list holds alternatives, of which the seed takes
    one). `options` are in the order of their file; an exercise shuffles them. An `explain` question has key
    `points` to tick and a `follow_up`.
    `settled` names the conventions that the prompt closes: it says what the values mean.
    What `is_in_lines` asks for the formula's `lines`; what `is_opt_in` is asked only where its topic is named.
    """

    id: str
    kind: Kind
    tier: int
    seconds: int
    title: Text
    prompt: Text
    legend: tuple[Symbol, ...]
    source: str
    formula: str | None = None
    mistake: str | None = None
    shown: str | None = None
    hints: tuple[Text, ...] = ()
    note: Text | None = None
    needs: tuple[str, ...] = ()
    symbols: tuple[str, ...] = ()
    powers_of_two: tuple[str, ...] = ()
    given: Mapping[str, Any] = field(default_factory=dict)
    tolerance: float | None = None
    options: tuple[Text, ...] = ()
    points: tuple[Text, ...] = ()
    follow_up: Text | None = None
    settled: tuple[str, ...] = ()
    is_own: bool = False
    is_opt_in: bool = False
    is_in_lines: bool = False

    @property
    def topic(self) -> str:
        """The first part of the id."""
        return self.id.partition(".")[0]

    @property
    def name(self) -> str:
        """The second part of the id; an own question's answer is the function of this name."""
        return self.id.partition(".")[2]

    @property
    def fixed(self) -> bool:
        """Whether its numbers are the notes' own, the same for every seed."""
        return not any(isinstance(value, list) and len(value) > 1 for value in self.given.values())

    def as_json(self, seed: int = 0) -> dict[str, Any]:
        """The public fields of `list --json`, with the numbers and the letters that the seed draws."""
        exercise = Exercise(self, seed)
        return {
            "id": self.id,
            "topic": self.topic,
            "kind": self.kind,
            "tier": self.tier,
            "seconds": self.seconds,
            "prompt": vars(exercise.prompt),
            "formula": self.formula,
            "legend": [{"symbol": s.symbol, "type_as": s.type_as, "meaning": vars(s.meaning)} for s in self.legend],
            "source": self.source,
            "needs": list(self.needs),
            "points": [vars(point) for point in self.points],
            "options": [{"letter": letter, **vars(option)} for letter, option in exercise.options],
        }


@dataclass(frozen=True)
class Exercise:
    """A question and the seed that draws its numbers."""

    question: Question
    seed: int

    @cached_property
    def given(self) -> dict[str, Any]:
        """The numbers that the prompt shows, by name."""
        stream = Stream(self.question.id, self.seed)
        return {
            name: stream.choice(value) if isinstance(value, list) else value
            for name, value in self.question.given.items()
        }

    @cached_property
    def options(self) -> list[tuple[str, Text]]:
        """The options with their letters, in the order in which this exercise shows them; at most 26."""
        stream = Stream(f"{self.question.id} options", self.seed)
        return list(zip(string.ascii_lowercase, stream.shuffled(self.question.options), strict=False))

    @property
    def prompt(self) -> Text:
        """The prompt with its numbers filled in, and under it what it is about: wrong lines, or options."""
        return Text(*(self.sentence[one] + self._below(one) for one in LANGUAGES))

    @property
    def sentence(self) -> Text:
        """The prompt with its numbers filled in, alone."""
        given = {name: str(value) for name, value in self.given.items()}
        return Text(*(Template(self.question.prompt[one]).safe_substitute(given) for one in LANGUAGES))

    def _below(self, language: Language) -> str:
        options = "".join(f"\n    {letter}) {option[language]}" for letter, option in self.options)
        return self._shown + options

    @cached_property
    def _shown(self) -> str:
        if self.question.shown is None or self.question.formula is None:
            return ""
        from quizbank.answers.printed import printed  # it reads the bank, which is made of questions

        return "".join(f"\n    {line}" for line in printed(self.question.shown, self.question.formula))
