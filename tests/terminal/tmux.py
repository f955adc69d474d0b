"""A real terminal for tests: one tmux server of our own, 80 by 24."""

import os
import shlex
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Self

from tests.command import environment

HAS_TMUX = shutil.which("tmux") is not None
PATIENCE = 60.0  # seconds: torch is imported beside other tests


class Terminal:
    """A shell in a terminal; the app is started in it as a user would."""

    def __init__(self, folder: Path, **variables: str) -> None:
        self.folder = folder
        self._home = tempfile.TemporaryDirectory(prefix="quizbank-")  # a socket's path must be short
        self._socket = Path(self._home.name) / "tmux"
        env = environment(folder, PS1="$ ", TERM="xterm-256color", **variables)
        shell = ["env", "-i", *(f"{name}={value}" for name, value in env.items()), "bash", "--norc", "--noprofile"]
        self._tmux("-f", "/dev/null", "new-session", "-d", "-x", "80", "-y", "24", shlex.join(shell))

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._tmux("kill-server")
        self._home.cleanup()

    def _tmux(self, *arguments: str) -> str:
        command = ["tmux", "-u", "-S", str(self._socket), *arguments]
        return subprocess.run(command, capture_output=True, text=True, check=False).stdout

    def run(self, *arguments: str, before: str = "") -> None:
        """Start `quizbank` with these arguments on our own data folder."""
        code = f"import sys; {before}; from quizbank.cli import main; sys.exit(main())"
        start = ["-c", code] if before else ["-m", "quizbank.cli"]
        data = ["--data", str(self.folder / "data")]
        self.type(shlex.join([sys.executable, "-P", *start, *arguments, *data]))
        self.press("Enter")

    def type(self, text: str) -> None:
        """Type literally."""
        self._tmux("send-keys", "-l", text)

    def press(self, *keys: str) -> None:
        """Press keys by tmux's names for them."""
        self._tmux("send-keys", *keys)

    def shown(self) -> str:
        """What the terminal shows."""
        return self._tmux("capture-pane", "-p")

    def in_alternate_screen(self) -> bool:
        """Whether an app has the screen."""
        return self._tmux("display-message", "-p", "#{alternate_on}").strip() == "1"

    def wait(self, *texts: str) -> str:
        """Wait until one of the texts shows; returns the screen."""
        return self.until(lambda: any(text in self.shown() for text in texts)) or self.shown()

    def until(self, true: Callable[[], object]) -> str:
        """Wait for a condition."""
        end = time.monotonic() + PATIENCE
        while not true():
            assert time.monotonic() < end, self.shown()
            time.sleep(0.05)
        return ""

    def children(self) -> dict[int, str]:
        """Everything that runs below the shell, with its command line."""
        shell = int(self._tmux("display-message", "-p", "#{pane_pid}"))
        return {pid: _command(pid) for pid in _below(shell)}

    def app(self) -> int:
        """The app's process."""
        return next(pid for pid, command in self.children().items() if "quizbank.cli" in command)

    def judge(self) -> int:
        """The judge's process."""
        return next(pid for pid, command in self.children().items() if "quizbank.judge" in command)


def is_alive(pid: int) -> bool:
    """Whether the process still runs; a zombie does not."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def _below(pid: int) -> list[int]:
    found = []
    for task in Path(f"/proc/{pid}/task").glob("*/children"):
        for child in map(int, task.read_text().split()):
            found += [child, *_below(child)]
    return found


def _command(pid: int) -> str:
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")
    except OSError:
        return ""


def kill(pid: int, number: int) -> None:
    """Send a signal."""
    os.kill(pid, number)
