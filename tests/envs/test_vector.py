"""Native batches play what single environments play, on any number of threads."""

from __future__ import annotations

import copy
import pickle
import warnings
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode, SyncVectorEnv

from quandary.envs import NativeVectorEnv, sample_actions
from quandary.game import UsageError
from tests.envs.cases import CASES, make

SETTINGS: dict[str, tuple[str, dict[str, Any]]] = {
    **{case: CASES[case] for case in ("sokoban", "sokoban, shipped", "exponentile", "exponentile, torus")},
    "sokoban, lost": ("quandary/Sokoban-v0", {"levels": "beginner", "end_when_lost": True, "reward": "progress"}),
    "exponentile, given": (
        "quandary/ExponenTile-v0",
        {"levels": ["exponentile:web#1", "exponentile:web#2"], "rules": "web", "reward": "survival"},
    ),
    **{case: CASES[case] for case in ("rush-hour", "rush-hour, made", "klondike", "klondike, draw 1")},
    **{case: CASES[case] for case in ("circuit", "circuit, hidden")},
    "rush-hour, fixed": (
        "quandary/RushHour-v0",
        {"levels": ["BB...C...D.CXX.D.C...D..........EEE.", ".BB.\nAAC.\n..C."], "actions": "fixed"},
    ),
    "rush-hour, walls": ("quandary/RushHour-v0", {"walls": 2, "max_moves": 12, "pool": 3}),
    "klondike, few redeals": ("quandary/Klondike-v0", {"draw": 2, "redeals": 1, "pool": 6, "reward": "progress"}),
    "klondike, winnable": ("quandary/Klondike-v0", {"winnable": True, "draw": 1, "pool": 4, "split": "test"}),
    "circuit, large": ("quandary/Circuit-v0", {"level": 10, "pool": 3, "reward": "progress"}),
    "circuit, given": (
        "quandary/Circuit-v0",
        {"levels": ["circuit:1#1", "circuit:6#2", "circuit:3-hidden#3"], "reward": "progress"},
    ),
}
every_batch = pytest.mark.parametrize("case", SETTINGS)
PAY: dict[str, Any] = {"step_penalty": 0.5, "illegal_penalty": 0.25, "max_steps": 37}


def _make(case: str, count: int, **more: Any) -> NativeVectorEnv:
    name, settings = SETTINGS[case]
    envs = gymnasium.make_vec(name, num_envs=count, vectorization_mode="vector_entry_point", **{**settings, **more})
    assert isinstance(envs, NativeVectorEnv)
    return envs


def _same(native: Any, sync: Any) -> None:
    for one, two in zip(native, sync, strict=True):
        if isinstance(one, dict):
            for key, value in one.items():
                # Gymnasium leaves out what a reset does not say.
                np.testing.assert_array_equal(value, two.get(key, np.zeros_like(value)), err_msg=key)
        else:
            np.testing.assert_array_equal(one, two)
            assert np.asarray(one).dtype == np.asarray(two).dtype


@pytest.mark.slow
@every_batch
@pytest.mark.parametrize("threads", [1, 3])
def test_a_batch_is_many_single_environments(case: str, threads: int) -> None:
    name, settings = SETTINGS[case]
    native = _make(case, 7, threads=threads, **PAY)
    sync = gymnasium.make_vec(name, num_envs=7, vectorization_mode="sync", **settings, **PAY)
    assert isinstance(sync, SyncVectorEnv)
    assert native.single_observation_space == sync.single_observation_space
    assert native.single_action_space == sync.single_action_space
    assert native.observation_space == sync.observation_space
    assert native.action_space == sync.action_space
    generator = np.random.default_rng(1)
    shown = native.reset(seed=11)
    _same(shown, sync.reset(seed=11))
    masks, ended = shown[1]["action_mask"], 0
    for turn in range(150):
        # Now and then an illegal action.
        actions = sample_actions(masks, generator) if turn % 4 else sync.action_space.sample()
        step = native.step(actions)
        _same(step, sync.step(actions))
        masks, ended = step[4]["action_mask"], ended + int((step[2] | step[3]).sum())
    assert ended >= 21


@every_batch
def test_seeds(case: str) -> None:
    envs, other = _make(case, 3), _make(case, 3)
    first, _ = envs.reset(seed=5)
    again, _ = other.reset(seed=[5, 6, 7])
    np.testing.assert_array_equal(first, again)
    envs.reset()
    np.testing.assert_array_equal(envs.reset(seed=5)[0], first)


