"""Certificates' figures: every Rush Hour board of some packs certified and checked, CPU time and length.

    python -m benchmarks.certificates FOLDER [--metric steps]

FOLDER holds packs of one board a line (`MOVES BOARD SIZE`: hard50.txt, mix1000.txt, unsolvable200.txt,
all-5x5-1730.txt). A certificate is written as text and read back before it is checked, as from a file; its
verdict is compared with the pack's where the metric is the pack's.
"""

from __future__ import annotations

import argparse
import statistics
import time
from collections.abc import Sequence
from pathlib import Path

from quandary.engine.certify import Certificate, certify, check_certificate, read_certificates
from quandary.engine.puzzles import read_file
from quandary.engine.solve import solve
from quandary.game import Puzzle
from quandary.games.rush_hour import GAME
from quandary.games.rush_hour.position import Position


def main() -> None:
    """Prints a line for each pack."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("data", type=Path, help="folder of packs, or a pack")
    parser.add_argument("--metric", default="moves", choices=GAME.metrics)
    arguments = parser.parse_args()
    packs = sorted(arguments.data.glob("*.txt")) if arguments.data.is_dir() else [arguments.data]
    for pack in packs:
        measure(pack, arguments.metric)


def measure(pack: Path, metric: str) -> None:
    """Certifies and checks all boards of a pack."""
    puzzles = [entry for entry in read_file(GAME, pack) if isinstance(entry, Puzzle)]
    proving, checking, positions, lengths = [], [], [], []
    wrong = 0
    for puzzle in puzzles:
        started = time.process_time()
        certificate = certify(GAME, puzzle.position, solve(GAME, puzzle, metric=metric))
        text = certificate.as_text().encode()
        proven = time.process_time()
        (read,) = read_certificates(text)
        assert isinstance(read, Certificate)
        counts = check_certificate(read)
        checking.append(time.process_time() - proven)
        proving.append(proven - started)
        positions.append(counts["positions"])
        lengths.append(len(text) / 1000)
        wrong += metric == "moves" and not _is_recorded(puzzle, read)
    compared = f", {wrong} unlike the pack's verdict" if metric == "moves" else ""
    print(f"{pack.name}, {metric}: {len(puzzles)} boards certified and accepted{compared}")
    print(f"  solved and proven: {_told(proving, 's', 3)}; checked: {_told(checking, 's', 3)} (CPU)")
    print(f"  positions: {_told(positions, 'listed', 0)}; file: {_told(lengths, 'kB', 1)}", flush=True)


def _is_recorded(puzzle: Puzzle[Position], certificate: Certificate) -> bool:
    cost = -1 if certificate.cost is None else certificate.cost
    return bool(puzzle.facts.get("moves", cost) == cost)


def _told(values: Sequence[float], unit: str, digits: int) -> str:
    median, most = statistics.median(values), max(values)
    return f"median {median:,.{digits}f} {unit}, at most {most:,.{digits}f}, {sum(values):,.{digits}f} in all"


if __name__ == "__main__":
    main()
