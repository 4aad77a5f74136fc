"""Progress: what somebody has played, won and reached.

A game that was finished or left is one record, with who moved in it, and everything else is counted from the records:
bests, wins, streaks, days. A game in which a solver or a strategy made a move is kept, too, but it is nobody's: it
counts nowhere. The form is JSON Lines, a head and then a record a line, so that a crash loses at most the last one; the
terminal keeps it in the data folder, the browser keeps the same records in its own store.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass, field, fields, replace
from datetime import date, datetime
from pathlib import Path
from typing import Any, Literal, get_args

from quandary.core.data_folder import DataFolder, Tell
from quandary.core.errors import PuzzleError, UsageError
from quandary.core.game import Effort, Status
from quandary.core.ids import plain_id
from quandary.core.words import clock, counted
from quandary.engine.daily import day_of
from quandary.engine.ladder import level_of
from quandary.engine.session import Session
from quandary.engine.turns import HINT, PLAYER

FORMAT = "quandary-progress/1"
FILE = "progress.jsonl"

Ending = Literal["won", "lost", "left"]
"""How a game came out; `left` was given up, or begun anew."""


@dataclass(frozen=True, slots=True)
class Record:
    """One game that was finished or left."""

    game: str
    id: str
    """Names the same puzzle on any machine."""
    ended: Ending
    at: str
    """When, by the clock on the wall: `2026-11-15T08:30:00+01:00`."""
    moves: int
    """How many, as the counter shows them."""
    seconds: float
    cost: int
    """In the game's first unit."""
    optimum: int | None = None
    """The least cost there is, where it is known."""
    hints: int = 0
    undone: int = 0
    """Moves taken back."""
    by: Mapping[str, int] = field(default_factory=dict, hash=False)
    """How many moves were whose: `player`, `hint`, `solver:NAME`, `strategy:NAME`."""
    score: int | None = None
    coins: int | None = None
    stars: int = 0
    level: str | None = None
    """The level that the puzzle is of: `expert`, `5`."""
    day: str | None = None
    """The day whose puzzle it was: `2026-11-15`."""

    @property
    def is_own(self) -> bool:
        """Whether all of it was played by the player, alone or as hints said."""
        return set(self.by) <= {PLAYER, HINT}

    @property
    def date(self) -> date:
        """The day on which it ended, where the player was."""
        return datetime.fromisoformat(self.at).date()

    @property
    def is_done(self) -> bool:
        """Whether it was won; a game for a score is done when it is over."""
        return self.ended == "won" or (self.score is not None and self.ended == "lost")

    @property
    def is_on_time(self) -> bool:
        """Whether it is a day's puzzle, done on that day."""
        return self.is_own and self.is_done and self.day == self.date.isoformat()


@dataclass(slots=True)
class Best:
    """What a player has reached in one puzzle, one level or one game."""

    played: int = 0
    """Games to their end."""
    won: int = 0
    moves: int | None = None
    """The fewest of a game won without a hint."""
    seconds: float | None = None
    """The quickest of a game won without a hint."""
    score: int | None = None
    """The highest, where a game counts."""
    stars: int = 0
    """The most of one game."""
    cost: int | None = None
    """The least of a game won without a hint, in the game's first unit."""
    coins: int | None = None
    """The most of one game, where a game pays."""

    def improve(self, record: Record) -> list[str]:
        """Counts a game; says which records it broke."""
        broken: list[str] = []
        self.played += 1
        self.won += record.ended == "won"
        self.stars = max(self.stars, record.stars)
        self.coins = _highest(self.coins, record.coins)
        if record.score is not None:
            if self.score is not None and record.score > self.score:
                broken.append(f"highest score so far (before: {self.score:,})")
            self.score = _highest(self.score, record.score)
        if record.ended != "won" or record.hints:
            return broken
        if self.moves is not None and record.moves < self.moves:
            broken.append(f"fewest moves so far (before: {self.moves})")
        if self.seconds is not None and record.seconds < self.seconds:
            broken.append(f"quickest so far (before: {clock(self.seconds)})")
        self.moves, self.cost = _lowest(self.moves, record.moves), _lowest(self.cost, record.cost)
        self.seconds = round(min(record.seconds, self.seconds or record.seconds), 1)
        return broken


def _highest(known: int | None, new: int | None) -> int | None:
    return known if new is None else new if known is None else max(known, new)


def _lowest(known: int | None, new: int) -> int:
    return new if known is None else min(known, new)


