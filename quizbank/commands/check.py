"""`quizbank check`: judge one answer, or a file of them."""

import json
import sys
from argparse import Namespace
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from quizbank import bank
from quizbank.commands.argparse_words import speaking
from quizbank.commands.judging import Judging, Row
from quizbank.commands.options import LONGEST_SEED, command_line
from quizbank.commands.problem import OF_VERDICT, USAGE, Problem, unknown_question
from quizbank.commands.verdict_text import verdict_text
from quizbank.language import Language, words

_OPTIONS = {"--lang", "--device", "--seed", "--json", "--data", "--pack", "--batch"}
"""What nobody means as a line of an answer."""


@dataclass(frozen=True)
class BadRow:
    """A line of a batch that is no answer, and why."""

    sentence: str


def check(options: Namespace) -> int:
    """Judge the answer on the command line, or each row of `--batch`."""
    if options.answer == ["--help"]:  # which argparse takes for an answer, since it stands behind the id
        with speaking(options.language):
            command_line(words(options.language)).parse_args(["check", "--help"])
    rows = list(_batch(options)) if options.batch else [_single(options)]
    judging = Judging(options.device, options.language)
    try:
        return max((_judge(row, judging, options) for row in rows), default=USAGE)
    finally:
        judging.close()


def _judge(row: Row | BadRow, judging: Judging, options: Namespace) -> int:
    if isinstance(row, BadRow):
        print(row.sentence, file=sys.stderr)
        return USAGE
    found = judging.check(row)
    if options.json:
        print(json.dumps(found, ensure_ascii=False), flush=True)
    else:
        heading = [f"{row.question} ({row.seed})"] if options.batch else []
        print("\n".join([*heading, *verdict_text(found, row.lines, options.language)]), flush=True)
    return OF_VERDICT[found["verdict"]]


def _single(options: Namespace) -> Row:
    _ = words(options.language)
    if options.id is None:
        raise Problem(_("Say which question: quizbank check ID ANSWER"))
    if options.id not in bank.questions():
        raise Problem(unknown_question(options.id, options.language))
    if not options.answer:
        raise Problem(_("The answer is missing: quizbank check ID ANSWER"))
    for line in options.answer:
        if line.partition("=")[0] in _OPTIONS:
            raise Problem(_("{option} stands before the id; what follows the id is the answer.").format(option=line))
    return Row(options.id, options.answer, options.seed or 0)


def _batch(options: Namespace) -> Iterator[Row | BadRow]:
    _ = words(options.language)
    if options.id is not None:
        raise Problem(_("--batch takes its answers from the file: leave ID and ANSWER out."))
    for number, line in enumerate(_text_lines(options.batch, options.language), 1):
        text = line.rstrip("\r\n")
        if text.strip() and not text.startswith("#"):
            yield _row(text, number, options)


def _row(text: str, number: int, options: Namespace) -> Row | BadRow:
    _ = words(options.language)
    cells = text.split("\t")
    seed = cells[2].strip() if len(cells) == 3 else str(options.seed or 0)
    if len(cells) not in (2, 3) or not seed.isdecimal() or len(seed) > LONGEST_SEED:
        return BadRow(_("Line {number}: a row is ID<TAB>ANSWER, or ID<TAB>ANSWER<TAB>SEED.").format(number=number))
    return Row(cells[0].strip(), [cells[1]], int(seed))


def _text_lines(name: str, language: Language) -> Iterable[str]:
    if name == "-":
        return sys.stdin.read().splitlines()
    try:
        return Path(name).read_text("utf-8-sig", "replace").split("\n")
    except OSError as error:
        sentence = words(language)("{path} cannot be read: {reason}")
        raise Problem(sentence.format(path=name, reason=error.strerror)) from None
