"""Planes for image networks, spaces that do not depend on the set, and pay by the solver's distance."""

from __future__ import annotations

import copy
import warnings
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
from gymnasium.utils.env_checker import check_env

import quandary
from quandary.game import Rng, UsageError
from tests.envs.cases import CASES, actions_of, make, random_legal


@pytest.mark.parametrize("case", CASES)
def test_planes_say_what_the_array_says(case: str) -> None:
    shown, plain = make(case, observation="planes"), make(case)
    planes, info = shown.reset(seed=3)
    array, _ = plain.reset(seed=3)
    rng = Rng(2)
    for _ in range(6):
        assert shown.observation_space.contains(planes)
        assert planes.shape[1:] == array.shape[:2]
        if case.startswith("circuit"):
            _same_circuit(planes, array)
        else:
            assert (planes.sum(axis=0) == 1).all()
            assert (planes.argmax(axis=0) == np.minimum(array, len(planes) - 1)).all()
        action = random_legal(info["action_mask"], rng)
        planes, _, terminated, _, info = shown.step(action)
        array = plain.step(action)[0]
        if terminated:
            break


def _same_circuit(planes: npt.NDArray[Any], array: npt.NDArray[Any]) -> None:
    bits = 20
    weights = 1 << np.arange(bits).reshape(-1, 1, 1)
    for place, channel in enumerate((0, 2, *range(3, 11))):
        assert ((planes[place * bits : (place + 1) * bits] * weights).sum(axis=0) == array[..., channel]).all()
    marks = planes[10 * bits :]
    assert (marks[:3] == np.moveaxis(array[..., 11:14], -1, 0)).all()
    assert ((marks[3:7] * weights[:4]).sum(axis=0) == array[..., 14]).all()
    assert (marks[7:].sum(axis=0) * (marks[7:].argmax(axis=0) + 1) == array[..., 1]).all()


@pytest.mark.parametrize("case", ["rush-hour", "sokoban", "klondike", "exponentile", "circuit"])
def test_gymnasium_has_nothing_to_say_against_planes(case: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_env(make(case, observation="planes"), skip_render_check=True)


def test_rush_hours_spaces_can_be_fixed() -> None:
    sets = ["beginner", "expert", ["BB...C...D.CXX.D.C...D..........EEE."]]
    fixed = [make("rush-hour", actions="fixed", levels=levels) for levels in sets]
    fixed.append(make("rush-hour, made", actions="fixed"))
    assert {env.action_space.n for env in fixed} == {144}  # type: ignore[attr-defined]
    assert all(env.observation_space == fixed[0].observation_space for env in fixed)
    for env in fixed:
        env.reset(seed=1)
        found = quandary.solve(env.game, env.position)
        ends = [env.step(action)[2] for action in actions_of(env, found.moves)]
        assert ends[-1]
    with pytest.raises(UsageError, match="actions 'free' is not one of set, fixed"):
        make("rush-hour", actions="free")


@pytest.mark.parametrize("case", ["rush-hour", "sokoban", "circuit"])
def test_the_optimal_reward_pays_the_distance_however_one_goes(case: str) -> None:
    env = make(case, reward="optimal", win_reward=0.0)
    _, info = env.reset(seed=4)
    start = info["distance"]
    assert start > 0
    rng, paid = Rng(6), 0.0
    for _ in range(5):
        _, reward, terminated, _, info = env.step(random_legal(info["action_mask"], rng))
        paid += reward
        if terminated:
            break
    twin = copy.deepcopy(env)
    if info["distance"] is None:
        assert (info["verdict"], paid) == ("unsolvable", -start)
        return
    assert paid == start - info["distance"]
    found = quandary.solve(env.game, twin.position)
    rewards = [twin.step(action)[1] for action in actions_of(twin, found.moves)]
    assert paid + sum(rewards) == start


def test_batches_and_games_for_a_score_are_not_paid_by_a_solver() -> None:
    with pytest.raises(UsageError, match="reward 'optimal' is not one of"):
        make("exponentile", reward="optimal")
    with pytest.raises(UsageError, match="reward 'optimal' is not one of"):
        quandary.envs.SokobanVectorEnv(2, reward="optimal")
