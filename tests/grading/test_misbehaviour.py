"""Whatever a submission does ends as its own result, and the others are graded all the same.

One test, since one call grades every file: parallel runs would each make that call again.
"""

import json
import time
from pathlib import Path

from tests.command import quizbank

HEAD = "import ctypes, os, signal, subprocess, sys, threading, time\nimport torch\nfrom quizbank import solves\n"
TASK = '@solves("softmax.relu")\ndef f(x):\n    '
MARK = "86399.7531"
LIMIT = 4

BODIES = {
    "endless": ("while True: pass", "timeout", f"within {LIMIT} s"),
    "holds_the_gil": ("return sum(range(10**12))", "timeout", f"within {LIMIT} s"),
    "sleeps": ("time.sleep(1000)", "timeout", f"within {LIMIT} s"),
    "ignores_signals": (
        "[signal.signal(s, signal.SIG_IGN) for s in (signal.SIGTERM, signal.SIGINT)]\n    while True: pass",
        "timeout",
        f"within {LIMIT} s",
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


UNIMPORTABLE = {
    "import_error": ("import-error", "line 1"),
    "syntax_error": ("import-error", "line 5"),
    "leaves_at_import": ("crash", "code 0"),
    "endless_at_import": ("timeout", f"{LIMIT} s"),
}


def results_of(folder):
    """One call that grades every file; file name → the results of its checks, the exit code, the seconds."""
    (folder / "reference.py").write_text("raise RuntimeError('not ours')\n")
    (folder / "tui.py").write_text("raise RuntimeError('not ours')\n")
    (folder / "conftest.py").write_text("raise RuntimeError('must not speak for it')\n")
    (folder / "pytest.ini").write_text("[pytest]\naddopts = --no-such-option\n")
    (folder / "test_ours.py").write_text("raise RuntimeError('no code of the folder runs here')\n")
    bodies = {name: body for name, (body, *_) in BODIES.items()} | RIGHT
    for name, text in {**{name: HEAD + TASK + body for name, body in bodies.items()}, **WHOLE}.items():
        (folder / f"{name}.py").write_text(text + "\n")
    started = time.monotonic()
    done = quizbank("grade", "--json", "--limit", str(LIMIT), "--memory", "0.75", str(folder), home=folder, timeout=400)
    found = {}
    for row in [json.loads(line) for line in done.stdout.splitlines()][:-1]:
        found.setdefault(Path(row["file"]).stem, {})[row["check"]] = row
    return found, done.returncode, time.monotonic() - started


def test_whatever_a_submission_does_is_its_own_result(tmp_path, subtests):
    results, code, seconds = results_of(tmp_path)
    for name, (_, result, message) in BODIES.items():
        with subtests.test("a misbehaving function", name=name):
            first = next(row for row in results[name].values() if row["result"] != "pass")
            assert (first["result"], message in first["message"]) == (result, True), first
            if result in ("timeout", "crash", "error"):
                assert {row["result"] for row in results[name].values()} == {result, "not-run"}
    for name in [*RIGHT, "leaves_something"]:
        with subtests.test("right, whatever else it does", name=name):
            rows = results[name].values()
            assert {row["result"] for row in rows if row["check"] != "purity"} == {"pass"}, rows
    for name, (result, message) in UNIMPORTABLE.items():
        with subtests.test("a file that cannot be imported is told once", name=name):
            rows = [row for row in results[name].values() if row["result"] != "not-run"]
            assert [row["result"] for row in rows] == [result]
            assert message in rows[0]["message"]
            if result == "import-error":
                assert rows[0]["formula"] is None
                assert len(results[name]) == 1
    with subtests.test("a change of the working directory at import is no fault"):
        assert results["leaves_something"]["purity"]["result"] == "pass"
    with subtests.test("the run fails, and ends in time"):
        hanging = sum(row["result"] == "timeout" for rows in results.values() for row in rows.values())
        assert code == 1
        assert seconds < 60 + hanging * LIMIT
    with subtests.test("nothing is left behind"):
        lines = [path.read_bytes() for path in Path("/proc").glob("[0-9]*/cmdline") if _is_readable(path)]
        assert not [line for line in lines if MARK.encode() in line]


def _is_readable(path):
    try:
        path.read_bytes()
    except OSError:
        return False
    return True
