"""Solutions as an agent would have played them: what it sees, what it does, how far it still is. For who imitates.

Every puzzle is solved, and the solution is played through the game's own environment, so that observations and actions
are those of `gymnasium.make`. A file holds the arrays of all steps one after the other. The same order makes the same
bytes.
"""

from __future__ import annotations

import hashlib
import io
import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from quandary.core.arguments import check_whole
from quandary.core.budget import Cancel
from quandary.core.errors import BudgetEnded, UsageError
from quandary.core.game import Game, Puzzle, Status
from quandary.core.ids import board_id
from quandary.core.rng import Rng
from quandary.core.rooms import room
from quandary.engine.solve import Verdict, WrongAnswer, solve
from quandary.engine.splits import split_of
from quandary.engine.threads import in_order
from quandary.envs.base import PuzzleEnv

# How many levels are tried for each that is wanted, before we say that these settings allow too few.
_PATIENCE = 50
# So many levels of a split are made before the first of them is solved.
_MADE_AHEAD = 500
# The most random moves that lead to another start of a level.
_FARTHEST_START = 40


@dataclass(frozen=True, slots=True)
class Trajectory:
    """A solution, step by step."""

    id: str
    observations: npt.NDArray[Any]
    """What is seen before each step."""
    actions: npt.NDArray[np.int64]
    distances: npt.NDArray[np.int64]
    """What the rest of the solution costs, before each step."""
    is_optimal: bool
    """Whether it is proven that no solution costs less; then the distances are proven, too."""


@dataclass(frozen=True, slots=True)
class Unsolved:
    """A puzzle of which there is no trajectory."""

    id: str
    reason: str


