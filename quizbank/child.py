"""A child process that answers requests, one JSON object a line; it can be killed and replaced at any moment."""

import json
import os
import selectors
import signal
import site
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import IO, Any, Self

from quizbank import packs

Message = dict[str, Any]

_CHUNK = 1 << 16
_LAST_WORDS = 2000


class ChildError(Exception):
    """The child gave no answer."""


class TookTooLong(ChildError):
    """The deadline passed; the child was killed and the next request starts another."""


class Died(ChildError):
    """The child ended by itself; the message holds its last words."""


class Refused(ChildError):
    """The child answered that it cannot answer."""


class Child:
    """A synchronous client of `python -P -m MODULE`, started by `start` or by the first request.

    The child leads its own process group, so that one signal ends it together with all that it started,
    and a Ctrl+C in the terminal does not reach it.
    """

    def __init__(self, module: str, *arguments: str) -> None:
        self._command = [sys.executable, "-P", "-m", module, *arguments]
        self._process: subprocess.Popen[bytes] | None = None
        self._words: IO[bytes] | None = None
        self._unread = b""
        self._number = 0
        self.ready: Message = {}

    def start(self) -> None:
        """Start the process without waiting for it; nothing happens where it runs already."""
        if self._process is not None and self._process.poll() is None:
            return
        self.kill()
        self._words = tempfile.TemporaryFile()  # noqa: SIM115  closed by `kill`
        self._process = subprocess.Popen(
            self._command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._words,
            env=environment(),
            start_new_session=True,
        )

    def ask(self, request: Message, deadline: float, on_event: Callable[[Message], None] | None = None) -> Message:
        """Send `request` and return its answer within `deadline` seconds; other events go to `on_event`."""
        self.start()
        self._number += 1
        end = time.monotonic() + deadline
        self._write(json.dumps({**request, "n": self._number}).encode() + b"\n", end)
        while True:
            message = self._message(end)
            event = message.pop("event", None)
            if event == "ready":
                self.ready = message
            elif event == "failed" and message.get("n") is None:  # it could not even start
                self.kill()
                raise Refused(message.get("message", ""))
            elif message.pop("n", None) != self._number:
                continue
            elif event == "done":
                return message
            elif event == "failed":
                raise Refused(message.get("message", ""))
            elif on_event is not None:
                on_event({"event": event, **message})

    def kill(self) -> None:
        """End the process and everything in its group at once."""
        process, self._process = self._process, None
        if process is not None:
            try:
                os.killpg(process.pid, signal.SIGKILL)
            except (ProcessLookupError, PermissionError):
                process.kill()
            process.wait()
            for pipe in (process.stdin, process.stdout):
                if pipe is not None:
                    _close(pipe)
        if self._words is not None:
            self._words.close()
        self._words, self._unread = None, b""

    def close(self) -> None:
        """Let the process end by itself, which lets it clear up, and kill it where it does not."""
        if self._process is not None and self._process.stdin is not None:
            _close(self._process.stdin)
            with suppress(subprocess.TimeoutExpired):
                self._process.wait(timeout=2)
        self.kill()

    def restart(self) -> None:
        """Replace the process."""
        self.kill()
        self.start()

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _running(self) -> subprocess.Popen[bytes]:
        if self._process is None:
            raise Died("it was stopped")
        return self._process

    def _write(self, data: bytes, end: float) -> None:
        """Write without waiting for ever: a child that does not read is as late as one that does not answer."""
        pipe = self._running().stdin
        assert pipe is not None
        os.set_blocking(pipe.fileno(), False)
        while data:
            self._wait(pipe, selectors.EVENT_WRITE, end)
            try:
                data = data[os.write(pipe.fileno(), data) :]
            except BlockingIOError:
                continue
            except BrokenPipeError:
                raise self._died() from None

    def _message(self, end: float) -> Message:
        pipe = self._running().stdout
        assert pipe is not None
        while b"\n" not in self._unread:
            self._wait(pipe, selectors.EVENT_READ, end)
            chunk = os.read(pipe.fileno(), _CHUNK)
            if not chunk:
                raise self._died()
            self._unread += chunk
        line, _, self._unread = self._unread.partition(b"\n")
        message: Message = json.loads(line)
        return message

    def _wait(self, pipe: IO[bytes], event: int, end: float) -> None:
        with selectors.DefaultSelector() as selector:
            selector.register(pipe, event)
            if not selector.select(max(0.0, end - time.monotonic())):
                self.kill()
                raise TookTooLong(f"{self._command[3]} took too long")

    def _died(self) -> Died:
        words = ""
        if self._words is not None:
            size = self._words.seek(0, os.SEEK_END)
            self._words.seek(max(0, size - _LAST_WORDS))
            words = self._words.read().decode(errors="replace").strip()
        self.kill()
        return Died(words or f"{self._command[3]} ended without a word")


def environment() -> dict[str, str]:
    """The environment for a child: our packages stand before anything in PYTHONPATH, and it reads the same packs."""
    home = str(Path(__file__).resolve().parent.parent)
    paths = os.environ.get("PYTHONPATH")
    inherited = {**os.environ, **packs.for_children()}
    if not paths and home in site.getsitepackages():
        return inherited
    return {**inherited, "PYTHONPATH": os.pathsep.join(filter(None, (home, paths)))}


def _close(pipe: IO[bytes]) -> None:
    with suppress(BrokenPipeError):
        pipe.close()
