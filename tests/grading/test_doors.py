"""Plain pytest, `quizbank grade` and the Code screen say the same of every file, and a spawned process what a forked one says."""

import json
import subprocess
import sys
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from quizbank.child import Child
from quizbank.grading.grader import Grader, Limits
from quizbank.grading.whole import graded
from tests.command import environment, quizbank

LIMIT = 3
HEAD = "from quizbank import solves\n@solves('softmax.relu')\ndef f(x):\n    "
FILES = {
    "right.py": HEAD + "return x.clamp(min=0)\n",
    "wrong.py": HEAD + "return -x.clamp(min=0)\n",
    "limited.py": "import numpy\n" + HEAD + "return numpy.maximum(x, 0)\n",
    "stub.py": HEAD + "raise NotImplementedError\n",
    "late_stub.py": HEAD + "if x is not None:\n        raise NotImplementedError\n",
    "hangs.py": HEAD + "while True: pass\n",
    "unimportable.py": "import no_such_module\n" + HEAD + "return x\n",
    "no_python.py": HEAD + "return (\n",
    "leaves.py": "import os\n" + HEAD + "os._exit(3)\n",
    "one/hw3.py": "from helper import g\n" + HEAD + "return g(x)\n",
    "one/helper.py": "def g(x):\n    return x.clamp(min=0)\n",
    "two/hw3.py": "from helper import g\n" + HEAD + "return g(x)\n",
    "two/helper.py": "def g(x):\n    return x.clamp(max=0)\n",
}
EXPECTED = {
    "right.py": {"pass"},
    "wrong.py": {"pass", "value", "gradient"},
    "limited.py": {"pass", "limited"},
    "stub.py": {"not-started"},
    "late_stub.py": {"not-started"},
    "hangs.py": {"timeout"},
    "unimportable.py": {"import-error"},
    "no_python.py": {"import-error"},
    "leaves.py": {"crash"},
    "one/hw3.py": {"pass"},
    "two/hw3.py": {"pass", "value", "gradient"},
}


@pytest.fixture
def folder(tmp_path):
    """All files, in a folder that only tests of this module see."""
    for name, text in FILES.items():
        path = tmp_path / "work" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return tmp_path / "work"


def by_file(folder, rows):
    """File → (check → result), without what was not run for an earlier result."""
    found = {}
    for file, check, result in rows:
        if result != "not-run":
            found.setdefault(Path(file).relative_to(folder).as_posix(), {})[check] = result
    return found


def by_pytest(folder):
    report = folder.parent / "report.xml"
    options = ["--quizbank-seed=0", f"--quizbank-limit={LIMIT}", "--junitxml", str(report), "-o", "junit_family=xunit1"]
    plugins = ["-p", "no:cacheprovider", "-p", "no:jaxtyping", "-p", "quizbank.pytest_plugin"]
    subprocess.run(
        [sys.executable, "-P", "-m", "pytest", "-q", *plugins, *options, "."],
        cwd=folder,
        env=environment(folder.parent, PYTEST_DISABLE_PLUGIN_AUTOLOAD="1"),
        capture_output=True,
        timeout=300,
    )
    for case in ET.parse(report).iter("testcase"):
        results = [one.get("value") for one in case.iter("property") if one.get("name") == "quizbank"]
        yield folder / case.get("file"), case.get("name").rpartition("::")[2], results[0]


def by_command(folder):
    done = quizbank(
        "grade", "--json", "--seed", "0", "--limit", str(LIMIT), str(folder), home=folder.parent, timeout=300
    )
    for line in done.stdout.splitlines()[:-1]:
        row = json.loads(line)
        yield row["file"], row["check"], row["result"]


def by_screen(folder, grader):
    for name in EXPECTED:
        for result in graded(grader, folder / name):
            yield result.file, result.check, result.result


@pytest.fixture
def hasty():
    """A grader that waits no longer than the other doors."""
    with_limit = Grader(limits=Limits(seconds=LIMIT))
    yield with_limit
    with_limit.close()


def test_the_three_doors_agree(folder, hasty):
    here = by_file(folder, by_screen(folder, hasty))
    assert {name: set(checks.values()) for name, checks in here.items()} == EXPECTED
    assert by_file(folder, by_command(folder)) == here
    assert by_file(folder, by_pytest(folder)) == here


def test_a_spawned_process_gives_the_same_results(folder, hasty):
    """Where there is no fork, torch is imported for each file: the limit leaves room for that."""
    hasty._server = Child("quizbank.grading.server", "--seconds", "30", "--memory", "4", "--spawn")
    names = ("limited.py", "leaves.py", "two/hw3.py")
    rows = [(r.file, r.check, r.result) for name in names for r in graded(hasty, folder / name)]
    found = {name: set(checks.values()) for name, checks in by_file(folder, rows).items()}
    assert found == {name: EXPECTED[name] for name in names}
