"""`quizbank selfcheck`: the reference proves itself on this machine's device."""

import json
import sys
import time
from argparse import Namespace
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from quizbank.commands.listing import table
from quizbank.commands.problem import RIGHT, USAGE, WRONG, Problem
from quizbank.language import Language, words

if TYPE_CHECKING:
    from quizbank.selfcheck import Row


def selfcheck(options: Namespace) -> int:
    """A row for each formula and twin, as a table or as JSON lines; the topics are named on stderr as they pass."""
    started, rows = time.perf_counter(), []
    for row in _told(_rows(options), options.language):
        rows.append(row)
        if options.json:
            print(json.dumps(row.as_json(), ensure_ascii=False), flush=True)
    if not options.json:
        print("\n".join(_text(rows, time.perf_counter() - started, options.language)))
    return WRONG if any(row.result == "fail" for row in rows) else RIGHT


def _rows(options: Namespace) -> "Iterator[Row]":
    from quizbank import device as devices
    from quizbank import selfcheck as proof

    try:
        where = devices.choose(options.device)
    except devices.NoSuchDevice as error:
        raise Problem(str(error), USAGE) from None
    yield from proof.selfcheck(where)


def _told(rows: "Iterator[Row]", language: Language) -> "Iterator[Row]":
    """The same rows; each new topic is named on stderr."""
    _ = words(language)
    last = ""
    for row in rows:
        topic = row.formula.partition(".")[0]
        if topic != last:
            print(_("checking {topic} on {device}").format(topic=topic, device=row.device), file=sys.stderr, flush=True)
        last = topic
        yield row


def _text(rows: "Sequence[Row]", seconds: float, language: Language) -> Iterator[str]:
    _ = words(language)
    heading = (_("formula"), _("twin"), _("error × allowed"), _("ms"), _("speed × torch"), _("result"))
    yield from table([heading, *(_cells(row, language) for row in rows)])
    failed = [row for row in rows if row.result == "fail"]
    for row in failed:
        yield f"{row.formula}, {row.twin}: {row.where}"
    told = _("{count} proofs in {seconds} s, {failed} failed")
    yield told.format(count=len(rows), seconds=f"{seconds:.1f}", failed=len(failed))


def _cells(row: "Row", language: Language) -> tuple[str, ...]:
    _ = words(language)
    result = {"pass": _("pass"), "fail": _("fail")}[row.result]
    speed = "" if row.speed is None else f"{row.speed:.2f}"
    return row.formula, row.twin, f"{row.worst:.2g}", f"{row.milliseconds:.3f}", speed, result
