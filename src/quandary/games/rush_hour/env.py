"""Rush Hour for agents: an action is a vehicle and how far it slides.

The red car is vehicle 0, the others follow in the order of their letters. Each has as many actions as the largest board
leaves it places to go: the farthest slide up or left first, the farthest down or right last.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import numpy as np
import numpy.typing as npt
from gymnasium import spaces

from quandary._native import Arena
from quandary._native import rush_hour as native
from quandary.envs.base import PuzzleEnv, check_choice
from quandary.envs.levels import LevelSet
from quandary.envs.terms import SPARSE
from quandary.envs.vector import NativeVectorEnv
from quandary.game import Guide, UsageError
from quandary.games.rush_hour.generator import read_size
from quandary.games.rush_hour.notation import CLASSIC_SIDE
from quandary.games.rush_hour.position import EMPTY, MOST_VEHICLES, WALL, Position
from quandary.games.rush_hour.rules import Slide

__all__ = ["RushHourEnv", "RushHourVectorEnv"]

_EMPTY_CODE, _WALL_CODE, _RED_CODE = 0, 1, 2
# No vehicle is shorter.
_SHORTEST = 2
_ACTIONS = ("set", "fixed")
# What the numbers of an array are called where the letters are not known: the red car is X.
_SIGNS = f"{EMPTY}{WALL}XABCDEFGHIJKLMNOPQRSTUVWYZ"


class RushHourEnv(PuzzleEnv[Position, Slide]):
    """`quandary/RushHour-v0`. Progress is the exact distance to the exit, known from the whole cluster. With
    `actions="fixed"` all sets of boards up to 6x6 have the same 144 actions and the same observations."""

    env_id = "quandary/RushHour-v0"
    game_name = "rush-hour"
    usual_steps = 500
    tally_name = "progress"
    not_copied = ("_guide",)
    _guide: Guide[Position, Slide] | None = None

    def __init__(self, *, actions: str = "set", **arguments: Any) -> None:
        check_choice("actions", actions, _ACTIONS)
        self._is_fixed = actions == "fixed"
        super().__init__(**arguments)

    def array_space(self) -> spaces.Box:
        self._shape, self._vehicles = _dimensions(self.levels, self._is_fixed)
        self._farthest = _farthest(self._shape)
        return _space(self._shape, self._vehicles)

    def action_count(self) -> int:
        return self._vehicles * 2 * self._farthest

    def action_of(self, position: Position, move: Slide) -> int:
        vehicle = _order(position.red, "".join(position.letters)).index(move.vehicle)
        place = move.cells + self._farthest - (1 if move.cells > 0 else 0)
        return vehicle * 2 * self._farthest + place

    def array_of(self, position: Position) -> npt.NDArray[np.uint8]:
        return _picture(position, self._shape)

    def largest_positions(self) -> list[Position]:
        return [_empty_board(self._shape)]

    def text_of(self, position: Position) -> str:
        return "\n".join(position.rows())

    def tally(self, position: Position) -> int:
        """Minus the distance to the exit; 0 where it is not known, or not wanted."""
        if self._guide is None:
            return 0
        return -(self._guide.distance(position) or 0)

    def check_fits(self, position: Position) -> None:
        rows, columns = self._shape
        if position.height > rows or position.width > columns or len(position.letters) > self._vehicles:
            problem = f"at most {rows} rows, {columns} columns and {self._vehicles} vehicles"
            raise UsageError(f"this environment holds boards of {problem}")

    def settle(self, position: Position) -> None:
        self._guide = self.game.guide(position) if self.terms.per_gain else None


class RushHourVectorEnv(NativeVectorEnv):
    """Many Rush Hour environments stepped together by the native core. It knows no distances, and so no progress."""

    game_name = RushHourEnv.game_name
    usual_steps = RushHourEnv.usual_steps
    reward_names = (SPARSE,)
    tally_name = RushHourEnv.tally_name

    def __init__(self, num_envs: int = 1, *, actions: str = "set", **arguments: Any) -> None:
        check_choice("actions", actions, _ACTIONS)
        self._is_fixed = actions == "fixed"
        super().__init__(num_envs, **arguments)

    def make_arena(self, threads: int) -> tuple[Arena, spaces.Box, int]:
        shape, vehicles = _dimensions(self.levels, self._is_fixed)
        boards: list[Position] = [puzzle.position for puzzle in self.levels.all(threads)]
        pictures = [(_picture(board, shape).tobytes(), board.width) for board in boards]
        farthest = _farthest(shape)
        arena = native.arena(pictures, shape[1], vehicles, farthest, self.num_envs, threads, self.terms)
        return arena, _space(shape, vehicles), vehicles * 2 * farthest

    def largest_positions(self) -> list[Position]:
        return [_empty_board(_dimensions(self.levels, self._is_fixed)[0])]

    def text_of(self, observation: npt.NDArray[np.uint8]) -> str:
        return "\n".join(self.position_of(observation, 0).rows())

    def position_of(self, observation: npt.NDArray[np.uint8], tally: int) -> Position:
        """The vehicles have other letters than in the puzzle's text: an agent is not told those."""
        return Position("".join(_SIGNS[code] for code in observation.ravel()), observation.shape[1])


def _dimensions(levels: LevelSet, is_fixed: bool) -> tuple[tuple[int, int], int]:
    """The rows and columns that all boards of a set fit into, and the most vehicles that one has."""
    given = levels.given
    if given is None:
        columns, rows = read_size(levels.settings["size"])
        vehicles = min(MOST_VEHICLES, rows * columns // _SHORTEST)
    else:
        boards = [puzzle.position for puzzle in given]
        columns, rows = max(board.width for board in boards), max(board.height for board in boards)
        vehicles = max(len(board.letters) for board in boards)
    if is_fixed:
        rows, columns = max(rows, CLASSIC_SIDE), max(columns, CLASSIC_SIDE)
        vehicles = min(MOST_VEHICLES, rows * columns // _SHORTEST)
    return (rows, columns), vehicles


def _empty_board(shape: tuple[int, int]) -> Position:
    """Return a board of this shape with nothing but the red car."""
    rows, columns = shape
    return Position("X" * _SHORTEST + EMPTY * (rows * columns - _SHORTEST), columns)


def _farthest(shape: tuple[int, int]) -> int:
    """How far a vehicle can slide on a board of this shape."""
    return max(shape) - _SHORTEST


def _space(shape: tuple[int, int], vehicles: int) -> spaces.Box:
    return spaces.Box(0, _RED_CODE + vehicles - 1, shape, np.uint8)


def _picture(position: Position, shape: tuple[int, int]) -> npt.NDArray[np.uint8]:
    codes = {EMPTY: _EMPTY_CODE, WALL: _WALL_CODE}
    for vehicle, letter in enumerate(_order(position.red, "".join(position.letters))):
        codes[letter] = _RED_CODE + vehicle
    array = np.full(shape, _WALL_CODE, np.uint8)
    array[: position.height, : position.width] = [[codes[cell] for cell in row] for row in position.rows()]
    return array


@lru_cache(maxsize=256)
def _order(red: str, letters: str) -> list[str]:
    """The vehicles by number."""
    return [red, *(letter for letter in letters if letter != red)]


GameEnv = RushHourEnv
GameVectorEnv = RushHourVectorEnv
