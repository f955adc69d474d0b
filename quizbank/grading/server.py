"""The grading server: has torch loaded and runs each file of a user in a process of its own.

`python -P -m quizbank.grading.server` reads one JSON request a line and answers it with one JSON event.
It never imports foreign code itself and never touches a GPU, so that its children can.
"""

import argparse
import json
import os
import select
import time
from pathlib import Path
from typing import Any, TextIO

import torch

from quizbank.grading import remains
from quizbank.grading.worker import Worker

Request = dict[str, Any]

SECONDS = 20.0
MEMORY = 4 << 30


class Server:
    """The processes of the files that are being graded, by path."""

    def __init__(self, seconds: float, memory: int, *, fork: bool = hasattr(os, "fork")) -> None:
        self.seconds, self.memory, self.fork = seconds, memory, fork
        self._workers: dict[Path, Worker] = {}

    def answer(self, request: Request, quit_fd: int | None) -> Request:
        """Answer `describe`, `observe`, `pure` through the file's process, or end it on `forget`."""
        path = Path(request["file"])
        if request["do"] == "forget":
            self.forget(path)
            return {}
        worker = self._workers.get(path)
        if worker is None:
            worker = self._workers[path] = Worker(path, fork=self.fork)
        started = time.perf_counter()
        found = worker.ask(request, request.get("limit", self.seconds), self.memory, quit_fd)
        output = worker.output.decode(errors="replace")
        return {**found, "output": output, "seconds": time.perf_counter() - started}

    def forget(self, path: Path) -> None:
        """End the file's process, with all that it has left running."""
        worker = self._workers.pop(path, None)
        if worker is not None:
            worker.kill()
        remains.end_adopted({other.pid for other in self._workers.values()})

    def close(self) -> None:
        """End all processes."""
        for path in list(self._workers):
            self.forget(path)


def serve(server: Server, replies: TextIO) -> None:
    """Answer requests until the input ends."""
    unread = b""
    while True:
        while b"\n" not in unread:
            select.select([0], [], [])
            chunk = os.read(0, 1 << 16)
            if not chunk:
                return
            unread += chunk
        line, _, unread = unread.partition(b"\n")
        request = json.loads(line)
        try:
            reply = {"event": "done", **server.answer(request, quit_fd=0)}
        except EOFError:
            return
        except Exception as error:  # one request must not end the server
            reply = {"event": "failed", "message": f"{type(error).__name__}: {error}"}
        print(json.dumps({**reply, "n": request.get("n")}), file=replies, flush=True)


def main() -> None:
    """Serve the plugin over pipes."""
    parser = argparse.ArgumentParser(prog="quizbank.grading.server")
    parser.add_argument("--seconds", type=float, default=SECONDS)
    parser.add_argument("--memory", type=float, default=MEMORY / 2**30, help="GiB")
    parser.add_argument("--spawn", action="store_true")
    options = parser.parse_args()
    torch.set_num_threads(1)  # a thread pool would not survive the fork
    remains.adopt()
    fork = hasattr(os, "fork") and not options.spawn
    server = Server(options.seconds, int(options.memory * 2**30), fork=fork)
    replies = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    print(json.dumps({"event": "ready", "torch": torch.__version__}), file=replies, flush=True)
    try:
        serve(server, replies)
    finally:
        server.close()
        os._exit(0)  # tearing torch down takes longer than all of the above


if __name__ == "__main__":
    main()
