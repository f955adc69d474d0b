"""What needs an accelerator: `pytest -m gpu`; skipped with the reason where there is none."""

import json

import pytest
import torch

from quizbank import device as devices
from quizbank import judge, selfcheck
from quizbank.child import Child
from quizbank.training.watched import events
from reference.formula import unchecked
from tests.command import quizbank
from tests.formulas import EVERY_FORMULA

GPU = torch.accelerator.current_accelerator() if torch.accelerator.is_available() else None

pytestmark = [
    pytest.mark.gpu,
    pytest.mark.skipif(GPU is None, reason=f"no accelerator here: torch {torch.__version__} sees the CPU alone"),
]


@EVERY_FORMULA
def test_a_formula_equals_its_twins_and_the_cpu_there(formula):
    with unchecked():
        rows = list(selfcheck.rows(formula, GPU))
    assert rows
    assert [row.where for row in rows if row.result == "fail"] == []


def test_auto_takes_it():
    assert devices.choose("auto").type == (GPU.type if GPU.type == "cuda" else "cpu")


def test_selfcheck_passes_on_it(tmp_path):
    done = quizbank("selfcheck", "--device", GPU.type, "--json", home=tmp_path, timeout=300)
    rows = [json.loads(line) for line in done.stdout.splitlines()]
    assert done.returncode == 0, [row for row in rows if row["result"] != "pass"]
    assert {row["device"] for row in rows} == {devices.name(GPU)}


def test_a_verdict_comes_from_it():
    found = judge.check("lstm.cell_state", 0, ["f_t ⊙ C_{t-1} + i_t ⊙ C̃_t"], device=GPU)
    assert found["verdict"] == "right"
    assert found["device"] == devices.name(GPU)


def test_the_judges_process_serves_on_it():
    with Child("quizbank.judge", "--device", GPU.type) as child:
        request = {"do": "check", "id": "lstm.cell_state", "seed": 0, "answer": ["f_t ⊙ C_{t-1}"], "language": "en"}
        assert child.ask(request, 120)["verdict"] == "wrong"
        assert child.ready["device"] == devices.name(GPU)


def test_tf32_is_off():
    """Products of float32 keep their 24 bits: with TF32 they would be off by a thousandth."""
    devices.choose(GPU.type)
    a = torch.rand(256, 256, generator=torch.Generator().manual_seed(0))
    exact = a.double() @ a.double()
    assert selfcheck.distance(exact, a.to(GPU) @ a.to(GPU)) < 1e-6


@pytest.mark.parametrize("name", ["transformer", "bahdanau"])
def test_a_model_learns_on_it(name):
    with unchecked():
        *_, last = events(name, device=GPU)
    assert last["results"]["greedy"] >= 0.9
