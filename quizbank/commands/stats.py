"""`quizbank stats`: what was answered, topic by topic, and which mistakes come back."""

import json
from argparse import Namespace
from datetime import UTC, datetime

from quizbank import bank
from quizbank.paths import data_folder
from quizbank.progress import Progress
from quizbank.stats import summary


def stats(options: Namespace) -> int:
    """Print the summary of the progress file."""
    with Progress.open(data_folder(options.data)) as progress:
        found = summary(progress, bank.questions(), datetime.now(UTC))
    print(json.dumps(found.as_json(), ensure_ascii=False, indent=1) if options.json else found.text(options.language))
    return 0
