"""The screen's side of the judge: one warm child process, asked in JSON lines, replaced when it misses a deadline."""

import asyncio
import collections
import contextlib
import itertools
import json
import os
import signal
import sys
from collections.abc import Callable, Sequence
from typing import Any, Literal

from quizbank.child import environment

State = Literal["waiting", "starting", "ready", "stopped"]
Progressed = Callable[[dict[str, Any]], None]
"""Told each event of a long request before its last."""

STARTUP = 120.0  # seconds: importing torch from a cold network disk takes this long
DEADLINE = 10.0
LONGEST_LINE = 2**24  # asyncio's 64 KiB are less than one long table of intermediates


class TookTooLong(Exception):
    """The judge missed its deadline and was replaced."""


class Failed(Exception):
    """The judge answered that it could not, or stopped; the text is for the user."""


def command(device: str) -> tuple[str, ...]:
    """The child's command line; `-P` keeps the folder we were started in from shadowing our modules."""
    return (sys.executable, "-P", "-m", "quizbank.judge", "--device", device)


class Judge:
    """One judge process; `changed` is called after each change of `state`."""

    def __init__(self, argv: Sequence[str], changed: Callable[[], None] = lambda: None) -> None:
        self.state: State = "waiting"
        self.device = ""
        self.torch = ""
        self._argv = argv
        self._changed = changed
        self._process: asyncio.subprocess.Process | None = None
        self._pending: dict[int, asyncio.Future[dict[str, Any]]] = {}
        self._watching: dict[int, Progressed] = {}
        self._numbers = itertools.count(1)
        self._warm = asyncio.Event()
        self._complaints: collections.deque[str] = collections.deque(maxlen=1)
        self._tasks: list[asyncio.Task[None]] = []
        self._starting = asyncio.Lock()

    async def start(self) -> None:
        """Start the child unless it runs; it says by itself when it is ready."""
        async with self._starting:
            if self._process is None:
                await self._spawn()

    async def _spawn(self) -> None:
        pipe = asyncio.subprocess.PIPE
        self._warm.clear()
        self._become("starting")
        process = await asyncio.create_subprocess_exec(
            *self._argv,
            stdin=pipe,
            stdout=pipe,
            stderr=pipe,
            env=environment(),
            start_new_session=True,
            limit=LONGEST_LINE,
        )
        self._process = process
        self._tasks = [asyncio.create_task(self._listen(process)), asyncio.create_task(self._overhear(process))]

    def _become(self, state: State) -> None:
        self.state = state
        self._changed()

    def another(self, changed: Callable[[], None]) -> "Judge":
        """A second judge on the same device, for work that must not keep the first one waiting; not yet started."""
        return Judge(self._argv, changed)

    async def ask(
        self, request: dict[str, Any], deadline: float = DEADLINE, on_progress: Progressed | None = None
    ) -> dict[str, Any]:
        """Send one request and wait for its last reply; the deadline counts once the judge is warm."""
        process = await self._ready()
        number = next(self._numbers)
        future = self._pending[number] = asyncio.get_running_loop().create_future()
        if on_progress is not None:
            self._watching[number] = on_progress
        try:
            assert process.stdin is not None
            process.stdin.write((json.dumps({"n": number, **request}, ensure_ascii=False) + "\n").encode())
            return await asyncio.wait_for(future, deadline)
        except TimeoutError:
            await self.replace()
            raise TookTooLong from None
        finally:
            self._pending.pop(number, None)
            self._watching.pop(number, None)

    async def _ready(self) -> asyncio.subprocess.Process:
        await self.start()
        process = self._process
        try:
            await asyncio.wait_for(self._warm.wait(), STARTUP)
        except TimeoutError:
            await self.close()
            raise TookTooLong from None
        if process is None or self._process is not process:
            raise Failed(self._complaint())
        return process

    async def _listen(self, process: asyncio.subprocess.Process) -> None:
        assert process.stdout is not None
        async for line in process.stdout:
            self._hear(line)
        _hang_up(process)
        await process.wait()
        if self._process is process:
            self._process = None
            self._become("stopped")
            self._warm.set()  # whoever waits for a judge that died learns it at once
            self._fail_pending()

    def _hear(self, line: bytes) -> None:
        try:
            reply = json.loads(line)
        except ValueError:
            return  # a library's stray print is no reply
        if not isinstance(reply, dict):
            return
        if reply.get("event") == "ready":
            self.device, self.torch = str(reply.get("device", "")), str(reply.get("torch", ""))
            self._warm.set()
            self._become("ready")
            return
        if reply.get("n") is None and reply.get("event") == "failed":
            self._complaints.append(str(reply.get("message", "")))  # it could not even start
            return
        future = self._pending.get(reply.get("n", 0))
        if future is None or future.done():
            return
        if reply.get("event") == "done":
            future.set_result(reply)
        elif reply.get("event") == "failed":
            future.set_exception(Failed(str(reply.get("message", ""))))
        elif reply.get("event") == "progress" and reply["n"] in self._watching:
            self._watching[reply["n"]](reply)

    async def _overhear(self, process: asyncio.subprocess.Process) -> None:
        assert process.stderr is not None
        async for line in process.stderr:
            if text := line.decode(errors="replace").strip():
                self._complaints.append(text)

    def _complaint(self) -> str:
        return self._complaints[-1] if self._complaints else ""

    def _fail_pending(self) -> None:
        for future in self._pending.values():
            if not future.done():
                future.set_exception(Failed(self._complaint()))

    async def replace(self) -> None:
        """Kill the child with everything it started, and start another."""
        await self.close()
        await self.start()

    async def close(self) -> None:
        """Kill the child's whole process group and wait until it is gone."""
        process, self._process = self._process, None
        if process is None:
            return
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        _hang_up(process)
        await process.wait()
        for task in (await asyncio.wait(self._tasks, timeout=1))[1]:
            task.cancel()  # a grandchild in a group of its own may hold the pipes open
        self._fail_pending()
        self._become("stopped")


def _hang_up(process: asyncio.subprocess.Process) -> None:
    if process.stdin is not None:
        process.stdin.close()
