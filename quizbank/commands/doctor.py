"""`quizbank doctor`: what is installed, whether it fits together, and where the data is."""

import json
from argparse import Namespace

from quizbank.commands.problem import BROKEN
from quizbank.paths import data_folder


def doctor(options: Namespace) -> int:
    """Print every finding, or with `--locate` only the data folder; a bad finding means exit code 3."""
    folder = data_folder(options.data)
    if options.locate:
        print(json.dumps({"data": str(folder)}, ensure_ascii=False) if options.json else folder)
        return 0
    from quizbank.doctor import as_json, facts, text

    found = facts(folder, options.language)
    print(json.dumps(as_json(found), ensure_ascii=False, indent=1) if options.json else text(found))
    return 0 if all(fact.ok for fact in found) else BROKEN
