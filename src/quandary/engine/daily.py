"""A puzzle a day for every game: which it is, which were solved, the streak, and a line to share.

Everybody's day is their own, by the clock on the wall; the puzzle of a date is the same for all. A day that is still
to come has no puzzle yet. Missed days can be played, but only a puzzle that is solved on its day makes a streak.
"""

from __future__ import annotations

import calendar
from dataclasses import dataclass
from datetime import date, timedelta
from typing import TYPE_CHECKING, Any, Literal

from quandary.core.errors import PuzzleError, UsageError
from quandary.core.game import Game
from quandary.core.ids import PuzzleId, is_seed
from quandary.core.registry import game as game_of_name
from quandary.core.words import counted
from quandary.engine.generate import daily_id

if TYPE_CHECKING:
    from quandary.engine.progress import Progress, Record, Streak

DayState = Literal["solved", "late", "tried", "open", "ahead"]
"""Solved on its day; solved later; played and not solved; not played; still to come."""


@dataclass(frozen=True, slots=True)
class Day:
    """One day of a game's calendar."""

    date: date
    id: str | None
    """The day's puzzle; None for a day to come."""
    state: DayState
    stars: int = 0


def puzzle_of_day(game: Game[Any, Any], day: date | None = None, *, today: date | None = None) -> str:
    """The id of a day's puzzle; today's if no day is given. Raises `UsageError` for a day to come."""
    today = today or date.today()
    if day is not None and day > today:
        raise UsageError(f"{day.isoformat()} is still to come: its puzzle is not out yet")
    return str(daily_id(game, day or today))


def day_of(game: Game[Any, Any], id: str) -> date | None:
    """The day whose puzzle this is; None if it is no day's."""
    try:
        name = PuzzleId.parse(id) if is_seed(game, id) else None
    except PuzzleError:
        return None
    if name is None or name.seed is None or len(str(name.seed)) != 8:
        return None
    try:
        day = date.fromisoformat(str(name.seed))
    except ValueError:
        return None
    return day if name.words == game.daily else None


def month(game: Game[Any, Any], progress: Progress, year: int, month: int, *, today: date | None = None) -> list[Day]:
    """All days of a month, as a calendar shows them."""
    today = today or date.today()
    played: dict[str, list[Record]] = {}
    for record in progress.own(game.name):
        if record.day is not None:
            played.setdefault(record.day, []).append(record)
    last = calendar.monthrange(year, month)[1]
    days = (date(year, month, number) for number in range(1, last + 1))
    return [_day(game, day, played.get(day.isoformat(), []), today) for day in days]


def _day(game: Game[Any, Any], day: date, records: list[Record], today: date) -> Day:
    if day > today:
        return Day(day, None, "ahead")
    stars = max((record.stars for record in records), default=0)
    state: DayState = "tried" if records else "open"
    if any(record.is_done for record in records):
        state = "solved" if any(record.is_on_time for record in records) else "late"
    return Day(day, str(daily_id(game, day)), state, stars)


def solved_today(game: Game[Any, Any], progress: Progress, *, today: date | None = None) -> Record | None:
    """The game in which today's puzzle was solved, the one with the most stars; None if it was not."""
    day = (today or date.today()).isoformat()
    done = [record for record in progress.own(game.name) if record.day == day and record.is_done]
    return max(done, key=lambda record: record.stars, default=None)


def streak(progress: Progress, game: str | None = None, *, today: date | None = None) -> Streak:
    """On how many days in a row the day's puzzle was solved, of one game or of any.

    A streak lives until the end of the day after: today's puzzle may still be to solve.
    """
    from quandary.engine.progress import Streak

    today = today or date.today()
    days = {record.date for record in progress.own(game) if record.is_on_time}
    runs = {day: _run(days, day) for day in days}
    now = runs.get(today) or runs.get(today - timedelta(days=1)) or 0
    return Streak(now, max(runs.values(), default=0))


def _run(days: set[date], end: date) -> int:
    """How many days in a row end here."""
    length = 0
    while end - timedelta(days=length) in days:
        length += 1
    return length


def share_line(record: Record) -> str:
    """A line to share, without a spoiler: `Quandary 2026-11-15 Rush Hour ★★☆ 24 moves, best 21`."""
    game = game_of_name(record.game)
    unit = game.units[0]
    when = [record.day] if record.day else []
    stars = "★" * record.stars + "☆" * (3 - record.stars)
    if record.score is not None:
        reached = f"{record.score:,} points"
    elif record.ended == "won" and record.coins is not None:
        reached = counted(record.coins, "coins")
    elif record.ended != "won":
        reached = "not solved"
    else:
        optimum = "" if record.optimum is None else f", best {record.optimum}"
        reached = f"{counted(record.cost, unit)}{optimum}"
        reached += f", {counted(record.hints, 'hints')}" if record.hints else ""
    return " ".join(["Quandary", *when, game.title, stars, reached])
