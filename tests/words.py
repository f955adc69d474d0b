"""The catalogue of the program's own sentences: collect them, and compile it (`make words`).

A sentence is the literal in `_("…")`, `self._("…")`, `self.translate("…")`, `words(language)("…")` or `later("…")`. The .po
file holds one entry a sentence, with the files that say it; running this adds new ones with an empty translation and
drops those that nobody says any more.
"""

import ast
import struct
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

ROOT = Path(__file__).parent.parent
PACKAGES = ("quizbank", "tui")
FOLDER = ROOT / "quizbank" / "locale" / "zh" / "LC_MESSAGES"
PO, MO = FOLDER / "quizbank.po", FOLDER / "quizbank.mo"
HEADER = "Content-Type: text/plain; charset=UTF-8\nContent-Transfer-Encoding: 8bit\nLanguage: zh\n"
MARKERS = ("_", "later", "translate", "words()")


def sentences() -> dict[str, list[str]]:
    """Every sentence with the files that say it, in the order of files and lines."""
    found: dict[str, list[str]] = {}
    for package in PACKAGES:
        for path in sorted((ROOT / package).rglob("*.py")):
            for sentence in _said(ast.parse(path.read_text("utf-8"))):
                files = found.setdefault(sentence, [])
                name = path.relative_to(ROOT).as_posix()
                if name not in files:
                    files.append(name)
    return found


def _said(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and node.args:
            argument = node.args[0]
            if _name(node.func) in MARKERS and isinstance(argument, ast.Constant) and isinstance(argument.value, str):
                yield argument.value


def _name(function: ast.expr) -> str:
    """The name of what is called; what a call returns is called by that call's name and brackets."""
    if isinstance(function, ast.Call):
        return f"{_name(function.func)}()"
    return function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")


def catalogue(path: Path = PO) -> dict[str, str]:
    """English sentence to Chinese, as the .po file has them."""
    entries: dict[str, str] = {}
    parts: dict[str, str] = {}
    current = ""
    for line in [*path.read_text("utf-8").splitlines(), ""]:
        keyword, _, rest = line.partition(" ")
        if keyword in ("msgid", "msgstr"):
            current, parts[keyword] = keyword, ast.literal_eval(rest)
        elif line.startswith('"'):
            parts[current] += ast.literal_eval(line)
        elif not line and "msgid" in parts:
            entries[parts["msgid"]] = parts["msgstr"]
            parts = {}
    entries.pop("", None)
    return entries


def as_po(entries: Mapping[str, str], files: Mapping[str, list[str]]) -> str:
    """The text of the .po file."""
    blocks = [f'msgid ""\nmsgstr {_quoted(HEADER)}\n']
    for sentence, translation in entries.items():
        said = " ".join(files.get(sentence, ()))
        blocks.append(f"#: {said}\nmsgid {_quoted(sentence)}\nmsgstr {_quoted(translation)}\n")
    return "\n".join(blocks)


def _quoted(text: str) -> str:
    lines = text.splitlines(keepends=True)
    escaped = ['"' + line.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n") + '"' for line in lines]
    return escaped[0] if len(escaped) == 1 else "\n".join(['""', *escaped])


def as_mo(entries: Mapping[str, str]) -> bytes:
    """The .mo file that gettext reads: two tables of (length, offset), then the strings, sorted by sentence."""
    pairs = sorted((key.encode(), value.encode()) for key, value in {**entries, "": HEADER}.items() if value)
    start = 28 + 16 * len(pairs)
    tables, strings = [b"", b""], b""
    for column in (0, 1):
        for pair in pairs:
            tables[column] += struct.pack("<II", len(pair[column]), start + len(strings))
            strings += pair[column] + b"\0"
    head = struct.pack("<7I", 0x950412DE, 0, len(pairs), 28, 28 + 8 * len(pairs), 0, start)
    return head + tables[0] + tables[1] + strings


def main() -> int:
    """Bring the .po file up to date and compile it; 1 where a translation is missing."""
    files, known = sentences(), catalogue() if PO.exists() else {}
    entries = {sentence: known.get(sentence, "") for sentence in files}
    FOLDER.mkdir(parents=True, exist_ok=True)
    PO.write_text(as_po(entries, files), "utf-8")
    MO.write_bytes(as_mo(entries))
    missing = [sentence for sentence, translation in entries.items() if not translation]
    for sentence in missing:
        print(f"no translation: {sentence}", file=sys.stderr)
    return bool(missing)


if __name__ == "__main__":
    sys.exit(main())
