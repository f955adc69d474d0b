"""The processes that foreign code has started: how much memory they hold, and their end."""

import ctypes
import os
import signal
import subprocess
import sys
from pathlib import Path

_ADOPT = 36
_PAGE = os.sysconf("SC_PAGE_SIZE")


def adopt() -> None:
    """Become the parent of orphaned descendants, so that a process which detaches itself is still found."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_ADOPT, 1)


def resident(pid: int) -> int:
    """Bytes of resident memory of a process and its descendants."""
    if sys.platform != "linux":
        return _listed(pid)
    return sum(_resident(one) for one in (pid, *descendants(pid)))


def descendants(pid: int) -> list[int]:
    """The processes below `pid`."""
    return [below for child in children(pid) for below in (child, *descendants(child))]


def children(pid: int) -> list[int]:
    """The processes that `pid` has started or adopted."""
    found: list[int] = []
    for task in _tasks(pid):
        try:
            found += [int(word) for word in Path(f"/proc/{pid}/task/{task}/children").read_text().split()]
        except OSError:
            continue
    return found


def end(pid: int) -> None:
    """Kill the group of `pid` and every descendant, again until none is left."""
    for _ in range(100):  # a fork bomb may be quicker than one round
        below = descendants(pid) if sys.platform == "linux" else []
        _kill_group(pid)
        for child in below:
            _kill(child)
        if not below:
            return


def end_adopted(keep: set[int]) -> None:
    """Kill and reap adopted orphans: every child of this process that is not in `keep`."""
    if sys.platform != "linux":
        return
    for child in children(os.getpid()):
        if child not in keep:
            _kill(child)
            try:
                os.waitpid(child, os.WNOHANG)
            except ChildProcessError:
                continue


def _kill_group(pid: int) -> None:
    try:
        os.killpg(pid, signal.SIGKILL)
    except (ProcessLookupError, PermissionError):
        _kill(pid)


def _kill(pid: int) -> None:
    try:
        os.kill(pid, signal.SIGKILL)
    except (ProcessLookupError, PermissionError):
        return


def _tasks(pid: int) -> list[str]:
    try:
        return [entry.name for entry in Path(f"/proc/{pid}/task").iterdir()]
    except OSError:
        return []


def _resident(pid: int) -> int:
    try:
        return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * _PAGE
    except (OSError, IndexError):
        return 0


def _listed(pid: int) -> int:
    """The same through `ps`, where there is no /proc."""
    listed = subprocess.run(["ps", "-o", "rss=", "-g", str(pid)], capture_output=True, text=True, check=False)
    return sum(int(word) for word in listed.stdout.split()) * 1024
