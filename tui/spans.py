"""Lengths of time as a person says them."""

from datetime import timedelta

from quizbank.language import Language, words

MINUTE, HOUR, DAY = 60, 3600, 86400


def short(span: timedelta, language: Language) -> str:
    """`10 min`, `3 h`, `11 d`, `4 months`: the largest unit that fits, rounded."""
    _ = words(language)
    seconds = max(0.0, span.total_seconds())
    if seconds < 0.75 * HOUR:
        return _("{n} min").format(n=max(1, round(seconds / MINUTE)))
    if seconds < 0.75 * DAY:
        return _("{n} h").format(n=max(1, round(seconds / HOUR)))
    days = max(1, round(seconds / DAY))
    if days < 60:
        return _("{n} d").format(n=days)
    if days < 540:
        return _("{n} months").format(n=round(days / 30.4))
    return _("{n} years").format(n=round(days / 365))


def ago(span: timedelta, language: Language) -> str:
    """How long ago, in the same units."""
    _ = words(language)
    if span.total_seconds() < MINUTE:
        return _("just now")
    return _("{span} ago").format(span=short(span, language))


def measured(seconds: float) -> str:
    """A duration of computing: `12 ms`, `1.6 s`."""
    return f"{seconds * 1000:.0f} ms" if seconds < 1 else f"{seconds:.1f} s"
