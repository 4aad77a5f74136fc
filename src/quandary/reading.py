"""Reads files of puzzles: a bad one comes out as its error, with the file's name, and the others go on."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from quandary.game import Game, Puzzle, PuzzleError

Entry = Puzzle[Any] | PuzzleError


def read_file(game: Game[Any, Any], name: str) -> Iterator[Entry]:
    """The puzzles of a file, in any of the game's formats."""
    try:
        content = Path(name).read_bytes()
    except OSError as error:
        yield PuzzleError(f"cannot be read: {error.strerror}", source=name)
        return
    yield from read_content(game, content, name)


def read_content(game: Game[Any, Any], content: bytes, source: str) -> Iterator[Entry]:
    """The puzzles of what a file, or standard input, holds."""
    text = _decoded(game, content, source)
    if isinstance(text, PuzzleError):
        yield text
        return
    empty = True
    for entry in game.read_pack(text):
        empty = False
        yield entry.located(source=source) if isinstance(entry, PuzzleError) else entry
    if empty:
        yield PuzzleError(f"holds no {game.name} puzzle", source=source)


def _decoded(game: Game[Any, Any], content: bytes, source: str) -> str | PuzzleError:
    problem = PuzzleError("is not text", source=source)
    for encoding in game.encodings:
        try:
            return content.decode(encoding)
        except UnicodeDecodeError as error:
            problem = PuzzleError("is not UTF-8 text", source=source, place=f"byte {error.start}")
    return problem
