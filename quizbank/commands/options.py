"""What the command line takes: commands, options and their help, in the user's language."""

import argparse
import re
from collections.abc import Callable
from typing import Any, NoReturn

from quizbank import __version__
from quizbank.language import LANGUAGES, Language
from quizbank.question import KINDS

Say = Callable[[str], str]
Options = argparse.Namespace

LONGEST_SEED = 18
"""So many digits fit into the progress file's 64 bits."""

LONGEST_LIMIT = 3600.0


def defaults(language: Language) -> Options:
    """The common options where nobody gave them."""
    return Options(lang=language, device="auto", seed=None, json=False, data=None, pack=[])


class Parser(argparse.ArgumentParser):
    """A parser that complains in one sentence."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(**{"allow_abbrev": False, **settings})

    def error(self, message: str) -> NoReturn:
        """Say what is wrong and how to see what would be right."""
        self.exit(2, f"quizbank: {message}; {self.prog} --help\n")


class Gathered(argparse.Action):
    """Appends wherever it stands: `append` would forget what stood before the command's name."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(**settings)
        self._values: list[Any] = []

    def __call__(self, parser: Any, namespace: Options, value: Any, option: str | None = None) -> None:
        """Add one more value."""
        self._values.append(value)
        setattr(namespace, self.dest, list(self._values))


def command_line(_: Say) -> Parser:
    """The whole command line, in the user's language."""
    common = _common(_)
    parser = Parser(prog="quizbank", parents=[common], description=_("Interview practice for NLP models."))
    parser.add_argument("--version", action="version", version=f"quizbank {__version__}")
    parser.set_defaults(command="review", topics=[], kind=[], tier=[], new=10, code=None)
    commands = parser.add_subparsers(title=_("commands"), metavar="COMMAND", parser_class=Parser)

    def command(name: str, text: str) -> Parser:
        made: Parser = commands.add_parser(name, parents=[common], help=text, description=text)
        made.set_defaults(command=name)
        return made

    _asking(command, _)
    _coding(command, _)
    _looking(command, _)
    _handing_over(command, _)
    return parser


Command = Callable[[str, str], Parser]


def _common(_: Say) -> Parser:
    common = Parser(add_help=False, argument_default=argparse.SUPPRESS)
    common.add_argument("--lang", choices=LANGUAGES, help=_("language, by default the locale's"))
    common.add_argument("--device", type=_device(_), metavar="DEVICE", help=_("auto, cpu, cuda, cuda:N or mps"))
    common.add_argument("--seed", type=_seed(_), metavar="N", help=_("which numbers are drawn"))
    common.add_argument("--json", action="store_true", help=_("data on stdout, words on stderr"))
    common.add_argument("--data", metavar="FOLDER", help=_("where your progress is kept"))
    common.add_argument("--pack", action=Gathered, metavar="FOLDER", help=_("read this pack of topics too; repeatable"))
    return common


def _asking(command: Command, _: Say) -> None:
    review = command("review", _("the app: what is due, then new questions"))
    review.add_argument("topics", nargs="*", metavar="TOPIC")
    _filters(review, _, topic=False)
    review.add_argument("--new", type=_count(_), default=10, metavar="N", help=_("at most so many new questions"))
    review.add_argument("--code", metavar="FOLDER", help=_("where you write code, by default beside your progress"))

    ask = command("ask", _("one question, or a session, line by line"))
    ask.add_argument("id", nargs="?", metavar="ID")
    _filters(ask, _)
    ask.add_argument("--new", type=_count(_), default=10, metavar="N", help=_("at most so many new questions"))
    ask.add_argument("--plain", action="store_true", help=_("plain lines, for screen readers: always the case"))

    check = command("check", _("judge one answer; everything after ID belongs to it"))
    check.add_argument(
        "--batch",
        metavar="FILE",
        help=_("judge rows ID<TAB>ANSWER[<TAB>SEED], several lines with ; between them; - is stdin"),
    )
    check.add_argument("id", nargs="?", metavar="ID")
    check.add_argument("answer", nargs=argparse.REMAINDER, metavar="ANSWER", help=_("one argument a line"))


