"""The judge client: replies, deadlines, deaths and restarts."""

import asyncio
import os
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from tui.judge import Failed, Judge, TookTooLong

FAKE = (sys.executable, str(Path(__file__).with_name("fake_judge.py")))


def with_judge(use: Callable[[Judge], Awaitable[Any]], argv: tuple[str, ...] = FAKE) -> list[str]:
    """Run `use` with a fresh judge; the states that it went through are returned."""
    states: list[str] = []

    async def main() -> None:
        judge = Judge(argv, lambda: states.append(judge.state))
        try:
            await use(judge)
        finally:
            await judge.close()

    asyncio.run(main())
    return states


def request(answer: str) -> dict[str, Any]:
    return {"do": "check", "id": "lstm.forget_gate", "seed": 0, "answer": [answer], "language": "en"}


def test_an_answer_comes_back() -> None:
    async def use(judge: Judge) -> None:
        assert (await judge.ask(request("f")))["verdict"] == "right"
        assert (judge.state, judge.device, judge.torch) == ("ready", "cpu", "2.13.0")

    assert with_judge(use) == ["starting", "ready", "stopped"]


def test_answers_asked_together_find_their_askers() -> None:
    async def use(judge: Judge) -> None:
        replies = await asyncio.gather(*(judge.ask(request(text)) for text in ("a", "wrong", "(")))
        assert [reply["verdict"] for reply in replies] == ["right", "wrong", "unreadable"]

    with_judge(use)


def test_progress_is_told_as_it_comes_and_only_to_its_asker() -> None:
    async def use(judge: Judge) -> None:
        heard: list[int] = []
        train = {"do": "train", "name": "glove", "seed": 0}
        told = judge.ask(train, on_progress=lambda event: heard.append(event["step"]))
        done, silent = await asyncio.gather(told, judge.ask(train))
        assert heard == list(range(1, 41))
        assert len(done["losses"]) == len(silent["losses"]) == 40

    with_judge(use)


def test_another_judge_is_a_process_of_its_own() -> None:
    async def use(judge: Judge) -> None:
        states: list[str] = []
        second = judge.another(lambda: states.append(second.state))
        await asyncio.gather(judge.ask(request("a")), second.ask(request("b")))
        assert judge._process is not None
        assert second._process is not None
        assert judge._process.pid != second._process.pid
        await second.close()
        assert states == ["starting", "ready", "stopped"]
        assert judge.state == "ready"

    with_judge(use)


def test_a_missed_deadline_kills_the_judge_and_starts_another() -> None:
    async def use(judge: Judge) -> None:
        await judge.ask(request("a"))
        assert judge._process is not None
        old = judge._process.pid
        with pytest.raises(TookTooLong):
            await judge.ask(request("hang"), deadline=0.3)
        with pytest.raises(ProcessLookupError):
            os.kill(old, 0)
        assert (await judge.ask(request("a")))["verdict"] == "right"

    with_judge(use)


def test_a_judge_that_dies_is_said_at_once_and_started_again() -> None:
    async def use(judge: Judge) -> None:
        with pytest.raises(Failed):
            await judge.ask(request("die"))
        assert (await judge.ask(request("a")))["verdict"] == "right"

    with_judge(use)


def test_a_failure_carries_its_message() -> None:
    async def use(judge: Judge) -> None:
        with pytest.raises(Failed, match="out of memory"):
            await judge.ask(request("fail"))

    with_judge(use)


def test_a_judge_that_cannot_start_says_why() -> None:
    async def use(judge: Judge) -> None:
        with pytest.raises(Failed, match="No module named"):
            await judge.ask(request("a"))

    with_judge(use, (sys.executable, "-c", "import sys; sys.exit('No module named torch')"))
