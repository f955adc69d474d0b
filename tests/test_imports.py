"""What loads what: a quick command stays quick because it never imports torch."""

import json
import subprocess
import sys
from importlib.metadata import entry_points

import pytest

from tests.command import environment

HEAVY = {"torch", "numpy", "sympy", "jaxtyping", "genanki", "textual", "pytest"}

QUICK = [
    (["--help"], 0),
    (["--version"], 0),
    (["check", "--help"], 0),
    (["list"], 0),
    (["list", "--json"], 0),
    (["list", "--formulas", "--json"], 0),
    (["list", "--mistakes"], 0),
    (["list", "--conventions"], 0),
    (["show", "lstm.forget_gate"], 0),
    (["stats"], 0),
    (["stats", "--json"], 0),
    (["doctor", "--locate"], 0),
    (["check", "no.such", "x"], 2),
    (["review"], 2),
]

LOADED = """
import json, sys
{code}
names = sorted({{name.partition('.')[0] for name in sys.modules}})
sys.__stdout__.flush()
print("\\n" + json.dumps(names), file=sys.__stdout__)
"""

RUN = """
from quizbank.cli import main
try:
    code = main({arguments!r})
except SystemExit as end:
    code = end.code or 0
assert code == {code}, code
"""


def loaded_by(code, home):
    """The top-level modules in a fresh process that ran `code`."""
    done = subprocess.run(
        [sys.executable, "-P", "-c", LOADED.format(code=code)],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        cwd=home,
        env=environment(home),
    )
    assert done.returncode == 0, done.stderr
    return set(json.loads(done.stdout.splitlines()[-1]))


@pytest.mark.parametrize(("arguments", "code"), QUICK, ids=[" ".join(arguments) for arguments, _ in QUICK])
def test_a_quick_command_loads_nothing_heavy(arguments, code, tmp_path):
    loaded = loaded_by(RUN.format(arguments=arguments, code=code), tmp_path)
    assert "quizbank" in loaded
    assert not loaded & HEAVY


def test_importing_the_package_loads_nothing_heavy(tmp_path):
    assert not loaded_by("import quizbank; quizbank.solves; quizbank.__version__", tmp_path) & HEAVY


def test_importing_the_plugin_loads_nothing_heavy_but_pytest(tmp_path):
    assert loaded_by("import quizbank.pytest_plugin", tmp_path) & HEAVY == {"pytest"}


def test_the_screen_loads_no_torch(tmp_path):
    loaded = loaded_by("import tui.app, tui.home, tui.review, tui.help", tmp_path)
    assert loaded & HEAVY == {"textual"}


def test_nothing_below_the_screen_loads_textual_and_only_the_plugin_loads_pytest(tmp_path):
    code = """
import importlib, pkgutil, quizbank, reference
for package in (quizbank, reference):
    for module in pkgutil.walk_packages(package.__path__, package.__name__ + "."):
        if module.name != "quizbank.pytest_plugin":
            importlib.import_module(module.name)
"""
    loaded = loaded_by(code, tmp_path)
    assert "torch" in loaded
    assert not loaded & {"textual", "pytest", "tui"}


def test_the_reference_loads_neither_the_quiz_nor_the_screen(tmp_path):
    code = """
import importlib, pkgutil, reference
for module in pkgutil.walk_packages(reference.__path__, "reference."):
    importlib.import_module(module.name)
"""
    assert not loaded_by(code, tmp_path) & {"quizbank", "tui", "textual", "pytest", "genanki", "fsrs"}


def test_an_unrelated_pytest_run_loads_nothing_heavy(tmp_path):
    (tmp_path / "test_other.py").write_text(
        f"import sys\n\ndef test_modules():\n    assert not {HEAVY - {'pytest'}} & set(sys.modules)\n"
    )
    done = subprocess.run(
        [
            sys.executable,
            "-m",
            "pytest",
            "-p",
            "no:jaxtyping",
            "-p",
            "no:cacheprovider",
            *plugin(),
            "-q",
            str(tmp_path),
        ],
        capture_output=True,
        text=True,
        cwd=tmp_path,
        env=environment(tmp_path),
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "1 passed" in done.stdout


def plugin():
    """The option that loads our plugin where it is not installed as an entry point."""
    installed = any(point.value == "quizbank.pytest_plugin" for point in entry_points(group="pytest11"))
    return [] if installed else ["-p", "quizbank.pytest_plugin"]
