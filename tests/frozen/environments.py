"""Environments and evaluation sets: ids, spaces, episodes, prompts."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np

import quandary.envs
from tests.frozen.observing import Case, command, digest

STEPS = 60
SETS = {"rush-hour": "beginner", "sokoban": "beginner", "klondike": "", "exponentile": "", "circuit": "2"}


def cases() -> Iterator[Case]:
    names = sorted(name for name in gymnasium.registry if name.startswith("quandary/"))
    yield Case("ids", lambda folder: names)
    for name in names:
        yield Case(f"{name}: spaces", partial(spaces, name))
        yield Case(f"{name}: episodes", partial(episodes, name))
    for game, level in SETS.items():
        yield Case(f"{game}: evaluation set", partial(evaluation_set, game, level))


def spaces(name: str, folder: Path) -> Any:
    with gymnasium.make(name) as environment:
        return [str(environment.observation_space), str(environment.action_space)]


def episodes(name: str, folder: Path) -> Any:
    """Return a hash for the observations, masks and rewards of three seeds."""
    return [digest(b"".join(episode(name, seed)))[7:23] for seed in (1, 2, 3)]


def episode(name: str, seed: int) -> Iterator[bytes]:
    """Yield what an agent sees that always takes the middle one of its legal actions."""
    with gymnasium.make(name) as environment:
        observation, info = environment.reset(seed=seed)
        for _ in range(STEPS):
            yield from flat(observation)
            mask = np.asarray(info["action_mask"])
            yield mask.tobytes()
            legal = np.flatnonzero(mask)
            if not len(legal):
                return
            observation, reward, terminated, truncated, info = environment.step(int(legal[len(legal) // 2]))
            yield np.float64(reward).tobytes()
            if terminated or truncated:
                return


def flat(observation: Any) -> Iterator[bytes]:
    if isinstance(observation, dict):
        for key in sorted(observation):
            yield from flat(observation[key])
    else:
        yield np.asarray(observation).tobytes()


def evaluation_set(game: str, level: str, folder: Path) -> Any:
    """Return the hash of an evaluation set."""
    settings = ["--level", level] if level else []
    ran = command(folder, "export", "eval", game, "--count", "3", "--seed", "1", *settings, "--output", "set.jsonl")
    return [ran.status, digest((folder / "set.jsonl").read_bytes())]


assert quandary.envs  # registers the environments
