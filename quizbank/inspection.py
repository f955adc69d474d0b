"""The inspection of a pack: everything that would break the bank, found by reading its files, none of which is run."""

import ast
import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from quizbank import outline
from quizbank.packs import OURS, PARTS, Finding, Pack, text
from quizbank.texts import Texts

_ = text


def inspected(folders: Sequence[Path]) -> Iterator[Pack]:
    """The packs in these folders, each with what is wrong with it; of two that share a topic the first keeps it."""
    taken: dict[str, Path] = {}
    for folder in folders:
        try:
            found = tuple(_findings(folder, taken))
        except Exception as error:  # whatever a stranger's file holds, the rest of the bank must open
            found = (Finding(folder, _("This cannot be read: {reason}", reason=f"{type(error).__name__}: {error}")),)
        if not found:
            taken |= {topic: folder for topic, _file in _topics(folder)}
        yield Pack(folder, found)


def _findings(folder: Path, taken: Mapping[str, Path]) -> list[Finding]:
    """The findings of the first stage that has any: what a file holds matters once it can be read."""
    if not any((folder / part).is_dir() for part in ("reference", "questions")):
        return [Finding(folder, _("No pack is here: it needs a folder reference/ or questions/."))]
    found = [*_conflicts(folder, taken), *_unreadable(folder)]
    return found or [*questions(folder), *declarations(folder)]


def _topics(folder: Path) -> Iterator[tuple[str, Path]]:
    """Every topic with a file or folder of it, which is what Python would import by its name."""
    for part in PARTS:
        for path in sorted((folder / part).glob("*")):
            is_module = path.suffix in (".py", ".toml") or (path.is_dir() and any(path.glob("*.py")))
            if is_module and path.name not in ("__init__.py", "__pycache__"):
                yield path.stem, path


def _conflicts(folder: Path, taken: Mapping[str, Path]) -> Iterator[Finding]:
    for topic, path in _topics(folder):
        if not topic.isidentifier():
            yield Finding(path, _("{name} is no name for a topic: Python must be able to import it.", name=topic))
        elif any((ours / f"{topic}{end}").exists() for ours in OURS.values() for end in ("", ".py", ".toml")):
            yield Finding(path, _("quizbank itself has a topic or module {topic}.", topic=topic))
        elif topic in taken:
            yield Finding(path, _("The pack {folder} has a topic {topic} too.", folder=taken[topic], topic=topic))


def _unreadable(folder: Path) -> Iterator[Finding]:
    """Files that are no Python or no TOML."""
    for path in sorted(path for part in PARTS for path in (folder / part).rglob("*")):
        try:
            if path.suffix == ".py":
                ast.parse(path.read_text("utf-8"), str(path))
            elif path.suffix == ".toml":
                tomllib.loads(path.read_text("utf-8"))
        except SyntaxError as error:
            yield Finding(path, _("This is no Python: {reason}", reason=error.msg), error.lineno)
        except tomllib.TOMLDecodeError as error:
            line = re.search(r"line (\d+)", str(error))
            number = int(line[1]) if line else len(path.read_text("utf-8").splitlines())
            yield Finding(path, _("This is no TOML: {reason}", reason=error), number)
        except (OSError, ValueError) as error:
            yield Finding(path, _("This cannot be read: {reason}", reason=error))


def declarations(folder: Path) -> Iterator[Finding]:
    """Mistakes, conventions and lures that lack a translation or belong to no formula of the pack."""
    known = {formula.id for formula in outline.formulas(folder / "reference")}
    for part, decorator in (("mistakes", "mistake"), ("conventions", "convention"), ("questions", "lure")):
        for declared in outline.declarations(folder / part, decorator):
            assert declared.file is not None  # it was read from one
            for language in ("en", "zh"):
                if not declared.facts.get(language):
                    missing = _("{name} has no text {language}.", name=declared.name, language=language)
                    yield Finding(declared.file, missing, declared.line)
            if decorator != "lure" and declared.formula not in known:
                told = _("This pack has no formula {formula}.", formula=declared.formula)
                yield Finding(declared.file, told, declared.line)


def questions(folder: Path) -> Iterator[Finding]:
    """Texts that lack a part or a translation, and questions without a formula or function behind them."""
    formulas = list(outline.formulas(folder / "reference"))
    asked = {formula.id for formula in formulas} | {f"{formula.id}_lines" for formula in formulas if formula.lines}
    for path in sorted((folder / "questions").glob("*.toml")):
        yield from Texts(path, asked, _defined(path)).findings()


def _defined(path: Path) -> frozenset[str] | None:
    """The names that a topic's module defines or imports; None where it imports all of another."""
    file = next(
        (file for file in (path.with_suffix(".py"), path.with_suffix("") / "__init__.py") if file.exists()), None
    )
    names: set[str] = set()
    for node in ast.parse(file.read_text("utf-8")).body if file else ():
        if isinstance(node, ast.FunctionDef):
            names.add(node.name)
        elif isinstance(node, ast.Assign):
            names |= {target.id for target in node.targets if isinstance(target, ast.Name)}
        elif isinstance(node, ast.ImportFrom):
            names |= {alias.asname or alias.name for alias in node.names}
    return None if "*" in names else frozenset(names)
