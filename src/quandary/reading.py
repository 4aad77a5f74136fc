"""Reads files of puzzles: a bad one comes out as its error, with the file's name, and the others go on."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from quandary.game import Game, Puzzle, PuzzleError
from quandary.registry import game as game_of_name


def read_file(game: str | Game[Any, Any], file: str | Path) -> Iterator[Puzzle[Any] | PuzzleError]:
    """The puzzles of a file, in any of the game's formats; a bad one comes as its error, and the others go on."""
    if isinstance(game, str):
        game = game_of_name(game)
    try:
        content = Path(file).read_bytes()
    except OSError as error:
        yield PuzzleError(f"cannot be read: {error.strerror}", source=str(file))
        return
    yield from read_content(game, content, str(file))


def read_content(game: Game[Any, Any], content: bytes, source: str) -> Iterator[Puzzle[Any] | PuzzleError]:
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
