"""The command `quizbank`: what it takes, and which module answers it."""

import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TextIO

from quizbank.commands.argparse_words import speaking
from quizbank.commands.options import Options, command_line, defaults
from quizbank.language import LANGUAGES, Language, default_language, words

TRACEBACK = "QUIZBANK_TRACEBACK"
BROKEN, INTERRUPTED = 3, 130


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code; every failure is one sentence on stderr."""
    argv = sys.argv[1:] if arguments is None else list(arguments)
    for stream in (sys.stdout, sys.stderr):
        _never_fail(stream)
    language = _language(argv)
    try:
        return _run(argv, language)
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:  # `quizbank list | head`: whoever reads has enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except Exception as error:
        if os.environ.get(TRACEBACK):
            raise
        return _failed(error, language)


def _run(argv: list[str], language: Language) -> int:
    with speaking(language):
        options = command_line(words(language)).parse_args(argv, defaults(default_language()))
    options.language = options.lang
    _choose_packs(options)
    code = _COMMANDS[options.command](options)
    sys.stdout.flush()
    return code


def _choose_packs(options: Options) -> None:
    """Settle which packs are read, and say which are left out; `doctor` says it among its findings."""
    from quizbank import packs

    _ = words(options.language)
    packs.choose(options.pack, options.data)
    for finding in packs.findings() if options.command != "doctor" else ():
        told = _("This pack is left out: {finding}").format(finding=finding.sentence(options.language))
        print(f"quizbank: {told}", file=sys.stderr)


def _failed(error: Exception, language: Language) -> int:
    from quizbank import packs
    from quizbank.commands.problem import Problem
    from quizbank.progress import ProgressProblem

    _ = words(language)
    if isinstance(error, Problem):
        sentence = str(error)
    elif isinstance(error, ProgressProblem):
        sentence = error.message(language)
    elif isinstance(error, OSError):
        about = f"{error.filename}: " if error.filename is not None else ""
        sentence = f"{about}{error.strerror or error}"
    elif isinstance(error, ValueError) and ".toml" in str(error):
        sentence = str(error)
    elif place := packs.place(error):
        sentence = _("An error in a pack: {error}").format(error=f"{place}: {type(error).__name__}: {error}")
    else:
        told = _("An error of quizbank's own: {error}. With {variable}=1 set, it shows where.")
        sentence = told.format(error=f"{type(error).__name__}: {error}", variable=TRACEBACK)
    print(f"quizbank: {sentence}", file=sys.stderr)
    return error.code if isinstance(error, Problem) else BROKEN


def _never_fail(stream: TextIO) -> None:
    """A terminal that lacks a letter shows its number instead of ending the command."""
    reconfigure = getattr(stream, "reconfigure", None)
    if reconfigure is not None:
        reconfigure(errors="backslashreplace")


def _language(argv: Sequence[str]) -> Language:
    """The language of the help, which is needed before the options are read."""
    for place, word in enumerate(argv):
        name, equals, value = word.partition("=")
        if name == "--lang":
            wanted = value if equals else next(iter(argv[place + 1 :]), "")
            return next((language for language in LANGUAGES if language == wanted), default_language())
    return default_language()


def _review(options: Options) -> int:
    from quizbank.commands.listing import check_topics
    from quizbank.commands.problem import USAGE, Problem
    from quizbank.paths import data_folder

    _ = words(options.language)
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise Problem(_("The app needs a terminal; without one, `quizbank ask` asks line by line."), USAGE)
    check_topics(options.topics, options.language)
    from tui.app import main as app

    return app(
        folder=data_folder(options.data),
        device=options.device,
        language=options.language,
        topics=tuple(options.topics),
        kinds=tuple(options.kind),
        tiers=tuple(options.tier),
        new=options.new,
        seed=options.seed,
        code=None if options.code is None else Path(options.code).expanduser().absolute(),
    )


def _ask(options: Options) -> int:
    from quizbank.commands.ask import ask

    return ask(options)


def _check(options: Options) -> int:
    from quizbank.commands.check import check

    return check(options)


def _new(options: Options) -> int:
    from quizbank.commands.new import new

    return new(options)


def _grade(options: Options) -> int:
    from quizbank.grading.command import grade

    return grade(options)


def _list(options: Options) -> int:
    from quizbank.commands.listing import listing

    return listing(options)


def _show(options: Options) -> int:
    from quizbank.commands.show import show

    return show(options)


def _walk(options: Options) -> int:
    from quizbank.commands.run import run

    return run(options)


def _train(options: Options) -> int:
    from quizbank.commands.train import train

    return train(options)


def _selfcheck(options: Options) -> int:
    from quizbank.commands.selfcheck import selfcheck

    return selfcheck(options)


def _stats(options: Options) -> int:
    from quizbank.commands.stats import stats

    return stats(options)


def _doctor(options: Options) -> int:
    from quizbank.commands.doctor import doctor

    return doctor(options)


def _export(options: Options) -> int:
    from quizbank.commands.export import export

    return export(options)


_COMMANDS = {
    "review": _review,
    "ask": _ask,
    "check": _check,
    "new": _new,
    "grade": _grade,
    "list": _list,
    "show": _show,
    "run": _walk,
    "train": _train,
    "selfcheck": _selfcheck,
    "stats": _stats,
    "doctor": _doctor,
    "export": _export,
}


if __name__ == "__main__":
    sys.exit(main())
