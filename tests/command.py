"""The command line as a user runs it: a process of its own, in a folder and a home of its own."""

import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def environment(home: Path, **changes: str) -> dict[str, str]:
    """An environment in which nothing of the developer's own home can be read or written."""
    kept = {
        name: value for name, value in os.environ.items() if not name.startswith(("XDG_", "QUIZBANK", "LC_", "LANG"))
    }
    return {**kept, "HOME": str(home), "PYTHONPATH": str(ROOT), "LC_ALL": "C.UTF-8", **changes}


def quizbank(
    *arguments: str, home: Path, stdin: str = "", env: Mapping[str, str] | None = None, timeout: float = 120
) -> subprocess.CompletedProcess[str]:
    """Run `quizbank ARGUMENTS` in `home` and wait for its end."""
    return subprocess.run(
        [sys.executable, "-P", "-m", "quizbank.cli", *arguments],
        input=stdin,
        capture_output=True,
        encoding="utf-8",
        cwd=home,
        env=environment(home, **(env or {})),
        timeout=timeout,
    )