class Trajectories:
    """The solutions of a game's levels: of new ones that begin with a seed, or of given ones."""

    def __init__(
        self,
        game: Game[Any, Any],
        *,
        metric: str | None = None,
        nodes: int | None = None,
        jobs: int = 1,
        starts: int = 1,
        **settings: Any,
    ) -> None:
        if game.is_scored:
            raise UsageError(f"{game.name} is played for a score: it has no solutions to imitate")
        found = room(game, "env", "GameEnv")
        if found is None:
            raise UsageError(f"{game.name} has no environment")
        if metric is not None and metric not in game.metrics:
            raise UsageError(f"{game.name} has no metric {metric!r} (metrics: {', '.join(game.metrics)})")
        self.metric = metric or game.metrics[0]
        if starts < 1:
            raise UsageError(f"starts must be 1 or more, not {starts}")
        self._nodes, self._jobs, self._starts = nodes, jobs, starts
        count = settings.get("pool", 1)
        if check_whole("pool", count) < 1:
            raise UsageError(f"count must be 1 or more, not {count}")
        self.env: PuzzleEnv[Any, Any] = found.GameEnv(
            **{**settings, "pool": _PATIENCE * count}, max_steps=math.inf, reward="sparse"
        )
        self.game = self.env.game
        self.is_new = self.env.levels.given is None
        self.count = count if self.is_new else len(self.env.levels) * starts
        """How many there will be; fewer, if a level is left out."""

    def __iter__(self) -> Iterator[Trajectory | Unsolved]:
        return self.made(None)

    def made(self, cancel: Cancel | None) -> Iterator[Trajectory | Unsolved]:
        """All of them, in order. New levels that are unsolvable are passed over for the next, and so are starts."""
        levels = self.env.levels
        missing, tried = self.count, 0

        def numbers() -> Iterator[int]:
            ready = 0
            for number in range(len(levels)):
                # Levels of a split follow from all before them, so that nobody can begin with the one he needs.
                if levels.split is not None and levels.given is None and number >= ready:
                    ready = number + min(-(-missing // self._starts), _MADE_AHEAD)
                    levels.prepare(ready, self._jobs, cancel)
                yield number

        for level in in_order(self._solved, numbers(), self._jobs, cancel):
            tried += 1
            for number, (puzzle, verdict) in enumerate(level):
                if verdict.verdict == "solved" and verdict.moves:
                    missing -= 1
                    yield self._played(puzzle, verdict)
                elif number == 0 and not (self.is_new and verdict.verdict != "unknown"):
                    missing -= 1
                    budget = f"the {verdict.reason} budget ended before it was solved"
                    yield Unsolved(puzzle.id, budget if verdict.verdict == "unknown" else "it is unsolvable")
                if not missing:
                    return
        if self.is_new:
            raise BudgetEnded(f"of {tried} {self.game.name} puzzles only {self.count - missing} can be solved")

    def _solved(self, number: int, cancel: Cancel) -> list[tuple[Puzzle[Any], Verdict]]:
        """A level, solved from its own start and then from the others."""
        found: list[tuple[Puzzle[Any], Verdict]] = []
        for puzzle in self._begun(self.env.levels[number]):
            verdict = solve(self.game.unvaried, puzzle, metric=self.metric, nodes=self._nodes, cancel=cancel)
            found.append((puzzle, verdict))
            if found[0][1].verdict != "solved":
                break
        return found

    def _begun(self, puzzle: Puzzle[Any]) -> Iterator[Puzzle[Any]]:
        """A level as it begins, and as it is after some random moves: the same ones on every machine."""
        yield puzzle
        game, split = self.game, self.env.levels.split
        rng = Rng(int.from_bytes(hashlib.sha256(puzzle.id.encode()).digest()[:8], "big"))
        seen = {puzzle.position}
        for _ in range(self._starts - 1):
            position = puzzle.position
            for _ in range(1 + rng.below(_FARTHEST_START)):
                if game.status(position) is Status.PLAYING:
                    position = game.play(position, rng.choice(list(game.moves(position)))).position
            is_here = split is None or split_of(game, position) == split
            if is_here and position not in seen and game.status(position) is Status.PLAYING:
                seen.add(position)
                yield Puzzle(game.name, board_id(game, position), position, game.format(position))

    def _played(self, puzzle: Puzzle[Any], verdict: Verdict) -> Trajectory:
        env, moves = self.env, verdict.moves or ()
        seen, actions, costs = [], [], []
        observation, _ = env.reset(seed=0, options={"puzzle": puzzle})
        for move in moves:
            position = env.position
            seen.append(observation)
            actions.append(env.action_of(position, move))
            costs.append(self.game.move_cost(position, move, self.metric))
            observation = env.follow(move)
        if self.game.status(env.position) is not Status.WON:
            raise WrongAnswer(f"{self.game.name}: {puzzle.id} is not won in its environment")
        distances = np.cumsum(np.array(costs[::-1], np.int64))[::-1]
        return Trajectory(puzzle.id, np.stack(seen), np.array(actions, np.int64), distances, verdict.optimal)


def check_name(name: str) -> None:
    """Refuse a file whose name doesn't end with `.npz`."""
    if Path(name).suffix != ".npz":
        raise UsageError(f"{name}: the name of the file must end with .npz")


def as_npz(trajectories: Sequence[Trajectory], space: Any) -> bytes:
    """Return the content of an `.npz` file with trajectories whose observations are of `space`.

    `observations`, `actions` and `distances` hold all steps, `starts` where each trajectory begins (and the end), `ids`
    and `optimal` one entry a trajectory. NumPy dates all entries 1980-01-01, so that the same data are the same bytes.
    """
    lengths = [len(one.actions) for one in trajectories]
    # Concatenation needs at least one array, also where there is no trajectory.
    no_steps = [np.zeros(0, np.int64)]
    file = io.BytesIO()
    np.savez_compressed(
        file,
        observations=np.concatenate(
            [np.zeros((0, *space.shape), space.dtype), *(one.observations for one in trajectories)], dtype=space.dtype
        ),
        actions=np.concatenate(no_steps + [one.actions for one in trajectories]),
        distances=np.concatenate(no_steps + [one.distances for one in trajectories]),
        starts=np.concatenate([[0], np.cumsum(lengths)]).astype(np.int64),
        ids=np.array([one.id for one in trajectories], np.str_),
        optimal=np.array([one.is_optimal for one in trajectories], np.bool_),
    )
    return file.getvalue()
