"""`quizbank grade`: pytest with a clean configuration, its results told for a person or as JSON lines."""

import json
import os
import sys
import time
from argparse import Namespace
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TextIO

from quizbank.commands.problem import Problem
from quizbank.grading.declared import declared
from quizbank.grading.grader import Grader, JudgeFailed, Limits
from quizbank.grading.report import CheckResult, explanation, summary
from quizbank.grading.script import write_script
from quizbank.language import Language, words

PASSED, FAILED, NOTHING, UNDECIDED, INTERRUPTED = 0, 1, 2, 4, 130
_POLL = 0.3


def grade(options: Namespace) -> int:
    """Grade files and folders; the exit code says how it went, see `quizbank grade --help`."""
    language: Language = getattr(options, "language", "en")
    paths = [_existing(path, language) for path in options.paths]
    claims = _claims(options.claims, paths, language)
    grader = Grader(seed=_seed(options), device=options.device, language=language, limits=_limits(options))
    grader.start()  # both processes import torch while pytest is imported here
    try:
        code = _once(grader, paths, claims, options)
        if getattr(options, "watch", False):
            code = _watched(lambda: _once(grader, paths, claims, options), paths, language)
        return code
    except KeyboardInterrupt:
        return INTERRUPTED
    finally:
        grader.close()


def _once(grader: Grader, paths: Sequence[Path], claims: dict[str, dict[str, str]], options: Namespace) -> int:
    report = Report(grader, options, sys.stdout)
    from quizbank import pytest_plugin

    with _clean_environment():
        pytest_plugin.run(paths, grader, claims, report.take, junitxml=getattr(options, "junitxml", None))
    return report.end()


class Report:
    """Prints each result as it comes, and counts."""

    def __init__(self, grader: Grader, options: Namespace, out: TextIO) -> None:
        self._grader, self._language, self._json, self._out = grader, grader.language, options.json, out
        self._folder = getattr(options, "repro", None)
        self._results: list[CheckResult] = []
        self._waiting: list[CheckResult] = []
        self._undecided: list[str] = []

    def take(self, result: CheckResult | JudgeFailed) -> None:
        """Take one result; those of one function are shown together."""
        if isinstance(result, JudgeFailed):
            self._undecided.append(str(result))
            return
        if result.formula is None or result.result != "not-run" or not self._is_about_import(result):
            self._results.append(result)
            self._show(result)
        if self._folder and result.example:
            print(write_script(Path(self._folder), result), file=sys.stderr)

    def _is_about_import(self, result: CheckResult) -> bool:
        """A file that cannot be imported is one result, not one a check."""
        return any(one.file == result.file and one.result == "import-error" for one in self._results)

    def _show(self, result: CheckResult) -> None:
        if self._json:
            print(
                json.dumps(result.as_json(), ensure_ascii=False, allow_nan=False, default=str),
                file=self._out,
                flush=True,
            )
            return
        if self._waiting and _subject(self._waiting[0]) != _subject(result):
            self._flush()
        self._waiting.append(result)

    def _flush(self) -> None:
        if self._waiting:
            print("\n".join(paragraph(self._waiting, self._language)), file=self._out, flush=True)
        self._waiting = []

    def end(self) -> int:
        """Print the summary; the exit code."""
        _ = words(self._language)
        self._flush()
        counts = summary(self._results)
        if self._json:
            print(json.dumps({"summary": counts, "seed": self._grader.seed}), file=self._out, flush=True)
        else:
            text = ", ".join(f"{count} {result}" for result, count in counts.items()) or _("nothing to grade")
            print(text + "  " + _("(seed {seed})").format(seed=self._grader.seed), file=self._out, flush=True)
        for message in self._undecided:
            print(_("the judge gave no answer: {message}").format(message=message), file=sys.stderr)
        return self._code()

    def _code(self) -> int:
        if self._undecided:
            return UNDECIDED
        if not self._results:
            return NOTHING
        return PASSED if all(result.is_fine for result in self._results) else FAILED


