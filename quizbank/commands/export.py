"""`quizbank export`: a flashcard for every formula."""

import json
import sys
from argparse import Namespace
from datetime import UTC, datetime
from pathlib import Path

from quizbank import bank
from quizbank.commands.listing import check_topics
from quizbank.commands.problem import BROKEN, USAGE, Problem
from quizbank.flashcards.card import cards
from quizbank.language import words
from quizbank.paths import data_folder
from quizbank.progress import Progress


def export(options: Namespace) -> int:
    """Write the cards that the filters leave to the file."""
    from quizbank.flashcards.export import NotExported
    from quizbank.flashcards.export import export as write

    _, path = words(options.language), Path(options.file)
    check_topics(options.topic, options.language)
    with Progress.open(data_folder(options.data)) as progress:
        chosen = cards(
            options.language,
            topics=options.topic,
            kinds=options.kind,
            tiers=options.tier,
            only=_missed(progress) if options.only_mistakes else None,
        )
        try:
            count = write(path, chosen, options.language, progress, datetime.now(UTC), force=options.force)
        except NotExported as error:
            failed = isinstance(error.__cause__, OSError) and not isinstance(error.__cause__, FileExistsError)
            raise Problem(error.message(options.language), BROKEN if failed else USAGE) from None
    if options.json:
        print(json.dumps({"file": str(path), "cards": count}, ensure_ascii=False))
    print(_("{count} cards are in {path}.").format(count=count, path=path), file=sys.stderr)
    return 0


def _missed(progress: Progress) -> set[str]:
    """The formulas of the questions last answered wrong."""
    questions = bank.questions()
    return {questions[name].formula or name for name in progress.missed() if name in questions}
