"""`quizbank run`: a formula's named intermediates, one a line."""

import json
from argparse import Namespace
from collections.abc import Iterator, Mapping
from typing import Any

from quizbank import bank
from quizbank.commands.listing import table
from quizbank.commands.problem import BROKEN, USAGE, Problem, unknown_formula
from quizbank.language import Language, words


def run(options: Namespace) -> int:
    """Run the formula at the given sizes and print its steps."""
    if options.formula not in bank.formulas():
        raise Problem(unknown_formula(options.formula, options.language))
    found = _run(options)
    if options.json:
        print(json.dumps(found, ensure_ascii=False))
    else:
        print("\n".join(_text(found, options.language)))
    return 0


def _run(options: Namespace) -> dict[str, Any]:
    from quizbank import device as devices
    from quizbank.formulas import reference
    from quizbank.walkthrough import UnfitSizes, walkthrough

    _ = words(options.language)
    try:
        where = devices.choose(options.device)
        rows = walkthrough(reference(options.formula), options.sizes, seed=options.seed or 0, device=where)
    except UnfitSizes as error:
        raise Problem(error.text[options.language]) from None
    except devices.NoSuchDevice as error:
        raise Problem(str(error), USAGE) from None
    except (RuntimeError, MemoryError) as error:
        told = _("At these sizes it does not run: {reason}")
        raise Problem(told.format(reason=str(error).partition("\n")[0]), BROKEN) from None
    return {"formula": options.formula, "sizes": options.sizes, "device": devices.name(where), "rows": rows}


def _text(found: Mapping[str, Any], language: Language) -> Iterator[str]:
    _ = words(language)
    yield _("{formula} on {device}; inner formulas first, each with what runs inside it").format(**found)
    heading = (_("formula"), _("times"), _("multiplications"), _("parameters"), _("ms"), _("result"))
    yield from table([heading, *(_cells(row) for row in found["rows"])])


def _cells(row: Mapping[str, Any]) -> tuple[str, ...]:
    results = ", ".join(_result(output) for output in row["outputs"])
    milliseconds = f"{row['seconds'] * 1000:.3f}"
    return row["formula"], str(row["times"]), str(row["multiplications"]), str(row["parameters"]), milliseconds, results


def _result(output: Mapping[str, Any]) -> str:
    shape = output["shape"]
    return str(output["name"]) if shape is None else f"{output['name']} ({', '.join(map(str, shape))})"