def _coding(command: Command, _: Say) -> None:
    new = command("new", _("a stub to recall code from: signature and shapes"))
    new.add_argument("formula", metavar="FORMULA")
    new.add_argument("-o", "--output", metavar="FILE", help=_("write it there; by default it is printed"))
    new.add_argument("--formula", dest="shown", action="store_true", help=_("with the formula"))
    new.add_argument("--module", action="store_true", help=_("as an nn.Module with __init__ and forward"))
    new.add_argument("--force", action="store_true", help=_("write over a file that exists"))

    grade = command("grade", _("grade your own numpy or torch code"))
    grade.add_argument("paths", nargs="+", metavar="PATH")
    grade.add_argument(
        "--as", dest="claims", action="append", default=[], metavar="FORMULA=FUNCTION", help=_("for undecorated code")
    )
    grade.add_argument("--watch", action="store_true", help=_("grade again at every change, until Ctrl+C"))
    grade.add_argument("--repro", metavar="FOLDER", help=_("write a script there for each counterexample"))
    grade.add_argument("--from-scratch", action="store_true", help=_("fail what calls the library's own solution"))
    grade.add_argument("--junitxml", metavar="FILE", help=_("also write the results as JUnit XML"))
    grade.add_argument(
        "--memory", type=_limit(_), default=4.0, metavar="GIB", help=_("resident memory that a submission may use")
    )
    grade.add_argument("--limit", type=_limit(_), default=20.0, metavar="SECONDS", help=_("time for each check"))


def _looking(command: Command, _: Say) -> None:
    listing = command("list", _("the questions there are"))
    _filters(listing, _)
    _parts(listing, _)

    show = command("show", _("one question or formula"))
    show.add_argument("id", metavar="ID")
    _parts(show, _, formulas=False)

    run = command("run", _("every named intermediate of a formula: shape, cost, parameters, time"))
    run.add_argument("formula", metavar="FORMULA")
    run.add_argument("--sizes", type=_sizes(_), default={}, metavar="H=128,D=300", help=_("sizes by name"))

    train = command("train", _("watch a small model of the reference learn; without NAME, what there is"))
    train.add_argument("name", nargs="?", metavar="NAME")

    command("selfcheck", _("prove every formula on this device, against its twins and in each precision"))
    command("stats", _("what you have answered, and where you err"))
    doctor = command("doctor", _("what is installed, and whether it fits together"))
    doctor.add_argument("--locate", action="store_true", help=_("only where your data is"))


def _handing_over(command: Command, _: Say) -> None:
    export = command("export", _("flashcards: .apkg, .txt, .csv or .md by the file's ending"))
    export.add_argument("file", metavar="FILE")
    _filters(export, _)
    export.add_argument("--force", action="store_true", help=_("write over a file that exists"))
    export.add_argument("--only-mistakes", action="store_true", help=_("only what you last answered wrong"))


def _filters(parser: Parser, _: Say, *, topic: bool = True) -> None:
    if topic:
        parser.add_argument("--topic", action="append", default=[], metavar="TOPIC", help=_("only this topic"))
    parser.add_argument("--kind", action="append", default=[], choices=KINDS, help=_("only this kind"))
    parser.add_argument(
        "--tier", action="append", default=[], type=int, choices=(1, 2, 3), help=_("1 is asked by everyone, 3 is deep")
    )


def _parts(parser: Parser, _: Say, *, formulas: bool = True) -> None:
    parts = parser.add_mutually_exclusive_group()
    if formulas:
        parts.add_argument("--formulas", action="store_true", help=_("formulas, with arguments and shapes"))
    parts.add_argument("--mistakes", action="store_true", help=_("mistakes that are recognised"))
    parts.add_argument("--conventions", action="store_true", help=_("other ways to pack the weights"))


def _device(_: Say) -> Callable[[str], str]:
    def read(text: str) -> str:
        if not re.fullmatch(r"auto|cpu|cuda(:\d+)?|mps", text):
            raise argparse.ArgumentTypeError(
                _("{text} is none of auto, cpu, cuda, cuda:N, mps").format(text=repr(text))
            )
        return text

    return read


def _seed(_: Say) -> Callable[[str], int]:
    def read(text: str) -> int:
        if not text.isdecimal() or len(text) > LONGEST_SEED:
            raise argparse.ArgumentTypeError(_("{text} is no seed such as 7").format(text=repr(text)))
        return int(text)

    return read


def _limit(_: Say) -> Callable[[str], float]:
    def read(text: str) -> float:
        try:
            limit = float(text)
        except ValueError:
            limit = 0.0
        if not 0 < limit <= LONGEST_LIMIT:
            raise argparse.ArgumentTypeError(_("{text} is no time in seconds").format(text=repr(text)))
        return limit

    return read


def _count(_: Say) -> Callable[[str], int]:
    def read(text: str) -> int:
        if not text.isdecimal():
            raise argparse.ArgumentTypeError(_("{text} is no count").format(text=repr(text)))
        return int(text)

    return read


def _sizes(_: Say) -> Callable[[str], dict[str, int]]:
    def read(text: str) -> dict[str, int]:
        found = {}
        for part in text.split(","):
            name, _equals, value = part.partition("=")
            if not value.strip().isdecimal() or int(value) < 1:
                raise argparse.ArgumentTypeError(_("{part} is no size such as H=128").format(part=repr(part)))
            if name.strip() in found:
                raise argparse.ArgumentTypeError(_("{name} is given twice").format(name=name.strip()))
            found[name.strip()] = int(value)
        return found

    return read
