"""A level of a game's ladder: puzzles of one kind, to be climbed in order."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Level:
    """Puzzles of a shipped pack, or of seeds that follow each other, with some settings."""

    name: str
    """A word for files and commands: `expert`, `5`."""
    title: str
    """What people call it: `Expert`, `Times Tables`; the third of its puzzles is `Expert 3`."""
    pack: str = ""
    """The shipped pack that it is; else it is seeds."""
    words: str = ""
    """The settings of the seeds, as an id has them between `:` and `#`."""
    first: int = 1
    """The first seed."""
    count: int = 0
    """How many seeds."""
    marks: tuple[int, int, int] | None = None
    """In a game that is played for a score: what one, two and three stars take. One star is a win."""
    unlock: int = 0
    """How many puzzles of the level before have to be won first."""
