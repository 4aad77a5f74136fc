"""Batches that the native core steps on several threads, without Python in between.

They follow Gymnasium's vector API: environment n of a batch with seed s plays the same episodes as a single one with
seed s + n, and an environment whose episode has ended begins a new one with the next step (`AutoresetMode.NEXT_STEP`),
whatever its action is.
"""

from __future__ import annotations

import os
from abc import abstractmethod
from collections.abc import Iterable, Sequence
from copy import deepcopy
from typing import Any, ClassVar

import numpy as np
import numpy.typing as npt
from gymnasium import error, spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from quandary._native import Arena
from quandary.core.arguments import check_type, check_whole, described
from quandary.core.errors import UsageError
from quandary.core.registry import game as game_of_name
from quandary.engine.splits import Split
from quandary.envs.base import DEFAULT_POOL, RENDER_MODES, check_choice
from quandary.envs.frames import Frames
from quandary.envs.levels import Levels, LevelSet, check_settings
from quandary.envs.terms import make_terms

_Array = npt.NDArray[Any]
_SEEDS = 1 << 64


class NativeVectorEnv(VectorEnv[Any, Any, Any]):
    """Many environments of one game."""

    metadata: ClassVar[dict[str, Any]] = {  # type: ignore[misc]
        "render_modes": list(RENDER_MODES),
        "render_fps": 4,
        "autoreset_mode": AutoresetMode.NEXT_STEP,
    }
    game_name: ClassVar[str]
    reward_names: ClassVar[tuple[str, ...]]
    usual_steps: ClassVar[float]
    tally_name: ClassVar[str]

    def __init__(
        self,
        num_envs: int = 1,
        *,
        levels: Levels | None = None,
        difficulty: Any = None,
        pool: int = DEFAULT_POOL,
        level_seed: int = 0,
        split: Split | None = None,
        reward: str | None = None,
        win_reward: float = 1.0,
        step_penalty: float = 0.0,
        illegal_penalty: float = 0.0,
        max_steps: float | None = None,
        threads: int | None = None,
        render_mode: str | None = None,
        **settings: Any,
    ) -> None:
        for name in ("observation", "distance", "distance_nodes"):
            if name in settings:
                raise UsageError(f"{name} is for single environments: a native batch shows arrays, and asks no solver")
        check_settings(game_of_name(self.game_name), settings, NativeVectorEnv.__init__, type(self).__init__)
        if check_whole("num_envs", num_envs) < 1:
            raise UsageError(f"a batch has 1 environment or more, not {num_envs}")
        check_choice("reward", reward, self.reward_names)
        check_choice("render_mode", render_mode, RENDER_MODES)
        self.num_envs = num_envs
        self.render_mode = render_mode
        self.levels = LevelSet(
            game_of_name(self.game_name),
            levels,
            difficulty=difficulty,
            pool=pool,
            level_seed=level_seed,
            settings=settings,
            split=split,
        )
        self.terms = make_terms(
            reward or self.reward_names[0],
            win_reward=win_reward,
            step_penalty=step_penalty,
            illegal_penalty=illegal_penalty,
            max_steps=self.usual_steps if max_steps is None else max_steps,
        )
        self._threads = (os.cpu_count() or 1) if threads is None else check_whole("threads", threads)
        if self._threads < 1:
            raise UsageError(f"a batch has 1 thread or more, not {threads}")
        self._arena, self.single_observation_space, actions = self.make_arena(self._threads)
        self.single_action_space = spaces.Discrete(actions)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._shape = num_envs, *self.single_observation_space.shape
        self._mask_shape = num_envs, actions
        self._seeds: list[int] | None = None
        self._frames: Frames | None = None

    @abstractmethod
    def make_arena(self, threads: int) -> tuple[Arena, spaces.Box, int]:
        """The episodes, what one of them shows, and how many actions it has."""

    def text_of(self, observation: npt.NDArray[Any]) -> str:
        """An observation as text, for games that are drawn."""
        raise NotImplementedError

    def position_of(self, observation: npt.NDArray[Any], tally: int) -> Any:
        """A position that looks like an observation, with what the game has counted."""
        raise NotImplementedError

    def largest_positions(self) -> Iterable[Any]:
        """Return positions whose pictures are the largest: every frame is as large as they need."""
        return self.levels.examples()

    def reset(
        self, *, seed: int | Sequence[int] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[_Array, dict[str, Any]]:
        """Begins all episodes anew. A seed counts upwards from environment to environment; a list has one for each."""
        if options:
            raise UsageError("a native batch takes no options")
        if seed is None:
            first = int(self.np_random.integers(1 << 63))
            seeds = [(first + number) % _SEEDS for number in range(self.num_envs)]
        elif isinstance(seed, int):
            super().reset(seed=seed)
            seeds = [(seed + number) % _SEEDS for number in range(self.num_envs)]
        else:
            check_type("seed", seed, Iterable, "a number, or one for each environment")
            seeds = [check_whole("a seed", one, least=-_SEEDS, most=_SEEDS) % _SEEDS for one in seed]
            if len(seeds) != self.num_envs:
                raise UsageError(f"{self.num_envs} environments take as many seeds, not {len(seeds)}")
        self._arena.reset(seeds)
        self._seeds = seeds
        observations, masks, tallies = self._shown()
        return observations, {"action_mask": masks, self.tally_name: tallies}

    def step(self, actions: Any) -> tuple[_Array, _Array, _Array, _Array, dict[str, Any]]:
        """Plays one action in every environment. Those whose episode has ended begin a new one instead."""
        if self._seeds is None:
            raise error.ResetNeeded("no episode has begun: call reset first")
        try:
            chosen = np.ascontiguousarray(actions, np.int64)
        except (TypeError, ValueError):
            raise UsageError(f"the actions must be {self.num_envs} whole numbers, not {described(actions)}") from None
        self._arena.step(chosen)
        observations, masks, tallies = self._shown()
        count = self.num_envs
        rewards = np.empty(count, np.float64)
        terminated, truncated, illegal = (np.empty(count, np.uint8) for _ in range(3))
        self._arena.judge(rewards, terminated, truncated, illegal)
        info = {"action_mask": masks, "illegal": illegal.view(np.bool_), self.tally_name: tallies}
        return observations, rewards, terminated.view(np.bool_), truncated.view(np.bool_), info

    def renew(self) -> tuple[_Array, dict[str, Any]]:
        """Begins those episodes anew that have ended, at once and not with the next step, and shows all of them: for
        learners that want it so."""
        self._arena.renew()
        observations, masks, tallies = self._shown()
        return observations, {"action_mask": masks, self.tally_name: tallies}

    def __deepcopy__(self, memo: dict[int, Any]) -> NativeVectorEnv:
        """The same episodes as far as they have come, to be played on apart from these."""
        copied = object.__new__(type(self))
        memo[id(self)] = copied
        kept = {name: value for name, value in self.__dict__.items() if name != "_arena"}
        copied.__dict__.update(deepcopy(kept, memo), _arena=self._arena.copy())
        return copied

    def __getstate__(self) -> dict[str, Any]:
        """Return what a batch is made from. The episodes stay in this process: `deepcopy` copies them."""
        if self._seeds is not None:
            raise UsageError("a batch whose episodes have begun cannot be pickled: copy.deepcopy copies it")
        return {name: value for name, value in self.__dict__.items() if name != "_arena"}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self._arena, _, _ = self.make_arena(self._threads)

    def render(self) -> tuple[Any, ...] | None:
        """All environments, as texts or as pixels."""
        if self.render_mode is None or self._seeds is None:
            return None
        observations, _, tallies = self._shown()
        if self.render_mode == "ansi":
            return tuple(map(self.text_of, observations))
        if self._frames is None:
            self._frames = Frames(self.levels.game, self.largest_positions())
        return tuple(
            self._frames.draw(self.position_of(observation, int(tally)))
            for observation, tally in zip(observations, tallies, strict=True)
        )

    def _shown(self) -> tuple[_Array, _Array, _Array]:
        """New arrays of what the core shows."""
        observations = np.empty(self._shape, self.single_observation_space.dtype)
        masks = np.empty(self._mask_shape, np.int8)
        tallies = np.empty(self.num_envs, np.int64)
        # The core knows bytes only; larger numbers are four of them each.
        self._arena.show(observations.reshape(-1).view(np.uint8), masks, tallies)
        return observations, masks, tallies
