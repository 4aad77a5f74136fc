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

from quandary.envs.base import PuzzleEnv, check_choice
from quandary.game import Guide, UsageError
from quandary.games.rush_hour.generator import read_size
from quandary.games.rush_hour.notation import CLASSIC_SIDE
from quandary.games.rush_hour.position import EMPTY, MOST_VEHICLES, WALL, Position
from quandary.games.rush_hour.rules import Slide

__all__ = ["RushHourEnv"]

_EMPTY_CODE, _WALL_CODE, _RED_CODE = 0, 1, 2
# No vehicle is shorter.
_SHORTEST = 2


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
        check_choice("actions", actions, ("set", "fixed"))
        self._is_fixed = actions == "fixed"
        super().__init__(**arguments)

    def array_space(self) -> spaces.Box:
        given = self.levels.given
        if given is None:
            columns, rows = read_size(self.levels.settings["size"])
            self._vehicles = min(MOST_VEHICLES, rows * columns // _SHORTEST)
        else:
            boards = [puzzle.position for puzzle in given]
            columns, rows = max(board.width for board in boards), max(board.height for board in boards)
            self._vehicles = max(len(board.letters) for board in boards)
        if self._is_fixed:
            rows, columns = max(rows, CLASSIC_SIDE), max(columns, CLASSIC_SIDE)
            self._vehicles = min(MOST_VEHICLES, rows * columns // _SHORTEST)
        self._shape = rows, columns
        self._farthest = max(rows, columns) - _SHORTEST
        return spaces.Box(0, _RED_CODE + self._vehicles - 1, self._shape, np.uint8)

    def action_count(self) -> int:
        return self._vehicles * 2 * self._farthest

    def action_of(self, position: Position, move: Slide) -> int:
        vehicle = _order(position.red, "".join(position.letters)).index(move.vehicle)
        place = move.cells + self._farthest - (1 if move.cells > 0 else 0)
        return vehicle * 2 * self._farthest + place

    def array_of(self, position: Position) -> npt.NDArray[np.uint8]:
        codes = {EMPTY: _EMPTY_CODE, WALL: _WALL_CODE}
        for vehicle, letter in enumerate(_order(position.red, "".join(position.letters))):
            codes[letter] = _RED_CODE + vehicle
        array = np.full(self._shape, _WALL_CODE, np.uint8)
        array[: position.height, : position.width] = [[codes[cell] for cell in row] for row in position.rows()]
        return array

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


@lru_cache(maxsize=256)
def _order(red: str, letters: str) -> list[str]:
    """The vehicles by number."""
    return [red, *(letter for letter in letters if letter != red)]


GameEnv = RushHourEnv
