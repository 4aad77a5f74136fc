"""Circuit Challenge for agents: an action is a direction, and the sums have to be worked out.

What stands in a cell is shown as it stands there, two numbers and a sign; the answer is not. In hidden mode nothing
tells whether a step was right before FINISH is reached or out of reach.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
from gymnasium import spaces

from quandary.envs.base import PuzzleEnv
from quandary.game import Status, UsageError
from quandary.games.circuit.expressions import read_fact
from quandary.games.circuit.position import Position
from quandary.games.circuit.rules import Move, status, target
from quandary.games.circuit.settings import OPERATIONS

__all__ = ["CircuitEnv"]

_DIRECTIONS = ((-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1))
"""The eight neighbours in reading order, as rows and columns to go."""
_LEFT, _SIGN, _RIGHT = 0, 1, 2
_FIRST_WAY = 3
_VISITED, _HERE, _FINISH, _LIVES = (_FIRST_WAY + len(_DIRECTIONS) + place for place in range(4))
CHANNELS = _LIVES + 1
"""Of each cell: two numbers and the sign between them, a number for each direction, and what there is to know."""
_LARGEST = 1_000_000
_BITS = _LARGEST.bit_length()
_NUMBERS = (_LEFT, _RIGHT, *range(_FIRST_WAY, _VISITED))
_BIT_PLANES = (
    *((channel, bit) for channel in _NUMBERS for bit in range(_BITS)),
    *((channel, 0) for channel in (_VISITED, _HERE, _FINISH)),
    *((_LIVES, bit) for bit in range(4)),
    *((_SIGN, -number) for number in range(1, len(OPERATIONS) + 1)),
)
"""A channel and one of its bits; below 0 the number of a sign."""


class CircuitEnv(PuzzleEnv[Position, Move]):
    """`quandary/Circuit-v0`. Progress is right steps."""

    env_id = "quandary/Circuit-v0"
    game_name = "circuit"
    usual_steps = 200
    tally_name = "steps_right"
    text_signs = "−×÷─│╲╱♥♡★☆"

    def array_space(self) -> spaces.Box:
        given = self.levels.given
        boards = [self.levels[0].position.board] if given is None else [puzzle.position.board for puzzle in given]
        self._shape = max(board.settings.rows for board in boards), max(board.settings.cols for board in boards)
        return spaces.Box(0, _LARGEST, (*self._shape, CHANNELS), np.int32)

    def action_count(self) -> int:
        return len(_DIRECTIONS)

    def action_of(self, position: Position, move: Move) -> int:
        (row, col), (to_row, to_col) = position.here, target(position, move)
        return _DIRECTIONS.index((to_row - row, to_col - col))

    def array_of(self, position: Position) -> npt.NDArray[np.int32]:
        array = np.zeros((*self._shape, CHANNELS), np.int32)
        board = position.board
        for (row, col), tile in board.tiles.items():
            cell = array[row, col]
            fact = read_fact(tile.expression)
            if fact is not None:
                cell[_LEFT], cell[_SIGN], cell[_RIGHT] = fact.left, 1 + OPERATIONS.index(fact.sign), fact.right
            for (to_row, to_col), value in board.ways[row, col].items():
                cell[_FIRST_WAY + _DIRECTIONS.index((to_row - row, to_col - col))] = value
            cell[_LIVES] = position.lives or 0
        for row, col in position.walked:
            array[row, col, _VISITED] = 1
        array[*position.here, _HERE] = 1
        array[*board.finish, _FINISH] = 1
        return array

    def plane_count(self) -> int:
        return len(_BIT_PLANES)

    def planes_of(self, array: npt.NDArray[np.int32]) -> npt.NDArray[np.uint8]:
        """Numbers in binary, the lowest bit first; signs one plane each; the marks as they are."""
        planes = [(array[..., channel] >> bit) & 1 for channel, bit in _BIT_PLANES if bit >= 0]
        signs = [array[..., _SIGN] == -bit for _, bit in _BIT_PLANES if bit < 0]
        return np.stack([*planes, *signs]).astype(np.uint8)

    def text_of(self, position: Position) -> str:
        return self.game.draw(position)

    def tally(self, position: Position) -> int:
        """Right steps; while a hidden walk goes on, nobody is told."""
        if position.hidden and status(position) is Status.PLAYING:
            return 0
        return position.steps_right

    def check_fits(self, position: Position) -> None:
        rows, cols = self._shape
        settings = position.board.settings
        if settings.rows > rows or settings.cols > cols:
            raise UsageError(f"this environment holds boards of at most {rows} rows and {cols} columns")


GameEnv = CircuitEnv
