"""`quizbank train`: watch a small model learn."""

import json
import sys
from argparse import Namespace
from collections.abc import Iterator, Mapping
from typing import Any

from quizbank.commands.listing import table
from quizbank.commands.problem import USAGE, Problem
from quizbank.curve import curve
from quizbank.language import Language, words
from quizbank.training import RUNS
from quizbank.training.results import ended, told


def train(options: Namespace) -> int:
    """List the runs, or run one: progress on stderr, then the loss curve and what was learned."""
    if options.name is None:
        titles = {name: title[options.language] for name, title in RUNS.items()}
        print(json.dumps(titles, ensure_ascii=False) if options.json else "\n".join(table(list(titles.items()))))
        return 0
    for event in _events(options):
        if options.json:
            print(json.dumps(event, ensure_ascii=False), flush=True)
        elif event["event"] == "progress":
            _tell(event, options.language)
        else:
            _end_of_line()
            print("\n".join(_text(event, options.language)))
    return 0


def _events(options: Namespace) -> Iterator[dict[str, Any]]:
    from quizbank import device as devices
    from quizbank.training.watched import UnknownRun, events

    try:
        yield from events(options.name, seed=options.seed or 0, device=devices.choose(options.device))
    except devices.NoSuchDevice as error:
        raise Problem(str(error), USAGE) from None
    except UnknownRun:
        _ = words(options.language)
        refused = _("There is no training run {name}; there are {known}.")
        raise Problem(refused.format(name=options.name, known=", ".join(RUNS)), USAGE) from None


def _tell(event: Mapping[str, Any], language: Language) -> None:
    """One line that is written over, where someone watches."""
    if sys.stderr.isatty():
        _ = words(language)
        line = _("step {step}, loss {loss}").format(step=event["step"], loss=f"{event['loss']:.4g}")
        print(f"\r{line:<60}", end="", file=sys.stderr, flush=True)


def _end_of_line() -> None:
    if sys.stderr.isatty():
        print(file=sys.stderr)


def _text(done: Mapping[str, Any], language: Language) -> Iterator[str]:
    yield from curve(done["losses"])
    yield ended(done, language)
    for label, lines in told(done["results"], language):
        yield f"  {label}: {lines[0]}" if len(lines) == 1 else f"  {label}:"
        yield from (f"    {line}" for line in lines if len(lines) > 1)
