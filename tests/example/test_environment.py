"""Another package's environment: it is found, and Gymnasium has nothing to complain of."""

from __future__ import annotations

import warnings
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import quandary
import quandary.envs
from quandary.envs import PuzzleEnv
from quandary.game import UsageError


def _made(**settings: Any) -> PuzzleEnv[Any, Any]:
    env = gymnasium.make("quandary_lanterns/Lanterns-v0", **settings).unwrapped
    assert isinstance(env, PuzzleEnv)
    assert type(env) is quandary.envs.LanternsEnv
    return env


@pytest.mark.parametrize("observation", ["array", "text"])
def test_gymnasium_finds_nothing_to_complain_of(observation: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_env(_made(observation=observation, render_mode="rgb_array"))


def test_the_solver_wins() -> None:
    env = _made(difficulty="dusk", pool=5)
    observation, info = env.reset(seed=3)
    assert observation.shape == (3, 3)
    for move in quandary.solve("lanterns", env.position).moves or ():
        action = env.action_of(env.position, move)
        assert info["action_mask"][action]
        observation, reward, terminated, _, info = env.step(action)
    assert (terminated, reward, info["out"]) == (True, 1.0, 9)
    assert not np.any(observation)


def test_levels_of_ones_own_share_a_shape() -> None:
    env = _made(levels=["*.*/.../*.*", "**../*.../...."])
    assert env.observation_space.shape == (3, 4)
    with pytest.raises(UsageError, match="at most 3 rows of 4 lanterns"):
        env.reset(options={"puzzle": "*...*/...../*...."})
