"""Teaches a small network to walk 7x7 Sokoban, on a CPU: it imitates proven solutions, and is tried on unseen levels.

    pip install 'quandary[envs]' torch
    python examples/train_sokoban.py --minutes 15 --curve curve.csv

Levels for learning and for trying come from the two sides of a split, so that no level of the one is in the other, nor
its mirror image. Solutions have the fewest moves; every batch is turned and mirrored at random. An agent is tried in a
native batch, one episode a level: it draws its actions from the network's own chances, among those that are legal. A
line of the curve has the seconds since the beginning (making the levels included), the samples seen, the loss, and the
share of unseen levels that are solved.
"""

from __future__ import annotations

import argparse
import csv
import time
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import torch
from torch import nn

import quandary
from quandary.envs.trajectories import Trajectories, Trajectory

SIDE, PLANES, ACTIONS = 7, 7, 4
LEVELS: dict[str, Any] = {"width": SIDE, "height": SIDE, "boxes": 2}
# Where each action leads after a quarter turn to the left, and after mirroring left and right: left, up, right, down.
TURNED, MIRRORED = np.array([3, 0, 1, 2]), np.array([2, 1, 0, 3])


class Block(nn.Module):
    """Two convolutions, and what was there before."""

    def __init__(self, width: int) -> None:
        super().__init__()
        self.first = nn.Conv2d(width, width, 3, padding=1)
        self.second = nn.Conv2d(width, width, 3, padding=1)

    def forward(self, seen: torch.Tensor) -> torch.Tensor:
        return torch.relu(seen + self.second(torch.relu(self.first(seen))))


def network(width: int, depth: int) -> nn.Module:
    """What is seen as planes, in; how likely each action is, out."""
    blocks = [Block(width) for _ in range(depth)]
    first = [nn.Conv2d(PLANES, width, 3, padding=1), nn.ReLU()]
    last = [nn.Flatten(), nn.Linear(width * SIDE * SIDE, 256), nn.ReLU(), nn.Linear(256, ACTIONS)]
    return nn.Sequential(*first, *blocks, *last)


def lessons(count: int) -> tuple[np.ndarray[Any, Any], np.ndarray[Any, Any]]:
    """What is seen and done on the way to so many solutions."""
    made = Trajectories(quandary.game("sokoban"), metric="moves", jobs=2, split="train", pool=count, **LEVELS)
    solved = [one for one in made if isinstance(one, Trajectory)]
    seen, actions = ([getattr(one, name) for one in solved] for name in ("observations", "actions"))
    return np.concatenate(seen), np.concatenate(actions)


def turned(seen: np.ndarray[Any, Any], actions: np.ndarray[Any, Any], chance: np.random.Generator) -> tuple[Any, Any]:
    """A batch in one of the eight ways to look at it."""
    for _ in range(chance.integers(4)):
        seen, actions = np.rot90(seen, axes=(1, 2)), TURNED[actions]
    if chance.integers(2):
        seen, actions = seen[:, :, ::-1], MIRRORED[actions]
    return np.ascontiguousarray(seen), actions


def planes(seen: np.ndarray[Any, Any]) -> torch.Tensor:
    """One plane for each number."""
    return nn.functional.one_hot(torch.from_numpy(seen).long(), PLANES).permute(0, 3, 1, 2).float()


def solved_share(agent: nn.Module, levels: int, steps: int) -> float:
    """How many of so many unseen levels it solves, one episode each."""
    envs: Any = gymnasium.make_vec(
        "quandary/Sokoban-v0",
        num_envs=levels,
        vectorization_mode="vector_entry_point",
        split="test",
        pool=levels,
        max_steps=steps,
        **LEVELS,
    )
    seen, info = envs.reset(seed=1)
    won, ended = np.zeros(levels, bool), np.zeros(levels, bool)
    for _ in range(steps):
        with torch.no_grad():
            logits = agent(planes(seen)).masked_fill(torch.from_numpy(info["action_mask"]) == 0, -1e9)
        actions = torch.distributions.Categorical(logits=logits).sample().numpy()
        seen, rewards, terminated, truncated, info = envs.step(actions)
        won |= ~ended & (rewards > 0)
        ended |= terminated | truncated
    return float(won.mean())


def main() -> None:
    """Learns for so many minutes."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=15)
    parser.add_argument("--levels", type=int, default=20_000, help="for learning")
    parser.add_argument("--tried", type=int, default=500, help="unseen levels")
    parser.add_argument("--steps", type=int, default=120, help="of an episode that is tried")
    parser.add_argument("--width", type=int, default=32)
    parser.add_argument("--depth", type=int, default=4)
    parser.add_argument("--batch", type=int, default=256)
    parser.add_argument("--curve", type=Path)
    chosen = parser.parse_args()
    began = time.monotonic()
    torch.manual_seed(1)
    chance = np.random.default_rng(1)
    seen, actions = lessons(chosen.levels)
    print(f"{len(actions):,} steps of {chosen.levels:,} levels after {time.monotonic() - began:.0f} s", flush=True)
    agent = network(chosen.width, chosen.depth)
    whole = 60 * chosen.minutes
    learner = torch.optim.AdamW(agent.parameters(), lr=1e-3)
    rows: list[tuple[float, int, float, float]] = []
    samples, losses, next_trial = 0, [0.0], 0.0
    while (spent := time.monotonic() - began) < whole:
        if spent >= next_trial:
            rows.append(
                (
                    round(spent, 1),
                    samples,
                    round(float(np.mean(losses)), 4),
                    solved_share(agent, chosen.tried, chosen.steps),
                )
            )
            print(*rows[-1], flush=True)
            losses, next_trial = [], spent + whole / 15
        for group in learner.param_groups:
            group["lr"] = 1e-3 * max(1 - spent / whole, 0.02)
        picked = chance.integers(len(actions), size=chosen.batch)
        shown, wanted = turned(seen[picked], actions[picked], chance)
        loss = nn.functional.cross_entropy(agent(planes(shown)), torch.from_numpy(wanted))
        learner.zero_grad()
        loss.backward()
        learner.step()
        samples += chosen.batch
        losses.append(float(loss.detach()))
    rows.append(
        (round(spent, 1), samples, round(float(np.mean(losses)), 4), solved_share(agent, chosen.tried, chosen.steps))
    )
    print(*rows[-1])
    if chosen.curve:
        with chosen.curve.open("w", newline="", encoding="utf-8") as file:
            csv.writer(file).writerows([("seconds", "samples", "loss", "solved"), *rows])


if __name__ == "__main__":
    main()
