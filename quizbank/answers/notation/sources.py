"""Where the names of one question come from: arguments, sizes, parts of joint weights and the topic's legend."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from quizbank import axes
from quizbank.answers.notation.gates import gated, on_other_states, ungated
from quizbank.answers.notation.vocabulary import Called, Entry, Role, Vocabulary, key
from quizbank.language import Language
from quizbank.question import Symbol

Shapes = Mapping[str, tuple[str, ...] | None]
Spelt = tuple[Entry, list[str]]


@dataclass(frozen=True)
class Sources:
    """The names with what they are; `biases` are those that a convention has, `whole` labels and vectors of them.

    `gates` are the outputs that joint weights make.
    """

    arguments: Shapes
    outputs: Sequence[str]
    legend: Mapping[str, Symbol]
    sizes: Mapping[str, str] = field(default_factory=dict)
    extra: Collection[str] = ()
    biases: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    symbols: Mapping[str, str] = field(default_factory=dict)
    whole: frozenset[str] = frozenset()
    gates: Mapping[str, str] = field(default_factory=dict)

    def entries(self) -> Iterator[Spelt]:
        """Every name with its spellings: arguments first, so that theirs win over a stray's."""
        yield from _entries("argument", self.arguments, self.legend, self.whole)
        yield from _entries("size", dict.fromkeys(n for n in self._lengths() if n not in self.arguments), self.legend)
        yield from _entries("extra", {**dict.fromkeys(self.extra), **self.biases}, self.legend)
        yield from _derived(self.symbols, self.legend)
        yield from _parts(self.arguments, self.biases, self.legend)
        yield from _entries("asked", dict.fromkeys(self.outputs), self.legend)
        yield from _entries("stray", dict.fromkeys(n for n in self.legend if n not in self.outputs), self.legend)
        yield from self._peepholes()

    def _peepholes(self) -> Iterator[Spelt]:
        """Weights on states that no gate reads; `of` is the letter of the state."""
        for weight, output in self.gates.items():
            if weight in self.arguments and output in self.legend and weight[0] == "W":
                for state, keys in on_other_states(weight, self.legend[output], self.legend):
                    yield Entry(f"{weight} on {state}", "stray", f"W_{{{keys[0][2:]}}}", of=state), keys

    def lent(self) -> set[str]:
        """The keys that the symbols of this formula have in this question alone."""
        lent = [text for name in self.symbols if name in self.legend for text in self.legend[name].borrowed]
        return {k for text in lent if (k := key(text))}

    def of_gates(self) -> Iterator[tuple[str, str]]:
        """Keys of joint weights by their gate, and without it where there is one; what they name."""
        for weight, output in self.gates.items():
            if weight in self.arguments and output in self.legend:
                yield from gated(weight, self.legend[output])
        yield from self.ungated().items()

    def ungated(self) -> dict[str, str]:
        """Keys without a gate's letter, where one gate alone is asked; what they name."""
        return ungated(self.arguments, self.legend)

    def _lengths(self) -> list[str]:
        """The sizes of all axes, those that they are tied to, and those that are tied."""
        of_axes = [name for shape in self.arguments.values() for axis in shape or () for name in axes.names(axis)]
        ties = [name for text in self.sizes.values() if text != "2**" for name in axes.names(text)]
        return list(dict.fromkeys([*of_axes, *ties, *self.sizes]))


def vocabulary(
    sources: Sources,
    *,
    calls: Mapping[str, Called] | None = None,
    forbidden: Collection[str] = (),
    language: Language = "en",
    slope_of: str | None = None,
) -> Vocabulary:
    """Every name of one question."""
    found, targets = _by_spelling(sources.entries())
    for spelling in sources.lent() & targets.keys():
        if targets[spelling].role == "symbol":
            del targets[spelling]  # a line that has this name is the user's own
    bare = _bare(found)
    by_name = {entry.name: entry for entry in reversed(found.values())}
    of_gates = {k: by_name[name] for k, name in sources.of_gates() if name in by_name and k not in found}
    bare |= {k: entry for k, entry in of_gates.items() if "_" not in k}
    found |= of_gates
    return Vocabulary(
        {**found, **bare},
        calls or {},
        asked=tuple(sources.outputs),
        forbidden=frozenset(forbidden),
        language=language,
        slope_of=slope_of,
        sizes=sources.sizes,
        targets=targets,
        bare=frozenset(bare),
        ungated=sources.ungated(),
    )


def _by_spelling(entries: Iterator[Spelt]) -> tuple[dict[str, Entry], dict[str, Entry]]:
    """The entry of each spelling, and those that a line may define."""
    found: dict[str, Entry] = {}
    targets: dict[str, Entry] = {}
    for entry, spellings in entries:
        for spelling in spellings:
            found.setdefault(spelling, entry)
            if entry.role in ("asked", "stray", "symbol"):
                targets.setdefault(spelling, entry)
    return found, targets