def optimum_of(session: Session[Any, Any]) -> int | None:
    """The least cost of the puzzle in the game's first unit: as its source has it, or as the advisor has proven."""
    game, puzzle = session.game, session.puzzle
    known = puzzle.facts.get(game.unit(game.metrics[0]))
    if isinstance(known, int):
        return known
    if game.is_scored or not session.advisor.knows(puzzle.position):
        return None
    advice = session.advisor.advise(puzzle.position)
    return advice.cost if advice.promise == "best" else None


def record_of(session: Session[Any, Any], *, at: datetime | None = None, timed: bool = True) -> Record:
    """The record of a game that is over, or that is left as it stands. `timed` says whether its clock was on."""
    game, position = session.game, session.position
    cost, optimum, by = session.cost(game.units[0]), optimum_of(session), Counter(session.marks)
    is_own = set(by) <= {PLAYER, HINT}
    # What a solver has shown and the player then plays is a hint, too, though nobody asked for one.
    hints = max(session.hints, by[HINT])
    effort = Effort(cost, optimum, hints, session.elapsed if timed else None, session.undone)
    ended: dict[Status, Ending] = {Status.WON: "won", Status.LOST: "lost", Status.PLAYING: "left"}
    name = session.canonical_id
    day = day_of(game, name)
    return Record(
        game.name,
        name,
        ended[session.status],
        (at or datetime.now()).astimezone().isoformat(timespec="seconds"),
        session.move_count,
        round(session.elapsed, 1),
        cost,
        optimum,
        hints,
        session.undone,
        dict(by),
        game.score(position),
        game.coins(position) if session.status is not Status.PLAYING else None,
        game.stars(position, effort) if is_own else 0,
        level_of(game, name),
        None if day is None else day.isoformat(),
    )


@dataclass(frozen=True, slots=True)
class Streak:
    """How often in a row."""

    now: int = 0
    longest: int = 0


class Progress:
    """All records, and what comes of them."""

    def __init__(self, records: Iterable[Record] = ()) -> None:
        self.records: list[Record] = []
        """Every game, the first one first."""
        self._games: dict[str, Best] = {}
        self._puzzles: dict[str, Best] = {}
        self._levels: dict[tuple[str, str], Best] = {}
        self._unfinished: dict[str, Record] = {}
        for record in records:
            self.add(record)

    def add(self, record: Record) -> list[str]:
        """Counts a game; says which of the puzzle's records it broke.

        A game that was left and is gone on with is one game: what comes of it takes the place of what was left.
        """
        if (unfinished := self._unfinished.pop(record.id, None)) is not None:
            self.records.remove(unfinished)
        self.records.append(record)
        if record.ended == "left":
            self._unfinished[record.id] = record
        if not record.is_own or record.ended == "left":
            return []
        self._games.setdefault(record.game, Best()).improve(record)
        if record.level is not None:
            self._levels.setdefault((record.game, record.level), Best()).improve(record)
        return self._puzzles.setdefault(record.id, Best()).improve(record)

    def own(self, game: str | None = None) -> Iterator[Record]:
        """The player's own games, of one game or of all."""
        return (record for record in self.records if record.is_own and game in (None, record.game))

    def games(self) -> Mapping[str, Best]:
        """What was reached in each game."""
        return self._games

    def game(self, name: str) -> Best:
        """What was reached in one game."""
        return self._games.get(name, Best())

    def level(self, game: str, level: str) -> Best:
        """What was reached in one level of a game."""
        return self._levels.get((game, level), Best())

    def puzzle(self, id: str) -> Best | None:
        """What was reached in one puzzle; None if it was never played to its end."""
        return self._puzzles.get(id)

    def wins(self, game: str | None = None) -> Streak:
        """How many games in a row were won, or got a star in a game for a score; a game that was left was not won."""
        now = longest = 0
        for record in self.own(game):
            now = now + 1 if record.ended == "won" or record.stars else 0
            longest = max(longest, now)
        return Streak(now, longest)

    def purse(self, game: str) -> int:
        """The coins that a game has paid: of each puzzle the most, so that nobody earns twice by playing it twice."""
        most: dict[str, int] = {}
        for record in self.own(game):
            if record.coins is not None and record.ended == "won":
                most[record.id] = max(record.coins, most.get(record.id, 0))
        return sum(most.values())


# Texts


def as_text(progress: Progress) -> str:
    """All of it as JSON Lines: the head, then a record a line."""
    return "\n".join([_json({"format": FORMAT}), *map(as_line, progress.records)]) + "\n"


def as_line(record: Record) -> str:
    """A record as a line of JSON."""
    return _json(asdict(record))


