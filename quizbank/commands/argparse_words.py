"""argparse's own words in the user's language: it asks gettext's current domain, which is ours while it speaks."""

import gettext
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import quizbank
from quizbank.language import Language

DOMAIN = "quizbank"


def _(sentence: str) -> str:
    """Marks a sentence for translation; argparse looks it up itself."""
    return sentence


SAID = (
    _("usage: "),
    _("options"),
    _("positional arguments"),
    _("show this help message and exit"),
    _("show program's version number and exit"),
    _("argument %(argument_name)s: %(message)s"),
    _("the following arguments are required: %s"),
    _("invalid choice: %(value)r (choose from %(choices)s)"),
    _("invalid %(type)s value: %(value)r"),
    _("unrecognized arguments: %s"),
    _("not allowed with argument %s"),
    _("ignored explicit argument %r"),
    _("expected one argument"),
    _("expected at least one argument"),
)


@contextmanager
def speaking(language: Language) -> Iterator[None]:
    """Inside, argparse speaks this language; the environment that children inherit is as before afterwards."""
    gettext.bindtextdomain(DOMAIN, Path(quizbank.__file__).parent / "locale")
    domain, wanted = gettext.textdomain(), os.environ.get("LANGUAGE")
    gettext.textdomain(DOMAIN)
    os.environ["LANGUAGE"] = language
    try:
        yield
    finally:
        gettext.textdomain(domain)
        del os.environ["LANGUAGE"]
        if wanted is not None:
            os.environ["LANGUAGE"] = wanted
