"""ExponenTile for agents: an action is a swap by its number, stepped by the native core.

Swaps are numbered column by column, down each column, to the right before down. With the classic rules, where it can
matter which tile is moved onto which, the same swaps follow once more, told from the other end; these are legal only
where both tiles match. An observation is the exponents, row by row from the top: 1 is a tile of 2. The state of chance
is nowhere to be seen.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import numpy.typing as npt
from gymnasium import spaces

from quandary._native import Arena
from quandary._native import exponentile as native
from quandary.engine.generate import named
from quandary.envs.base import ARRAY, PuzzleEnv, number_of_action
from quandary.envs.levels import LevelSet
from quandary.envs.terms import SCORE, SURVIVAL
from quandary.envs.vector import NativeVectorEnv
from quandary.game import Puzzle, Rng, UsageError
from quandary.games.exponentile.grid import Grid, grid_of
from quandary.games.exponentile.position import CLASSIC, SPAWN, Position
from quandary.games.exponentile.rules import Move
from quandary.games.exponentile.text import draw_text

__all__ = ["ExponentileEnv", "ExponentileVectorEnv"]

_REWARDS = (SCORE, SURVIVAL)
_USUAL_STEPS = 10_000
_TALLY = "score"
_LARGEST_EXPONENT = 63
# The last is for 2^23 and more, which nobody has seen.
_PLANES = 24


class ExponentileEnv(PuzzleEnv[Position, Move]):
    """`quandary/ExponenTile-v0`. Episodes begin with any seed; given levels, and those of a split, carry their luck."""

    env_id = "quandary/ExponenTile-v0"
    game_name = "exponentile"
    usual_steps = _USUAL_STEPS
    reward_names = _REWARDS
    tally_name = _TALLY

    not_copied = ("_board", "_free", "_solo")

    def prepare(self) -> None:
        # The core writes here; whoever asks gets a copy.
        self._board = np.zeros((self._blank.height, self._blank.width), np.uint8)
        self._free = np.zeros(self.action_count(), np.int8)
        table = _table(self._blank, self.levels)
        # Steps are counted here, where a restored state can say how many there were.
        self._solo = native.Solo(table, replace(self.terms, most_steps=None), self._board, self._free)

    def array_space(self) -> spaces.Box:
        self._blank = _blank(self.levels)
        self._grid = grid_of(self._blank.width, self._blank.height, self._blank.torus)
        self._numbers = {swap: number for number, swap in enumerate(self._grid.swaps)}
        return _space(self._blank)

    def action_count(self) -> int:
        return _action_count(self._blank, self._grid)

    def action_of(self, position: Position, move: Move) -> int:
        source, target = self._grid.index(move.source), self._grid.index(move.target)
        number = self._numbers.get((source, target))
        return len(self._grid.swaps) + self._numbers[target, source] if number is None else number

    def draw(self, rng: Rng) -> Puzzle[Position]:
        if self.levels.is_finite:
            return super().draw(rng)
        while True:
            seed = rng.next_u64() >> 1
            if self._solo.start(seed):
                return named(self.levels.game, self.levels.settings, seed, self._now(), {})

    def enter(self, position: Position) -> None:
        if position.chance > (1 << 64) - 1:
            raise UsageError("the state of chance is a number below 2^64")
        self._solo.resume(position)
        self._tally, self._steps, self._is_over = position.score, 0, False

    def episode(self) -> Any:
        return self._now(), self._steps, self._is_over

    def resume(self, episode: Any) -> None:
        position, self._steps, self._is_over = episode
        self._solo.resume(position)
        self._tally = position.score

    def follow(self, move: Move) -> npt.NDArray[np.uint8] | str:
        return self.step(self.action_of(self.position, move))[0]

    def step(self, action: Any) -> tuple[npt.NDArray[np.uint8] | str, float, bool, bool, dict[str, Any]]:
        if self._puzzle is None:
            self._check_begun()
        if self._is_over:
            return self._after_the_end()
        reward, terminated, truncated, illegal, self._tally = self._solo.act(number_of_action(action))
        self._steps += 1
        if terminated:
            self._is_over = True
        elif self._steps >= self._most_steps:
            truncated = True
        if self._shows != ARRAY:
            return self._told(reward, terminated, truncated, illegal=illegal)
        # The usual case, written out: this is where the time goes.
        info = {"action_mask": self._free.copy(), "illegal": illegal, _TALLY: self._tally}
        return self._board.copy(), reward, terminated, truncated, info

    @property
    def position(self) -> Position:
        """The position as the rules know it, chance included: for judges, not for agents."""
        self._check_begun()
        return self._now()

    def array_of(self, position: Position) -> npt.NDArray[np.uint8]:
        return self._board.copy()

    def plane_count(self) -> int:
        return _PLANES

    def text_of(self, position: Position) -> str:
        return draw_text(position)

    def tally(self, position: Position) -> int:
        return position.score

    def check_fits(self, position: Position) -> None:
        if _kind(position) != _kind(self._blank):
            raise UsageError("this environment holds boards of another size or with other rules")

    def _now(self) -> Position:
        game = self._solo.state()
        cells = tuple(game.cells)
        return replace(self._blank, cells=cells, chance=game.chance, score=game.score, moves=game.moves)

    def _array(self) -> npt.NDArray[np.uint8]:
        return self._board.copy()

    def _mask(self) -> npt.NDArray[np.int8]:
        return self._free.copy()

    def _info(self, *, illegal: bool) -> dict[str, Any]:
        return {"action_mask": self._free.copy(), "illegal": illegal, _TALLY: self._tally}


class ExponentileVectorEnv(NativeVectorEnv):
    """Many ExponenTile environments stepped together by the native core."""

    game_name = "exponentile"
    usual_steps = _USUAL_STEPS
    reward_names = _REWARDS
    tally_name = _TALLY

    def make_arena(self, threads: int) -> tuple[Arena, spaces.Box, int]:
        blank, levels = _blank(self.levels), self.levels
        games = [puzzle.position for puzzle in levels.all(threads)] if levels.is_finite else None
        table = _table(blank, self.levels)
        arena = native.arena(table, games, self.num_envs, threads, self.terms)
        count = _action_count(blank, grid_of(blank.width, blank.height, blank.torus))
        return arena, _space(blank), count

    def text_of(self, observation: npt.NDArray[np.uint8]) -> str:
        width = len(str(1 << int(observation.max())))
        return "\n".join(" ".join(str(1 << int(tile)).rjust(width) for tile in row) for row in observation)

    def position_of(self, observation: npt.NDArray[np.uint8], tally: int) -> Position:
        return replace(_blank(self.levels), cells=tuple(observation.ravel().tolist()), score=tally)


def _kind(position: Position) -> tuple[object, ...]:
    """All that must be alike in the levels of one environment."""
    return position.width, position.height, position.rules, position.spawn, position.torus


def _blank(levels: LevelSet) -> Position:
    """A position that shows the shape and the rules of all episodes."""
    if levels.given is not None:
        first: Position = levels.given[0].position
        if any(_kind(puzzle.position) != _kind(first) for puzzle in levels.given):
            raise UsageError("levels of one environment have one size, one set of rules and the same new tiles")
        return first
    settings = levels.settings
    rules = levels.game.variant_choices.get("rules", CLASSIC)
    spawn = SPAWN[rules] if settings["spawn"] is None else tuple(range(1, settings["spawn"] + 1))
    cells = (1,) * (settings["width"] * settings["height"])
    return Position(cells, settings["width"], rules, spawn, settings["torus"])


def _table(blank: Position, levels: LevelSet) -> Position:
    """The board of the largest tile of all levels: the core chooses a grid that can hold it."""
    largest = max((max(puzzle.position.cells) for puzzle in levels.given or ()), default=1)
    return replace(blank, cells=(largest,) * len(blank.cells))


def _space(blank: Position) -> spaces.Box:
    return spaces.Box(0, _LARGEST_EXPONENT, (blank.height, blank.width), np.uint8)


def _action_count(blank: Position, grid: Grid) -> int:
    return len(grid.swaps) * (2 if blank.rules == CLASSIC else 1)


GameEnv = ExponentileEnv
GameVectorEnv = ExponentileVectorEnv
