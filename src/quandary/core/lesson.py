"""A first lesson: a few short steps on a real board, each a sentence and what to play there."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class LessonStep:
    """One step of a lesson."""

    words: str
    """What to understand, or what to do."""
    moves: str = ""
    """What to play, in the game's notation; empty where there is only something to read."""


@dataclass(frozen=True, slots=True)
class Lesson:
    """What a new player is shown. Nobody has to see it, and it can be seen again."""

    puzzle: str
    """The board, as a text or an id."""
    steps: tuple[LessonStep, ...]
