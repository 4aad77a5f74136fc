"""A lesson being taken: which step it is at, what is to be played there, and whether that is done.

The player may stray and come back; whoever wants to see a step is shown it from where it began. Nothing of it is kept.
"""

from __future__ import annotations

from typing import Generic

from quandary.core.abilities import M, P
from quandary.core.errors import UsageError
from quandary.core.game import Game
from quandary.core.lesson import LessonStep
from quandary.engine.session import Session


class Course(Generic[P, M]):
    """A game's lesson, step by step. Raises `UsageError` if the game has none."""

    def __init__(self, game: Game[P, M]) -> None:
        lesson = game.lesson()
        if lesson is None:
            raise UsageError(f"{game.name} has no lesson")
        self.steps = lesson.steps
        """All steps."""
        self.session: Session[P, M] = Session.start(game, lesson.puzzle)
        """The board to play on; nothing that happens on it counts."""
        self.number = 0
        """How many steps are behind."""
        self._line: dict[P, M] = {}
        self._begin(0)

    @property
    def is_over(self) -> bool:
        """Whether every step is behind."""
        return self.number >= len(self.steps)

    @property
    def step(self) -> LessonStep:
        """The step it is at; the last one when all are behind."""
        return self.steps[min(self.number, len(self.steps) - 1)]

    @property
    def is_played(self) -> bool:
        """Whether the step has been played; one that is only to be read waits for `go_on`."""
        return bool(self._line) and self.session.position == self._goal

    @property
    def move(self) -> M | None:
        """What to play next; None where there is nothing to play, or where the player has strayed."""
        return self._line.get(self.session.position)

    def come_back(self) -> None:
        """Takes a player who has strayed back to where the step began, whatever was played."""
        if self.move is None and self.session.position != self._goal:
            self.session.turn = self._first
            self.session.forget_undone()

    def go_on(self) -> None:
        """Plays what the step still wants, and goes to the next one."""
        self.come_back()
        while (move := self.move) is not None:
            self.session.play(move, joined=self.session.turn is not self._first)
        self._begin(self.number + 1)

    def _begin(self, number: int) -> None:
        self.number = number
        self._first, self._line = self.session.turn, {}
        game, position = self.session.game, self.session.position
        for move in () if self.is_over else game.parse_moves(self.step.moves):
            self._line[position] = move
            position = game.play(position, move).position
        self._goal = position
