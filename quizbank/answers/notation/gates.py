"""Weights under the names of the gate that they make, as `W_c̃`, and under none where one gate alone is asked."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

from quizbank.answers.notation.vocabulary import key
from quizbank.question import Symbol

_WHOLE = ("W_{0}", "W^{0}")
_HIDDEN = ("W_h{0}", "W_{0}h", "U_{0}", "U^{0}", "R_{0}", "W_h^{0}", "W_{0}^h")
_INPUT = ("W_x{0}", "W_{0}x", "W_x^{0}", "W_{0}^x")
_UNGATED = {"": ("W",), " hidden": ("W_h", "W_hh", "U", "U_h"), " input": ("W_x", "W_xh", "W_ih", "W_hx")}
_UNGATED_BIASES = {"": ("b", "b_h"), " hidden": ("b_hh",), " input": ("b_x", "b_xh", "b_ih", "b_hx")}
_READ = ("h", "x")
"""The letters of what every gate reads."""

_LETTER = re.compile(r"([A-Za-z])([~^]?)(_t)?")
_ACCENTS = {"~": "tilde", "^": "hat", "": ""}


def is_joint(symbol: Symbol | None) -> bool:
    """Whether this is a weight on [h; x], which has two parts."""
    return symbol is not None and bool(symbol.hidden and symbol.input)


def gated(weight: str, output: Symbol) -> Iterator[tuple[str, str]]:
    """The keys that a joint weight, its parts and its biases have of their output, each with what it names."""
    bias = f"b{weight[1:]}"
    for letter in _letters(output):
        for part, patterns in (("", _WHOLE), (" hidden", _HIDDEN), (" input", _INPUT)):
            keys = [pattern.format(letter) for pattern in patterns]
            yield from ((key, f"{weight}{part}") for key in keys)
            yield from ((f"b{key[1:]}", f"{bias}{part}") for key in keys if key[0] == "W")


def on_other_states(weight: str, output: Symbol, legend: Mapping[str, Symbol]) -> Iterator[tuple[str, list[str]]]:
    """The letter of each state that no gate reads, with the keys of a weight on it: `W_{cf}`, a peephole's."""
    states = (key(symbol.symbol) or "" for symbol in legend.values() if symbol.misuse is not None)
    for state in dict.fromkeys(k.partition("_")[0] for k in states if "_" in k and k[0] not in _READ):
        letters = dict.fromkeys((weight.partition("_")[2], *_letters(output)))
        yield state, [f"W_{pair}" for letter in letters if letter for pair in (f"{state}{letter}", f"{letter}{state}")]


def _letters(output: Symbol) -> list[str]:
    """The letters of a symbol as they stand in a script: `tildec` and `g` of c̃_t."""
    keys = [k for text in (output.symbol, output.type_as, *output.also) if (k := key(text))]
    found = [match for k in keys if (match := _LETTER.fullmatch(k))]
    return list(dict.fromkeys(_ACCENTS[match[2]] + match[1] for match in found))


def ungated(arguments: Iterable[str], legend: Mapping[str, Symbol]) -> dict[str, str]:
    """The names without a gate's letter, where there is one joint weight; none that the notes have for parts of W."""
    joint = [name for name in arguments if is_joint(legend.get(name))]
    if len(joint) != 1:
        return {}
    others = set(_parts(symbol for name, symbol in legend.items() if name != joint[0] and "_" not in name))
    found = {}
    for whole, spellings in ((joint[0], _UNGATED), (f"b{joint[0][1:]}", _UNGATED_BIASES)):
        found.update({k: f"{whole}{part}" for part, keys in spellings.items() for k in keys if k not in others})
    return found


def _parts(symbols: Iterable[Symbol]) -> Iterator[str]:
    texts: Sequence[str] = [text for symbol in symbols for text in (*symbol.hidden, *symbol.input)]
    yield from (k for text in texts if (k := key(text)))
