"""The client of a child process: answers, deadlines, deaths, and what it leaves behind."""

import os
import time
from pathlib import Path

import pytest

from quizbank.child import Child, Died, Refused, TookTooLong

CHILD = """
import json, os, subprocess, sys, time
print(json.dumps({"event": "ready", "device": "none"}), flush=True)
for line in sys.stdin:
    request = json.loads(line)
    reply = {"n": request["n"], "event": "done", "size": len(line), "pid": os.getpid()}
    if request["do"] == "sleep":
        time.sleep(1000)
    if request["do"] == "start":
        reply["started"] = subprocess.Popen(["sleep", "1000"]).pid
    if request["do"] == "die":
        sys.exit("last words")
    if request["do"] == "refuse":
        reply = {"n": request["n"], "event": "failed", "message": "no"}
    if request["do"] == "report":
        print(json.dumps({"n": request["n"] - 1, "event": "done"}))
        print(json.dumps({"n": request["n"], "event": "progress", "step": 1}))
    print(json.dumps(reply), flush=True)
"""


@pytest.fixture
def child(tmp_path, monkeypatch):
    (tmp_path / "fake_child.py").write_text(CHILD)
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    with Child("fake_child") as started:
        yield started


def test_it_answers_and_says_when_it_is_ready(child):
    assert child.ask({"do": "x"}, 20)["size"] > 0
    assert child.ready == {"device": "none"}


def test_a_large_request_arrives_whole(child):
    assert child.ask({"do": "x", "text": "x" * 3_000_000}, 20)["size"] > 3_000_000


def test_events_go_to_the_listener_and_old_answers_nowhere(child):
    events = []
    child.ask({"do": "report"}, 20, events.append)
    assert events == [{"event": "progress", "step": 1}]


def test_a_late_child_is_killed_and_replaced(child):
    first = child.ask({"do": "x"}, 20)["pid"]
    started = time.monotonic()
    with pytest.raises(TookTooLong):
        child.ask({"do": "sleep"}, 0.3)
    assert time.monotonic() - started < 5
    assert child.ask({"do": "x"}, 20)["pid"] != first


def test_a_death_is_told_with_the_last_words(child):
    with pytest.raises(Died, match="last words"):
        child.ask({"do": "die"}, 20)
    assert child.ask({"do": "x"}, 20)


def test_a_refusal_is_told(child):
    with pytest.raises(Refused, match="no"):
        child.ask({"do": "refuse"}, 20)


def test_nothing_that_it_started_is_left(child):
    started = child.ask({"do": "start"}, 20)["started"]
    child.close()
    for _ in range(100):
        if not _runs(started):
            return
        time.sleep(0.05)
    pytest.fail("its own child is still there")


def test_it_is_out_of_reach_of_the_terminals_interrupt(child):
    assert os.getpgid(child.ask({"do": "x"}, 20)["pid"]) != os.getpgid(0)


def _runs(pid):
    try:
        return "Z" not in Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return False
