"""The next card takes at most 5 ms with 5,000 cards and 100,000 reviews."""

import random
import statistics
import time
from datetime import UTC, datetime, timedelta

import pytest

from quizbank.progress import Progress, Review

NOW = datetime(2026, 11, 29, 12, tzinfo=UTC)
CARDS, REVIEWS = 5_000, 100_000
BUDGET_S = 0.005


@pytest.fixture(scope="module")
def progress(tmp_path_factory):
    """A progress file of this size in which every card is due."""
    with Progress.open(tmp_path_factory.mktemp("data"), NOW) as opened:
        sql, draw = opened._connection, random.Random(1)
        now = round(NOW.timestamp() * 1e6)
        cards = [(f"topic.q{n}", draw.uniform(0.1, 99), now - 10**12, now - 2 * 10**12) for n in range(CARDS)]
        reviews = [(f"topic.q{n % CARDS}", n, now - (REVIEWS - n) * 10**8) for n in range(REVIEWS)]
        sql.execute("BEGIN")
        sql.execute("INSERT INTO schedulers (settings) VALUES ('{}')")
        sql.executemany("INSERT INTO cards VALUES (?, 2, NULL, ?, 5.0, ?, ?)", cards)
        sql.executemany(
            "INSERT INTO reviews (question, seed, rating, verdict, answer, at, scheduler)"
            " VALUES (?, ?, 3, 'right', 'sigma(W_f [h_{t-1}, x_t] + b_f)', ?, 1)",
            reviews,
        )
        sql.execute("COMMIT")
        opened.record(Review("topic.q0", 1, 3, "right", "", None, "cpu", 0.1, 1.0, NOW))  # loads the scheduler
        yield opened


def test_the_next_card_comes_at_once(progress):
    def answer_and_go_on(n):
        progress.record(Review(f"topic.q{n}", n, 3, "right", "", None, "cpu", 0.1, 1.0, NOW + timedelta(seconds=n)))
        return progress.due(NOW, 1)

    assert median(answer_and_go_on) <= BUDGET_S


def test_the_home_screen_counts_at_once(progress):
    assert median(lambda _: (progress.counts(NOW), progress.last())) <= BUDGET_S


def median(function, times=25):
    """The median time of one call."""
    taken = []
    for n in range(times):
        start = time.perf_counter()
        function(n)
        taken.append(time.perf_counter() - start)
    print(f"{statistics.median(taken) * 1e3:.2f} ms")
    return statistics.median(taken)
