"""Teaches a small network to walk 7x7 Sokoban, on a CPU: it imitates proven solutions, and is tried on unseen levels.

    pip install 'quandary[envs]' torch matplotlib
    python examples/train_sokoban.py --cpu-minutes 30 --curve docs/lab/train_sokoban

Levels for learning and for trying come from the two sides of a split, so that no level of the one is in the other, nor
its mirror image. Solutions have the fewest moves, and begin at each level's own start and after some random moves, as
`quandary export trajectories --starts` writes them; every batch is turned and mirrored at random. This is imitation of
our solver and no reinforcement learning. An agent is tried in a native batch, one episode a level, and plays without
any search: it draws its actions from the network's own chances, among those that are legal.

The budget is CPU time of all threads, making the levels included: 30 minutes are 15 on two cores, also on a machine
that others use. A line of the curve has the CPU seconds since the beginning, the samples seen, the loss, and the share
of unseen levels that are solved; a picture of it is drawn beside.
"""

from __future__ import annotations

import argparse
import csv
import time
from itertools import count
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import torch
from torch import nn

import quandary
from quandary.envs.trajectories import Trajectories, Trajectory
from quandary.game import Rng

# Within the wall around every level.
SIDE, PLANES, ACTIONS = 5, 7, 4
LEVELS: dict[str, Any] = {"width": SIDE + 2, "height": SIDE + 2, "boxes": 2}
# Where each action leads after a quarter turn to the left, and after mirroring left and right: left, up, right, down.
TURNED, MIRRORED = np.array([3, 0, 1, 2]), np.array([2, 1, 0, 3])
TRIALS = 12
Row = tuple[float, int, float, float]


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


def lessons(solutions: int, starts: int) -> tuple[np.ndarray[Any, Any], np.ndarray[Any, Any]]:
    """What is seen and done on the way to so many solutions."""
    game = quandary.game("sokoban")
    made = Trajectories(game, metric="moves", jobs=2, starts=starts, split="train", pool=solutions, **LEVELS)
    solved = [one for one in made if isinstance(one, Trajectory)]
    seen, actions = ([getattr(one, name) for one in solved] for name in ("observations", "actions"))
    return np.concatenate(seen)[:, 1:-1, 1:-1], np.concatenate(actions)


def turned(seen: np.ndarray[Any, Any], actions: np.ndarray[Any, Any], chance: np.random.Generator) -> tuple[Any, Any]:
    """A batch in one of the eight ways to look at it."""
    for _ in range(chance.integers(4)):
        seen, actions = np.rot90(seen, axes=(1, 2)), TURNED[actions]
    if chance.integers(2):
        seen, actions = seen[:, :, ::-1], MIRRORED[actions]
    return seen, actions


def planes(seen: np.ndarray[Any, Any]) -> torch.Tensor:
    """One plane for each number."""
    return torch.from_numpy(np.eye(PLANES, dtype=np.float32)[seen].transpose(0, 3, 1, 2))


def seeds_of_all(levels: int) -> list[int]:
    """For every level of a set a seed that draws it first."""
    found: dict[int, int] = {}
    for seed in count():
        found.setdefault(Rng(seed).below(levels), seed)
        if len(found) == levels:
            return [found[number] for number in range(levels)]
    raise AssertionError


def solved_share(agent: nn.Module, levels: int, steps: int, sharpness: float) -> float:
    """How many of so many unseen levels it solves, one episode each."""
    envs: Any = gymnasium.make_vec(
        "quandary/Sokoban-v0",
        num_envs=levels,
        vectorization_mode="vector_entry_point",
        split="test",
        pool=levels,
        max_steps=steps,
        threads=1,
        **LEVELS,
    )
    seen, info = envs.reset(seed=seeds_of_all(levels))
    won, ended = np.zeros(levels, bool), np.zeros(levels, bool)
    for _ in range(steps):
        with torch.no_grad():
            logits = agent(planes(seen[:, 1:-1, 1:-1])) * sharpness
        logits = logits.masked_fill(torch.from_numpy(info["action_mask"]) == 0, -1e9)
        actions = torch.distributions.Categorical(logits=logits).sample().numpy()
        seen, rewards, terminated, truncated, info = envs.step(actions)
        won |= ~ended & (rewards > 0)
        ended |= terminated | truncated
        if ended.all():
            break
    return float(won.mean())


