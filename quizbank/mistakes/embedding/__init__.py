"""What goes wrong in a table of vectors."""

from quizbank.mistakes.embedding import tables, tied

__all__ = ["tables", "tied"]
