"""The reference's formulas by id; a topic is imported when one of its formulas is first asked for."""

from typing import Any

from quizbank import packs
from reference.formula import FORMULAS, Formula


def reference(name: str) -> Formula[..., Any]:
    """The formula of this id, its module imported."""
    topic, _, function = name.partition(".")
    if name not in FORMULAS:
        packs.module(f"reference.{topic}")
    return FORMULAS[f"{topic}.{function}"]
