"""Lanterns for agents: an action is a lantern's number, row by row. Progress is lanterns that are out."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
from gymnasium import spaces

from quandary.envs import PuzzleEnv
from quandary.game import UsageError
from quandary_lanterns.generator import SIZES
from quandary_lanterns.position import LIT, OUT, Position
from quandary_lanterns.rules import Touch

__all__ = ["LanternsEnv"]


class LanternsEnv(PuzzleEnv[Position, Touch]):
    """`quandary_lanterns/Lanterns-v0`: 1 is a lantern that is lit, 0 one that is out."""

    env_id = "quandary_lanterns/Lanterns-v0"
    game_name = "lanterns"
    usual_steps = 100
    tally_name = "out"

    def array_space(self) -> spaces.Box:
        if self.levels.given is None:
            size = SIZES[self.levels.settings["level"]]
            self._shape = size, size
        else:
            boards = [puzzle.position for puzzle in self.levels.given]
            self._shape = max(board.height for board in boards), max(board.width for board in boards)
        return spaces.Box(0, 1, self._shape, np.uint8)

    def action_count(self) -> int:
        return self._shape[0] * self._shape[1]

    def action_of(self, position: Position, move: Touch) -> int:
        return (move.row - 1) * self._shape[1] + move.column - 1

    def array_of(self, position: Position) -> npt.NDArray[np.uint8]:
        array = np.zeros(self._shape, np.uint8)
        array[: position.height, : position.width] = [[sign == LIT for sign in row] for row in position.rows]
        return array

    def tally(self, position: Position) -> int:
        return sum(row.count(OUT) for row in position.rows)

    def check_fits(self, position: Position) -> None:
        if position.height > self._shape[0] or position.width > self._shape[1]:
            rows, columns = self._shape
            raise UsageError(f"this environment holds at most {rows} rows of {columns} lanterns")


GameEnv = LanternsEnv