def learn(chosen: argparse.Namespace) -> list[Row]:
    """Learns for so many minutes, and tries now and then."""
    began, whole = time.process_time(), 60 * chosen.cpu_minutes
    torch.set_num_threads(chosen.threads)
    torch.manual_seed(1)
    chance = np.random.default_rng(1)
    seen, actions = lessons(chosen.solutions, chosen.starts)
    spent = time.process_time() - began
    print(f"{len(actions):,} steps of {chosen.solutions:,} solutions after {spent:.0f} CPU seconds", flush=True)
    agent = network(chosen.width, chosen.depth)
    learner = torch.optim.AdamW(agent.parameters(), lr=chosen.rate, weight_decay=1e-4)
    rows: list[Row] = []
    samples, losses, next_trial = 0, [float("nan")], spent
    while True:
        spent = time.process_time() - began
        if spent >= min(next_trial, whole):
            share = solved_share(agent, chosen.tried, chosen.steps, chosen.sharpness)
            rows.append((round(spent, 1), samples, round(float(np.mean(losses)), 4), share))
            print(*rows[-1], flush=True)
            if spent >= whole:
                return rows
            losses, next_trial = [], spent + whole / TRIALS
        for group in learner.param_groups:
            group["lr"] = chosen.rate * max(1 - spent / whole, 0.01)
        picked = chance.integers(len(actions), size=chosen.batch)
        shown, wanted = turned(seen[picked], actions[picked], chance)
        loss = nn.functional.cross_entropy(agent(planes(shown)), torch.from_numpy(wanted))
        learner.zero_grad()
        loss.backward()
        learner.step()
        samples += chosen.batch
        losses.append(float(loss.detach()))


def draw(rows: list[Row], file: Path) -> None:
    """The curve as a picture."""
    import matplotlib

    matplotlib.use("svg")
    matplotlib.rcParams["svg.hashsalt"] = "quandary"
    from matplotlib import pyplot

    figure, axes = pyplot.subplots(figsize=(6, 3.5))
    axes.plot([seconds / 60 for seconds, *_ in rows], [100 * share for *_, share in rows], marker=".")
    axes.axhline(80, linestyle=":", color="grey")
    axes.set(xlabel="CPU minutes", ylabel="unseen levels solved, %", ylim=(0, 100))
    figure.tight_layout()
    figure.savefig(file, metadata={"Date": None})


def main() -> None:
    """Learns, and writes the curve."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--cpu-minutes", type=float, default=30)
    parser.add_argument("--solutions", type=int, default=20_000, help="to learn from")
    parser.add_argument("--starts", type=int, default=4, help="of each level")
    parser.add_argument("--tried", type=int, default=500, help="unseen levels")
    parser.add_argument("--steps", type=int, default=120, help="of an episode that is tried")
    parser.add_argument("--sharpness", type=float, default=2, help="1 draws by the network's chances, more by fewer")
    parser.add_argument("--width", type=int, default=32)
    parser.add_argument("--depth", type=int, default=3)
    parser.add_argument("--batch", type=int, default=512)
    parser.add_argument("--rate", type=float, default=2e-3)
    parser.add_argument("--threads", type=int, default=2, help="of the learner; 1 where others use the machine")
    parser.add_argument("--curve", type=Path, help="where .csv and .svg are written")
    chosen = parser.parse_args()
    rows = learn(chosen)
    if chosen.curve:
        with chosen.curve.with_suffix(".csv").open("w", newline="", encoding="utf-8") as file:
            csv.writer(file, lineterminator="\n").writerows([("cpu_seconds", "samples", "loss", "solved"), *rows])
        draw(rows, chosen.curve.with_suffix(".svg"))


if __name__ == "__main__":
    main()
