"""Benchmarks of ExponenTile: golden records of the web game's engine, moves a second, scores of the players.

    python -m benchmarks.exponentile [--data FOLDER] [--games N]

FOLDER holds golden records as JSON Lines (`*.jsonl`): board and after as rows of exponents, from, to, valid, refills,
waves, legal, hint; or type "over" with a board on which no swap matches.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

from quandary.cli.output import all_cores
from quandary.game import IllegalMove, Status
from quandary.games.exponentile import GAME, resolve
from quandary.games.exponentile.position import SPAWN, WEB, Position
from quandary.lab.bench import Contestant, Match, run, summary


def main() -> None:
    """Prints one line a measurement."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, help="folder of golden records")
    parser.add_argument("--games", type=int, default=2000, help="games of each player without a look ahead")
    arguments = parser.parse_args()
    if arguments.data:
        _check_records(arguments.data)
    _measure_players(arguments.games)


def _check_records(folder: Path) -> None:
    for file in sorted(folder.glob("*.jsonl")):
        records = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
        wrong = sum(not _agrees(record) for record in records)
        print(f"{file.name}: {len(records):,} golden records, {wrong} of them differ")


def _agrees(record: dict[str, Any]) -> bool:
    """Whether our rules say the same as the record."""
    board = record["board"]
    position = Position(tuple(value for row in board for value in row), len(board[0]), WEB, SPAWN[WEB])
    legal = GAME.moves(position)
    if record["type"] == "over":
        return not legal and GAME.status(position) is Status.LOST
    if (len(legal), [list(legal[0].source), list(legal[0].target)]) != (record["legal"], record["hint"]):
        return False
    try:
        found = resolve(board, (tuple(record["from"]), tuple(record["to"])), record["refills"], WEB)
    except IllegalMove:
        return not record["valid"]
    return bool(record["valid"]) and found == (record["after"], record["waves"], record["refills"])


def _measure_players(games: int) -> None:
    """Those that decide at once; how the others compare is `quandary lab bench`'s to say."""
    quick = [Contestant(player) for player in GAME.players() if not player.options]
    for rules in ("web", "classic"):
        match = Match(GAME.variant(rules=rules), games, jobs=all_cores())
        for series in run(match, quick, lambda series: None):
            figures = summary(series)
            print(
                f"{rules}, {figures.name}: mean {figures.mean:,.0f} ± {figures.standard_error:,.0f}, "
                f"{figures.moves_per_game:,.0f} moves a game, {figures.moves_per_second:,.0f} moves a CPU second"
            )


if __name__ == "__main__":
    main()
