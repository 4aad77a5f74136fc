"""`make prove`: the solvers' bench in Rust, the Python one, and the record games, one after the other.

python -m tools.prove.whole --minutes 30 --only klondike --seed 1 --jobs 2
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path

from research.exponentile_training.replay import replay_all
from tools.prove.__main__ import main as prove_in_python
from tools.prove.benches import BENCHES

ROOT = Path(__file__).parent.parent.parent
IN_RUST = ("klondike", "rush-hour", "sokoban")
_OF_RECORDS = "exponentile"
# The solvers make the claims that are hardest to see through, so theirs is most of the time.
_SHARE_OF_RUST = 0.8


def main(arguments: Sequence[str] | None = None) -> int:
    """The exit status: 0 nothing wrong, 1 a claim is wrong, 2 bad usage."""
    games = sorted({*IN_RUST, *(bench.name.partition(":")[0] for bench in BENCHES)})
    parser = argparse.ArgumentParser(prog="make prove", description="Checks what the package claims.")
    parser.add_argument("--minutes", type=float, default=30.0)
    parser.add_argument("--only", choices=games, metavar="GAME", help=", ".join(games))
    parser.add_argument("--seed", type=int, help="draws the same cases again (default: from the clock)")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    asked = parser.parse_args(arguments)
    seed = int(time.time()) if asked.seed is None else asked.seed
    share = _SHARE_OF_RUST if asked.only is None or asked.only in IN_RUST else 0.0
    only = ["--only", asked.only] if asked.only else []
    common = ["--seed", str(seed), "--jobs", str(asked.jobs), *only]
    status = 0
    if share:
        command = ["cargo", "run", "--release", "--quiet", "-p", "quandary-prove", "--"]
        minutes = ["--minutes", str(share * asked.minutes)]
        status = subprocess.run([*command, *minutes, *common], cwd=ROOT, check=False).returncode
        print(flush=True)
    status = max(status, prove_in_python(["--minutes", str((1 - share) * asked.minutes), *common]))
    if asked.only in (None, _OF_RECORDS):
        status = max(status, replay_all(asked.jobs))
    return status


if __name__ == "__main__":
    sys.exit(main())
