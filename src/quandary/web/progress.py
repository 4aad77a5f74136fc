"""What a player has reached, told to the browser that keeps it.

Records stay in the browser. It sends them along, in the form of `quandary progress export`, and is told what comes of
them: stars, levels, days, streaks. The rules of all that are the engine's, as in the terminal, and nothing is stored.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from typing import Any, cast

from quandary.core.budget import Cancel
from quandary.core.errors import PuzzleError, UsageError
from quandary.core.game import Game, Status
from quandary.core.words import clock, counted
from quandary.engine.daily import Day, month, puzzle_of_day, share_line, solved_today, streak
from quandary.engine.ladder import Rung, Standing, climbed, next_rung, rung_of, title_of
from quandary.engine.progress import FORMAT, Progress, Record, read_text, record_of
from quandary.engine.review import review
from quandary.engine.session import Session
from quandary.web import replies, wire
from quandary.web.addresses import address_of
from quandary.web.daily import day_of_text
from quandary.web.desk import Desk
from quandary.web.views import state

_RECENT, _PLOTTED = 12, 30
# Records of one's own clock may be off by this much from ours; further ahead nobody is.
_LATEST = timedelta(hours=15)


class ProgressDesk:
    """Answers what the progress of a player asks for."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    def _session(self, request: wire.GameRequest, cancel: Cancel) -> Session[Any, Any]:
        """The game of a request, with the desk's advisor; a puzzle of a ladder has the facts of its pack."""
        desk = self._desk
        played = desk.session(request, cancel)
        puzzle = played.puzzle
        if not puzzle.facts and (rung := rung_of(played.game, puzzle.id)):
            puzzle = replace(puzzle, facts=rung.puzzle.facts)
        return Session(puzzle, turn=played.turn, advisor=desk.advisor(played.game))

    def record(self, request: wire.Finished, cancel: Cancel) -> replies.Recorded:
        """The record of a game as progress keeps it, and which of the player's own records it breaks."""
        session = self._session(request, cancel)
        session.take_over(hints=request.hints, undone=request.undone, seconds=request.seconds)
        _check_counts(request)
        game = session.game
        if not game.is_scored and game.metrics[0] != "any" and session.status is Status.WON:
            # What the optimum is may decide about stars.
            session.advisor.advise(session.puzzle.position, cancel=cancel)
        record = replace(record_of(session, timed=request.timed), at=_moment(request.at))
        before, _ = _read(request.earlier)
        broken = before.add(record)
        return {"record": record, "own": record.is_own, "share": share_line(record), "broken": broken}

    def standing(self, request: wire.Standing, cancel: Cancel) -> replies.Reached:
        """How far somebody has come in a game: bests, streaks, levels, days, the last games."""
        game = self._desk.game(request.game)
        progress, bad = _read(request.progress)
        today = day_of_text(request.today)
        played = [record for record in progress.records if record.game == game.name]
        own = [record for record in played if record.is_own and record.ended != "left"]
        following = next_rung(game, progress, request.after)
        done = solved_today(game, progress, today=today)
        todays = puzzle_of_day(game, today, today=today)
        is_scored, standings = game.is_scored, climbed(game, progress)
        return {
            "game": game.name,
            "title": game.title,
            "unreadable": bad,
            "best": progress.game(game.name),
            "wins": progress.wins(game.name),
            "days": streak(progress, game.name, today=today),
            "purse": progress.purse(game.name),
            "today": {
                "date": today.isoformat(),
                "id": todays,
                "address": address_of(game, todays),
                "solved": done is not None,
                "stars": 0 if done is None else done.stars,
                "share": None if done is None else share_line(done),
            },
            "levels": [_level(game, standings, at) for at in range(len(standings))],
            "next": None if following is None else _rung(game, following),
            "stars": [sum(record.stars == count for record in own) for count in (3, 2, 1)],
            "plot": {
                "of": "points" if is_scored else "seconds",
                "values": [(record.score or 0) if is_scored else record.seconds for record in own[-_PLOTTED:]],
            },
            "recent": [_line(game, record) for record in played[: -_RECENT - 1 : -1]],
            "month": _month(game, progress, request.month, today),
        }

    def winnable(self, request: wire.GameRequest, cancel: Cancel) -> replies.WayBack:
        """After how many of its moves a game could be won for the last time; null where nobody knows of a way."""
        session = self._session(request, cancel)
        last = session.last_winnable(cancel)
        ago = None if last is None else session.turn.number - last
        words = (
            "Nobody knows of a way to win this."
            if ago is None
            else "It can still be won."
            if ago == 0
            else (f"{counted(ago, 'moves')} ago it could still be won.")
        )
        return {"after": last, "ago": ago, "words": words}

    def review(self, request: wire.GameRequest, cancel: Cancel) -> replies.LookBack:
        """A game beside the best one, and where it left it; null where no best line is known."""
        session = self._session(request, cancel)
        game = session.game
        found = None if game.is_scored else review(session, cancel=cancel)
        if found is None:
            return {"review": None}
        told: replies.Reviewed = {
            "unit": found.unit,
            "cost": found.cost,
            "optimum": found.optimum,
            "moves": [game.format_move(move) for move in found.moves],
            "best": [game.format_move(move) for move in found.best],
            "left_at": found.left_at,
            "words": found.words,
        }
        return {"review": told}

    def lesson(self, name: str) -> replies.Lesson:
        """A game's first lesson: words, what to play at each step, and the board after every move of it."""
        game = self._desk.game(name)
        lesson = game.lesson()
        if lesson is None:
            return {"game": game.name, "steps": [], "states": []}
        puzzle = self._desk.shelf.puzzle(game, lesson.puzzle)
        session: Session[Any, Any] = Session(puzzle)
        states: list[replies.LessonState] = [{**state(session), "puzzle": puzzle.text}]
        steps: list[replies.LessonStep] = []
        for step in lesson.steps:
            moves = [game.format_move(move) for move in game.parse_moves(step.moves)] if step.moves else []
            steps.append({"words": step.words, "moves": moves})
            for move in moves:
                session.play(move)
                states.append(cast(replies.LessonState, state(session)))
        return {"game": game.name, "steps": steps, "states": states}