def paragraph(results: Sequence[CheckResult], language: Language) -> Iterator[str]:
    """The results of one function: what is right in one line, then what is not, equal reasons once."""
    _ = words(language)
    first = results[0]
    title = f"{first.function} → {first.formula}" if first.function else first.file
    convention = next((r.convention for r in results if r.convention), None)
    told = _("  (convention {name})").format(name=convention) if convention else ""
    yield f"{Path(first.file).name}: {title}{told}"
    passed = [r.check for r in results if r.result == "pass"]
    if passed:
        yield "  ✓ " + " ".join(passed)
    for note in (r for r in results if r.is_fine and (r.note or r.result == "limited")):
        yield f"  ~ {note.check}: {note.result}: {note.message or note.note}"
    yield from _failures([r for r in results if not r.is_fine and r.result != "not-run"], language)
    skipped = [r for r in results if r.result == "not-run"]
    if skipped:
        yield "  - " + _("not run: {checks}").format(checks=" ".join(r.check for r in skipped))


def _failures(results: Sequence[CheckResult], language: Language) -> Iterator[str]:
    groups: dict[tuple[str, str | None], list[CheckResult]] = {}
    for result in results:
        groups.setdefault((result.result, result.hint or result.message), []).append(result)
    for (kind, _reason), group in groups.items():
        yield f"  ✗ {' '.join(r.check for r in group)}: {kind}"
        yield from (f"      {line}" for line in explanation(group[0], language).splitlines())


def _subject(result: CheckResult) -> tuple[str, str | None, str | None]:
    return result.file, result.function, result.formula


def _existing(path: str, language: Language) -> Path:
    _ = words(language)
    if not Path(path).exists():
        raise Problem(_("there is no {path}").format(path=path))
    return Path(path).resolve()


def _claims(pairs: Sequence[str], paths: Sequence[Path], language: Language) -> dict[str, dict[str, str]]:
    """`FORMULA=FUNCTION` of the command line, for each file that defines the function."""
    _ = words(language)
    named = {}
    for pair in pairs:
        formula, equals, function = pair.partition("=")
        if not equals or not function:
            raise Problem(_("--as takes FORMULA=FUNCTION, not {pair}").format(pair=pair))
        named[function] = formula
    files = [path for path in paths if path.is_file()]
    return {str(path): named for path in files if named and declared(path, named)}


def _seed(options: Namespace) -> int:
    seed = getattr(options, "seed", None)
    if seed is not None:
        return int(seed)
    return 0 if os.environ.get("CI") else int.from_bytes(os.urandom(2))


def _limits(options: Namespace) -> Limits:
    standard = Limits()
    return Limits(getattr(options, "limit", standard.seconds), getattr(options, "memory", standard.memory))


@contextmanager
def _clean_environment() -> Iterator[None]:
    """pytest without what the environment would add to it."""
    names = ("PYTEST_ADDOPTS", "PYTEST_PLUGINS")
    kept = {name: os.environ.pop(name) for name in names if name in os.environ}
    os.environ["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"
    try:
        yield
    finally:
        del os.environ["PYTEST_DISABLE_PLUGIN_AUTOLOAD"]
        os.environ.update(kept)


def _watched(once: Callable[[], int], paths: Sequence[Path], language: Language) -> int:
    """Grade again whenever a file changes, until Ctrl+C; the last exit code."""
    _ = words(language)
    seen, code = _times(paths), PASSED
    print(_("watching; Ctrl+C ends"), file=sys.stderr)
    try:
        while True:
            time.sleep(_POLL)
            now = _times(paths)
            if now != seen:
                seen = now
                code = once()
    except KeyboardInterrupt:
        return code


def _times(paths: Sequence[Path]) -> dict[Path, int]:
    files = [file for path in paths for file in ([path] if path.is_file() else sorted(path.rglob("*.py")))]
    return {file: file.stat().st_mtime_ns for file in files if file.exists()}