@every_batch
def test_keeps_to_the_interface(case: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        envs = _make(case, 4)
    assert envs.metadata["autoreset_mode"] is AutoresetMode.NEXT_STEP
    with pytest.raises(gymnasium.error.ResetNeeded):
        envs.step(np.zeros(4, np.int64))
    shown, info = envs.reset(seed=1)
    assert shown in envs.observation_space
    assert envs.action_space.sample() in envs.action_space
    actions = sample_actions(info["action_mask"], np.random.default_rng(1))
    assert actions in envs.action_space
    step = envs.step(actions)
    assert step[0] in envs.observation_space
    assert not np.shares_memory(step[0], shown)
    with pytest.raises(ValueError, match="4 episodes"):
        envs.step(np.zeros(5, np.int64))
    envs.close()


@every_batch
@pytest.mark.parametrize("threads", [1, 2])
def test_a_copy_goes_on_alike_and_apart(case: str, threads: int) -> None:
    envs = _make(case, 3, threads=threads, max_steps=9)
    _, info = envs.reset(seed=3)
    generator = np.random.default_rng(1)
    for _ in range(4):
        info = envs.step(sample_actions(info["action_mask"], generator))[-1]
    twin = copy.deepcopy(envs)
    orders = [envs.action_space.sample() for _ in range(20)]
    seen = [twin.step(actions) for actions in orders]
    for actions, expected in zip(orders, seen, strict=True):
        _same(envs.step(actions), expected)
    np.testing.assert_array_equal(envs.reset()[0], twin.reset()[0])


def test_a_batch_whose_episodes_have_begun_is_not_pickled() -> None:
    envs = _make("sokoban", 3)
    envs.reset(seed=1)
    with pytest.raises(UsageError, match="deepcopy copies it"):
        pickle.dumps(envs)


def test_a_batch_that_has_not_begun_is_pickled() -> None:
    envs = _make("sokoban", 3)
    twin = pickle.loads(pickle.dumps(envs))
    with pytest.raises(gymnasium.error.ResetNeeded):
        twin.step(np.zeros(3, np.int64))
    np.testing.assert_array_equal(envs.reset(seed=1)[0], twin.reset(seed=1)[0])


@every_batch
def test_who_begins_anew_at_once_plays_the_same_episodes(case: str) -> None:
    waiting, at_once = (_make(case, 3, max_steps=2) for _ in range(2))
    _, info = waiting.reset(seed=3)
    at_once.reset(seed=3)
    for _ in range(3):
        for _ in range(2):
            actions = sample_actions(info["action_mask"], np.random.default_rng(1))
            step = waiting.step(actions)
            _same(at_once.step(actions), step)
            info = step[-1]
            if (step[2] | step[3]).any():
                break
        if not (step[2] | step[3]).all():
            # Who was earlier than the others is asked once more by the one batch, and not by the other.
            return
        observations, _, _, _, info = waiting.step(actions)
        begun, told = at_once.renew()
        np.testing.assert_array_equal(begun, observations)
        np.testing.assert_array_equal(told["action_mask"], info["action_mask"])


@pytest.mark.slow
@pytest.mark.parametrize("case", [case for case in SETTINGS if not case.startswith("circuit")])
def test_renders(case: str) -> None:
    for mode, kind in (("ansi", str), ("rgb_array", np.ndarray)):
        envs = _make(case, 2, render_mode=mode)
        assert envs.render() is None
        envs.reset(seed=1)
        frames = envs.render()
        assert frames is not None
        assert [type(frame) for frame in frames] == [kind, kind]
    assert _make(case, 2).render() is None


def test_what_cannot_be_drawn_says_so() -> None:
    with pytest.raises(UsageError, match="are not drawn"):
        _make("circuit", 2, render_mode="ansi")


@pytest.mark.parametrize("case", ["sokoban", "exponentile, torus", "klondike, draw 1"])
def test_pixels_are_those_of_single_environments(case: str) -> None:
    envs, sync = _make(case, 2, render_mode="rgb_array"), [make(case, render_mode="rgb_array") for _ in range(2)]
    _, infos = envs.reset(seed=1)
    for number, env in enumerate(sync):
        env.reset(seed=1 + number)
    for _ in range(5):
        actions = sample_actions(infos["action_mask"], np.random.default_rng(1))
        infos = envs.step(actions)[-1]
        for env, action in zip(sync, actions, strict=True):
            env.step(action)
    frames = envs.render()
    assert frames is not None
    for frame, env in zip(frames, sync, strict=True):
        np.testing.assert_array_equal(frame, env.render())


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        ({"observation": "text"}, "single environments"),
        ({"distance": True}, "single environments"),
        ({"num_envs": 0}, "1 environment or more"),
        ({"threads": 0}, "1 thread or more"),
        ({"reward": "gold"}, "is not one of"),
    ],
)
def test_bad_arguments(arguments: dict[str, Any], problem: str) -> None:
    for name in ("quandary/Sokoban-v0", "quandary/ExponenTile-v0"):
        with pytest.raises(UsageError, match=problem):
            gymnasium.make_vec(name, vectorization_mode="vector_entry_point", **{"num_envs": 2, **arguments})


def test_bad_resets() -> None:
    envs = _make("sokoban", 2)
    with pytest.raises(UsageError, match="as many seeds"):
        envs.reset(seed=[1])
    with pytest.raises(UsageError, match="no options"):
        envs.reset(options={"level": 1})


def test_sampled_actions_are_legal_and_fair() -> None:
    generator = np.random.default_rng(3)
    for actions in (4, 7, 64, 65, 112, 224):
        masks = (generator.random((500, actions)) < 0.2).astype(np.int8)
        chosen = sample_actions(masks, generator)
        empty = masks.sum(axis=1) == 0
        assert (masks[np.arange(500), chosen] == 1)[~empty].all()
        assert (chosen[empty] == 0).all()
    mask = np.zeros((30_000, 224), np.int8)
    legal = [3, 63, 64, 223]
    mask[:, legal] = 1
    values, counts = np.unique(sample_actions(mask, generator), return_counts=True)
    assert values.tolist() == legal
    assert counts.min() > 7_000
