"""LaTeX's frames: dollar signs and environments that only align, switches of fonts, and braces around cases."""

from collections.abc import Sequence

from quizbank.answers.notation.spelling import FONTS, closing
from quizbank.answers.notation.tokens import Token

_OUTER = frozenset("aligned align gather gathered split equation eqnarray math displaymath".split())
_ROWS = frozenset("aligned align gathered split array matrix cases".split())
_BOXES = frozenset("boxed fbox framebox ensuremath".split())
_CHOOSING = ("if", "else", "otherwise")
_OLD_SWITCHES = frozenset("rm bf it sf tt cal".split())
_SWITCHES = _OLD_SWITCHES | {"mathrm", "mathbf", "boldsymbol"}


def unframed(read: Sequence[Token]) -> list[Token]:
    """Without dollar signs, outer environments, alignment marks and labels."""
    rows = _as_cases(_with_columns_left_out(_without_stacks(_as_commands(_with_plain_words(_without_boxes(read))))))
    found: list[Token] = []
    place = 0
    inside: list[str] = []  # open matrices, in which & has a meaning
    while place < len(rows):
        token, name = rows[place], _environment(rows, place)
        is_label = token.kind == "command" and token.text in ("tag", "label") and place + 1 < len(rows)
        if name in _OUTER or is_label:
            place = closing(rows, place + 1) + 1
            continue
        if name:
            inside = [*inside, name] if token.text == "begin" else inside[:-1]
        is_frame = token.text == "$" or (token.kind == "command" and token.text in ("[", "]", "(", ")"))
        if not is_frame and not (token.text == "&" and not inside):
            found.append(token)
        place += 1
    return found


def _environment(rows: Sequence[Token], place: int) -> str:
    r"""The name behind `\begin` or `\end`."""
    token = rows[place]
    is_environment = token.kind == "command" and token.text in ("begin", "end") and place + 2 < len(rows)
    return rows[place + 2].text if is_environment else ""


def _is_of_all(read: Sequence[Token], place: int) -> bool:
    r"""Whether a command is meant for its whole group; `\mathbf Q \mathbf K` says it of each letter."""
    inner = read[place + 2 : closing(read, place)]
    return read[place + 1].text in _OLD_SWITCHES or all(token.kind in ("word", "number") for token in inner)


def _without_boxes(read: Sequence[Token]) -> list[Token]:
    r"""What `\boxed{…}` frames, and no `{}`, which LaTeX needs between two superscripts."""
    found = list(read)
    for place in range(len(found) - 2, -1, -1):
        if found[place].kind == "command" and found[place].text in _BOXES and found[place + 1].text == "{":
            end = closing(found, place + 1)
            found[place : end + 1] = found[place + 2 : end] if found[end].text == "}" else found[place + 1 :]
        elif found[place].text == "{" and found[place + 1].text == "}" and place:
            is_argument = found[place - 1].kind == "command" or found[place - 1].text in ("_", "^")
            found[place : place + 2] = found[place : place + 2] if is_argument else []
    return found


def _with_plain_words(read: list[Token]) -> list[Token]:
    r"""`x \text{ if } x > 0, \text{ else } 0` with its words alone."""
    for place in range(len(read) - 4, -1, -1):
        font = read[place]
        if font.kind != "command" or font.text not in FONTS:
            continue
        texts = [token.text for token in read[place + 1 : place + 4]]
        if texts[::2] == ["{", "}"] and texts[1] in _CHOOSING:
            read[place : place + 4] = [read[place + 2]._replace(spaced=True)]
    return read


def _as_commands(read: Sequence[Token]) -> list[Token]:
    r"""`{\rm softmax}` as `\rm{softmax}`."""
    found = list(read)
    for place in range(len(found) - 1):
        one, other = found[place : place + 2]
        is_switch = one[:2] == ("sign", "{") and other.kind == "command" and other.text in _SWITCHES
        if is_switch and found[place + 2].text != "{" and _is_of_all(found, place):
            found[place : place + 2] = [other._replace(spaced=one.spaced), one]
    return found


def _without_stacks(read: list[Token]) -> list[Token]:
    r"""`\substack{k = 1 \\ w_k \sim P}` as its first row: the others tell how words are drawn."""
    found = list(read)
    for place in range(len(found) - 2, -1, -1):
        if found[place][:2] != ("command", "substack") or found[place + 1].text != "{":
            continue
        end = closing(found, place + 1)
        inner = found[place + 2 : end]
        cut = next((i for i, token in enumerate(inner) if token.kind == "break" or token.text == ","), len(inner))
        found[place : end + 1] = inner[:cut]
    return found


def _with_columns_left_out(read: list[Token]) -> list[Token]:
    r"""`\begin{array}{ll}` without its columns."""
    for place in range(len(read) - 5, -1, -1):
        if read[place].text == "begin" and _environment(read, place) == "array" and read[place + 4].text == "{":
            del read[place + 4 : closing(read, place + 4) + 1]
    return read


def _as_cases(read: list[Token]) -> list[Token]:
    r"""`\left\{\begin{array}…\end{array}\right.` as cases; a system of equations in such rows is its lines."""
    place = 0
    while place < len(read):
        name = _environment(read, place)
        if read[place].text != "begin" or name not in _ROWS:
            place += 1
            continue
        last = _end(read, place, name)
        braced = place > 0 and read[place - 1].text == "\\{"
        kind = _kind(read[place:last], name, braced)
        read[place + 2] = read[place + 2]._replace(text=kind)
        if last + 2 < len(read):
            read[last + 2] = read[last + 2]._replace(text=kind)
        if braced:
            del read[last + 4 : last + 4 + (last + 4 < len(read) and read[last + 4].text in (".", "\\}"))]
            del read[place - 1]
        place += 1
    return read


def _kind(rows: Sequence[Token], name: str, braced: bool) -> str:
    is_told = any(_is_condition(rows, place) for place in range(len(rows))) or (name == "cases" and _are_compared(rows))
    if any(token.text == "=" for token in rows) and not is_told:
        return "aligned" if braced or name in ("array", "cases") else name
    return "cases" if braced else name


def _are_compared(rows: Sequence[Token]) -> bool:
    r"""Whether each equals sign stands behind a mark, as in `x & s = 1`, and not beside it, as in `y &= x`."""
    marked = False
    for place, token in enumerate(rows):
        if token.text == "=" and (not marked or rows[place - 1].text == "&"):
            return False
        marked = (marked or token.text == "&") and token.kind != "break"
    return True


def _is_condition(rows: Sequence[Token], place: int) -> bool:
    is_subscript = [t.text for t in rows[max(place - 2, 0) : place]] == ["_", "{"]  # W_{if}
    return not is_subscript and rows[place].text in ("if", "otherwise", "else", "<", ">", "<=", ">=", "!=")


def _end(read: Sequence[Token], place: int, name: str) -> int:
    for end in range(place + 1, len(read)):
        if read[end].text == "end" and _environment(read, end) == name:
            return end
    return len(read)
