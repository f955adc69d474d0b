"""The parent's side of a process that runs foreign code: its deadline, its memory limit, its end."""

import json
import os
import select
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

from quizbank.grading import remains, submission
from quizbank.grading.sentences import Sentence, later, sentence

_TICK = 0.02
_CHUNK = 1 << 16
_KEPT = 1 << 14
_LARGEST = 256 << 20


class Worker:
    """One process for one file, forked from a parent that has torch loaded; spawned where there is no fork."""

    def __init__(self, path: Path, *, fork: bool = hasattr(os, "fork")) -> None:
        self.path, self.output = path, b""
        self.ended: dict[str, Any] | None = None
        requests, self._requests = os.pipe()
        self._replies, replies = os.pipe()
        self._output, output = os.pipe()
        self._unread = b""
        self.pid = _fork(path, requests, replies, output) if fork else _spawn(path, requests, replies, output)
        for fd in (requests, replies, output):
            os.close(fd)
        for fd in (self._requests, self._replies, self._output):
            os.set_blocking(fd, False)

    def ask(self, request: dict[str, Any], limit: float, memory: int, quit_fd: int | None = None) -> dict[str, Any]:
        """The answer to `request`, or `{"ended": "timeout" | "crash", …}` after which the process is gone.

        `limit` is in seconds, `memory` in bytes of resident memory, all descendants together. Input that ends
        on `quit_fd` means that nobody waits any more.
        """
        if self.ended:
            return self.ended
        data, end = json.dumps(request).encode() + b"\n", time.monotonic() + limit
        while b"\n" not in self._unread:
            if time.monotonic() > end:
                return self._end("timeout", sentence(later("no answer within {limit} s"), limit=f"{limit:g}"))
            if remains.resident(self.pid) > memory:
                return self._end(
                    "crash", sentence(later("more than {limit} GiB of memory"), limit=f"{memory / 2**30:g}")
                )
            data, alive = self._move(data, quit_fd)
            if not alive:
                return self._end("crash", _cause(self._reap()))
            if len(self._unread) > _LARGEST:
                return self._end("crash", sentence(later("an answer of more than 256 MiB")))
        line, _, self._unread = self._unread.partition(b"\n")
        try:
            answer: dict[str, Any] = json.loads(line)
        except ValueError:
            return self._end("crash", sentence(later("it wrote to the grader's own pipe")))
        return answer

    def _move(self, data: bytes, quit_fd: int | None) -> tuple[bytes, bool]:
        """Pass on what can be passed on within one tick; False once the process has gone."""
        poll = select.poll()
        poll.register(self._replies, select.POLLIN)
        poll.register(self._output, select.POLLIN)
        if data:
            poll.register(self._requests, select.POLLOUT)
        if quit_fd is not None:
            poll.register(quit_fd, 0)  # only its end is of interest
        for fd, event in poll.poll(_TICK * 1000):
            if fd == quit_fd:
                self.kill()
                raise EOFError("nobody waits any more")
            if fd == self._requests and event & select.POLLOUT:
                data = self._push(data)
            elif fd == self._output:
                self._drain()
            elif fd == self._replies:
                chunk = os.read(fd, _CHUNK)
                self._unread += chunk
                if not chunk:
                    return data, False
        return data, not self._has_ended()

    def _push(self, data: bytes) -> bytes:
        try:
            return data[os.write(self._requests, data) :]
        except (BlockingIOError, BrokenPipeError):
            return data

    def _drain(self) -> None:
        """Keep the first of what the code prints, and read on so that it is never blocked."""
        try:
            chunk = os.read(self._output, _CHUNK)
        except BlockingIOError:
            return
        self.output = (self.output + chunk)[:_KEPT]

    def _has_ended(self) -> bool:
        """Whether the process is gone although something that it started still holds the pipe."""
        try:
            return os.waitid(os.P_PID, self.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT) is not None
        except ChildProcessError:
            return True

    def _reap(self) -> int:
        try:
            os.kill(self.pid, signal.SIGKILL)
            return os.waitpid(self.pid, 0)[1]
        except (ProcessLookupError, ChildProcessError):
            return 0

    def _end(self, how: str, why: Sentence) -> dict[str, Any]:
        self.kill()
        self.ended = {"ended": how, "why": why}
        return self.ended

    def kill(self) -> None:
        """End the process with its group and whatever else it started."""
        remains.end(self.pid)
        self._reap()
        for fd in (self._requests, self._replies, self._output):
            try:
                os.close(fd)
            except OSError:
                continue  # closed before


def _cause(status: int) -> Sentence:
    if os.WIFSIGNALED(status):
        number = os.WTERMSIG(status)
        return sentence(later("the process was ended by {signal}"), signal=signal.Signals(number).name)
    return sentence(later("the process ended itself with code {code}"), code=os.waitstatus_to_exitcode(status))


def _fork(path: Path, requests: int, replies: int, output: int) -> int:
    pid = os.fork()
    if pid == 0:
        try:
            submission.become(path, requests, replies, output)
        finally:
            os._exit(1)
    return pid


def _spawn(path: Path, requests: int, replies: int, output: int) -> int:
    passed = (requests, replies, output)
    module = "quizbank.grading.submission"
    command = [sys.executable, "-P", "-m", module, str(path), *map(str, passed)]
    return subprocess.Popen(command, pass_fds=passed).pid
