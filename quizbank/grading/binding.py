"""Which argument of the formula lands in which parameter of a submission: by name, else by position."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from quizbank.grading.sentences import Misfit, later

ALIASES: dict[str, tuple[str, ...]] = {
    "h_prev": ("h", "h_t_1", "h_tm1", "prev_h", "h_previous", "h_last", "hidden", "hx", "h_old", "last_h"),
    "c_prev": ("c", "C", "c_t_1", "C_t_1", "c_tm1", "prev_c", "C_prev", "c_previous", "cell", "cx", "c_old", "last_c"),
    "s_prev": ("s", "s_t_1", "s_i_1", "prev_s", "state", "hidden", "decoder_hidden"),
    "x": ("x_t", "xt", "X", "input", "inputs", "inp"),
    "xs": ("x", "X", "inputs", "input", "sequence", "seq", "x_seq"),
    "h_0": ("h", "h_init", "h_prev", "hx", "hidden"),
    "c_0": ("c", "c_init", "c_prev", "cx", "cell"),
    "h_tilde": ("h_hat", "candidate", "n", "h_cand"),
    "c_tilde": ("c_hat", "g", "candidate", "C_tilde", "c_cand", "c_bar"),
    "W_c": ("W_C", "W_g", "W_candidate", "W_cell"),
    "b_c": ("b_C", "b_g", "b_candidate", "b_cell"),
    "Q": ("q", "query", "queries"),
    "K": ("k", "key", "keys"),
    "V": ("v", "value", "values"),
    "M": ("mask", "attn_mask", "attention_mask"),
    "mask": ("M", "attn_mask", "attention_mask"),
    "heads": ("n_heads", "num_heads", "n_head", "nhead", "h", "H"),
    "annotations": ("hs", "H", "encoder_outputs", "enc_out", "h", "memory"),
    "memory": ("encoder_output", "enc_out", "encoder_outputs", "Z", "context"),
    "X_q": ("query", "queries", "x_q", "q"),
    "X_kv": ("context", "memory", "key_value", "x_kv", "kv"),
    "z": ("x", "logits", "scores", "Z"),
    "logits": ("z", "x", "scores", "y_hat"),
    "target": ("y", "label", "t", "targets"),
    "targets": ("y", "labels", "target", "t"),
    "g": ("d_out", "dout", "grad", "upstream", "dy", "grad_output", "g_out"),
    "g_h": ("dh", "d_h", "dh_next", "grad_h"),
    "g_c": ("dc", "d_c", "dc_next", "grad_c"),
    "eps": ("epsilon", "e"),
    "epsilon": ("eps", "smoothing"),
    "gamma": ("weight", "g", "scale"),
    "beta": ("bias", "b", "shift"),
    "lr": ("learning_rate", "eta", "alpha"),
    "grad": ("g", "gradient", "dw"),
    "ids": ("tokens", "x", "idx", "indices", "words"),
    "n": ("length", "seq_len", "T", "max_len"),
    "d": ("d_model", "dim", "dmodel"),
    "X": ("x", "inputs", "input"),
    "p": ("rate", "drop", "dropout"),
    "keep": ("mask",),
}


@dataclass(frozen=True)
class Parameter:
    """One parameter of a submission, as `inspect` names its kind."""

    name: str
    kind: str = "POSITIONAL_OR_KEYWORD"
    required: bool = True


@dataclass(frozen=True)
class Binding:
    """How to call: argument names in the order of positions, and those that go by keyword."""

    positional: tuple[str, ...]
    keywords: dict[str, str] = field(default_factory=dict)
    by_name: bool = True


def bind(parameters: Sequence[Parameter], arguments: Sequence[str], told: Sequence[str] | None = None) -> Binding:
    """Bind `arguments` to `parameters`; `told` are the arguments in the parameters' order. Raises Misfit."""
    if told is not None:
        return _told(parameters, arguments, told)
    targets = {parameter.name: target(parameter.name, arguments) for parameter in parameters}
    named = [p for p in parameters if not p.kind.startswith("VAR")]
    required = [p for p in named if p.required]
    found = [name for p in named if (name := targets[p.name])]
    if required and all(targets[p.name] for p in required) and len(set(found)) == len(found):
        return _by_name(parameters, arguments, targets)
    return _by_position(parameters, arguments, targets)


