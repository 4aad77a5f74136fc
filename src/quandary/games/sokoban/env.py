"""Sokoban for agents: four directions, stepped by the native core.

An observation is the level as small numbers: 0 wall, 1 floor, 2 goal, 3 box on a goal, 4 box, 5 player, 6 player on a
goal. A level that is smaller than the largest of its set stands in the upper left corner, with walls around it.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import numpy.typing as npt
from gymnasium import spaces

from quandary._native import Arena
from quandary._native import sokoban as native
from quandary.envs.base import ARRAY, PuzzleEnv
from quandary.envs.levels import LevelSet
from quandary.envs.terms import PROGRESS, SPARSE
from quandary.envs.vector import NativeVectorEnv
from quandary.game import Status, UsageError
from quandary.games.sokoban.generator import largest_sides
from quandary.games.sokoban.position import Level, Position
from quandary.games.sokoban.rules import DIRECTIONS, Step, status

__all__ = ["SokobanEnv", "SokobanVectorEnv"]

_FLOOR, _GOAL, _BOX_ON_GOAL, _BOX, _PLAYER, _PLAYER_ON_GOAL = range(1, 7)
_USUAL_STEPS = 500
_TALLY = "boxes_home"
# Levels that are kept ready; who plays ever new ones needs none of them again.
_MOST_STAGES = 10_000


class SokobanEnv(PuzzleEnv[Position, Step]):
    """`quandary/Sokoban-v0`. Progress is boxes on goals. With `end_when_lost` an episode ends when a box is lost for a
    reason that is proven: it stands where no box gets to a goal from, or is stuck off the goals for ever."""

    env_id = "quandary/Sokoban-v0"
    game_name = "sokoban"
    usual_steps = _USUAL_STEPS
    tally_name = _TALLY
    not_copied = ("_free", "_picture", "_solo", "_stage", "_stages")

    def __init__(self, *, end_when_lost: bool = False, **arguments: Any) -> None:
        self._ends_when_lost = end_when_lost
        super().__init__(**arguments)

    def prepare(self) -> None:
        self._stages: dict[Position, native.Stage] = {}
        self._solo: native.Solo | None = None
        # The core writes here; whoever asks gets a copy.
        self._picture = np.zeros(self._shape, np.uint8)
        self._free = np.zeros(len(DIRECTIONS), np.int8)

    def array_space(self) -> spaces.Box:
        self._shape = _shape(self.levels)
        return _space(self._shape)

    def action_count(self) -> int:
        return len(DIRECTIONS)

    def action_of(self, position: Position, move: Step) -> int:
        return DIRECTIONS.index(move.direction)

    def enter(self, position: Position) -> None:
        stage = self._stages.get(position)
        if stage is None:
            if len(self._stages) == _MOST_STAGES:
                self._stages.clear()
            stage = self._stages[position] = _stage(position, self._shape)
        self._tally = self._solo_on(stage).begin(stage)
        self._stage = stage
        self._level, self._steps, self._is_over = position.level, 0, False
        self._won = status(position) is Status.WON

    def _solo_on(self, stage: native.Stage) -> native.Solo:
        if self._solo is None:
            # Steps are counted here, where a restored state can say how many there were.
            terms = replace(self.terms, most_steps=None)
            self._solo = native.Solo(stage, terms, self._ends_when_lost, self._picture, self._free)
        return self._solo

    def episode(self) -> _Walk:
        picture, free = self._picture.tobytes(), self._free.tobytes()
        return _Walk(picture, free, self._level, self._steps, self._is_over, self._won, self._stage)

    def resume(self, episode: _Walk) -> None:
        stage = episode.stage
        if stage is None:
            # It comes from elsewhere, and the core's own things cannot be pickled.
            picture = np.frombuffer(episode.picture, np.uint8).reshape(self._shape)
            stage = episode.stage = _stage(_position(picture, episode.level), self._shape)
        self._tally = self._solo_on(stage).resume(stage, episode.picture)
        self._stage = stage
        if episode.is_over:
            # The core does not know that.
            self._free[:] = np.frombuffer(episode.free, np.int8)
        self._level, self._steps = episode.level, episode.steps
        self._is_over, self._won = episode.is_over, episode.won

    def follow(self, move: Step) -> npt.NDArray[np.uint8] | str:
        return self.step(DIRECTIONS.index(move.direction))[0]

    def step(self, action: Any) -> tuple[npt.NDArray[np.uint8] | str, float, bool, bool, dict[str, Any]]:
        solo = self._solo
        if solo is None:
            self._check_begun()
            raise AssertionError("an episode has a solo")
        if self._is_over:
            return self._after_the_end()
        reward, terminated, truncated, illegal, self._tally = solo.act(action)
        self._steps += 1
        if terminated:
            self._is_over, self._won = True, self._tally == len(self._level.goals)
        elif self._steps >= self._most_steps:
            truncated = True
        if self._shows != ARRAY or self._teller is not None:
            return self._told(reward, terminated, truncated, illegal=illegal)
        # The usual case, written out: this is where the time goes.
        info = {"action_mask": self._free.copy(), "illegal": illegal, "won": self._won, _TALLY: self._tally}
        return self._picture.copy(), reward, terminated, truncated, info

    @property
    def position(self) -> Position:
        """The position as the rules know it."""
        self._check_begun()
        return _position(self._picture, self._level)

    def array_of(self, position: Position) -> npt.NDArray[np.uint8]:
        return self._picture.copy()

    def tally(self, position: Position) -> int:
        return len(position.boxes & position.level.goals)

    def check_fits(self, position: Position) -> None:
        level = position.level
        if level.height > self._shape[0] or level.width > self._shape[1]:
            raise UsageError(f"this environment holds levels of {self._shape[0]} rows and {self._shape[1]} columns")

    def largest_positions(self) -> list[Position]:
        return [_open_level(self._shape)]

    def _array(self) -> npt.NDArray[np.uint8]:
        return self._picture.copy()

    def _mask(self) -> npt.NDArray[np.int8]:
        return self._free.copy()

    def _info(self, *, illegal: bool) -> dict[str, Any]:
        info: dict[str, Any] = {
            "action_mask": self._free.copy(),
            "illegal": illegal,
            "won": self._won,
            _TALLY: self._tally,
        }
        if self._teller is not None:
            info["distance"], info["verdict"] = self._teller.ask(self.position)
        return info


@dataclass(slots=True)
class _Walk:
    """How far an episode has come: boxes and player stand where the picture shows them, on a stage of the level."""

    picture: bytes
    free: bytes
    level: Level
    steps: int
    is_over: bool
    won: bool
    stage: native.Stage | None = None

    def __reduce__(self) -> tuple[Any, ...]:
        return _Walk, (self.picture, self.free, self.level, self.steps, self.is_over, self.won)


class SokobanVectorEnv(NativeVectorEnv):
    """Many Sokoban environments stepped together by the native core."""

    game_name = "sokoban"
    usual_steps = _USUAL_STEPS
    reward_names = (SPARSE, PROGRESS)
    tally_name = _TALLY

    def __init__(self, num_envs: int = 1, *, end_when_lost: bool = False, **arguments: Any) -> None:
        self._ends_when_lost = end_when_lost
        super().__init__(num_envs, **arguments)

    def make_arena(self, threads: int) -> tuple[Arena, spaces.Box, int]:
        shape = _shape(self.levels)
        stages = [_stage(puzzle.position, shape) for puzzle in self.levels.all(threads)]
        arena = native.arena(stages, self.num_envs, threads, self.terms, self._ends_when_lost)
        return arena, _space(shape), len(DIRECTIONS)

    def largest_positions(self) -> list[Position]:
        return [_open_level(_shape(self.levels))]

    def text_of(self, observation: npt.NDArray[np.uint8]) -> str:
        signs = np.array(list("# .*$@+"))
        return "\n".join("".join(row).rstrip() for row in signs[observation])

    def position_of(self, observation: npt.NDArray[np.uint8], tally: int) -> Position:
        plan = "".join(np.array(list("# ..  ."))[observation.ravel()])
        return _position(observation, Level(plan, observation.shape[1]))


def _shape(levels: LevelSet) -> tuple[int, int]:
    if levels.given is None:
        return largest_sides(levels.settings)
    plans = [puzzle.position.level for puzzle in levels.given]
    return max(plan.height for plan in plans), max(plan.width for plan in plans)


def _open_level(shape: tuple[int, int]) -> Position:
    """Return a level of this shape that is all floor, whose picture is as large as any."""
    rows, columns = shape
    inner = "#" + "." * (columns - 2) + "#"
    return Position(Level("#" * columns + inner * (rows - 2) + "#" * columns, columns), frozenset(), columns + 1)


def _space(shape: tuple[int, int]) -> spaces.Box:
    return spaces.Box(0, _PLAYER_ON_GOAL, shape, np.uint8)


def _stage(position: Position, shape: tuple[int, int]) -> native.Stage:
    try:
        return native.Stage(position.rows(), *shape)
    except ValueError as error:
        raise UsageError(f"this level cannot be walked on: {error}") from None


def _position(picture: npt.NDArray[np.uint8], level: Level) -> Position:
    part = picture[: level.height, : level.width].ravel()
    boxes = np.flatnonzero((part == _BOX) | (part == _BOX_ON_GOAL))
    player = np.flatnonzero(part >= _PLAYER)
    return Position(level, frozenset(boxes.tolist()), int(player[0]))


GameEnv = SokobanEnv
GameVectorEnv = SokobanVectorEnv
