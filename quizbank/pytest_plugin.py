"""The pytest plugin: one item for each check of each submission.

It stays small, since every pytest run on the machine loads it; a file is only read as syntax, and its code
runs in another process.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Generator, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from quizbank.grading.declared import Declared
    from quizbank.grading.grader import Grader
    from quizbank.grading.report import CheckResult

NAMED = pytest.StashKey[dict[str, dict[str, str]]]()
"""Functions to be graded although nothing marks them: file → function → formula."""

GRADER = pytest.StashKey["Grader"]()
TAKE = pytest.StashKey[Callable[[Any], None]]()
"""Who wants to see each result at once."""

RESULTS = pytest.StashKey[list["CheckResult"]]()

_SEEDS = 1 << 20


def pytest_addoption(parser: pytest.Parser) -> None:
    """Options, each with the plugin's own name in front."""
    group = parser.getgroup("quizbank", "grading code against formulas")
    group.addoption("--quizbank-seed", type=int, help="draw further inputs by this seed; 0 where CI is set")
    group.addoption("--quizbank-device", default="cpu", help="also run submissions on this device")
    group.addoption("--quizbank-limit", type=float, default=20.0, metavar="SECONDS", help="time for each request")
    group.addoption("--quizbank-memory", type=float, default=4.0, metavar="GIB", help="resident memory of a submission")
    group.addoption("--quizbank-language", choices=("en", "zh"), help="language of the messages")
    group.addoption("--quizbank-from-scratch", action="store_true", help="fail what calls the library's own solution")
    group.addoption("--quizbank-inprocess", action="store_true", help="run submissions here, unprotected, for --pdb")
    group.addoption("--quizbank-only", action="store_true", help="collect submissions and nothing else")


@pytest.hookimpl(wrapper=True)
def pytest_collect_file(
    file_path: Path, parent: pytest.Collector
) -> Generator[None, list[pytest.Collector], list[pytest.Collector]]:
    """Collect the submissions of a file; pytest itself would import it, so only files with tests stay with it."""
    others = yield
    only = parent.config.option.quizbank_only
    named = parent.config.stash.get(NAMED, {}).get(str(file_path), {})
    if file_path.suffix != ".py":
        return [] if only else others
    if not named and not _mentions(file_path):
        return [] if only else others
    from quizbank.grading.declared import Unparsable, declared, has_tests

    try:
        found = declared(file_path, named)
    except Unparsable as error:
        unreadable = SubmissionFile.from_parent(parent, path=file_path)
        unreadable.failure = error
        return [unreadable]
    if not found:
        return [] if only else others
    mine = SubmissionFile.from_parent(parent, path=file_path)
    mine.found = found
    return [mine, *others] if not only and has_tests(file_path) else [mine]


def _mentions(path: Path) -> bool:
    """Whether the file may hold a submission; said here again so that a foreign run imports nothing."""
    try:
        text = path.read_bytes()
    except OSError:
        return False
    return b"solves" in text and b"quizbank" in text


