"""Sokoban's own: what is lost, what is shown, and the native steps against the Python rules' words."""

from __future__ import annotations

import numpy as np
import pytest

from quandary.game import Rng, Status, UsageError
from quandary.games.sokoban.deadlocks import is_dead
from tests.envs.cases import make, random_legal

LEVEL = "#######\n#  .  #\n#@$ $.#\n#     #\n#######"


def test_an_observation_is_the_level_in_small_numbers() -> None:
    env = make("sokoban, shipped", levels=[LEVEL, "####\n#@.#\n#$ #\n#  #\n####"])
    shown, info = env.reset(options={"level": 0})
    assert shown.tolist() == [
        [0, 0, 0, 0, 0, 0, 0],
        [0, 1, 1, 2, 1, 1, 0],
        [0, 5, 4, 1, 4, 2, 0],
        [0, 1, 1, 1, 1, 1, 0],
        [0, 0, 0, 0, 0, 0, 0],
    ]
    assert info["action_mask"].tolist() == [0, 1, 1, 1]
    small, _ = env.reset(options={"level": 1})
    assert small[:, 4:].tolist() == [[0] * 3] * 5


def test_progress_is_boxes_on_goals() -> None:
    right = 2
    env = make("sokoban, shipped", levels=["#########\n#@$. $. #\n#########"], reward="progress", win_reward=10.0)
    _, info = env.reset(seed=1)
    assert info["boxes_home"] == 0
    steps = [env.step(right) for _ in range(3)]
    assert [step[1] for step in steps] == [1.0, -1.0, 0.0]
    assert [step[4]["boxes_home"] for step in steps] == [1, 0, 0]
    assert [step[4]["illegal"] for step in steps] == [False, False, True]
    env = make("sokoban, shipped", levels=["#####\n#@$.#\n#####"], reward="progress", win_reward=10.0)
    env.reset(seed=1)
    assert env.step(right)[1:3] == (11.0, True)


@pytest.mark.parametrize("case", ["sokoban", "sokoban, shipped"])
def test_an_episode_ends_exactly_when_a_loss_is_proven(case: str) -> None:
    env = make(case, end_when_lost=True, max_steps=float("inf"))
    rng, endings = Rng(8), 0
    _, info = env.reset(seed=3)
    for _ in range(3000):
        _, _, terminated, truncated, info = env.step(random_legal(info["action_mask"], rng))
        position = env.position
        assert terminated == (env.game.status(position) is not Status.PLAYING or is_dead(position))
        assert not truncated
        if terminated:
            endings += not info["won"]
            _, info = env.reset()
    assert endings > 10


def test_without_being_asked_a_lost_episode_goes_on() -> None:
    env = make("sokoban, shipped", levels=["#####\n#@$ #\n#. .#\n#$  #\n#####"])
    env.reset(seed=1)
    assert is_dead(env.game.play(env.position, env.game.parse_move("R")).position)
    assert env.step(2)[2] is False


def test_the_solver_tells_distances_and_losses() -> None:
    env = make("sokoban, shipped", levels=[LEVEL], distance=True)
    _, info = env.reset(seed=1)
    assert (info["distance"], info["verdict"]) == (3, "solved")
    # A walk is no push.
    assert env.step("lurd".index("d"))[4]["distance"] == 3
    for letter in "uurd":
        info = env.step("lurd".index(letter))[4]
    assert not info["illegal"]
    assert (info["distance"], info["verdict"]) == (None, "unsolvable")


def test_an_unknown_distance_is_none() -> None:
    env = make("sokoban, shipped", levels="expert", distance=True, distance_nodes=1)
    _, info = env.reset(seed=1)
    assert (info["distance"], info["verdict"]) == (None, "unknown")


def test_a_level_that_does_not_fit_is_refused() -> None:
    env = make("sokoban")
    with pytest.raises(UsageError, match="7 rows and 7 columns"):
        env.reset(options={"puzzle": "##########\n#@$.     #\n##########"})


def test_pictures_differ_where_positions_do() -> None:
    env = make("sokoban", render_mode="rgb_array")
    _, info = env.reset(seed=1)
    before = env.render()
    env.step(random_legal(info["action_mask"], Rng(1)))
    assert not np.array_equal(before, env.render())