def target(name: str, arguments: Sequence[str]) -> str | None:
    """The one argument that a parameter of this name must mean, or None."""
    if name in arguments:
        return name
    squashed = [argument for argument in arguments if squash(argument) == squash(name)]
    if len(squashed) == 1:
        return squashed[0]
    aliased = [argument for argument in arguments if _is_alias(name, argument)]
    if len(aliased) == 1:
        return aliased[0]
    lowered = [argument for argument in arguments if squash(argument).lower() == squash(name).lower()]
    if len(lowered) == 1:
        return lowered[0]
    only = [argument for argument in arguments if argument.startswith(f"{name}_")]
    return only[0] if len(only) == 1 and len(name) == 1 else None


def squash(name: str) -> str:
    """The name without what writers add or leave out at will."""
    return name.replace("_", "")


def _is_alias(name: str, argument: str) -> bool:
    return squash(name) in {squash(alias) for alias in ALIASES.get(argument, ())}


def _told(parameters: Sequence[Parameter], arguments: Sequence[str], told: Sequence[str]) -> Binding:
    strange = [name for name in told if name not in arguments]
    if strange:
        raise Misfit(
            later("`arguments` names {strange}, but the arguments are {arguments}"),
            strange=strange[0],
            arguments=", ".join(arguments),
        )
    lacking = [name for name in arguments if name not in told]
    if lacking:
        raise Misfit(later("`arguments` leaves out {lacking}"), lacking=", ".join(lacking))
    room = [p for p in parameters if p.kind.startswith("POSITIONAL")]
    if len(room) < len(told) and not _takes_rest(parameters):
        raise Misfit(later("it takes {room} arguments, and there are {count}"), room=len(room), count=len(told))
    return Binding(tuple(told))


def _by_name(parameters: Sequence[Parameter], arguments: Sequence[str], targets: dict[str, str | None]) -> Binding:
    positional: list[str] = []
    keywords: dict[str, str] = {}
    stopped = False
    for parameter in parameters:
        name = targets[parameter.name]
        if parameter.kind.startswith("VAR"):
            continue
        if name is None:
            stopped = True  # a default of its own: what follows goes by keyword
        elif parameter.kind == "KEYWORD_ONLY" or stopped:
            keywords[parameter.name] = name
        else:
            positional.append(name)
    lacking = [name for name in arguments if name not in positional and name not in keywords.values()]
    if lacking and any(p.kind == "VAR_KEYWORD" for p in parameters):
        keywords.update((name, name) for name in lacking)
    elif lacking and any(p.kind == "VAR_POSITIONAL" for p in parameters) and not keywords:
        positional += lacking
    elif lacking:
        raise Misfit(later("it has no parameter for {lacking}"), lacking=", ".join(lacking))
    return Binding(tuple(positional), keywords)


def _by_position(parameters: Sequence[Parameter], arguments: Sequence[str], targets: dict[str, str | None]) -> Binding:
    room = [p for p in parameters if p.kind.startswith("POSITIONAL")]
    required = [p for p in room if p.required]
    if len(required) > len(arguments) or (len(room) < len(arguments) and not _takes_rest(parameters)):
        raise Misfit(
            later("it takes {room} arguments ({names}), and the formula gives {count}: {arguments}"),
            room=len(required),
            names=", ".join(p.name for p in room),
            count=len(arguments),
            arguments=", ".join(arguments),
        )
    keyword = next((p.name for p in parameters if p.kind == "KEYWORD_ONLY" and p.required), None)
    if keyword:
        raise Misfit(later("it needs {keyword}, which is no argument of the formula"), keyword=keyword)
    for place, parameter in enumerate(room[: len(arguments)]):
        meant = None if len(parameter.name) == 1 and parameter.name not in arguments else targets[parameter.name]
        if meant is not None and meant != arguments[place]:
            raise Misfit(
                later(
                    "parameter {parameter} would receive {argument}; say the order with @solves(..., arguments=({order}))"
                ),
                parameter=parameter.name,
                argument=arguments[place],
                order=", ".join(f'"{targets[p.name] or "…"}"' for p in room[: len(arguments)]),
            )
    return Binding(tuple(arguments), by_name=False)


def _takes_rest(parameters: Sequence[Parameter]) -> bool:
    return any(p.kind == "VAR_POSITIONAL" for p in parameters)
