"""`quizbank grade`: pytest with a clean configuration, its results told for a person or as JSON lines."""

import ast
import json
import os
import sys
import time
from argparse import Namespace
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TextIO

from quizbank.commands.problem import Problem
from quizbank.grading.grader import Grader, JudgeFailed, Limits
from quizbank.grading.names import check_name, check_names, result_name
from quizbank.grading.record import record
from quizbank.grading.report import CheckResult, explanation, failures, summary
from quizbank.grading.script import write_script
from quizbank.language import Language, labelled, listed, words

PASSED, FAILED, NOTHING, UNDECIDED, INTERRUPTED = 0, 1, 2, 4, 130
_POLL = 0.3


def grade(options: Namespace) -> int:
    """Grade files and folders; the exit code says how it went, see `quizbank grade --help`."""
    language: Language = options.language
    paths = [_existing(path, language) for path in options.paths]
    claims = _claims(options.claims, paths, language)
    grader = Grader(
        seed=_seed(options),
        device=options.device,
        language=language,
        limits=_limits(options),
        from_scratch=options.from_scratch,
    )
    grader.start()  # both processes import torch while pytest is imported here
    report = Report(grader, options, sys.stdout)
    try:
        _check_device(grader)
        seen = _times(paths)  # before grading: what is saved meanwhile is graded again
        _once(report, grader, paths, claims, options)
        if options.watch:
            report = _watched(report, seen, grader, paths, claims, options)
        record(report.results, options.data, language)
        return report.code()
    except KeyboardInterrupt:
        return INTERRUPTED
    finally:
        grader.close()


def _check_device(grader: Grader) -> None:
    if grader.device not in ("auto", "cpu"):
        problem = grader.judge({"do": "device", "device": grader.device})["problem"]
        if problem:
            raise Problem(problem)


Claims = dict[str, dict[str, str]]
Times = dict[Path, int]


def _once(report: "Report", grader: Grader, paths: Sequence[Path], claims: Claims, options: Namespace) -> None:
    from quizbank import pytest_plugin

    if gradable := [path for path in paths if path.is_dir() or _holds_submission(path, claims, grader.language)]:
        with _clean_environment():
            pytest_plugin.run(gradable, grader, claims, report.take, junitxml=options.junitxml)
    report.end()


def _holds_submission(path: Path, claims: Claims, language: Language) -> bool:
    """Whether a file that was named has something to grade, or cannot be read and is reported so; else say it."""
    from quizbank.grading.declared import Unparsable, declared, mentions

    _ = words(language)
    named = claims.get(str(path), {})
    try:
        if (named or mentions(path)) and declared(path, named):
            return True
    except Unparsable:
        return True
    told = _("{path} holds no submission: put @solves on a function, or name it with --as FORMULA=FUNCTION")
    print(told.format(path=path.name), file=sys.stderr)
    return False


def _watched(
    report: "Report",
    seen: Times,
    grader: Grader,
    paths: Sequence[Path],
    claims: Claims,
    options: Namespace,
) -> "Report":
    """Grade again whenever a file changes, until Ctrl+C; the last complete report."""
    _ = words(grader.language)
    print(_("watching; Ctrl+C ends"), file=sys.stderr)
    latest = report
    try:
        while True:
            time.sleep(_POLL)
            now = _times(paths)
            if now != seen:
                report = latest if latest.is_complete else report
                seen, latest = now, Report(grader, options, sys.stdout)
                _once(latest, grader, paths, claims, options)
    except KeyboardInterrupt:
        return latest if latest.is_complete else report


class Report:
    """Prints each result as it comes, and counts."""

    def __init__(self, grader: Grader, options: Namespace, out: TextIO) -> None:
        self._grader, self._language, self._json, self._out = grader, grader.language, options.json, out
        self._folder = options.repro
        self.results: list[CheckResult] = []
        self.is_complete = False
        self._waiting: list[CheckResult] = []
        self._undecided: list[str] = []

    def take(self, result: CheckResult | JudgeFailed) -> None:
        """Take one result; those of one function are shown together."""
        if isinstance(result, JudgeFailed):
            self._undecided.append(str(result))
            return
        if result.formula is None or result.result != "not-run" or not self._is_about_import(result):
            self.results.append(result)
            self._show(result)
        if self._folder and result.example:
            print(write_script(Path(self._folder), result), file=sys.stderr)

    def _is_about_import(self, result: CheckResult) -> bool:
        """A file that cannot be imported is one result, not one a check."""
        return any(one.file == result.file and one.result == "import-error" for one in self.results)

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

    def end(self) -> None:
        """Print the summary."""
        _ = words(self._language)
        self._flush()
        self.is_complete = True  # before it is printed: who reads the summary may interrupt at once
        counts = summary(self.results)
        if self._json:
            print(json.dumps({"summary": counts, "seed": self._grader.seed}), file=self._out, flush=True)
        else:
            told = [f"{count} {result_name(result, self._language)}" for result, count in counts.items()]
            text = listed(told, self._language) or _("nothing to grade")
            print(text + "  " + _("(seed {seed})").format(seed=self._grader.seed), file=self._out, flush=True)
        for message in self._undecided:
            print(_("the judge gave no answer: {message}").format(message=message), file=sys.stderr)

    def code(self) -> int:
        """The exit code."""
        if self._undecided:
            return UNDECIDED
        if not self.results:
            return NOTHING
        return PASSED if all(result.is_fine for result in self.results) else FAILED


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
        yield "  ✓ " + check_names(passed, language)
    for note in (r for r in results if r.is_fine and (r.note or r.result == "limited")):
        ended = labelled(result_name(note.result, language), note.message or note.note or "", language)
        yield "  ~ " + labelled(check_name(note.check, language), ended, language)
    for group in failures(results):
        named = check_names([r.check for r in group], language)
        yield "  ✗ " + labelled(named, result_name(group[0].result, language), language)
        yield from (f"      {line}" for line in explanation(group[0], language).splitlines())
    skipped = [r for r in results if r.result == "not-run"]
    if skipped:
        yield "  - " + _("not run: {checks}").format(checks=check_names([r.check for r in skipped], language))


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
    if not named:
        return {}
    defined = {file: _defined(file) for file in _files(paths)}
    for function in named:
        if not any(function in names for names in defined.values()):
            raise Problem(_("no file defines {function}").format(function=function))
    return {str(file): named for file in defined}


def _defined(file: Path) -> set[str]:
    try:
        tree = ast.parse(file.read_bytes())
    except (SyntaxError, ValueError):
        return set()  # told when the file is graded
    return {node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.ClassDef)}


def _seed(options: Namespace) -> int:
    if options.seed is not None:
        return int(options.seed)
    return 0 if os.environ.get("CI") else int.from_bytes(os.urandom(2))


def _limits(options: Namespace) -> Limits:
    return Limits(options.limit, options.memory)


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


def _files(paths: Sequence[Path]) -> list[Path]:
    return [file for path in paths for file in ([path] if path.is_file() else sorted(path.rglob("*.py")))]


def _times(paths: Sequence[Path]) -> Times:
    return {file: file.stat().st_mtime_ns for file in _files(paths) if file.exists()}
