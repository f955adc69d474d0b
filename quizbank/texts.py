"""A topic's file of texts, held against what the bank will want of it; every finding has its line."""

import re
import tomllib
from collections.abc import Collection, Iterator, Mapping
from pathlib import Path
from string import Template
from typing import Any

from quizbank.language import LANGUAGES, Text
from quizbank.packs import Finding, text
from quizbank.question import KINDS

_ = text

_TYPES: dict[str, tuple[type, ...]] = {
    "kind": (str,),
    "tier": (int,),
    "seconds": (int,),
    "source": (str,),
    "formula": (str,),
    "shown": (str,),
    "tolerance": (float, int),
    "given": (dict,),
    "symbols": (list,),
    "powers_of_two": (list,),
    "needs": (list,),
    "classic": (list,),
}
_SENTENCES = ("title", "prompt", "note", "follow_up")
_LISTS = ("hints", "points", "options")
_LISTED = {"explain": "points", "choice": "options", "order": "options"}


class Texts:
    """One TOML file, the formulas of its pack, and the names that the module beside it defines (None: any)."""

    def __init__(self, path: Path, formulas: Collection[str], defined: Collection[str] | None) -> None:
        self._path, self._topic = path, path.stem
        self._lines = path.read_text("utf-8").splitlines()
        self._read: dict[str, Any] = tomllib.loads("\n".join(self._lines))
        self._formulas, self._defined = formulas, defined

    def findings(self) -> Iterator[Finding]:
        """Everything that is missing or of another kind than it must be, in the order of the file."""
        read = self._read
        tables = {"topic": dict, "legend": list, "questions": dict}
        wrong = [name for name, kind in tables.items() if not isinstance(read.get(name, kind()), kind)]
        if not wrong and not all(isinstance(entry, dict) for entry in read.get("legend", ())):
            wrong = ["legend"]
        for name in wrong:
            yield self._finding(_("{name} is no table of this form.", name=name), name, 0)
        if wrong:
            return
        for told in _bilingual(read.get("topic", {}), ("title",), ("title",)):
            yield self._finding(told, "topic", 0)
        for place, entry in enumerate(read.get("legend", ())):
            for told in self._symbol(entry):
                yield self._finding(told, "legend", place)
        for name, entry in read.get("questions", {}).items():
            for told in self._question(name, entry):
                yield self._finding(told, f"questions.{name}", 0)

    def _symbol(self, entry: Any) -> Iterator[Text]:
        for key in ("name", "symbol", "type_as"):
            if not isinstance(entry.get(key), str):
                yield _("A symbol has no {key}.", key=key)
        yield from _bilingual(entry, ("meaning", "misuse"), ("meaning",))

    def _question(self, name: str, entry: Any) -> Iterator[Text]:
        if not isinstance(entry, dict):
            yield _("{name} is no table of this form.", name=name)
            return
        kind = entry.get("kind")
        if wrong := list(_mistyped(entry)):
            yield from wrong
            return
        yield from _bilingual(entry, _SENTENCES, ("prompt",) if kind else ())
        yield from _lists(entry, kind)
        yield from _numbers(entry)
        if kind is None:
            if f"{self._topic}.{name}" not in self._formulas:
                yield _("{name} has no kind, and no formula has its name.", name=name)
        elif kind not in KINDS:
            yield _("There is no kind {kind}; the kinds are {kinds}.", kind=kind, kinds=", ".join(KINDS))
        else:
            yield from self._answer(name, entry, kind)

    def _answer(self, name: str, entry: Mapping[str, Any], kind: str) -> Iterator[Text]:
        """What computes the answer: a formula for a line to set right, else a function of the question's name."""
        if f"{self._topic}.{name}" in self._formulas:
            yield _("{name} is the id of a formula already.", name=name)
        if kind == "fix":
            for key in ("formula", "shown"):
                if key not in entry:
                    yield _("{name} has no {key}.", name=name, key=key)
        elif kind != "explain" and self._defined is not None and name not in self._defined:
            yield _("No function {name} is in {file}.", name=name, file=f"questions/{self._topic}.py")
        unknown = set(entry.get("symbols", ())) - {entry.get("name") for entry in self._read.get("legend", ())}
        for symbol in sorted(unknown):
            yield _("The legend has no symbol {symbol}.", symbol=symbol)

    def _finding(self, told: Text, table: str, place: int) -> Finding:
        """The finding at the head of its table: the `place`-th of this name."""
        head = re.compile(rf"\s*\[+\s*{re.escape(table)}\s*\]+")
        lines = [number for number, line in enumerate(self._lines, 1) if head.match(line)]
        return Finding(self._path, told, lines[place] if place < len(lines) else 1)


def _bilingual(entry: Mapping[str, Any], keys: Collection[str], required: Collection[str]) -> Iterator[Text]:
    for key in keys:
        if key not in entry and key not in required:
            continue
        value = entry.get(key)
        for language in LANGUAGES:
            said = value.get(language) if isinstance(value, dict) else None
            if not (isinstance(said, str) and said.strip()):
                yield _("{key}.{language} is missing.", key=key, language=language)


def _lists(entry: Mapping[str, Any], kind: str | None) -> Iterator[Text]:
    wanted = _LISTED.get(kind or "")
    for key in _LISTS:
        value = entry.get(key, {})
        lists: list[Any] = [value.get(language, []) if isinstance(value, dict) else None for language in LANGUAGES]
        if not all(_are_sentences(one) for one in lists):
            yield _("{key} is no list of sentences in each language.", key=key)
        elif len(lists[0]) != len(lists[1]):
            yield _(
                "{key} has {en} sentences in English and {zh} in Chinese.", key=key, en=len(lists[0]), zh=len(lists[1])
            )
        elif key == wanted and not lists[0]:
            yield _("{key} is missing.", key=key)


def _are_sentences(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(line, str) for line in value)


def _mistyped(entry: Mapping[str, Any]) -> Iterator[Text]:
    for key, kinds in _TYPES.items():
        if key in entry and (not isinstance(entry[key], kinds) or isinstance(entry[key], bool)):
            yield _("{key} cannot be {value}.", key=key, value=repr(entry[key]))
    if isinstance(entry.get("tier"), int) and entry["tier"] not in (1, 2, 3):
        yield _("{key} cannot be {value}.", key="tier", value=entry["tier"])


def _numbers(entry: Mapping[str, Any]) -> Iterator[Text]:
    """Numbers that the prompt shows, as $n, and nothing gives."""
    prompt, given = entry.get("prompt"), entry.get("given", {})
    if not isinstance(prompt, dict) or not isinstance(given, dict):
        return
    for language in LANGUAGES:
        template = Template(str(prompt.get(language, "")))
        if not template.is_valid():
            yield _("prompt.{language} has a $ without a name.", language=language)
        for name in sorted(set(template.get_identifiers()) - set(given)):
            yield _("prompt.{language} shows ${name}, which is not given.", language=language, name=name)