def _check_counts(request: wire.Finished) -> None:
    if min(request.hints, request.undone, request.seconds) < 0:
        raise UsageError("hints, undone and seconds are numbers from 0 up")


def _moment(text: str) -> str:
    """When a game ended, by the player's own clock and with its offset."""
    try:
        when = datetime.fromisoformat(text)
    except ValueError:
        raise UsageError(f"{text[:40]!r} is no time (expected for example 2026-11-15T08:30:00+01:00)") from None
    if when.tzinfo is None or when > datetime.now(UTC) + _LATEST:
        raise UsageError(f"{text[:40]!r} has no offset, or is still to come")
    return when.isoformat(timespec="seconds")


def _read(text: str) -> tuple[Progress, int]:
    if not text:
        return Progress(), 0
    try:
        return read_text(text)
    except (ValueError, TypeError, AttributeError, RecursionError) as error:
        raise PuzzleError(f"this is no exported progress (expected {FORMAT} in the first line)") from error


def _rung(game: Game[Any, Any], rung: Rung) -> replies.Step:
    return {"number": rung.number, "title": rung.title, "id": rung.id, "address": address_of(game, rung.id)}


def _level(game: Game[Any, Any], standings: list[Standing], at: int) -> replies.Level:
    standing = standings[at]
    level = standing.level
    # Where a level is locked, the one before it is what opens it.
    locked = (
        "" if standing.is_open else f"Win {counted(level.unlock, 'puzzles')} of {standings[at - 1].level.title} first."
    )
    return {
        "name": level.name,
        "title": level.title,
        "open": standing.is_open,
        "locked": locked,
        "words": standing.words,
        "won": standing.won,
        "next": None if standing.next is None else _rung(game, standing.next),
        "rungs": [
            {**_rung(game, rung), "stars": stars} for rung, stars in zip(standing.rungs, standing.stars, strict=True)
        ],
    }


def _line(game: Game[Any, Any], record: Record) -> replies.PastGame:
    return {
        "at": record.at,
        "title": title_of(game, record.id),
        "line": share_line(record).removeprefix("Quandary "),
        "time": clock(record.seconds),
        "own": record.is_own,
        "address": address_of(game, record.id),
    }


def _month(game: Game[Any, Any], progress: Progress, wanted: str | None, today: date) -> replies.CalendarMonth:
    """The days of a month, this one if no other is asked for; no month to come has any."""
    try:
        first = today.replace(day=1) if wanted is None else date.fromisoformat(f"{wanted[:7]}-01")
    except ValueError:
        raise UsageError(f"{(wanted or '')[:20]!r} is no month (expected for example 2026-11)") from None
    if first > today:
        raise UsageError("that month is still to come")
    before, after = first - timedelta(days=1), first.replace(day=28) + timedelta(days=4)
    return {
        "title": f"{first:%B %Y}",
        "lead": first.weekday(),
        "before": f"{before:%Y-%m}",
        "after": f"{after:%Y-%m}" if after.replace(day=1) <= today else None,
        "days": [_day(game, day) for day in month(game, progress, first.year, first.month, today=today)],
    }


def _day(game: Game[Any, Any], day: Day) -> replies.CalendarDay:
    return {
        "date": day.date.isoformat(),
        "state": day.state,
        "stars": day.stars,
        "address": None if day.id is None else address_of(game, day.id),
    }
