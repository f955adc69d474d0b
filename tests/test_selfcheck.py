"""The self-check: passes on the CPU within its time, and sees what is wrong."""

import json
import resource

import pytest
import torch

from quizbank import bank, selfcheck
from reference import attention, lstm
from tests.command import quizbank

CPU = torch.device("cpu")
LIMIT = 60.0
"""Seconds of one core's work, which other processes on the machine do not lengthen."""


def work():
    """What the processes that this one has started and seen end have worked."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def test_every_formula_passes_with_each_twin_in_time(tmp_path):
    started = work()
    done = quizbank("selfcheck", "--device", "cpu", "--json", home=tmp_path, timeout=300)
    seconds = work() - started
    rows = [json.loads(line) for line in done.stdout.splitlines()]
    assert done.returncode == 0, [row for row in rows if row["result"] != "pass"]
    assert {row["formula"] for row in rows} == set(bank.formulas())
    assert [(row["formula"], row["twin"]) for row in rows] == [
        (f.id, twin) for f in bank.formulas().values() for twin in f.twins
    ]
    assert all(row["result"] == "pass" and row["worst"] <= 1 for row in rows)
    assert "attention" in done.stderr
    assert seconds < LIMIT


def test_a_wrong_formula_fails_and_says_where():
    def unscaled(Q, K, V):
        return (Q @ K.mT).softmax(-1) @ V

    with attention.attention.swapped_for(unscaled):
        (row,) = selfcheck.rows(attention.attention, CPU)
    assert row.result == "fail"
    assert row.worst > 1e3
    assert "float" in row.where


def test_a_wrong_gradient_fails():
    def no_gate_gradient(f, c_prev, i, c_tilde):
        return f.detach() * c_prev + i * c_tilde

    with lstm.cell_state.swapped_for(no_gate_gradient):
        rows = list(selfcheck.rows(lstm.cell_state, CPU))
    assert any(row.result == "fail" and "gradient of f" in row.where for row in rows)


def test_an_exception_is_infinitely_far():
    def broken(Q, K, V):
        raise RuntimeError("no kernel")

    with attention.attention.swapped_for(broken):
        (row,) = selfcheck.rows(attention.attention, CPU)
    assert row.as_json()["result"] == "fail"
    assert row.as_json()["worst"] is None
    assert "no kernel" in row.where


@pytest.mark.parametrize(
    ("expected", "got", "distance"),
    [
        (torch.tensor([1.0, 2.0]), torch.tensor([1.0, 2.2]), 0.1),
        (torch.zeros(2), torch.zeros(2), 0.0),
        (None, torch.zeros(2), 0.0),
        (torch.tensor([1.0, torch.inf]), torch.tensor([1.0, torch.inf]), 0.0),
        (torch.tensor([1.0, torch.inf]), torch.tensor([1.0, 5.0]), float("inf")),
        (torch.tensor([1.0]), torch.tensor([torch.nan]), float("inf")),
        (torch.tensor([1.0, 2.0]), torch.tensor([1.0, 2.0, 3.0]), float("inf")),
        ([1, 2], [1, 2], 0.0),
        ([1, 2], [1, 3], float("inf")),
    ],
)
def test_distances(expected, got, distance):
    assert selfcheck.distance(expected, got) == pytest.approx(distance)


def test_a_device_that_is_not_there_is_refused(tmp_path):
    assert quizbank("selfcheck", "--device", "cuda:99", home=tmp_path).returncode == 2
