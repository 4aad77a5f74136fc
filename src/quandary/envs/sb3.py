"""Native batches for Stable-Baselines3: `MaskableVecEnv(gymnasium.make_vec(…))`, for PPO and MaskablePPO.

Stable-Baselines3 begins a new episode in the step that ends one, and wants to know what was seen last.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from stable_baselines3.common.vec_env import VecEnv

from quandary.core.errors import UsageError
from quandary.envs.vector import NativeVectorEnv

__all__ = ["MaskableVecEnv"]

_MASKS = "action_masks"


class MaskableVecEnv(VecEnv):
    """A native batch as a `VecEnv` that tells which actions are legal."""

    def __init__(self, envs: Any) -> None:
        if not isinstance(envs, NativeVectorEnv):
            raise UsageError(f"this takes a native batch of quandary's, not {type(envs).__name__}")
        self.envs = envs
        self.render_mode = envs.render_mode
        super().__init__(envs.num_envs, envs.single_observation_space, envs.single_action_space)

    def reset(self) -> Any:
        """Begins all episodes anew, with the seeds that `seed` has set."""
        first = self._seeds[0] if self._seeds else None
        observations, info = self.envs.reset(seed=first)
        self._masks = info["action_mask"]
        self._reset_seeds()
        return observations

    def step_async(self, actions: Any) -> None:
        """Hears what to do."""
        self._actions = actions

    def step_wait(self) -> tuple[Any, Any, Any, list[dict[str, Any]]]:
        """Does it. Of episodes that have ended `infos` have the last observation, and whether time has ended them."""
        observations, rewards, terminated, truncated, told = self.envs.step(self._actions)
        dones = terminated | truncated
        names = [name for name in told if name not in ("action_mask",)]
        infos: list[dict[str, Any]] = [{name: told[name][number] for name in names} for number in range(self.num_envs)]
        if dones.any():
            last = observations
            observations, told = self.envs.renew()
            for number in np.flatnonzero(dones):
                infos[number]["terminal_observation"] = last[number]
                infos[number]["TimeLimit.truncated"] = bool(truncated[number])
        self._masks = told["action_mask"]
        return observations, rewards.astype(np.float32), dones, infos

    def close(self) -> None:
        """Nothing is left open."""
        self.envs.close()

    def get_images(self) -> Sequence[Any]:
        """All environments as pixels."""
        return self.envs.render() or []

    def get_attr(self, attr_name: str, indices: Any = None) -> list[Any]:
        """What all environments have in common, once for each."""
        if attr_name == _MASKS:
            return [lambda number=number: self._masks[number] for number in self._get_indices(indices)]
        return [getattr(self.envs, attr_name) for _ in self._get_indices(indices)]

    def set_attr(self, attr_name: str, value: Any, indices: Any = None) -> None:
        """A native batch is as it was made."""
        raise UsageError("a native batch cannot be changed")

    def env_method(self, method_name: str, *method_args: Any, indices: Any = None, **method_kwargs: Any) -> list[Any]:
        """`action_masks`, which is all that can be called."""
        if method_name != _MASKS:
            raise UsageError(f"a native batch has no method {method_name!r}")
        return [self._masks[number] for number in self._get_indices(indices)]

    def env_is_wrapped(self, wrapper_class: Any, indices: Any = None) -> list[bool]:
        """Nothing is wrapped around them."""
        return [False for _ in self._get_indices(indices)]
