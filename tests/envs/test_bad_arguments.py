"""A wrong argument of an environment, alone or in a batch, is a Quandary error of one clear line."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
import pytest

import quandary
from quandary.envs import sample_actions, split_of
from quandary.game import UsageError
from tests.games.rush_hour.boards import EASY

BAD: dict[str, tuple[str, dict[str, Any], str]] = {
    "pol": ("RushHour", {"pol": 3}, "no option 'pol' here .*; did you mean pool?"),
    "tme": ("Klondike", {"max_step": 3}, "no option 'max_step' here .*; did you mean max_steps?"),
    "drw": ("Klondike", {"drw": 1}, "no option 'drw' here .*; did you mean draw?"),
    "widht": ("Sokoban", {"widht": 9}, "no option 'widht' here .*; did you mean width?"),
    "levels": ("RushHour", {"levels": "beginner", "pol": 3}, "did you mean pool?"),
    "levl": ("Circuit", {"levl": 3}, "no option 'levl' here .*; did you mean level"),
    "pool='a'": ("RushHour", {"pool": "a"}, "pool must be a whole number from 1 up, not 'a'"),
    "pool=0": ("RushHour", {"pool": 0}, "pool must be a whole number from 1 up, not 0"),
    "level_seed='a'": ("RushHour", {"level_seed": "a"}, "level_seed must be a whole number"),
    "levels=3": ("RushHour", {"levels": 3}, "levels must be the name of a pack"),
    "levels=[3]": ("RushHour", {"levels": [3]}, "3 is no puzzle of rush-hour"),
    "levels='no'": ("RushHour", {"levels": "no"}, "neither a file nor a pack"),
    "split": ("RushHour", {"split": "tran"}, "split 'tran' is not one of"),
    "reward": ("RushHour", {"reward": "gold"}, "reward 'gold' is not one of"),
    "win_reward": ("RushHour", {"win_reward": "a"}, "win_reward must be a number"),
    "step_penalty": ("RushHour", {"step_penalty": "a"}, "step_penalty must be a number"),
    "max_steps": ("RushHour", {"max_steps": "a"}, "max_steps must be a number"),
    "walls": ("RushHour", {"walls": "a"}, "option walls: 'a' is not a whole number"),
}
ONLY_ALONE: dict[str, tuple[str, dict[str, Any], str]] = {
    "observation": ("RushHour", {"observation": "smell"}, "observation 'smell' is not one of"),
    "end_when_los": ("Sokoban", {"end_when_los": True}, "did you mean end_when_lost?"),
    "distance_nodes": ("RushHour", {"distance": True, "distance_nodes": "a"}, "distance_nodes must be a whole number"),
}
ONLY_BATCHES: dict[str, tuple[str, dict[str, Any], str]] = {
    "threads": ("RushHour", {"threads": "a"}, "threads must be a whole number"),
    "thread": ("RushHour", {"thread": 2}, "no option 'thread' here .*; did you mean threads?"),
}


@pytest.mark.parametrize("case", [*BAD, *ONLY_ALONE])
def test_what_environments_refuse(case: str) -> None:
    name, settings, problem = {**BAD, **ONLY_ALONE}[case]
    with pytest.raises(UsageError, match=problem) as error:
        gymnasium.make(f"quandary/{name}-v0", **settings)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize("case", [*(case for case in BAD if BAD[case][0] != "Circuit"), *ONLY_BATCHES])
def test_what_batches_refuse(case: str) -> None:
    name, settings, problem = {**BAD, **ONLY_BATCHES}[case]
    with pytest.raises(UsageError, match=problem) as error:
        gymnasium.make_vec(f"quandary/{name}-v0", num_envs=2, **settings)
    assert "\n" not in str(error.value)


def test_what_a_reset_and_a_step_refuse() -> None:
    env: Any = gymnasium.make("quandary/RushHour-v0", levels=[EASY]).unwrapped
    for options, problem in (
        ({"level": "a"}, "the option level must be a whole number"),
        ({"level": 5}, "there is no level 5"),
        ({"puzle": EASY}, "reset takes the option level or the option puzzle"),
        ({"puzzle": None}, "None is no puzzle of rush-hour"),
        (3, "options must be a mapping"),
    ):
        with pytest.raises(UsageError, match=problem):
            env.reset(options=options)
    env.reset(seed=1)
    for action in ("a", None, [1, 2]):
        with pytest.raises(UsageError, match="an action must be a whole number"):
            env.step(action)


def test_what_the_core_steps_refuses_the_same_actions() -> None:
    env: Any = gymnasium.make("quandary/ExponenTile-v0", width=3, height=3).unwrapped
    env.reset(seed=1)
    for action in ("a", None):
        with pytest.raises(UsageError, match="an action must be a whole number"):
            env.step(action)
    batch = gymnasium.make_vec("quandary/RushHour-v0", num_envs=2, levels=[EASY])
    batch.reset(seed=1)
    with pytest.raises(UsageError, match="the actions must be 2 whole numbers"):
        batch.step(["a", "b"])
    for seed in ("ab", [1, "b"], 1.5):
        with pytest.raises(UsageError, match="seed must be"):
            batch.reset(seed=seed)  # type: ignore[arg-type]


def test_what_samples_and_splits_refuse() -> None:
    chance = np.random.default_rng(1)
    for masks, generator, problem in (
        (3, chance, "masks must be an array"),
        (np.zeros(3, np.int8), chance, "masks must have a row"),
        (np.zeros((1, 3), np.int8), 3, "generator must be a numpy.random.Generator"),
    ):
        with pytest.raises(UsageError, match=problem):
            sample_actions(masks, generator)  # type: ignore[arg-type]
    with pytest.raises(UsageError, match="a position must be one of rush-hour"):
        split_of("rush-hour", 3)
    assert split_of("rush-hour", quandary.puzzle("rush-hour", EASY).position) in ("train", "test")
