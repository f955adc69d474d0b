"""A model is added by a reference file, a pair of question files and its mistakes: no other file is edited."""

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.command import environment

ROOT = Path(__file__).resolve().parent.parent
PACKAGES = ("quizbank", "reference", "tui", "tests")
ADDED = ROOT / "tests" / "rope"
LAWS = (
    "tests/reference/test_twins.py",
    "tests/reference/test_meta.py",
    "tests/reference/test_signatures.py",
    "tests/test_conventions.py",
    "tests/test_mistakes.py",
    "tests/test_bank.py",
    "tests/test_computed.py",
    "tests/test_hints.py",
    "tests/test_lures.py",
)


@pytest.fixture(scope="module")
def project(tmp_path_factory):
    """A copy of the packages to which the files of rotary positions were added."""
    folder = tmp_path_factory.mktemp("project")
    for package in PACKAGES:
        shutil.copytree(ROOT / package, folder / package, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "pyproject.toml", folder)
    before = {path for path in folder.rglob("*") if path.is_file()}
    for package in ("reference", "quizbank"):
        shutil.copytree(ADDED / package, folder / package, dirs_exist_ok=True)
    added = {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()} - {
        path.relative_to(folder).as_posix() for path in before
    }
    assert added == {
        "reference/rope.py",
        "quizbank/questions/rope.toml",
        "quizbank/questions/rope.py",
        "quizbank/mistakes/rope.py",
        "quizbank/conventions/rope.py",
    }
    return folder


def run(project, *arguments, module="quizbank.cli"):
    return subprocess.run(
        [sys.executable, "-m", module, *arguments],
        cwd=project,
        capture_output=True,
        encoding="utf-8",
        env=environment(project, PYTHONPATH=str(project)),
        timeout=300,
    )


def data(project, command, *arguments):
    done = run(project, command, "--json", *arguments)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_its_questions_appear(project):
    found = {question["id"]: question["kind"] for question in data(project, "list", "--topic", "rope")}
    assert found == {
        "rope.first_of_pair": "formula",
        "rope.first_of_pair_fix_turned_backwards": "fix",
        "rope.rotated_shape": "shape",
        "rope.score_shift": "value",
    }


def test_its_formulas_appear_as_exercises_with_twins_and_mistakes(project):
    listed = {f["id"]: f for f in data(project, "list", "--formulas", "--topic", "rope")}
    assert set(listed) == {"rope.first_of_pair", "rope.rotate"}
    assert all(formula["exercise"] and formula["twin"] for formula in listed.values())
    assert listed["rope.rotate"]["mistakes"] == ["positions_from_one"]


def test_its_answers_are_judged(project):
    right = data(project, "check", "rope.first_of_pair", "x_1 cos(m θ) - x_2 sin(m θ)")
    assert right["verdict"] == "right"
    done = run(project, "check", "--json", "rope.first_of_pair", "x_1 cos(m θ) + x_2 sin(m θ)")
    assert json.loads(done.stdout)["mistake"] == "turned_backwards"
    assert data(project, "check", "rope.rotated_shape", "(10, 64)")["verdict"] == "right"
    assert data(project, "check", "rope.score_shift", "0")["verdict"] == "right"


def test_its_cards_appear(project):
    done = run(project, "export", "cards.md", "--topic", "rope")
    assert done.returncode == 0, done.stderr
    assert "RoPE" in (project / "cards.md").read_text("utf-8")


def test_its_code_is_graded(project):
    (project / "mine.py").write_text(
        "import torch\nfrom quizbank import solves\n\n"
        '@solves("rope.first_of_pair")\ndef mine(x_1, x_2, m, theta):\n'
        "    return x_1 * torch.cos(m * theta) - x_2 * torch.sin(m * theta)\n"
    )
    done = run(project, "grade", "mine.py")
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_laws_hold_for_it(project):
    done = run(project, "-q", "-k", "rope", *LAWS, module="pytest")
    assert done.returncode == 0, done.stdout[-3000:]
    assert " passed" in done.stdout
