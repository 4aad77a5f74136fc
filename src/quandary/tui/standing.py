"""How far somebody has come, to look at: the levels of a game with their stars, its days, its figures."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from datetime import date, timedelta
from typing import Any

from quandary.core.game import Game
from quandary.core.registry import game as game_of_name
from quandary.core.words import clock, counted
from quandary.engine.daily import Day, month, solved_today, streak
from quandary.engine.ladder import Standing, title_of
from quandary.engine.progress import Progress, Record
from quandary.tui.end_screen import stars
from quandary.tui.grid import GridScreen, Page

_COLUMNS, _DAYS = 6, 7
_BARS = "▁▂▃▄▅▆▇█"
_GAMES_PLOTTED, _GAMES_LISTED = 30, 10
_MARKS = {"tried": " ··", "open": "   ", "ahead": "   "}


def levels_screen(game: Game[Any, Any], standings: Sequence[Standing], first: int) -> GridScreen:
    """The levels of a game as pages; it ends with the level and the puzzle that were chosen."""

    def page(number: int) -> Page | None:
        if not 0 <= number < len(standings):
            return None
        standing = standings[number]
        cells = [f"{rung.number:>3} {stars(count)}" for rung, count in zip(standing.rungs, standing.stars, strict=True)]
        at = standing.next.number - 1 if standing.next else 0
        state = standing.words if standing.is_open else "locked"
        return Page(
            f"{game.title}: {standing.level.title}   {state}   (level {number + 1} of {len(standings)})", cells, at
        )

    def refusal(number: int) -> str:
        standing = standings[number]
        if standing.is_open:
            return ""
        return f"Win {counted(standing.level.unlock, 'puzzles')} of {standings[number - 1].level.title} first."

    keys = "Enter plays, Tab shows the next level, Esc goes back"
    return GridScreen(page, first, _COLUMNS, keys, refusal)


def months(game: Game[Any, Any], progress: Progress, today: date) -> GridScreen:
    """The days of a game, this month first; pages count the months back."""

    def page(number: int) -> Page | None:
        if number > 0:
            return None
        year, which = month_of(today, number)
        run = streak(progress, game.name, today=today)
        done = solved_today(game, progress, today=today)
        head = f"{game.title}, {date(year, which, 1):%B %Y}   streak {counted(run.now, 'days')}, longest {run.longest}"
        head += f"\nToday's is solved: {stars(done.stars)}" if done else "\nToday's is still to solve."
        days = month(game, progress, year, which, today=today)
        lead = date(year, which, 1).weekday()
        cells = [f"{name:<6}" for name in ("Mo", "Tu", "We", "Th", "Fr", "Sa", "Su")] + [" " * 6] * lead
        at = _DAYS + lead + (today.day - 1 if number == 0 else 0)
        return Page(head, [*cells, *map(_day_cell, days)], at)

    keys = "Enter plays the day, Shift+Tab shows the month before, Esc goes back"
    return GridScreen(page, 0, _DAYS, keys, lambda _: "")


def month_of(today: date, back: int) -> tuple[int, int]:
    """Year and month of a page: 0 is this month, -1 the one before."""
    year, which = divmod(today.year * 12 + today.month - 1 + back, 12)
    return year, which + 1


def day_at(game: Game[Any, Any], progress: Progress, today: date, page: int, cell: int) -> Day | None:
    """The day that a cell of a page stands for; None if it stands for none that is out."""
    year, which = month_of(today, page)
    days = month(game, progress, year, which, today=today)
    number = cell - _DAYS - date(year, which, 1).weekday()
    return days[number] if 0 <= number < len(days) and days[number].id is not None else None


def _day_cell(day: Day) -> str:
    mark = stars(day.stars) if day.state in ("solved", "late") else _MARKS[day.state]
    return f"{day.date.day:>2} {mark}"


def figures(game: Game[Any, Any], progress: Progress, today: date) -> list[tuple[str, str]]:
    """What was reached in a game, with small plots: of the last games, and of how many there were on each day."""
    best, run = progress.game(game.name), progress.wins(game.name)
    own = [record for record in progress.own(game.name) if record.ended != "left"]
    left = sum(record.ended == "left" for record in progress.own(game.name))
    told = [f"{counted(best.played, 'games')} played"]
    told += [] if game.is_scored else [f"{best.won} won"]
    told += [f"{left} left"] if left else []
    told += [f"{run.now} in a row (longest {run.longest})"] if run.longest else []
    lines = [(game.title, ", ".join(told))]
    reached = [f"{best.score:,} points"] if best.score is not None else []
    reached += [counted(best.moves, "moves")] if best.moves is not None else []
    reached += [clock(best.seconds)] if best.seconds is not None else []
    reached += [f"{progress.purse(game.name)} coins"] if best.coins is not None else []
    lines += [("  best", ", ".join(reached))] if reached else []
    given = [sum(record.stars == count for record in own) for count in (3, 2, 1)]
    if any(given):
        lines.append(("  stars", "  ".join(f"{stars(3 - at)} {count}" for at, count in enumerate(given))))
    if len(own) > 1:
        lines.append((f"  {'score' if game.is_scored else 'time'}", plot([_height(record) for record in own])))
    days = Counter(record.date for record in own)
    month = [days[today - timedelta(days=back)] for back in reversed(range(_GAMES_PLOTTED))]
    return [*lines, ("  30 days", plot(month))] if any(month) else lines


def history(progress: Progress) -> list[tuple[str, str]]:
    """The last games of all kinds, the latest first, each with when it was and what came of it."""
    last = list(progress.own())[-_GAMES_LISTED:][::-1]
    lines = [(f"  {record.at[:16].replace('T', ' ')}", _came_out(record)) for record in last]
    return [("", ""), ("The last games", ""), *lines] if lines else []


def _came_out(record: Record) -> str:
    game = game_of_name(record.game)
    how = f"{record.ended} after {counted(record.moves, 'moves')}"
    if record.score is not None:
        how = f"{record.score:,} points" + (" so far" if record.ended == "left" else "")
    elif record.ended == "won":
        how = f"{stars(record.stars)} {counted(record.moves, 'moves')}"
    return f"{game.title}, {title_of(game, record.id)}: {how}"


def _height(record: Record) -> float:
    return record.seconds if record.score is None else record.score


def plot(values: Sequence[float]) -> str:
    """The last values as bars, the highest of them full: `▂▅█`."""
    last = values[-_GAMES_PLOTTED:]
    most = max(last) or 1
    return "".join(_BARS[round((len(_BARS) - 1) * value / most)] for value in last)
