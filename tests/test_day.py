"""The learner's day ends at four in the morning, local time."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quizbank.day import day_start, next_day_start

BERLIN, SHANGHAI = ZoneInfo("Europe/Berlin"), ZoneInfo("Asia/Shanghai")


def local(zone, *when):
    return datetime(*when, tzinfo=zone)


@pytest.mark.parametrize("zone", [BERLIN, SHANGHAI, UTC])
def test_three_in_the_morning_belongs_to_the_evening_before(zone):
    evening, night, morning = local(zone, 2026, 5, 1, 22), local(zone, 2026, 5, 2, 3, 59), local(zone, 2026, 5, 2, 4)
    assert day_start(evening, zone) == day_start(night, zone) == local(zone, 2026, 5, 1, 4)
    assert next_day_start(evening, zone) == next_day_start(night, zone) == day_start(morning, zone) == morning


def test_a_day_is_as_long_as_the_clock_makes_it():
    spring, autumn = local(BERLIN, 2026, 3, 28, 12), local(BERLIN, 2026, 10, 24, 12)
    assert next_day_start(spring, BERLIN) - day_start(spring, BERLIN) == timedelta(hours=23)
    assert next_day_start(autumn, BERLIN) - day_start(autumn, BERLIN) == timedelta(hours=25)


@given(st.datetimes(datetime(2020, 1, 1), datetime(2030, 1, 1), timezones=st.just(UTC)))
def test_an_instant_lies_in_its_day_and_days_follow_each_other(now):
    for zone in (BERLIN, SHANGHAI, None):
        start, end = day_start(now, zone), next_day_start(now, zone)
        assert start <= now < end
        assert day_start(end, zone) == end
        assert day_start(start, zone) == start
