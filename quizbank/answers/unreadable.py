"""The only error that a typed answer can raise."""


class Unreadable(Exception):
    """The text cannot be read: `column` counts from 1, `message` is a sentence in the user's language.

    `line` is the line of an answer of several lines.
    """

    def __init__(self, column: int, message: str, line: int = 1) -> None:
        super().__init__(message)
        self.column = column
        self.message = message
        self.line = line
