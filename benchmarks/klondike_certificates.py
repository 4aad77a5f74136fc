"""Klondike's certificates: how big the proofs of lost deals are, what they cost to write and to check.

    python -m benchmarks.klondike_certificates --seeds 50001..50550 --draw 3
    python -m benchmarks.klondike_certificates --data original-50.csv --draw 1

Deals by seeds, or of a table (`id,deck,…`). Those that the solver calls lost are proven, and the proofs are checked.
Everything runs on one core; times are CPU seconds. `--all` prints a line for every proof.
"""

from __future__ import annotations

import argparse
import statistics
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from benchmarks.timing import cpu_of
from quandary.engine.generate import generate
from quandary.engine.solve import solve
from quandary.game import Claim, Puzzle, Task
from quandary.games.klondike import GAME, Move
from quandary.games.klondike.checker import KlondikeChecker
from quandary.games.klondike.position import DEFAULT_DRAW, Position
from quandary.games.klondike.prover import KlondikeProver

LOST: Claim[Move] = Claim("unsolvable", "any", None, False, None)


@dataclass(frozen=True, slots=True)
class Measured:
    """What one proof takes."""

    name: str
    open_states: int
    closed_states: int
    size: int
    """Bytes."""
    prove: float
    check: float

    @property
    def states(self) -> int:
        """All that it lists."""
        return self.open_states + self.closed_states

    def __str__(self) -> str:
        parts = f"{self.open_states:,} open and {self.closed_states:,} closed states, {self.size:,} bytes"
        return f"{self.name}: {parts}, proven in {self.prove:.2f} s, checked in {self.check:.2f} s"


def main() -> None:
    """Proves and checks every lost deal."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, help="table of deals")
    parser.add_argument("--seeds", default="1..100", metavar="FROM..TO", help="seeds of deals, without a table")
    parser.add_argument("--draw", type=int, default=DEFAULT_DRAW)
    parser.add_argument("--most", type=int, metavar="N", help="stop after so many lost deals")
    parser.add_argument("--all", action="store_true", help="a line for every proof")
    arguments = parser.parse_args()
    measured: list[Measured] = []
    for name, position in deals(arguments.data, arguments.seeds, arguments.draw):
        if len(measured) == arguments.most:
            break
        if solve(GAME, position).verdict == "unsolvable":
            measured.append(measure(name, position))
            if arguments.all:
                print(measured[-1], flush=True)
    report(measured)


def deals(table: Path | None, seeds: str, draw: int) -> Iterator[tuple[str, Position]]:
    """Positions with their names."""
    game = GAME.variant(draw=draw)
    if table is not None:
        entries = game.read_pack(table.read_text(encoding="utf-8"))
        yield from ((str(entry.id), entry.position) for entry in entries if isinstance(entry, Puzzle))
        return
    first, last = map(int, seeds.split(".."))
    for seed in range(first, last + 1):
        for puzzle in generate(game, seed=seed, count=1):
            yield f"seed {seed}", puzzle.position


def measure(name: str, position: Position) -> Measured:
    """Proves and checks one."""
    proofs: list[Sequence[str]] = []
    counts: list[Mapping[str, int]] = []
    prove = cpu_of(lambda: proofs.append(KlondikeProver().prove(position, LOST, Task())))
    check = cpu_of(lambda: counts.append(KlondikeChecker().check(position, LOST, proofs[0])))
    size = sum(len(line) + 1 for line in proofs[0])
    return Measured(name, counts[0]["open states"], counts[0]["closed states"], size, prove, check)


def report(measured: Sequence[Measured]) -> None:
    """Median and worst."""
    print(f"{len(measured)} lost deals, all proven and checked")
    if measured:
        for name, form in {"states": ",.0f", "size": ",.0f", "prove": ".2f", "check": ".2f"}.items():
            values = [getattr(one, name) for one in measured]
            print(f"  {name}: median {statistics.median(values):{form}}, worst {max(values):{form}}")
        print("  slowest to check:", max(measured, key=lambda one: one.check))


if __name__ == "__main__":
    main()
