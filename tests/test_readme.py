"""The README shows what really happens: each `$ …` line is run, and what follows it is what comes out."""

import os
import re
import subprocess
import sys
from dataclasses import dataclass

import pytest

from quizbank.commands.options import command_line
from tests.command import ROOT, environment

README = (ROOT / "README.md").read_text("utf-8")
ANYTHING = "…"
QUIZBANK = '#!/bin/sh\nexec "{python}" -P -m quizbank.cli "$@"\n'
PYTEST = '#!/bin/sh\nexec "{python}" -m pytest "$@"\n'


@dataclass(frozen=True)
class Shown:
    """A command of the README and the lines below it."""

    command: str
    output: str


def shown():
    """Every command in a `console` block, in order."""
    found = []
    for block in re.findall(r"^```console\n(.*?)^```", README, re.MULTILINE | re.DOTALL):
        for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            command, _, output = part.partition("\n")
            found.append(Shown(command, output.rstrip("\n")))
    return found


def files():
    """The Python blocks that begin with the name of the file in which they belong."""
    return re.findall(r"^```python\n# ([\w/]+\.py)\n(.*?)^```", README, re.MULTILINE | re.DOTALL)


def pattern(output):
    """What the README shows, with every measured number and device left open, and `…` standing for anything."""
    escaped = re.escape(output).replace(re.escape(ANYTHING), r"(.|\n)*")
    measured = re.sub(r"\d+\\\.\d+", r"[\\d.]+", escaped)
    return re.sub(r"(\\ ){2,}", r" +", measured)  # a column is as wide as its widest cell


@pytest.fixture(scope="module")
def desk(tmp_path_factory):
    """A folder with the README's files, and commands of the names that it uses."""
    folder = tmp_path_factory.mktemp("readme")
    (folder / "bin").mkdir()
    for name, script in (("quizbank", QUIZBANK), ("pytest", PYTEST)):
        (folder / "bin" / name).write_text(script.format(python=sys.executable))
        (folder / "bin" / name).chmod(0o755)
    for name, text in files():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)
    return folder


@pytest.mark.parametrize("example", shown(), ids=lambda example: example.command)
def test_a_shown_command_does_what_is_shown(example, desk):
    paths = {"PATH": f"{desk / 'bin'}{os.pathsep}{os.environ['PATH']}", "COLUMNS": "100"}
    done = subprocess.run(
        ["bash", "-c", example.command],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        cwd=desk,
        env=environment(desk, **paths),
        timeout=120,
    )
    assert re.fullmatch(pattern(example.output), done.stdout.rstrip()), done.stdout


def test_the_readme_shows_every_command_there_is():
    (commands,) = [action.choices for action in command_line(str)._actions if isinstance(action.choices, dict)]
    for command in commands:
        assert f"quizbank {command}" in README, command


@pytest.mark.parametrize("link", re.findall(r"\]\(([^)#:]+)\)", README))
def test_every_file_that_the_readme_names_is_there(link):
    assert (ROOT / link).exists()
