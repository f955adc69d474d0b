"""Keys take effect in the order in which they are pressed, however fast they come.

Textual hands a key to the focused widget at once, but a key that the widget does not take as text wanders up to the app
before it does anything: what is pressed right behind it would overtake it, or land where the focus was before.
"""

import asyncio
import contextlib
from collections import deque
from collections.abc import Awaitable, Callable, Container, Iterable

from textual.app import App, ScreenStackError
from textual.dom import DOMNode
from textual.events import Key, Paste
from textual.message import Message

Pressed = Key | Paste
LEAVING = ("escape", "ctrl+c", "ctrl+q", "ctrl+z")
"""The keys that leave a screen, the app or the terminal."""

LOOK_EVERY = 0.02  # seconds between two looks whether the way of a message is still there
LONGEST = 2.0  # seconds that a key waits for the one before


def is_one(event: Pressed, keys: Container[str]) -> bool:
    """Whether this is one of these keys."""
    return isinstance(event, Key) and event.key in keys


class Passed(Message):
    """Takes the way of a key, behind it: where it arrives, the key has arrived."""

    def __init__(self) -> None:
        super().__init__()
        self.arrived = asyncio.Event()


class Keyboard:
    """What was pressed and has not had its effect yet; `deliver` hands one key on, `keeps` asks the screen first."""

    def __init__(
        self, app: App[None], deliver: Callable[[Pressed], Awaitable[None]], keeps: Callable[[Pressed], bool]
    ) -> None:
        self._app = app
        self._deliver = deliver
        self._keeps = keeps
        self._pressed: deque[Pressed] = deque()
        self._came = asyncio.Event()
        self._under_way: DOMNode | None = None  # where the last key went, until its effect is known
        self._was_text = False

    def press(self, event: Pressed) -> None:
        """Take in a key."""
        self._pressed.append(event)
        self._came.set()

    def again(self, events: Iterable[Pressed]) -> None:
        """Take in keys that were kept: before all others, and after what their screen has just done."""
        self._pressed.extendleft(reversed([*events]))
        self._under_way, self._was_text = self._target, False
        self._came.set()

    async def work(self) -> None:
        """Hand on one key after the other until the app has no screen any more."""
        with contextlib.suppress(ScreenStackError):
            while True:
                await self._next()

    async def _next(self) -> None:
        """Letters for the same field need not wait for each other."""
        if self._under_way is not None and not (self._was_text and self._is_text_next):
            await self._settle(self._under_way)
        if not self._pressed:
            self._came.clear()
            await self._came.wait()
            return
        self._was_text = self._is_text_next
        event = self._pressed.popleft()
        if not self._keeps(event):
            self._under_way = self._target
            await self._deliver(event)

    @property
    def is_busy(self) -> bool:
        """Whether a key has not had its effect yet."""
        return bool(self._pressed) or (self._under_way is not None and not self._was_text)

    @property
    def _target(self) -> DOMNode:
        return self._app.focused or self._app.screen

    @property
    def _is_text_next(self) -> bool:
        """Whether the focused field takes the next key as text; so it does with keys that have not come yet."""
        if not self._pressed:
            return True
        event, field = self._pressed[0], self._app.focused
        return field is not None and (isinstance(event, Paste) or field.check_consume_key(event.key, event.character))

    async def _settle(self, way: DOMNode) -> None:
        """Wait until the key has arrived, and until what it caused has: messages, another focus, another screen."""
        before: DOMNode | None = None
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(LONGEST):
                while way is not before:
                    await self._pass(way)
                    await self._pass(self._target)
                    before, way = way, self._target
        self._under_way = None

    async def _pass(self, way: DOMNode) -> None:
        """Send a message that way; it is lost where a screen on the way is closed."""
        message = Passed()
        is_open = way.post_message(message)
        while is_open and not message.arrived.is_set():
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(message.arrived.wait(), LOOK_EVERY)
            is_open = way.is_running
