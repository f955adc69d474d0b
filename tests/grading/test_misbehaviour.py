"""Whatever a submission does ends as its own result, and the others are graded all the same."""

import json
import time
from pathlib import Path

import pytest

from tests.command import quizbank

HEAD = "import ctypes, os, signal, subprocess, sys, threading, time\nimport torch\nfrom quizbank import solves\n"
TASK = '@solves("softmax.relu")\ndef f(x):\n    '
MARK = "86399.7531"

BODIES = {
    "endless": ("while True: pass", "timeout", "within 6 s"),
    "holds_the_gil": ("return sum(range(10**12))", "timeout", "within 6 s"),
    "sleeps": ("time.sleep(1000)", "timeout", "within 6 s"),
    "ignores_signals": (
        "[signal.signal(s, signal.SIG_IGN) for s in (signal.SIGTERM, signal.SIGINT)]\n    while True: pass",
        "timeout",
        "within 6 s",
    ),
    "recursion": ("return f(x)", "error", "RecursionError"),
    "leaves": ("os._exit(0)", "crash", "code 0"),
    "aborts": ("os.abort()", "crash", "SIGABRT"),
    "segfault": ("ctypes.string_at(0)", "crash", "SIGSEGV"),
    "kills_itself": ("os.kill(os.getpid(), 9)", "crash", "SIGKILL"),
    "exits": ("sys.exit(0)", "error", "SystemExit"),
    "interrupts": ("raise KeyboardInterrupt", "error", "KeyboardInterrupt"),
    "memory": ("held = [torch.ones(2**24) for _ in range(10**6)]", "crash", "0.75 GiB"),
    "forges": (
        "for fd in range(3, 64):\n        try: os.write(fd, b'nonsense\\n')\n        except OSError: pass\n    return x",
        "crash",
        "pipe",
    ),
    "stub": ("raise NotImplementedError", "not-started", ""),
    "asks_later": ("def g(): raise NotImplementedError\n    g()", "not-started", ""),
    "empty": ("'''to do'''", "not-started", ""),
    "none": ("torch.relu(x)", "shape", "returned None"),
}

RIGHT = {
    "prints": 'print("x" * 10_000_000)\n    sys.stderr.write("y" * 10_000_000)\n    return x.clamp(min=0)',
    "closes_stdout": "sys.stdout.close()\n    return x.clamp(min=0)",
    "patches_torch": "torch.allclose = torch.equal = lambda *a, **k: True\n    return x.clamp(min=0)",
    "plain": "return x.clamp(min=0)",
}

WHOLE = {
    "import_error": "import no_such_module\n" + HEAD + TASK + "return x",
    "syntax_error": HEAD + '@solves("softmax.relu")\ndef f(x:\n    return x',
    "leaves_at_import": HEAD + "os._exit(0)\n" + TASK + "return x",
    "endless_at_import": HEAD + "while True: pass\n" + TASK + "return x",
    "leaves_something": HEAD
    + f'subprocess.Popen(["sleep", "{MARK}"], start_new_session=True)\nif os.fork() == 0:\n    time.sleep({MARK})\n'
    + "threading.Thread(target=time.sleep, args=(1000,)).start()\nos.chdir('/')\n"
    + TASK
    + "return x.clamp(min=0)",
}


@pytest.fixture(scope="module")
def results(tmp_path_factory):
    """One call that grades every file; file name → the results of its checks, and the exit code."""
    folder = tmp_path_factory.mktemp("folder")
    (folder / "reference.py").write_text("raise RuntimeError('not ours')\n")
    (folder / "tui.py").write_text("raise RuntimeError('not ours')\n")
    (folder / "conftest.py").write_text("raise RuntimeError('must not speak for it')\n")
    (folder / "pytest.ini").write_text("[pytest]\naddopts = --no-such-option\n")
    (folder / "test_ours.py").write_text("raise RuntimeError('no code of the folder runs here')\n")
    bodies = {name: body for name, (body, *_) in BODIES.items()} | RIGHT
    for name, text in {**{name: HEAD + TASK + body for name, body in bodies.items()}, **WHOLE}.items():
        (folder / f"{name}.py").write_text(text + "\n")
    started = time.monotonic()
    done = quizbank("grade", "--json", "--limit", "6", "--memory", "0.75", str(folder), home=folder, timeout=400)
    rows = [json.loads(line) for line in done.stdout.splitlines()]
    found = {"exit code": done.returncode, "seconds": time.monotonic() - started, "summary": rows.pop()}
    for row in rows:
        found.setdefault(Path(row["file"]).stem, {})[row["check"]] = row
    return found


@pytest.mark.parametrize("name", BODIES)
def test_a_misbehaving_function_has_its_own_result(results, name):
    _, result, message = BODIES[name]
    first = next(row for row in results[name].values() if row["result"] != "pass")
    assert (first["result"], message in first["message"]) == (result, True), first
    if result in ("timeout", "crash", "error"):
        assert {row["result"] for row in results[name].values()} == {result, "not-run"}


@pytest.mark.parametrize("name", [*RIGHT, "leaves_something"])
def test_what_is_right_passes_whatever_else_it_does(results, name):
    rows = results[name].values()
    assert {row["result"] for row in rows if row["check"] != "purity"} == {"pass"}, rows


@pytest.mark.parametrize(
    ("name", "result", "message"),
    [
        ("import_error", "import-error", "line 1"),
        ("syntax_error", "import-error", "line 5"),
        ("leaves_at_import", "crash", "code 0"),
        ("endless_at_import", "timeout", "6 s"),
    ],
)
def test_a_file_that_cannot_be_imported_is_told_once(results, name, result, message):
    rows = [row for row in results[name].values() if row["result"] != "not-run"]
    assert [row["result"] for row in rows] == [result]
    assert message in rows[0]["message"]
    if result == "import-error":
        assert rows[0]["formula"] is None
        assert len(results[name]) == 1


def test_a_change_of_the_working_directory_at_import_is_no_fault(results):
    assert results["leaves_something"]["purity"]["result"] == "pass"


def test_the_run_fails_and_ends_in_time(results):
    assert results["exit code"] == 1
    hanging = 6
    assert results["seconds"] < 60 + hanging * 6


def test_nothing_is_left_behind(results):
    lines = [path.read_bytes() for path in Path("/proc").glob("[0-9]*/cmdline") if _is_readable(path)]
    assert not [line for line in lines if MARK.encode() in line]


def _is_readable(path):
    try:
        path.read_bytes()
    except OSError:
        return False
    return True
