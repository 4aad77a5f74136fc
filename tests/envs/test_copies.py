"""Copies in the middle of an episode: deepcopy, pickle, and states that can be gone back to."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from typing import Any

import gymnasium
import numpy as np
import pytest

from quandary.game import Rng
from tests.envs.cases import CASES, make, random_legal


def _walk(env: Any, steps: int, rng: Rng) -> list[Any]:
    """What random play brings, over the ends of episodes."""
    seen: list[Any] = []
    for _ in range(steps):
        mask = env.unwrapped.action_masks()
        action = random_legal(mask, rng) if mask.any() and rng.below(8) else rng.below(len(mask))
        observation, reward, terminated, truncated, info = env.step(action)
        seen.append((observation, reward, terminated, truncated, info))
        if terminated or truncated:
            seen.append(env.reset())
    return seen


def _restored(env: Any) -> Any:
    name, settings = env.case
    other: Any = gymnasium.make(name, **settings).unwrapped
    other.restore_state(env.clone_state())
    return other


WAYS: dict[str, Callable[[Any], Any]] = {
    "deepcopy": copy.deepcopy,
    "pickle": lambda env: pickle.loads(pickle.dumps(env)),
    "state": _restored,
}


@pytest.mark.slow
@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("case", CASES)
def test_a_copy_plays_on_like_the_original(case: str, way: str) -> None:
    more: dict[str, Any] = {"max_steps": 30}
    env: Any = make(case, **more)
    env.case = CASES[case][0], {**CASES[case][1], **more}
    env.reset(seed=4)
    _walk(env, 12, Rng(1))
    twin = WAYS[way](env)
    assert twin.position == env.position
    assert twin.puzzle == env.puzzle
    np.testing.assert_equal(_walk(twin, 60, Rng(2)), _walk(env, 60, Rng(2)))


@pytest.mark.parametrize("case", CASES)
def test_a_state_can_be_gone_back_to_again_and_again(case: str) -> None:
    env = make(case, max_steps=25)
    env.reset(seed=2)
    _walk(env, 5, Rng(3))
    state = env.clone_state()
    first = _walk(env, 40, Rng(5))
    stored = pickle.dumps(state)
    env.restore_state(state)
    np.testing.assert_equal(_walk(env, 40, Rng(5)), first)
    env.restore_state(pickle.loads(stored))
    np.testing.assert_equal(_walk(env, 40, Rng(5)), first)


@pytest.mark.parametrize("more", [{"reward": "progress"}, {"distance": True}, {"observation": "text"}])
@pytest.mark.parametrize("case", ["rush-hour", "sokoban", "circuit"])
def test_what_is_paid_and_told_is_copied_too(case: str, more: dict[str, Any]) -> None:
    env = make(case, **more)
    env.reset(seed=4)
    _walk(env, 4, Rng(1))
    twin = pickle.loads(pickle.dumps(copy.deepcopy(env)))
    np.testing.assert_equal(_walk(twin, 10, Rng(2)), _walk(env, 10, Rng(2)))


def test_the_end_of_an_episode_is_copied_too() -> None:
    lost = {"levels": ["######|#@ $ #|# .  #|######"], "end_when_lost": True}
    for levels, actions in ((lost, [2, 2]), ({"levels": ["######|#@ $.#|######"]}, [2, 2])):
        env = make("sokoban, shipped", **levels)
        env.reset(seed=0)
        ends = [env.step(action)[2] for action in actions]
        assert ends == [False, True]
        for twin in (copy.deepcopy(env), pickle.loads(pickle.dumps(env))):
            np.testing.assert_equal(twin.step(0), env.step(0))
            assert twin.step(0)[2]


@pytest.mark.parametrize("case", ["sokoban", "klondike", "exponentile"])
def test_copies_before_the_first_episode_and_in_wrappers(case: str) -> None:
    name, settings = CASES[case]
    env = gymnasium.make(name, **settings)
    twin = copy.deepcopy(env)
    for one in (env, twin):
        one.reset(seed=3)
    again = pickle.loads(pickle.dumps(env))
    expected = _walk(env, 20, Rng(1))
    np.testing.assert_equal(_walk(twin, 20, Rng(1)), expected)
    np.testing.assert_equal(_walk(again, 20, Rng(1)), expected)