def _entries(
    role: Role,
    named: Mapping[str, tuple[str, ...] | None],
    legend: Mapping[str, Symbol],
    whole: frozenset[str] = frozenset(),
) -> Iterator[Spelt]:
    for name, shape in named.items():
        symbol = legend.get(name)
        written = [symbol.symbol, symbol.type_as, *symbol.also] if symbol else []
        if symbol and role in ("argument", "size", "symbol"):
            written += symbol.borrowed
        keys = [k for text in (name, *written) if (k := key(text))]
        keys += [_ALIASES[k] for k in keys if k in _ALIASES]
        keys += [variant for k in keys[:1] for variant in _raised(k)]
        keys += [k.replace("_", "^") for k in keys if k.partition("_")[2] in _STEPS]
        keys += [f"{step}_{base}" for base, _, step in (k.partition("_") for k in keys) if step in ("prev", "next")]
        keys += [k.removesuffix("_t") for k in keys if len(k) == 4 and k.endswith("~_t")]  # h̃ for h̃_t
        yield Entry(name, role, symbol.symbol if symbol else name, shape, is_whole=name in whole), keys


_ALIASES = {"eps": "epsilon", "epsilon": "eps", "varepsilon": "epsilon"}


_STEPS = ("t", "t-1")
"""Times that some notes write above, as `h^{t-1}`."""


def _raised(plain: str) -> Iterator[str]:
    """`W_q` is also printed `W^Q` and `W_Q`."""
    base, _, sub = plain.partition("_")
    if len(sub) == 1 and sub.isalpha():
        yield from (f"{base}_{sub.upper()}", f"{base}^{sub.upper()}", f"{base}^{sub}")


def _derived(symbols: Mapping[str, str], legend: Mapping[str, Symbol]) -> Iterator[Spelt]:
    for entry, keys in _entries("symbol", dict.fromkeys(symbols), legend):
        yield replace(entry, of=symbols[entry.name]), keys


def _parts(
    arguments: Mapping[str, tuple[str, ...] | None],
    biases: Mapping[str, tuple[str, ...]],
    legend: Mapping[str, Symbol],
) -> Iterator[Spelt]:
    """The hidden and input blocks of joint weights, and the two biases that stand for one."""
    shapes = {**arguments, **biases}
    for name in arguments:
        symbol = legend.get(name)
        if symbol is None or not (symbol.hidden or symbol.input):
            continue
        bias = f"b{name[1:]}"
        roles: tuple[tuple[Role, tuple[str, ...]], ...] = (("hidden", symbol.hidden), ("input", symbol.input))
        for role, spellings in roles:
            shown = {k: text for text in spellings if (k := key(text)) and k != key(name)}
            shown |= {raised: text for k, text in list(shown.items()) for raised in _raised(k)}
            shown |= {k.replace("_", ""): text for k, text in list(shown.items()) if len(k.partition("_")[2]) == 2}
            if shown:
                yield Entry(f"{name} {role}", role, next(iter(shown.values())), None, name), list(shown)
            if bias in shapes and name[0] == "W":
                keys = [f"b{k[1:]}" for k in shown if k.startswith("W_")]
                display = f"b_{{{keys[0][2:]}}}" if keys else bias
                yield Entry(f"{bias} {role}", role, display, shapes[bias], bias), keys


_TIMES = frozenset({"t", "t-1", "i-1", "i", "prev", "0", "j"})


def _bare(entries: Mapping[str, Entry]) -> dict[str, Entry]:
    """`h` alone is `h_{t-1}` where that is the only argument of this letter."""
    spelled = [(known.partition("_"), entry) for known, entry in entries.items() if _is_timed(known, entry, entries)]
    owners: dict[str, set[str]] = {}
    for (base, _, _sub), entry in spelled:
        owners.setdefault(base, set()).add(entry.name)
    found = {}
    for (base, _, _sub), entry in spelled:
        holder = entries.get(base)
        is_free = holder is None or holder.role in ("asked", "stray", "hidden", "input")
        if is_free and owners[base] == {entry.name}:
            found[base] = entry
    return found


def _is_timed(known: str, entry: Entry, entries: Mapping[str, Entry]) -> bool:
    """Whether this is an argument with its time: with another time than t under its own spelling, or that of the result.

    `W_i` has no time where i is a gate.
    """
    base, _, sub = known.partition("_")
    result = entries.get(base)
    is_own = known in (entry.name, key(entry.display)) or (result is not None and result.role == "asked")
    is_time = sub in _TIMES and (sub == "t" or is_own) and not (sub in ("i", "j") and sub in entries)
    return entry.role == "argument" and is_time
