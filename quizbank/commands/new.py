"""`quizbank new`: a stub to recall a formula's code from."""

import json
import sys
from argparse import Namespace
from pathlib import Path

from quizbank import bank
from quizbank.commands.problem import USAGE, Problem, unknown_formula
from quizbank.grading.stub import stub
from quizbank.language import words


def new(options: Namespace) -> int:
    """Write the stub to the file, or to stdout."""
    _ = words(options.language)
    outline = bank.formulas().get(options.formula)
    if outline is None:
        raise Problem(unknown_formula(options.formula, options.language))
    text = stub(outline, options.language, shown=options.shown, module=options.module)
    if options.output is not None:
        _write(Path(options.output), text, options)
        told = _("{path} is yours to write; then: quizbank grade {path}")
        print(told.format(path=options.output), file=sys.stderr)
    if options.json:
        print(json.dumps({"id": outline.id, "file": options.output, "stub": text}, ensure_ascii=False))
    elif options.output is None:
        print(text, end="")
    return 0


def _write(path: Path, text: str, options: Namespace) -> None:
    try:
        with path.open("w" if options.force else "x", encoding="utf-8") as file:
            file.write(text)
    except FileExistsError:
        told = words(options.language)("{path} exists already; --force writes over it.")
        raise Problem(told.format(path=path), USAGE) from None
