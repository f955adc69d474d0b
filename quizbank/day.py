"""The learner's day: local, and it ends at four in the morning, so that a late evening is one day."""

from datetime import UTC, datetime, time, timedelta, tzinfo

ROLLOVER = time(4)


def day_start(now: datetime, zone: tzinfo | None = None) -> datetime:
    """The instant, in UTC, at which the day of `now` began; the computer's own zone where none is given."""
    local = now.astimezone(zone)
    day = local.date() if local.time() >= ROLLOVER else local.date() - timedelta(days=1)
    return _four_o_clock(datetime.combine(day, ROLLOVER), zone)


def next_day_start(now: datetime, zone: tzinfo | None = None) -> datetime:
    """The instant, in UTC, at which the next day begins; a day of 23 or 25 hours is one day all the same."""
    local = now.astimezone(zone)
    day = local.date() if local.time() < ROLLOVER else local.date() + timedelta(days=1)
    return _four_o_clock(datetime.combine(day, ROLLOVER), zone)


def _four_o_clock(local: datetime, zone: tzinfo | None) -> datetime:
    aware = local.replace(tzinfo=zone) if zone else local.astimezone()
    return aware.astimezone(UTC)
