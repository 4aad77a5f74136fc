"""Where puzzles come from on the command line: a text, an id, `today`, a file in any format, or `-`."""

from __future__ import annotations

import re
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from quandary.cli.output import Complaints
from quandary.core.errors import PuzzleError
from quandary.core.game import Game, Puzzle
from quandary.engine.packs import pack_names, shipped_pack
from quandary.engine.puzzles import Entries, good, id_in, puzzle_of, read_content, read_file, read_text


def read_puzzles(game: Game[Any, Any], arguments: Sequence[str]) -> Entries:
    """All puzzles of all arguments, a bad one as its error."""
    for number, argument in enumerate(arguments, start=1):
        yield from _read_argument(game, argument, number)


def good_puzzles(game: Game[Any, Any], arguments: Sequence[str]) -> tuple[list[Puzzle[Any]], int]:
    """The puzzles of all arguments, and the number of bad ones, each of them told on stderr."""
    puzzles, bad = [], Complaints()
    for entry in read_puzzles(game, arguments):
        if isinstance(entry, PuzzleError):
            bad.tell(str(entry))
        else:
            puzzles.append(entry)
    bad.end()
    return puzzles, bad.count


def one_puzzle(game: Game[Any, Any], argument: str) -> Puzzle[Any]:
    """The single puzzle of an argument (the first, if there are more)."""
    return good(next(read_puzzles(game, [argument])))


def _read_argument(game: Game[Any, Any], argument: str, number: int) -> Entries:
    if argument == "-":
        yield from read_content(game, sys.stdin.buffer.read(), "standard input")
    elif is_file(argument):
        yield from read_file(game, argument)
    elif pack := pack_in(game, argument):
        for place, puzzle in enumerate(shipped_pack(game, pack), start=1):
            yield replace(puzzle, id=f"{game.name}:{pack}/{place}")
    elif name := id_in(game, argument):
        try:
            yield puzzle_of(game, name)
        except PuzzleError as error:
            yield error.located(puzzle=argument)
    else:
        yield from _read_literal(game, argument, number)


def pack_in(game: Game[Any, Any], argument: str) -> str | None:
    """The shipped pack that an argument names: `beginner` or `sokoban:beginner`; a file of that name goes first."""
    name = argument.removeprefix(f"{game.name}:")
    return name if not is_file(argument) and name in pack_names(game) else None


def is_file(argument: str) -> bool:
    """Whether an argument names something on the disk, rather than being a puzzle."""
    try:
        return bool(argument) and Path(argument).exists()
    except (OSError, ValueError):
        # A board can be too long, or too strange, for the name of a file.
        return False


def _read_literal(game: Game[Any, Any], text: str, number: int) -> Entries:
    entries = list(read_text(game, text))
    if len(entries) > 1:
        yield from entries
    elif isinstance(entries[0], Puzzle):
        yield replace(entries[0], id=str(number))
    elif re.search(r"\.[a-z]{2,5}$", text) and "\n" not in text:
        yield PuzzleError("there is no such file", source=text)
    else:
        # A text given as an argument has no lines to count.
        place = re.sub(r"^line 1(, |$)", "", entries[0].place or "") or None
        yield PuzzleError(entries[0].problem, place=place, puzzle=str(number))
