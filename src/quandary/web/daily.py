"""A puzzle a day for every game, the same for everybody: the day's date is the seed."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from typing import Any

from quandary.core.errors import UsageError
from quandary.core.game import Game
from quandary.core.registry import game as game_of_name
from quandary.core.registry import names
from quandary.engine.daily import day_of
from quandary.engine.generate import daily_id
from quandary.web.addresses import address_of
from quandary.web.replies import Daily, DailyPuzzle

# Somewhere on earth the day begins so much earlier than by universal time.
_FIRST_MIDNIGHT = timedelta(hours=14)


def _latest_day() -> date:
    """The day that it is where it is latest."""
    return (datetime.now(UTC) + _FIRST_MIDNIGHT).date()


def is_to_come(game: Game[Any, Any], puzzle_id: str) -> bool:
    """Whether an id is that of a day's puzzle which is not out yet."""
    day = day_of(game, puzzle_id)
    return day is not None and day > _latest_day()


def todays_puzzles(day: str | None = None) -> Daily:
    """The ids of one day's puzzles; today's, by the server's clock, if no day is given."""
    when = day_of_text(day)
    ids = {game: str(daily_id(game, when)) for game in map(game_of_name, names())}
    puzzles: list[DailyPuzzle] = [
        {"game": game.name, "id": one, "address": address_of(game, one)} for game, one in ids.items()
    ]
    return {"date": when.isoformat(), "puzzles": puzzles}


def day_of_text(day: str | None) -> date:
    """The day that somebody names; if none, today, by the server's clock. Raises `UsageError` for a day to come."""
    try:
        when = date.today() if day is None else date.fromisoformat(day[:20])
    except ValueError:
        raise UsageError(f"{day[:20] if day else day!r} is not a date (expected for example 2026-11-15)") from None
    if when > _latest_day():
        raise UsageError(f"{when.isoformat()} is still to come: its puzzles are not out yet")
    return when
