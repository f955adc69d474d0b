"""What the checks and their results are called; JSON and exit codes keep the English names."""

from quizbank.language import Language, words


def check_name(check: str, language: Language) -> str:
    """A check in the user's language, as `gradient[W_f]`."""
    _ = words(language)
    name, bracket, argument = check.partition("[")
    names = {
        "runs": _("runs"),
        "signature": _("signature"),
        "shape": _("shape"),
        "dtype": _("dtype"),
        "values": _("values"),
        "batch": _("batch"),
        "lengths": _("lengths"),
        "non-contiguous": _("non-contiguous"),
        "gradient": _("gradient"),
        "extreme": _("extreme"),
        "purity": _("purity"),
        "device": _("device"),
    }
    return names.get(name, name) + bracket + argument


def result_name(result: str, language: Language) -> str:
    """How a check ended: one word in English, as in JSON, and its translation."""
    if language == "en":
        return result
    _ = words(language)
    names = {
        "pass": _("pass"),
        "limited": _("limited"),
        "not-run": _("not-run"),
        "not-started": _("not-started"),
        "import-error": _("import-error"),
        "error": _("error"),
        "timeout": _("timeout"),
        "crash": _("crash"),
        "non-finite": _("non-finite"),
        "impure": _("impure"),
        "value": _("other values"),
        "gradient": _("another gradient"),
        "signature": _("another signature"),
        "shape": _("another shape"),
        "dtype": _("another dtype"),
    }
    return names.get(result, result)


def check_names(checks: list[str], language: Language) -> str:
    """Several checks on one line."""
    return " ".join(check_name(check, language) for check in checks)
