"""What `quizbank doctor` finds: versions, who owns our names, paths, the progress file, the terminal."""

import importlib.util
import json
import locale
import os
import platform
import sqlite3
import stat
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path
from typing import Any

import quizbank
from quizbank import database, packs
from quizbank.language import Language, words

DISTRIBUTION = "quizbank-ml"
FOREIGN = "quizbank"  # another project on PyPI, with the same import name
NEEDED = ("torch", "numpy", "sympy", "textual", "pytest", "jaxtyping", "fsrs", "genanki", "platformdirs")
PATIENCE_S = 120.0


@dataclass(frozen=True)
class Fact:
    """One finding; `name` is the same in every language, `advice` says what to do about it."""

    name: str
    value: str
    ok: bool = True
    advice: str | None = None


def facts(folder: Path, language: Language, *, ask_torch: bool = True) -> list[Fact]:
    """All findings; asking torch for its devices takes seconds and happens in a process of its own."""
    found = [*_python(language), *_ownership(language), *_packages(language)]
    if ask_torch:
        found.append(_devices(language))
    return [*found, *_data(folder, language), *_packs(language), *_terminal(language)]


def as_json(found: list[Fact]) -> list[dict[str, Any]]:
    """The public fields of `doctor --json`."""
    return [vars(fact) for fact in found]


def text(found: list[Fact]) -> str:
    """One line a finding, marked where something is to be done."""
    lines = []
    for fact in found:
        lines.append(f"{' ' if fact.ok else '!'} {fact.name}: {fact.value}")
        lines += [f"    → {fact.advice}"] if fact.advice else []
    return "\n".join(lines)


def _python(language: Language) -> Iterator[Fact]:
    yield Fact("python", f"{platform.python_version()} ({sys.executable})")
    yield Fact("system", platform.platform())
    forks = hasattr(os, "fork")
    _ = words(language)
    advice = None if forks else _("Grading starts slowly here; on Windows use WSL.")
    yield Fact("fork", "yes" if forks else "no", forks, advice)


def _ownership(language: Language) -> Iterator[Fact]:
    """Whether what is imported as `quizbank`, `reference` and `tui` is ours."""
    _ = words(language)
    home = Path(quizbank.__file__).parent
    ours, foreign = _version(DISTRIBUTION), _version(FOREIGN)
    told = None if ours else _("It runs from its folder; `make review` installs it.")
    yield Fact("quizbank", f"{quizbank.__version__} ({home})", advice=told)
    if foreign:
        command = f"pip uninstall {FOREIGN} && pip install --force-reinstall --no-deps {DISTRIBUTION}"
        advice = _("Another project of the same name is installed beside it: {command}").format(command=command)
        yield Fact("owner", f"{DISTRIBUTION} {ours}, {FOREIGN} {foreign}", False, advice)
    else:
        yield Fact("owner", f"{DISTRIBUTION} {ours or '-'}")
    for name in ("reference", "tui"):
        found = _place(name)
        ok = found == home.parent / name
        advice = _("{path} hides ours: start quizbank in another folder, or clear PYTHONPATH.").format(path=found)
        yield Fact(name, str(found or _("missing")), ok, None if ok else advice)


def _place(package: str) -> Path | None:
    spec = importlib.util.find_spec(package)
    return Path(spec.origin).parent if spec and spec.origin else None


def _packages(language: Language) -> Iterator[Fact]:
    """The versions as installed, without importing anything."""
    _ = words(language)
    for name in NEEDED:
        version = _version(name)
        advice = None if version else _("Install it: {command}").format(command=f"pip install {name}")
        yield Fact(name, version or _("missing"), version is not None, advice)


def _version(distribution: str) -> str | None:
    try:
        return metadata.version(distribution)
    except metadata.PackageNotFoundError:
        return None


