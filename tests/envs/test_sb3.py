"""Native batches in Stable-Baselines3, which is too large (PyTorch) to be there in every test run."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
import pytest

import quandary.envs  # noqa: F401 - registers the environments
from quandary.game import UsageError

pytest.importorskip("stable_baselines3")

from quandary.envs.sb3 import MaskableVecEnv

pytestmark = pytest.mark.slow
SMALL: dict[str, Any] = {"width": 6, "height": 6, "boxes": 1, "pool": 5, "max_steps": 7}


def _make(count: int) -> MaskableVecEnv:
    name, mode = "quandary/Sokoban-v0", "vector_entry_point"
    return MaskableVecEnv(gymnasium.make_vec(name, num_envs=count, vectorization_mode=mode, **SMALL))


def test_plays_what_their_own_batch_plays() -> None:
    from stable_baselines3.common.vec_env import DummyVecEnv

    ours, theirs = _make(3), DummyVecEnv([lambda: gymnasium.make("quandary/Sokoban-v0", **SMALL)] * 3)
    for envs in (ours, theirs):
        envs.seed(5)
    np.testing.assert_array_equal(ours.reset(), theirs.reset())
    ended = 0
    for turn in range(60):
        actions = np.array([turn % 4, turn // 2 % 4, turn // 3 % 4])
        one, two = ours.step(actions), theirs.step(actions)
        for mine, other in zip(one[:3], two[:3], strict=True):
            np.testing.assert_array_equal(mine, other)
        np.testing.assert_array_equal(ours.env_method("action_masks"), theirs.env_method("action_masks"))
        for mine, other, done in zip(one[3], two[3], one[2], strict=True):
            assert mine["boxes_home"] == other["boxes_home"]
            ended += done
            if done:
                np.testing.assert_array_equal(mine["terminal_observation"], other["terminal_observation"])
                assert mine["TimeLimit.truncated"] == other["TimeLimit.truncated"]
    assert ended > 9


def test_learners_run() -> None:
    from stable_baselines3 import PPO

    PPO("MlpPolicy", _make(4), n_steps=16, batch_size=32, n_epochs=1).learn(128)


def test_masked_learners_run() -> None:
    from stable_baselines3.common.vec_env import VecMonitor

    contrib: Any = pytest.importorskip("sb3_contrib")
    contrib.MaskablePPO("MlpPolicy", VecMonitor(_make(4)), n_steps=16, batch_size=32, n_epochs=1).learn(128)


def test_takes_native_batches_only() -> None:
    with pytest.raises(UsageError, match="native batch"):
        MaskableVecEnv(gymnasium.make_vec("quandary/Sokoban-v0", num_envs=2, vectorization_mode="sync", **SMALL))
