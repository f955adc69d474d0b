"""Left sides that name something else than what is asked: `Q^T = X W`, `f_{t+1} = …`, `z = -log softmax(z)_y`."""

import re
from typing import Any

from quizbank.answers.echo import display
from quizbank.answers.notation.spelling import printable
from quizbank.answers.notation.vocabulary import Vocabulary, key
from quizbank.answers.tree import Definition, Name
from quizbank.answers.unreadable import Unreadable
from quizbank.answers.walk import walk
from reference.formula import Formula

_OTHER_STEP = re.compile(r"t[+-]\d+")


def require_asked_left(line: Definition, vocabulary: Vocabulary, formula: Formula[..., Any]) -> None:
    """Raise Unreadable where the name left of the right formula is that of another quantity."""
    asked = vocabulary.by_name(formula.outputs[0]) if formula.outputs else None
    if line.name is None or line.name in vocabulary.asked or asked is None:
        return
    base, _, script = (key(asked.display) or "").partition("_")
    if _is_other(line, base, script) or _is_given(line.name, vocabulary, formula):
        translate = vocabulary.translate
        message = translate("this line defines {symbol}, asked is {asked}").format(
            symbol=display(printable(line.name.rstrip("′"))), asked=display(asked.display)
        )
        raise Unreadable(1, message, line.line)


def _is_other(line: Definition, base: str, script: str) -> bool:
    """Whether this is a transpose, another step, two steps after what stands right, another place, or one entry alone."""
    name = line.name or ""
    own, _, sub = name.partition("_")
    is_step = own == base and _OTHER_STEP.fullmatch(sub) is not None
    earlier = any(isinstance(node, Name) and node.text.endswith(("t-1", "{t-1}")) for node in walk(line.body))
    is_place = own == base and script[:1].isalpha() and script not in ("t", "new") and len(script) > 2 and sub != script
    is_one = sub.isdigit() and bool(line.indices)  # `S_1 = e^{z_i} / Σ_j e^{z_j}`
    return name.endswith("^T") or is_one or (is_step and (script == "t" or earlier)) or (is_place and len(sub) > 2)


def _is_given(name: str, vocabulary: Vocabulary, formula: Formula[..., Any]) -> bool:
    """Whether it is an argument of another shape: x = σ(x) is a new value of x, z = -log p_y none of z."""
    entry = vocabulary.find(name)
    if entry is None or entry.role != "argument":
        return False
    return entry.is_whole or len(entry.axes or ()) != len(formula.results[0].axes or ())