def _devices(language: Language) -> Fact:
    """What torch can compute on, as a child of ours that imports it says."""
    _ = words(language)
    script = "import json; from quizbank import device; print(json.dumps(device.available()))"
    environment = {**os.environ, "PYTHONPATH": str(Path(quizbank.__file__).parents[1])}
    try:
        done = subprocess.run(
            [sys.executable, "-P", "-c", script],
            env=environment,
            capture_output=True,
            text=True,
            timeout=PATIENCE_S,
            check=True,
        )
        return Fact("devices", ", ".join(json.loads(done.stdout.splitlines()[-1])))
    except subprocess.TimeoutExpired:
        return Fact("devices", _("torch took too long"), False)
    except (subprocess.CalledProcessError, OSError, ValueError, IndexError) as error:
        last = (getattr(error, "stderr", None) or str(error)).strip().splitlines()[-1:]
        return Fact("devices", " ".join(last), False, _("torch does not start; install it again."))


def _data(folder: Path, language: Language) -> Iterator[Fact]:
    """The data folder and the progress file; neither is created nor changed."""
    _ = words(language)
    path = folder / database.NAME
    yield _folder(folder, language)
    yield _progress(path, language)
    backup = database.newest_backup(path)
    yield Fact("backup", str(backup or "-"))
    for kept in sorted(folder.glob("progress.damaged-*.sqlite3")):
        command = database.way_back(folder, [kept])
        advice = _("A damaged progress file that was set aside. What can still be read comes back by: {command}")
        yield Fact("damaged", str(kept), True, advice.format(command=command))


def _packs(language: Language) -> Iterator[Fact]:
    """Every pack, and what is wrong with those that are left out."""
    _ = words(language)
    for pack in packs.found():
        advice = "; ".join(finding.sentence(language) for finding in pack.findings)
        yield Fact(
            "pack",
            str(pack.folder),
            not pack.findings,
            _("It is left out: {reason}").format(reason=advice) if advice else None,
        )


def _folder(folder: Path, language: Language) -> Fact:
    _ = words(language)
    if not folder.exists():
        return Fact("data", f"{folder} ({_('not there yet')})")
    if not (folder.is_dir() and os.access(folder, os.R_OK | os.W_OK | os.X_OK)):
        return Fact("data", str(folder), False, _("It is no folder that you may write to; choose one with --data."))
    mode = stat.S_IMODE(folder.stat().st_mode)
    advice = _("Others may read it: {command}").format(command=f"chmod 700 {folder}") if mode & 0o077 else None
    return Fact("data", f"{folder} ({mode:o})", True, advice)


def _progress(path: Path, language: Language) -> Fact:
    _ = words(language)
    if not path.exists() or path.stat().st_size == 0:
        return Fact("progress", f"{path} ({_('not there yet')})")
    try:
        connection = sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True, timeout=database.PATIENCE_S)
        try:
            schema = database.schema_version(connection)
            found = connection.execute("PRAGMA quick_check(1)").fetchone()[0]
        finally:
            connection.close()
    except sqlite3.Error as error:
        schema, found = 0, str(error)
    value = f"{path} (schema {schema}, {path.stat().st_size // 1024} KiB, {found})"
    if schema > len(database.MIGRATIONS):
        return Fact("progress", value, False, _("A newer quizbank wrote it; update this one."))
    return Fact(
        "progress",
        value,
        found == "ok",
        None if found == "ok" else _("At its next start quizbank sets it aside and says how to go back."),
    )


def _terminal(language: Language) -> Iterator[Fact]:
    _ = words(language)
    size = os.get_terminal_size(sys.stdout.fileno()) if sys.stdout.isatty() else None
    shown = f"{size.columns}×{size.lines}" if size else _("no terminal")
    name = os.environ.get("TERM", "-")
    multiplexer = next((tool for tool in ("TMUX", "STY") if os.environ.get(tool)), "")
    dumb = name == "dumb"
    advice = _("It cannot draw; use `quizbank ask --plain`.") if dumb else None
    yield Fact("terminal", " ".join(filter(None, (shown, name, multiplexer))), not dumb, advice)
    encoding = locale.getpreferredencoding(do_setlocale=False)
    ok = encoding.lower().replace("-", "") == "utf8"
    advice = None if ok else _("Formulas and Chinese need UTF-8: {command}").format(command="export LC_ALL=C.UTF-8")
    yield Fact("encoding", encoding, ok, advice)
