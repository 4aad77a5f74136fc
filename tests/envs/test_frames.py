"""Rendered frames have one size: those of a batch, of an episode, and of one episode after the other."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
import pytest

import quandary
from quandary.envs import sample_actions
from quandary.envs.frames import Frames
from tests.games.rush_hour.boards import EASY

SETS: dict[str, tuple[str, dict[str, Any]]] = {
    "rush-hour": ("RushHour", {"levels": [EASY, "..........XX..B....B.....", "rush-hour:beginner/2"]}),
    "sokoban": ("Sokoban", {"levels": "beginner"}),
    "sokoban, made": ("Sokoban", {"pool": 5}),
    "klondike": ("Klondike", {"pool": 6, "draw": 1}),
    "exponentile": ("ExponenTile", {}),
    "circuit": ("Circuit", {"level": 3, "pool": 4}),
}


@pytest.mark.slow
@pytest.mark.parametrize("name", SETS)
def test_frames_of_all_episodes_have_one_size(name: str) -> None:
    game, settings = SETS[name]
    env = gymnasium.make(f"quandary/{game}-v0", render_mode="rgb_array", **settings)
    shapes = set()
    for seed in range(6):
        _, info = env.reset(seed=seed)
        for step in range(40):
            if step % 20 == 0:
                frame: Any = env.render()
                assert frame.dtype == np.uint8
                shapes.add(frame.shape)
            _, _, terminated, truncated, info = env.step(env.action_space.sample(info["action_mask"]))
            if terminated or truncated:
                break
    assert len(shapes) == 1


@pytest.mark.slow
@pytest.mark.parametrize("name", [name for name in SETS if name != "circuit"])
@pytest.mark.parametrize("mode", ["vector_entry_point", "sync"])
def test_frames_of_a_batch_have_one_size(name: str, mode: Any) -> None:
    game, settings = SETS[name]
    envs: Any = gymnasium.make_vec(
        f"quandary/{game}-v0", num_envs=4, vectorization_mode=mode, render_mode="rgb_array", **settings
    )
    _, infos = envs.reset(seed=1)
    shapes, chance = set(), np.random.default_rng(1)
    for step in range(30):
        if step % 15 == 0:
            shapes |= {frame.shape for frame in envs.render()}
        _, _, _, _, infos = envs.step(sample_actions(np.asarray(infos["action_mask"], np.int8), chance))
    assert len(shapes) == 1


def test_a_level_of_another_set_is_scaled_down_to_the_frame() -> None:
    small, large = (quandary.puzzle("sokoban", text).position for text in ("sokoban:beginner/1", "sokoban:expert/25"))
    frames = Frames(quandary.game("sokoban"), [small])
    assert frames.draw(small).shape == frames.draw(large).shape
    # Nothing is cut off: the far walls, which are not white, are in the picture.
    assert (frames.draw(large) != 255).any(axis=(0, 2)).sum() > frames.draw(large).shape[1] // 3


def test_the_longest_pile_fits_without_scaling() -> None:
    env: Any = gymnasium.make("quandary/Klondike-v0", render_mode="rgb_array", pool=1).unwrapped
    (deepest,) = env.largest_positions()
    game = quandary.game("klondike")
    heights = [game.scene(position).view.height for position in (deepest, env.levels[0].position)]  # type: ignore[union-attr]
    assert heights[0] > heights[1]
    assert max(len(down) + len(up) for down, up in zip(deepest.face_down, deepest.face_up, strict=True)) == 19
