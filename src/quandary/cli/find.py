"""`quandary find GAME --moves 40..51`: puzzles from a file of all puzzles of a kind."""

from __future__ import annotations

import re
from itertools import islice
from pathlib import Path
from typing import Any

import click

from quandary.cli import flags
from quandary.cli.games_group import GamesGroup
from quandary.cli.output import print_json, print_result, say
from quandary.core.errors import UsageError
from quandary.core.game import Game, Puzzle
from quandary.core.options import LARGEST_INT
from quandary.core.rooms import room
from quandary.engine.puzzles import good


class Range(click.ParamType):  # type: ignore[type-arg]  # generic only in newer versions
    """`12`, `40..51`, `40..` or `..51`."""

    name = "range"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> range:
        match = re.fullmatch(r"([0-9]{0,15})(\.\.([0-9]{0,15}))?", str(value))
        if match is None or not (match[1] or match[3]):
            self.fail(f"{value!r} is not a range: 12, 40..51, 40.. or ..51", param, ctx)
        first = int(match[1] or 0)
        last = first if match[2] is None else int(match[3]) if match[3] else LARGEST_INT
        if last < first:
            self.fail(f"{first} to {last} is no range", param, ctx)
        return range(first, last + 1)


def _build(game: Game[Any, Any]) -> click.Command:
    database = room(game, "database", "MEASURES", "measure", "read_lines")
    if database is None:
        raise UsageError(f"{game.name} has too many puzzles to have them all in a file")
    hardness = database.MEASURES[0]

    def run(file: str, count: int, as_json: bool, **ranges: range | None) -> None:
        path = Path(file)
        if not path.exists():
            raise UsageError(f"there is no {path}: research/README.md in the source repository says how to make it")
        asked = {name: allowed for name, allowed in ranges.items() if allowed is not None}
        is_found = False
        measured = ((line, database.measure(line)) for line in database.read_lines(path))
        found = (pair for pair in measured if all(pair[1][name] in allowed for name, allowed in asked.items()))
        for line, measures in islice(found, count or None):
            is_found = True
            if as_json:
                puzzle: Puzzle[Any] = good(next(game.read_pack(line)))
                print_json({"game": game.name, "puzzle": puzzle.text, **measures})
            else:
                print_result(line)
        if not is_found:
            say(f"no puzzle in {path} is like this")

    return click.Command(
        game.name,
        callback=run,
        params=[
            *(flags.option(f"--{name}", f"How many {name}.", Range(), metavar="N|A..B") for name in database.MEASURES),
            flags.option("--file", "The file of all puzzles, packed by xz.", default=f"{game.name}.txt.xz"),
            flags.option("--count -n", "Not more than these; 0 is no limit.", flags.Whole(0), default=20),
            flags.json(),
        ],
        help=f"Find {game.title} puzzles in the file of all of them; those with most {hardness} first.",
        epilog=flags.examples(f"quandary find {game.name} --{hardness} 40.. --count 5"),
    )


command = GamesGroup("find", _build, "Find puzzles in a file of all of them.")
