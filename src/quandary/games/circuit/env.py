"""Circuit Challenge for agents: an action is a direction, and the sums have to be worked out.

What stands in a cell is shown as it stands there, two numbers and a sign; the answer is not. In hidden mode nothing
tells whether a step was right before FINISH is reached or out of reach.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt
from gymnasium import spaces

from quandary._native import Arena
from quandary._native import circuit as native
from quandary.envs.base import PuzzleEnv
from quandary.envs.levels import LevelSet
from quandary.envs.terms import PROGRESS, SPARSE
from quandary.envs.vector import NativeVectorEnv
from quandary.game import Status, UsageError
from quandary.games.circuit.expressions import read_fact
from quandary.games.circuit.position import Cell, Position
from quandary.games.circuit.rules import Move, status, target
from quandary.games.circuit.settings import OPERATIONS

__all__ = ["CircuitEnv", "CircuitVectorEnv"]

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
        self._shape = _shape(self.levels)
        return _space(self._shape)

    def action_count(self) -> int:
        return len(_DIRECTIONS)

    def action_of(self, position: Position, move: Move) -> int:
        (row, col), (to_row, to_col) = position.here, target(position, move)
        return _DIRECTIONS.index((to_row - row, to_col - col))

    def array_of(self, position: Position) -> npt.NDArray[np.int32]:
        return _array(position, self._shape)

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


class CircuitVectorEnv(NativeVectorEnv):
    """Many Circuit environments stepped together by the native core. They are not drawn: what an agent sees does not
    tell in which order cells were visited."""

    game_name = CircuitEnv.game_name
    usual_steps = CircuitEnv.usual_steps
    reward_names = (SPARSE, PROGRESS)
    tally_name = CircuitEnv.tally_name

    def __init__(self, num_envs: int = 1, *, render_mode: str | None = None, **arguments: Any) -> None:
        if render_mode is not None:
            raise UsageError(f"native batches of {self.game_name} are not drawn: leave render_mode out")
        super().__init__(num_envs, **arguments)

    def make_arena(self, threads: int) -> tuple[Arena, spaces.Box, int]:
        shape = _shape(self.levels)
        stages = [_stage(puzzle.position, shape) for puzzle in self.levels.all(threads)]
        return native.arena(stages, self.num_envs, threads, self.terms), _space(shape), len(_DIRECTIONS)


@dataclass(frozen=True, slots=True)
class _Stage:
    """A board as the core takes it. Cells are counted row by row, those that are no part of the board included."""

    picture: bytes
    ways: list[list[tuple[int, bool] | None]]
    finish: int
    is_hidden: bool
    walked: list[int]
    mistakes: int


def _stage(position: Position, shape: tuple[int, int]) -> _Stage:
    board, (rows, cols) = position.board, shape

    def number(cell: Cell) -> int:
        return cell[0] * cols + cell[1]

    def way(cell: Cell, direction: tuple[int, int]) -> tuple[int, bool] | None:
        there = cell[0] + direction[0], cell[1] + direction[1]
        value = board.ways.get(cell, {}).get(there)
        return None if value is None else (number(there), value == board.tiles[cell].answer)

    cells = [(row, col) for row in range(rows) for col in range(cols)]
    return _Stage(
        picture=_array(position, shape).astype("<i4").tobytes(),
        ways=[[way(cell, direction) for direction in _DIRECTIONS] for cell in cells],
        finish=number(board.finish),
        is_hidden=position.hidden,
        walked=[number(cell) for cell in position.walked],
        mistakes=position.mistakes,
    )


def _shape(levels: LevelSet) -> tuple[int, int]:
    given = levels.given
    boards = [levels[0].position.board] if given is None else [puzzle.position.board for puzzle in given]
    return max(board.settings.rows for board in boards), max(board.settings.cols for board in boards)


def _space(shape: tuple[int, int]) -> spaces.Box:
    return spaces.Box(0, _LARGEST, (*shape, CHANNELS), np.int32)


def _array(position: Position, shape: tuple[int, int]) -> npt.NDArray[np.int32]:
    array = np.zeros((*shape, CHANNELS), np.int32)
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


GameEnv = CircuitEnv
GameVectorEnv = CircuitVectorEnv
