"""The part of a line around a column, and the cells before it."""

import pytest

from quizbank.pointer import pointer, width

LINE = "torch.matmul(torch.matmul(Q, 键.transpose(-2, -1)), torch.eye(3)), foo, 门 + c\u0303_t"


@pytest.mark.parametrize("room", [8, 12, 40, 76, 200])
def test_every_place_of_a_line_is_seen_below_its_arrow(room: int) -> None:
    for place, character in enumerate(LINE):
        seen, before = pointer(LINE, place + 1, room)
        assert width(seen) <= room
        assert character in [one for at, one in enumerate(seen) if width(seen[:at]) == before]


def test_a_line_that_fits_is_whole() -> None:
    assert pointer("a (b", 3, 80) == ("a (b", 2)


@pytest.mark.parametrize("column", [0, 5, 9])
def test_a_column_beyond_the_line_is_its_end(column: int) -> None:
    assert pointer("a (b", column, 80) == ("a (b", 4 if column else 0)
