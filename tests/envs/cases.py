"""Every environment in a size that tests can afford, and agents to put into them."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np

import quandary.envs
from quandary.envs import PuzzleEnv
from quandary.game import Rng

CASES: dict[str, tuple[str, dict[str, Any]]] = {
    "rush-hour": ("quandary/RushHour-v0", {"levels": "beginner"}),
    "rush-hour, made": ("quandary/RushHour-v0", {"size": "5x5", "min_moves": 3, "max_moves": 9, "pool": 3}),
    "sokoban": ("quandary/Sokoban-v0", {"width": 7, "height": 7, "boxes": 2, "pool": 20}),
    "sokoban, shipped": ("quandary/Sokoban-v0", {"levels": "beginner"}),
    "klondike": ("quandary/Klondike-v0", {"pool": 10}),
    "klondike, draw 1": ("quandary/Klondike-v0", {"pool": 10, "draw": 1, "redeals": 3}),
    "exponentile": ("quandary/ExponenTile-v0", {}),
    "exponentile, web": ("quandary/ExponenTile-v0", {"rules": "web"}),
    "exponentile, torus": ("quandary/ExponenTile-v0", {"width": 4, "height": 5, "torus": True}),
    "circuit": ("quandary/Circuit-v0", {"level": 3, "pool": 10}),
    "circuit, hidden": ("quandary/Circuit-v0", {"level": 2, "hidden": True, "pool": 10}),
}


def make(case: str, **more: Any) -> PuzzleEnv[Any, Any]:
    """The environment itself, without Gymnasium's wrappers."""
    name, settings = CASES[case]
    env = gymnasium.make(name, **{**settings, **more}).unwrapped
    assert isinstance(env, quandary.envs.PuzzleEnv)
    return env


def random_legal(mask: Any, rng: Rng) -> int:
    """A legal action."""
    return int(rng.choice(np.flatnonzero(mask).tolist()))


def actions_of(env: PuzzleEnv[Any, Any], moves: Any) -> list[int]:
    """The actions of moves from where the environment stands."""
    game, position, actions = env.game, env.position, []
    for move in moves:
        actions.append(env.action_of(position, move))
        position = game.play(position, move).position
    return actions
