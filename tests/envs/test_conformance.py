"""What holds for every environment."""

from __future__ import annotations

import warnings
from itertools import pairwise
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import quandary
from quandary.engine.play import choose_player
from quandary.game import Rng, Status, Task, UsageError
from tests.envs.cases import CASES, actions_of, make, random_legal

every_case = pytest.mark.parametrize("case", CASES)


@pytest.mark.slow
@every_case
@pytest.mark.parametrize("observation", ["array", "text"])
def test_gymnasium_finds_nothing_to_complain_of(case: str, observation: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_env(make(case, observation=observation, render_mode="rgb_array"))


@pytest.mark.slow
@every_case
def test_the_mask_and_every_step_are_those_of_the_rules(case: str) -> None:
    env = make(case)
    game, rng = env.game, Rng(1)
    episodes = steps = 0
    _, info = env.reset(seed=5)
    while steps < 300:
        position = env.position
        moves = {env.action_of(position, move): move for move in game.moves(position)}
        assert len(moves) == len(game.moves(position)), "no two moves share an action"
        assert sorted(moves) == np.flatnonzero(info["action_mask"]).tolist()
        assert info["action_mask"].dtype == np.int8
        np.testing.assert_array_equal(env.action_masks(), info["action_mask"])
        action = env.action_space.sample(info["action_mask"]) if steps % 2 else random_legal(info["action_mask"], rng)
        _, _, terminated, _, info = env.step(action)
        steps += 1
        after = game.play(position, moves[int(action)]).position
        assert env.position == after
        assert not info["illegal"]
        assert terminated == (game.status(after) is not Status.PLAYING)
        if terminated:
            assert not info["action_mask"].any()
            episodes += 1
            _, info = env.reset()


@every_case
def test_an_illegal_action_changes_nothing(case: str) -> None:
    env = make(case, illegal_penalty=0.25, step_penalty=0.5)
    _, info = env.reset(seed=2)
    before, mask = env.position, info["action_mask"]
    illegal = [*np.flatnonzero(mask == 0)[:1].tolist(), -1, mask.size, 10**9]
    for action in illegal:
        observation, reward, terminated, truncated, info = env.step(action)
        assert (reward, terminated, truncated, info["illegal"]) == (-0.75, False, False, True)
        assert env.position == before
        assert observation in env.observation_space
        np.testing.assert_array_equal(info["action_mask"], mask)


def _trajectory(env: Any, seed: int) -> list[Any]:
    rng = Rng(seed)
    observation, info = env.reset(seed=seed)
    seen = [observation]
    for _ in range(60):
        observation, reward, terminated, truncated, info = env.step(random_legal(info["action_mask"], rng))
        seen += [observation, reward]
        if terminated or truncated:
            observation, info = env.reset()
            seen.append(observation)
    return seen


@every_case
def test_a_seed_makes_the_same_episodes(case: str) -> None:
    env, other = make(case), make(case)
    first, second = _trajectory(env, 7), _trajectory(other, 7)
    assert all(np.array_equal(one, two) for one, two in zip(first, second, strict=True))
    again = _trajectory(env, 7)
    assert all(np.array_equal(one, two) for one, two in zip(first, again, strict=True))
    assert any(not np.array_equal(_trajectory(env, seed)[0], first[0]) for seed in range(8, 14))


@every_case
def test_a_random_agent_plays_whole_episodes(case: str) -> None:
    env = make(case, max_steps=150)
    rng = Rng(3)
    for seed in range(4):
        _, info = env.reset(seed=seed)
        for step in range(1, 151):
            _, _, terminated, truncated, info = env.step(random_legal(info["action_mask"], rng))
            assert truncated == (step == 150 and not terminated)
            if terminated or truncated:
                break
        else:
            pytest.fail("nothing ended the episode")


@pytest.mark.slow
@pytest.mark.parametrize("case", [case for case in CASES if "exponentile" not in case])
def test_the_solver_wins(case: str) -> None:
    env = make(case, step_penalty=0.125, win_reward=5.0)
    won = 0
    for seed in range(3):
        _, info = env.reset(seed=seed)
        found = quandary.solve(env.game, env.position)
        if found.moves is None:
            assert found.verdict == "unsolvable"
            continue
        rewards = []
        actions = actions_of(env, found.moves)
        for action in actions:
            assert not info["won"]
            _, reward, terminated, truncated, info = env.step(action)
            rewards.append(reward)
        assert (terminated, truncated, info["won"]) == (True, False, True)
        assert rewards == [*[-0.125] * (len(actions) - 1), 4.875]
        # What is over stays over.
        assert env.step(0)[2:4] == (True, False)
        won += 1
    assert won


@pytest.mark.parametrize("case", [case for case in CASES if "exponentile" in case])
def test_a_player_scores(case: str) -> None:
    env = make(case)
    _, _ = env.reset(seed=4)
    player = choose_player(env.game, "mobility")
    position = env.position
    total = 0.0
    for number, move in enumerate(player.moves(position, 1, Task())):
        if number == 40:
            break
        action = env.action_of(position, env.game.canonical_move(position, move))
        _, reward, _, _, info = env.step(action)
        position = env.game.play(position, move).position
        total += reward
    assert env.position == position
    assert (info["score"], total) == (position.score, position.score)


@pytest.mark.slow
@every_case
def test_renders(case: str) -> None:
    env = make(case, render_mode="rgb_array")
    with pytest.raises(gymnasium.error.ResetNeeded):
        env.render()
    env.reset(seed=1)
    picture = env.render()
    assert picture.dtype == np.uint8
    assert picture.ndim == 3
    assert picture.shape[2] == 3
    assert len(np.unique(picture.reshape(-1, 3), axis=0)) > 3
    text = make(case, render_mode="ansi")
    text.reset(seed=1)
    assert text.render() == text.game.draw(env.position)
    with pytest.warns(UserWarning, match="render_mode"):
        assert make(case).render() is None


@every_case
def test_an_episode_of_ones_own(case: str) -> None:
    env = make(case)
    env.reset(seed=1)
    puzzle, position = env.puzzle, env.position
    assert env.game.parse(puzzle.text) == position
    for item in (puzzle, puzzle.text, position):
        env.reset(seed=9)
        env.reset(options={"puzzle": item})
        assert env.position == position
    with pytest.raises(UsageError, match="option"):
        env.reset(options={"lvel": 3})
    with pytest.raises(quandary.QuandaryError):
        env.reset(options={"puzzle": "nonsense"})
    with pytest.raises(UsageError, match="no puzzle"):
        env.reset(options={"puzzle": 12})


@every_case
def test_nothing_can_be_done_before_a_reset(case: str) -> None:
    env = make(case)
    for act in (lambda: env.step(0), env.action_masks, lambda: env.position):
        with pytest.raises(gymnasium.error.ResetNeeded):
            act()


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        ({"observation": "smell"}, "array, text, planes"),
        ({"reward": "gold"}, "is not one of"),
        ({"render_mode": "svg"}, "is not one of"),
        ({"step_penalty": -1.0}, "step_penalty"),
        ({"illegal_penalty": float("nan")}, "illegal_penalty"),
        ({"win_reward": float("inf")}, "win_reward"),
        ({"max_steps": 0}, "max_steps"),
        ({"pool": 0}, "pool"),
        ({"level_seed": -1}, "level_seed"),
        ({"levels": "no such pack"}, "neither a file nor a pack"),
        ({"levels": []}, "no levels"),
        ({"colour": "red"}, "no option 'colour'"),
    ],
)
@pytest.mark.parametrize("name", sorted({name for name, _ in CASES.values()}))
def test_bad_arguments_are_told_in_one_line(name: str, arguments: dict[str, Any], problem: str) -> None:
    with warnings.catch_warnings():
        # Gymnasium itself warns of a render mode that it does not know.
        warnings.simplefilter("ignore")
        with pytest.raises(UsageError, match=problem) as caught:
            gymnasium.make(name, **arguments)
    assert "\n" not in str(caught.value)


@every_case
def test_arrays_are_the_callers_own(case: str) -> None:
    env = make(case)
    observation, info = env.reset(seed=1)
    shown = [(observation, info["action_mask"])]
    for _ in range(3):
        observation, _, _, _, info = env.step(random_legal(info["action_mask"], Rng(1)))
        shown.append((observation, info["action_mask"]))
    for (one, mask), (other, other_mask) in pairwise(shown):
        assert not np.shares_memory(one, other)
        assert not np.shares_memory(mask, other_mask)
