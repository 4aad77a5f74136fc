"""What the terminal app keeps in the user's data folder: progress, saved games and preferences."""

from __future__ import annotations

import hashlib
import json
import traceback
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

from quandary.core.data_folder import DataFolder, Tell, data_folder
from quandary.core.ids import with_alias
from quandary.core.words import counted
from quandary.engine.progress import ProgressFile
from quandary.engine.session import Session

__all__ = ["Saved", "Store", "data_folder"]


@dataclass(frozen=True, slots=True)
class Saved:
    """A game that can be gone on with, as its file says without a replay."""

    file: str
    """Its name in the folder."""
    game: str
    id: str
    moves: int
    seconds: float
    when: datetime
    """When it was played last."""

    @property
    def words(self) -> str:
        """How far it has come, and when that was: `12 moves, today 08:30`."""
        days = (datetime.now().date() - self.when.date()).days
        day = {0: "today", 1: "yesterday"}.get(days, self.when.date().isoformat())
        return f"{counted(self.moves, 'moves')}, {day} {self.when:%H:%M}"


class Store:
    """The files of one folder. Whatever goes wrong is told, and the game goes on."""

    def __init__(self, folder: Path, tell: Tell) -> None:
        self.tell = tell
        """How to say what has gone wrong."""
        self.progress = ProgressFile(folder, tell)
        """Every game that was finished."""
        self._files = DataFolder(folder, tell)

    # Preferences

    def preferences(self) -> dict[str, Any]:
        """Colours, speeds, and the settings of the last puzzle of each game."""
        return self._files.read("preferences.json", _object_of, {})

    def prefer(self, **changes: Any) -> None:
        """Remembers some preferences; None forgets one."""
        kept = {name: value for name, value in {**self.preferences(), **changes}.items() if value is not None}
        self._files.write("preferences.json", json.dumps(kept, ensure_ascii=False, indent=1) + "\n")

    # Saved games

    def save(self, session: Session[Any, Any]) -> None:
        """Keeps a game to go on with."""
        self._files.write(_save_name(session.game.name, session.canonical_id), session.save())
        self._remove(_save_name(session.game.name, with_alias(session.canonical_id)))

    def saved(self, game: str | None = None) -> list[Saved]:
        """The games that can be gone on with, of one game or of all, the latest first."""
        found = (self._look_at(file) for file in self._files.folder.glob(f"saves/{game or '*'}-*.json"))
        listed = [saved for saved in found if saved is not None and game in (None, saved.game)]
        return sorted(listed, key=lambda saved: saved.when, reverse=True)

    def load(self, saved: Saved) -> Session[Any, Any] | None:
        """A game as it was left; None if its file tells none."""
        return self._files.read(saved.file, _session_of, None)

    def saved_game(self, game: str, id: str) -> Session[Any, Any] | None:
        """Return the saved game of the puzzle with this canonical id, None if there is none."""
        found = (self._files.read(_save_name(game, name), _session_of, None) for name in (id, with_alias(id)))
        return next((session for session in found if session is not None and session.canonical_id == id), None)

    def set_other_game_aside(self, session: Session[Any, Any]) -> None:
        """Keep a copy of the saved game of this puzzle, unless `session` goes on from where it was left."""
        saved = self.saved_game(session.game.name, session.id)
        if saved is not None and saved.moves != session.moves[: len(saved.moves)]:
            name = _save_name(session.game.name, session.id)
            self._files.set_aside(name, "gives way to the game that is resumed", "replaced", keep=True)

    def forget(self, game: str, id: str) -> None:
        """A game that is over need not be gone on with."""
        for name in (id, with_alias(id)):
            self._remove(_save_name(game, name))

    def discard(self, saved: Saved) -> None:
        """A game that nobody wants to go on with."""
        self._remove(saved.file)

    def write_crash_report(self, failure: BaseException) -> Path | None:
        """Write a traceback into a file of its own; return its path, or None if it could not be written."""
        name = f"crashes/{datetime.now():%Y%m%d-%H%M%S-%f}.txt"
        self._files.write(name, "".join(traceback.format_exception(failure)))
        file = self._files.folder / name
        return file if file.exists() else None

    def _remove(self, name: str) -> None:
        file = self._files.folder / name
        try:
            file.unlink(missing_ok=True)
        except OSError as error:
            self.tell(f"{file} cannot be removed: {error.strerror}")

    def _look_at(self, file: Path) -> Saved | None:
        name = f"saves/{file.name}"
        told = self._files.read(name, _outline_of, None)
        try:
            when = datetime.fromtimestamp(file.stat().st_mtime)
        except OSError:
            return None
        return None if told is None else Saved(name, *told, when)


def _save_name(game: str, id: str) -> str:
    # An id may hold a whole board: too long, and too strange, for the name of a file.
    return f"saves/{game}-{hashlib.sha256(id.encode()).hexdigest()[:16]}.json"


def _object_of(text: str) -> dict[str, Any]:
    value = json.loads(text)
    if not isinstance(value, dict):
        raise TypeError("expected an object")
    return value


def _outline_of(text: str) -> tuple[str, str, int, float]:
    told = _object_of(text)
    return str(told["game"]), str(told["id"]), len(told["moves"]), float(told["seconds"])


def _session_of(text: str) -> Session[Any, Any]:
    return Session.load(text)
