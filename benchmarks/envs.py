"""Benchmarks of the environments: steps a second, alone and in batches, with a random agent.

    python -m benchmarks.envs [--seconds S]

A step of a single environment is `env.step`, with actions that were chosen before; illegal ones among them are steps,
too. In `legal` the agent picks one of the legal actions and begins a new episode where one ends, all of which is
counted. `clones`, `going back` and both are of `clone_state` and `restore_state`. A step of a batch is one
environment of it, episodes that begin anew included, with legal actions chosen by `sample_actions`; `no agent` leaves
the choosing out. Rates are by CPU time of all threads together, as other programs may be running; only those `by the
clock` depend on how many cores were free.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from typing import Any

import gymnasium
import numpy as np

from quandary.envs import sample_actions

SINGLE = ("RushHour", "Sokoban", "Klondike", "ExponenTile", "Circuit")
BATCHED = {
    "Sokoban": {},
    "ExponenTile": {},
    "ExponenTile, web rules": {"rules": "web"},
    "RushHour": {"levels": "beginner"},
    "Klondike": {},
    "Circuit": {},
}
SIZES = (256, 1024, 4096)
_BATCH = 1000


def main() -> None:
    """Prints one line a measurement."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=2.0, help="CPU seconds of each measurement")
    parser.add_argument("--game", action="append", help="of these only, by their names in ids of environments")
    chosen = parser.parse_args()
    seconds = chosen.seconds
    for name in chosen.game or SINGLE:
        wrapped = gymnasium.make(f"quandary/{name}-v0")
        rates = [
            ("step", _rate(_given(wrapped.unwrapped), seconds)),
            ("step, with Gymnasium's wrappers", _rate(_given(wrapped), seconds)),
            ("legal", _rate(_legal(wrapped.unwrapped), seconds)),
            ("clones", _rate(_clones(wrapped.unwrapped), seconds)),
            ("going back", _rate(_clones(wrapped.unwrapped, go_back=True), seconds)),
            ("clone and go back", _rate(_clones(wrapped.unwrapped, go_back=True, anew=True), seconds)),
        ]
        print(f"{name}: " + ", ".join(f"{what} {rate:,.0f}/s" for what, rate in rates), flush=True)
    for name, settings in BATCHED.items():
        if chosen.game and name.partition(",")[0] not in chosen.game:
            continue
        for size in SIZES:
            for threads in (1, 2):
                print(f"{name}, batch of {size}, threads {threads}: {_batch(name, size, threads, settings, seconds)}")


def _rate(steps: Callable[[], int], seconds: float) -> float:
    """Steps a CPU second. What comes first is not counted: levels are made, and caches filled."""
    steps()
    done, begun = 0, time.process_time()
    while (spent := time.process_time() - begun) < seconds:
        done += steps()
    return done / spent


def _given(env: gymnasium.Env[Any, Any]) -> Callable[[], int]:
    """Steps with any actions; an episode that has ended begins anew."""
    space = env.action_space
    assert isinstance(space, gymnasium.spaces.Discrete)
    actions = np.random.default_rng(1).integers(0, space.n, _BATCH).tolist()
    env.reset(seed=1)

    def steps() -> int:
        for action in actions:
            _, _, terminated, truncated, _ = env.step(action)
            if terminated or truncated:
                env.reset()
        return len(actions)

    return steps


def _legal(env: gymnasium.Env[Any, Any]) -> Callable[[], int]:
    """Steps of an agent that picks a legal action."""
    generator = np.random.default_rng(1)
    mask = env.reset(seed=1)[1]["action_mask"]

    def steps() -> int:
        nonlocal mask
        for chance in generator.random(_BATCH).tolist():
            legal = mask.nonzero()[0]
            _, _, terminated, truncated, info = env.step(legal[int(chance * len(legal))])
            mask = env.reset()[1]["action_mask"] if terminated or truncated else info["action_mask"]
        return _BATCH

    return steps


def _clones(env: Any, *, go_back: bool = False, anew: bool = False) -> Callable[[], int]:
    """States that are cloned, or gone back to: again and again to the same, or to a new one every time."""
    env.reset(seed=1)
    state = env.clone_state()

    def steps() -> int:
        for _ in range(_BATCH):
            here = env.clone_state() if anew or not go_back else state
            if go_back:
                env.restore_state(here)
        return _BATCH

    return steps


def _batch(name: str, size: int, threads: int, settings: dict[str, Any], seconds: float) -> str:
    envs = gymnasium.make_vec(
        f"quandary/{name.partition(',')[0]}-v0",
        num_envs=size,
        vectorization_mode="vector_entry_point",
        threads=threads,
        **settings,
    )
    generator = np.random.default_rng(1)
    masks = envs.reset(seed=1)[1]["action_mask"]
    choosing = stepping = waited = 0.0
    done = ended = 0
    while choosing + stepping < seconds:
        begun, begun_by_the_clock = time.process_time(), time.perf_counter()
        actions = sample_actions(masks, generator)
        chosen = time.process_time()
        _, _, terminated, truncated, info = envs.step(actions)
        choosing, stepping = choosing + chosen - begun, stepping + time.process_time() - chosen
        waited += time.perf_counter() - begun_by_the_clock
        masks = info["action_mask"]
        done, ended = done + size, ended + int((terminated | truncated).sum())
    envs.close()
    return (
        f"{done / (choosing + stepping):,.0f}/s, no agent {done / stepping:,.0f}/s; "
        f"by the clock {done / waited:,.0f}/s; {ended:,} episodes ended"
    )


if __name__ == "__main__":
    main()