def read_text(text: str) -> tuple[Progress, int]:
    """What `as_text` wrote, and how many lines of it cannot be read. Raises `ValueError` if it is nothing of that."""
    head, _, rest = text.partition("\n")
    told = json.loads(head)
    if not isinstance(told, dict) or told.get("format") != FORMAT:
        raise ValueError(f"expected format {FORMAT}")
    records, bad = [], 0
    for line in rest.split("\n"):
        try:
            records += [record_of_line(line)] if line else []
        except (ValueError, TypeError, AttributeError, RecursionError):
            bad += 1
    return Progress(records), bad


def record_of_line(line: str) -> Record:
    """The record that a line holds. Raises `ValueError` or `TypeError` if it holds none."""
    told = json.loads(line)
    if not isinstance(told, dict):
        raise TypeError("expected an object")
    # A field that a later version has added is none of ours.
    known = {one.name: told[one.name] for one in fields(Record) if one.name in told}
    record = Record(**known)
    texts = (record.game, record.id, record.at)
    counts = (record.moves, record.seconds, record.cost, record.hints, record.undone, record.stars)
    perhaps = (record.optimum, record.score, record.coins)
    is_sound = (
        all(isinstance(text, str) for text in texts)
        and all(map(_is_number, (*counts, *record.by.values())))
        and all(number is None or _is_number(number) for number in perhaps)
        and record.ended in get_args(Ending)
        and all(text is None or isinstance(text, str) for text in (record.level, record.day))
    )
    if not is_sound:
        raise TypeError("a field of this record has a wrong value")
    datetime.fromisoformat(record.at)
    # A browser writes 12 where we write 12.0: it is the same record.
    return replace(record, id=plain_id(record.id), seconds=float(record.seconds))


def _is_number(value: object) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


# The file


class ProgressFile:
    """The progress of one data folder."""

    def __init__(self, folder: Path, tell: Tell) -> None:
        self._files = DataFolder(folder, tell)
        self._kept: Progress | None = None
        self._seen: tuple[int, int] | None = None

    @property
    def path(self) -> Path:
        """Where it is."""
        return self._files.folder / FILE

    def read(self) -> Progress:
        """What has been recorded so far."""
        seen = self._look()
        if self._kept is None or seen != self._seen:
            self._kept, self._seen = self._load(), self._look()
        return self._kept

    def add(self, record: Record) -> list[str]:
        """Records a game; says which of the puzzle's records it broke."""
        progress = self.read()
        if self._seen is None:
            self._files.write(FILE, as_text(progress))
        self._files.append(FILE, as_line(record))
        broken = progress.add(record)
        self._seen = self._look()
        return broken

    def export(self) -> str:
        """All of it as text."""
        return as_text(self.read())

    def take_in(self, text: str) -> int:
        """Adds the records of another machine, or of the browser; how many were new. Raises `PuzzleError`."""
        try:
            other, bad = read_text(text)
        except (ValueError, TypeError, AttributeError, RecursionError) as error:
            raise PuzzleError(f"this is no exported progress (expected {FORMAT} in the first line)") from error
        if bad:
            raise PuzzleError(f"{counted(bad, 'records')} of this progress cannot be read")
        progress = self.read()
        known = set(map(as_line, progress.records))
        new = [record for record in other.records if as_line(record) not in known]
        merged = sorted([*progress.records, *new], key=lambda record: datetime.fromisoformat(record.at).timestamp())
        both = Progress(merged)
        self._put(both)
        return sum(as_line(record) not in known for record in both.records)

    def reset(self, game: str | None = None) -> Path | None:
        """Forgets everything, or one game; where a copy of it all is kept, if there was anything."""
        progress = self.read()
        if self._seen is None:
            return None
        aside = self._files.set_aside(FILE, "was reset", "before-reset", keep=True)
        if aside is None:
            raise UsageError("nothing was reset, because no copy could be kept")
        kept = [] if game is None else [record for record in progress.records if record.game != game]
        self._put(Progress(kept))
        return aside

    def _put(self, progress: Progress) -> None:
        self._files.write(FILE, as_text(progress))
        self._kept, self._seen = progress, self._look()

    def _look(self) -> tuple[int, int] | None:
        try:
            found = self.path.stat()
        except OSError:
            return None
        return found.st_mtime_ns, found.st_size

    def _load(self) -> Progress:
        progress, bad = self._files.read(FILE, read_text, (Progress(), 0))
        if bad:
            self._files.set_aside(FILE, f"has {counted(bad, 'damaged records')}", keep=True)
            self._files.write(FILE, as_text(progress))
        return progress