def pytest_collect_directory(path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    """Under `--quizbank-only` a package is a plain folder: its `__init__.py` would be imported here."""
    if parent.config.option.quizbank_only:
        return pytest.Dir.from_parent(parent, path=path)
    return None


class SubmissionFile(pytest.File):
    """A file with submissions."""

    found: Sequence[Declared] = ()
    failure: Exception | None = None

    def collect(self) -> Iterator[pytest.Item]:
        """One item a check."""
        if self.failure is not None:
            yield ImportFailure.from_parent(self, name="runs")
            return
        for declared in self.found:
            for check in self._checks(declared):
                item = CheckItem.from_parent(self, name=f"{declared.function}::{check}")
                item.declared, item.check = declared, check
                yield item

    def _checks(self, declared: Declared) -> list[str]:
        from quizbank.grading.grader import JudgeFailed

        try:
            return _grader(self.config).checks(declared)
        except JudgeFailed as error:
            _undecided(self.config, error)
            raise self.CollectError(f"the judge gave no answer: {error}") from error

    def teardown(self) -> None:
        """End the process of this file."""
        if GRADER in self.config.stash:
            self.config.stash[GRADER].forget(self.path)


class CheckItem(pytest.Item):
    """One check of one submission."""

    declared: Declared
    check: str

    def runtest(self) -> None:
        """Grade; a failing result is raised, one that was not judged is skipped."""
        from quizbank.grading.grader import JudgeFailed

        try:
            result = _grader(self.config).result(self.path, self.declared, self.check)
        except JudgeFailed as error:
            _undecided(self.config, error)
            raise CheckFailed(f"the judge gave no answer: {error}") from error
        if self.config.option.quizbank_inprocess and result.result in ("error", "import-error"):
            raise _grader(self.config).here.raised  # type: ignore[union-attr]  # an error result has one
        _record(self, result)

    def reportinfo(self) -> tuple[os.PathLike[str], int, str]:
        """Where the function stands in its file."""
        return self.path, self.declared.line - 1, self.name

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        """The sentences of the result in place of a traceback."""
        if isinstance(excinfo.value, CheckFailed):
            return str(excinfo.value)
        return super().repr_failure(excinfo, style)


class ImportFailure(pytest.Item):
    """A file that is no Python."""

    def runtest(self) -> None:
        """Report the line."""
        from quizbank.grading.report import CheckResult

        failure = self.parent.failure if isinstance(self.parent, SubmissionFile) else None
        file = str(self.path)
        _record(self, CheckResult(file, None, None, None, "runs", "import-error", str(failure)))

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        """The sentence alone."""
        return str(excinfo.value)


class CheckFailed(Exception):
    """A failing result, with its explanation as message."""


def _record(item: pytest.Item, result: CheckResult) -> None:
    from quizbank.grading.report import explanation

    item.config.stash.setdefault(RESULTS, []).append(result)
    if TAKE in item.config.stash:
        item.config.stash[TAKE](result)
    item.user_properties.append(("quizbank", result.result))
    language = _language(item.config)
    if result.is_skipped:
        pytest.skip(f"{result.result}: {result.message}" if result.message else result.result)
    if not result.is_fine:
        raise CheckFailed(f"{result.result}: {explanation(result, language)}\n(--quizbank-seed={result.seed})")
    note = result.message or result.note
    if note:
        item.add_report_section("call", "quizbank", f"{result.result}: {note}")


def _undecided(config: pytest.Config, error: Exception) -> None:
    if TAKE in config.stash:
        config.stash[TAKE](error)


def _grader(config: pytest.Config) -> Grader:
    """The grader of this run, started by the first submission."""
    if GRADER not in config.stash:
        from quizbank.grading.grader import Grader, Limits

        option = config.option
        config.stash[GRADER] = Grader(
            seed=_seed(config),
            device=option.quizbank_device,
            language=_language(config),
            limits=Limits(option.quizbank_limit, option.quizbank_memory),
            from_scratch=option.quizbank_from_scratch,
            here=_here() if option.quizbank_inprocess else None,
        )
        config.stash[GRADER].start()
        config.add_cleanup(config.stash[GRADER].close)
    return config.stash[GRADER]


def _here() -> Any:
    from quizbank.grading.submission import Here

    return Here()


def _seed(config: pytest.Config) -> int:
    if config.option.quizbank_seed is None:
        run = getattr(config, "workerinput", {}).get("testrunuid") or os.urandom(4).hex()  # xdist's workers agree
        config.option.quizbank_seed = 0 if os.environ.get("CI") else int(run[:8], 16) % _SEEDS
    seed: int = config.option.quizbank_seed
    return seed


def _language(config: pytest.Config) -> Any:
    if config.option.quizbank_language is None:
        from quizbank.language import default_language

        config.option.quizbank_language = default_language()
    return config.option.quizbank_language


def pytest_terminal_summary(terminalreporter: Any, config: pytest.Config) -> None:
    """The seed, the notes of what passed with one, and why a pack of the user's is left out."""
    results = config.stash.get(RESULTS, [])
    if not results and GRADER not in config.stash:
        return
    from quizbank import packs
    from quizbank.language import words

    _ = words(_language(config))
    terminalreporter.section("quizbank", sep="-")
    for finding in packs.findings():
        told = _("This pack is left out: {finding}").format(finding=finding.sentence(_language(config)))
        terminalreporter.line(told, yellow=True)
    text = _("seed {seed} (--quizbank-seed={seed} draws the same inputs again)")
    terminalreporter.line(text.format(seed=_seed(config)))
    for result in results:
        note = result.message if result.result == "limited" else result.note
        if result.is_fine and note:
            terminalreporter.line(
                f"{Path(result.file).name}::{result.function}::{result.check}: {result.result}: {note}"
            )


class Session:
    """What `quizbank grade` brings to its own pytest run."""

    def __init__(self, grader: Grader, named: dict[str, dict[str, str]], take: Callable[[Any], None]) -> None:
        self._grader, self._named, self._take = grader, named, take

    def pytest_configure(self, config: pytest.Config) -> None:
        """Hand over the grader, which lives on after this run."""
        config.stash[GRADER], config.stash[NAMED], config.stash[TAKE] = self._grader, self._named, self._take
        config.option.quizbank_seed, config.option.quizbank_language = self._grader.seed, self._grader.language


def run(
    paths: Sequence[Path],
    grader: Grader,
    named: dict[str, dict[str, str]],
    take: Callable[[Any], None],
    junitxml: str | None = None,
) -> None:
    """Run pytest on nothing but the submissions below `paths`, with no configuration of theirs.

    Each result goes to `take`. Raises KeyboardInterrupt.
    """
    root = os.path.commonpath([path if path.is_dir() else path.parent for path in paths])
    clean = ("-c", os.devnull, "--rootdir", root, "--noconftest", "--assert=plain", "--capture=no")
    without = [word for name in ("cacheprovider", "terminal", "faulthandler") for word in ("-p", f"no:{name}")]
    report = [] if junitxml is None else ["--junitxml", junitxml]
    arguments = [*clean, *without, "-p", __name__, "--quizbank-only", *report, *map(str, paths)]
    code = pytest.main(arguments, plugins=[Session(grader, named, take)])
    if code == pytest.ExitCode.INTERRUPTED:
        raise KeyboardInterrupt
    if code in (pytest.ExitCode.INTERNAL_ERROR, pytest.ExitCode.USAGE_ERROR):
        raise RuntimeError("pytest itself failed")
