"""What each kind of question is called."""

from quizbank.language import Language, words
from quizbank.question import Kind


def kind_name(kind: Kind, language: Language) -> str:
    """The kind in the user's language; the options of the command line take it as it is."""
    _ = words(language)
    return {
        "formula": _("formula"),
        "system": _("system of equations"),
        "shape": _("shape"),
        "count": _("count"),
        "growth": _("growth"),
        "value": _("value"),
        "choice": _("choice"),
        "order": _("order"),
        "fix": _("spot the error"),
        "explain": _("explain"),
    }[kind]
