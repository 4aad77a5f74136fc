"""How a game is put into words for somebody who has never heard of it and answers in text: a person, a language model.

A briefing knows no frame, no file and no judge; it says the rules, the notation and the puzzle of one position, so that
nothing else is needed to play it. Its words are counted by a version, since a figure that was measured with other
words is another figure.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeVar

if TYPE_CHECKING:
    from quandary.core.budget import Cancel

P = TypeVar("P")


@dataclass(frozen=True, slots=True)
class Quest:
    """What is asked of who plays for a score: so many points in so many moves, and what can be had at most."""

    most_moves: int
    least_score: int
    best_score: int
    """The highest score that so many moves can reach; proven, for all of them were tried."""
    moves: Sequence[Any]
    """Moves that reach it."""
    tiles_told: int
    """How much of what chance brings must be told, so that nothing is left to luck."""
    measures: Mapping[str, Any] = field(default_factory=dict, hash=False)
    """How hard it is: measures by name, and a grade."""


class Briefing(ABC, Generic[P]):
    """Says in plain words what somebody needs to play a position; the same position has the same words."""

    version: ClassVar[int] = 1
    """Counts up whenever a word of the texts changes."""
    example: ClassVar[str]
    """A few moves as they are written, of no puzzle in particular."""

    @abstractmethod
    def rules(self, position: P) -> str:
        """The rules, those of the position's variant only."""

    @abstractmethod
    def goal(self, position: P, metric: str, quest: Quest | None) -> str:
        """When the puzzle is solved, and what makes one solution better than another."""

    @abstractmethod
    def notation(self, position: P) -> str:
        """How a move is written."""

    @abstractmethod
    def puzzle(self, position: P, quest: Quest | None) -> str:
        """The puzzle itself, with nothing hidden that the rules make use of."""

    def public_text(self, position: P, text: str) -> str:
        """The puzzle's text without what gives its solution away."""
        return text

    def completed(self, text: str) -> str:
        """What `public_text` wrote, as a text that the game parses; any other text comes back as it is."""
        return text

    def without_landmarks(self, moves: str, position: P | None) -> str:
        """Return the words of an answer without those that only name where its way begins and ends."""
        return moves

    def variant(self, position: P) -> dict[str, Any]:
        """Which of the game's rules hold in this position, by name."""
        return {}

    def credit(self, start: P, position: P) -> float | None:
        """How much of the way from `start` to the goal is done, from 0 to 1, by what the game counts; None where only
        a search can tell."""
        return None

    def grade(self, position: P) -> str | None:
        """What to call its difficulty where no measure gives it a grade."""
        return None

    def quest(self, position: P, most_moves: int, cancel: Cancel | None = None) -> Quest | None:
        """The best that so many moves can reach, for a game that is played for a score; None if there is no move."""
        return None
