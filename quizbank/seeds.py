"""Repeatable draws in pure Python, so that a prompt's numbers need no torch."""

import hashlib
from collections.abc import Sequence
from typing import TypeVar

T = TypeVar("T")


class Stream:
    """Integers drawn from SHA-256 of (id, seed): the same on every machine and version of Python."""

    def __init__(self, name: str, seed: int) -> None:
        self._start = f"{name}\n{seed}\n".encode()
        self._taken = 0

    def word(self) -> int:
        """The next 63-bit integer."""
        self._taken += 1
        digest = hashlib.sha256(self._start + str(self._taken).encode()).digest()
        return int.from_bytes(digest[:8], "big") >> 1

    def integer(self, low: int, high: int) -> int:
        """An integer from `low` to `high`, both included."""
        return low + self.word() % (high - low + 1)

    def choice(self, options: Sequence[T]) -> T:
        """One of the options."""
        return options[self.integer(0, len(options) - 1)]

    def shuffled(self, options: Sequence[T]) -> list[T]:
        """The options in a drawn order."""
        rest, order = list(options), []
        while rest:
            order.append(rest.pop(self.integer(0, len(rest) - 1)))
        return order
