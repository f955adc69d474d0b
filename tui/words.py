"""Sentences that stand in a class body, before any language is known."""


def later(sentence: str) -> str:
    """Mark a sentence for the catalogue; it is translated when it is shown."""
    return sentence
