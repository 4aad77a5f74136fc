"""Records, saved games and preferences, in the user's data folder.

A file is written beside its place and then moved onto it, so that a crash leaves the old one or the new one, never
half of one. A file that cannot be read is set aside under another name, with a message: nothing is ever thrown away.
"""

from __future__ import annotations

import hashlib
import json
import os
import tempfile
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, TypeVar

from quandary.core.game import Status
from quandary.engine.session import Session

FORMAT = "quandary-records/1"
Tell = Callable[[str], None]
T = TypeVar("T")
D = TypeVar("D")


def data_folder() -> Path:
    """Where this user's files are; `QUANDARY_DATA` says otherwise."""
    if chosen := os.environ.get("QUANDARY_DATA"):
        return Path(chosen)
    from platformdirs import user_data_path

    return user_data_path("quandary", appauthor=False)


@dataclass
class Best:
    """What a player has reached in one puzzle."""

    played: int = 0
    won: int = 0
    moves: int | None = None
    """The fewest of a game won without a hint."""
    seconds: float | None = None
    """The quickest of a game won without a hint."""
    score: int | None = None
    """The highest, where a game counts."""


@dataclass
class Result:
    """How one game came out."""

    game: str
    id: str
    won: bool
    moves: int
    seconds: float
    hints: int
    score: int | None


def result_of(session: Session[Any, Any]) -> Result:
    """How a game that is over came out."""
    game = session.game
    is_won, score = session.status is Status.WON, game.score(session.position)
    return Result(game.name, session.id, is_won, session.move_count, session.elapsed, session.hints, score)


@dataclass
class Records:
    """Everything that was played to its end."""

    games: dict[str, Best] = field(default_factory=dict)
    puzzles: dict[str, Best] = field(default_factory=dict)

    def add(self, result: Result) -> list[str]:
        """Counts a result; says which records it broke."""
        broken = _improve(self.puzzles.setdefault(result.id, Best()), result)
        _improve(self.games.setdefault(result.game, Best()), result)
        return broken


def _improve(best: Best, result: Result) -> list[str]:
    broken = []
    best.played += 1
    best.won += result.won
    if result.score is not None and (best.score is None or result.score > best.score):
        broken += [] if best.score is None else [f"highest score so far (before: {best.score:,})"]
        best.score = result.score
    if not result.won or result.hints:
        return broken
    if best.moves is None or result.moves < best.moves:
        broken += [] if best.moves is None else [f"fewest moves so far (before: {best.moves})"]
        best.moves = result.moves
    if best.seconds is None or result.seconds < best.seconds:
        broken += [] if best.seconds is None else [f"quickest so far (before: {clock(best.seconds)})"]
        best.seconds = round(result.seconds, 1)
    return broken


def clock(seconds: float) -> str:
    """A time as a clock shows it: `0:07`, `12:45`, `1:02:03`."""
    minutes, rest = divmod(int(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"


class Store:
    """The files of one folder. Whatever goes wrong is told, and the game goes on."""

    def __init__(self, folder: Path, tell: Tell) -> None:
        self._folder = folder
        self.tell = tell
        """How to say what has gone wrong."""

    # Records

    def records(self) -> Records:
        """What has been recorded so far."""
        return self._read("records.json", _records_of, Records())

    def add_result(self, result: Result) -> list[str]:
        """Records a result; says which records it broke."""
        records = self.records()
        broken = records.add(result)
        self._write("records.json", _as_text({"format": FORMAT, **asdict(records)}))
        return broken

    # Preferences

    def preferences(self) -> dict[str, Any]:
        """Colours, speeds, and the settings of the last puzzle of each game."""
        return self._read("preferences.json", _object_of, {})

    def prefer(self, **changes: Any) -> None:
        """Remembers some preferences."""
        self._write("preferences.json", _as_text({**self.preferences(), **changes}))

    # Saved games

    def save(self, session: Session[Any, Any]) -> None:
        """Keeps a game to go on with."""
        self._write(self._save_name(session.game.name, session.id), session.save())

    def saved(self, game: str) -> list[Session[Any, Any]]:
        """The games that can be gone on with, the latest first."""
        files = sorted(self._folder.glob(f"saves/{game}-*.json"), key=lambda file: file.stat().st_mtime, reverse=True)
        read = (self._read(f"saves/{file.name}", _session_of, None) for file in files)
        return [session for session in read if session is not None and session.game.name == game]

    def saved_game(self, game: str, id: str) -> Session[Any, Any] | None:
        """The saved game of this puzzle, if there is one."""
        session = self._read(self._save_name(game, id), _session_of, None)
        return session if session is not None and session.id == id else None

    def forget(self, session: Session[Any, Any]) -> None:
        """A game that is over need not be gone on with."""
        file = self._folder / self._save_name(session.game.name, session.id)
        try:
            file.unlink(missing_ok=True)
        except OSError as error:
            self.tell(f"{file} cannot be removed: {error.strerror}")

    @staticmethod
    def _save_name(game: str, id: str) -> str:
        # An id may hold a whole board: too long, and too strange, for the name of a file.
        return f"saves/{game}-{hashlib.sha256(id.encode()).hexdigest()[:16]}.json"

    # Files

    def _read(self, name: str, convert: Callable[[str], T], default: D) -> T | D:
        file = self._folder / name
        try:
            return convert(file.read_text(encoding="utf-8"))
        except FileNotFoundError:
            return default
        except OSError as error:
            self.tell(f"{file} cannot be read: {error.strerror}")
            return default
        except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
            self._set_aside(file, error)
            return default

    def _set_aside(self, file: Path, error: Exception) -> None:
        aside = file.with_name(f"{file.stem}.damaged-{time.strftime('%Y%m%d-%H%M%S')}")
        number = 1
        while aside.exists():
            number += 1
            aside = aside.with_name(f"{aside.name.partition('~')[0]}~{number}")
        try:
            file.rename(aside)
        except OSError as failure:
            self.tell(f"{file} is damaged and cannot be moved: {failure.strerror}")
            return
        self.tell(f"{file.name} is damaged ({type(error).__name__}) and was set aside as {aside}")

    def _write(self, name: str, text: str) -> None:
        file = self._folder / name
        try:
            file.parent.mkdir(parents=True, exist_ok=True)
            handle, beside = tempfile.mkstemp(dir=file.parent, prefix=f".{file.name}-")
            try:
                with open(handle, "w", encoding="utf-8") as stream:
                    stream.write(text)
                    stream.flush()
                    os.fsync(stream.fileno())
                os.replace(beside, file)
            except BaseException:
                Path(beside).unlink(missing_ok=True)
                raise
        except OSError as error:
            self.tell(f"{file} cannot be written: {error.strerror}")


def _as_text(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, indent=1) + "\n"


def _object_of(text: str) -> dict[str, Any]:
    value = json.loads(text)
    if not isinstance(value, dict):
        raise TypeError("expected an object")
    return value


def _session_of(text: str) -> Session[Any, Any]:
    return Session.load(text)


def _records_of(text: str) -> Records:
    value = _object_of(text)
    if value.get("format") != FORMAT:
        raise ValueError(f"expected format {FORMAT}")
    return Records(*({name: _best_of(best) for name, best in value[part].items()} for part in ("games", "puzzles")))


def _best_of(value: dict[str, Any]) -> Best:
    best = Best(**value)
    for name, number in asdict(best).items():
        if number is None and name not in ("played", "won"):
            continue
        if isinstance(number, bool) or not isinstance(number, (int, float)):
            raise TypeError(f"{name} should be a number")
    return best
