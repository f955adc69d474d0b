"""Packs: topics that a user adds, as a folder or as an installed package laid out like ours.

A pack holds `reference/`, `questions/`, `mistakes/` and `conventions/`, or those of them that it needs. Its files are
written as ours are (`from reference import rope`): its folders are appended to our packages' search paths, so a name
that we have stays ours, and a pack that takes one is left out. What a pack holds is read as text before anything of
it is imported, so that a broken one is left out as a whole.
"""

import functools
import importlib
import json
import os
import sys
import traceback
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType

from quizbank.language import LANGUAGES, Language, Text, words
from quizbank.paths import data_folder

VARIABLE = "QUIZBANK_PACKS"
"""Tells a child which packs its parent reads, as a JSON list of folders; nothing else is looked for then."""

FOLDER = "packs"
GROUP = "quizbank.packs"
PARTS = {
    "reference": "reference",
    "questions": "quizbank.questions",
    "mistakes": "quizbank.mistakes",
    "conventions": "quizbank.conventions",
}
"""The folders of a pack, each with the package that it adds to."""

_HOME = Path(__file__).parent
OURS = {part: _HOME.parent.joinpath(*package.split(".")) for part, package in PARTS.items()}


@dataclass(frozen=True)
class Finding:
    """Why a pack is left out: what is wrong, in which file and, where it has one, in which line."""

    file: Path
    text: Text
    line: int | None = None

    def sentence(self, language: Language) -> str:
        """The finding on one line, its place as compilers write it."""
        place = str(self.file) if self.line is None else f"{self.file}:{self.line}"
        return f"{place}: {self.text[language]}"


@dataclass(frozen=True)
class Pack:
    """A pack's folder and what is wrong with it; a sound one has no findings."""

    folder: Path
    findings: tuple[Finding, ...] = ()


_chosen: list[Path] = []
_data: list[str] = []


def choose(folders: Sequence[str], data: str | None) -> None:
    """Read the packs in these folders too, and look for others in this data folder; before the bank is read."""
    _chosen[:] = [Path(folder).expanduser().absolute() for folder in folders]
    _data[:] = [data] if data else []
    found.cache_clear()
    sound.cache_clear()


@functools.cache
def found() -> tuple[Pack, ...]:
    """Every pack there is: the chosen ones, then those in the data folder, then the installed ones."""
    inherited = os.environ.get(VARIABLE)
    if inherited is not None:
        return tuple(Pack(Path(folder)) for folder in json.loads(inherited))
    places = dict.fromkeys([*_chosen, *_kept()])
    installed = dict(_installed())
    missing = [Pack(Path(name), (_not_installed(name),)) for name, folder in installed.items() if folder is None]
    folders = [*places, *(folder for folder in installed.values() if folder is not None and folder not in places)]
    if not folders:
        return tuple(missing)
    from quizbank.inspection import inspected  # whoever has no pack need not wait for it

    return (*inspected(folders), *missing)


@functools.cache
def sound() -> tuple[Path, ...]:
    """The folders of the packs that are read; from the first call on their modules can be imported."""
    folders = tuple(pack.folder for pack in found() if not pack.findings)
    for part, package in PARTS.items() if folders else ():
        path = importlib.import_module(package).__path__
        path.extend(str(folder / part) for folder in folders if str(folder / part) not in path)
    return folders


def module(name: str) -> ModuleType:
    """The module `reference.<topic>` or `quizbank.questions.<topic>`, ours or a pack's."""
    sound()
    return importlib.import_module(name)


def roots(part: str) -> list[Path]:
    """The folders that hold this part, ours first."""
    return [OURS[part], *(folder / part for folder in sound() if (folder / part).is_dir())]


def for_children() -> dict[str, str]:
    """What a child's environment needs, so that it reads the same packs without looking for them again."""
    return {VARIABLE: json.dumps([str(folder) for folder in sound()])}


def findings() -> list[Finding]:
    """What is wrong with the packs that are left out."""
    return [finding for pack in found() for finding in pack.findings]


def place(error: BaseException) -> str | None:
    """Where in a pack's own code an error arose, as `file:line`; None where no pack had a part in it."""
    folders = tuple(f"{folder}{os.sep}" for folder in sound())
    frames = traceback.extract_tb(error.__traceback__)
    lines = [f"{frame.filename}:{frame.lineno}" for frame in frames if folders and frame.filename.startswith(folders)]
    return lines[-1] if lines else None


def text(sentence: str, **parts: object) -> Text:
    """A sentence about a pack in both languages."""
    return Text(*(words(language)(sentence).format(**parts) for language in LANGUAGES))


def _kept() -> list[Path]:
    """The folders in `packs/` of the data folder."""
    place = data_folder(_data[0] if _data else None) / FOLDER
    if not place.is_dir():
        return []
    return sorted(one for one in place.iterdir() if one.is_dir() and not one.name.startswith((".", "_")))


def _installed() -> Iterator[tuple[str, Path | None]]:
    """The packages that an installed distribution names as packs; None for one that is not there."""
    if not any(_names_packs(folder) for folder in sys.path):
        return
    from importlib import metadata, util  # 60 ms that whoever has installed no pack need not wait

    for point in sorted(metadata.entry_points(group=GROUP), key=lambda point: point.value):
        try:
            spec = util.find_spec(point.value)
        except (ImportError, ValueError):
            spec = None
        places = spec.submodule_search_locations if spec else None
        yield point.value, Path(next(iter(places))) if places else None


def _names_packs(folder: str) -> bool:
    """Whether a distribution in this folder of the search path names a pack; reads only the lists of names."""
    try:
        entries = [entry.path for entry in os.scandir(folder) if entry.name.endswith((".dist-info", ".egg-info"))]
    except OSError:
        return False
    return any(GROUP.encode() in _content(Path(entry, "entry_points.txt")) for entry in entries)


def _content(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError:
        return b""


def _not_installed(name: str) -> Finding:
    _ = text
    return Finding(Path(name), _("It is named as a pack by an installed package, but cannot be found."))
