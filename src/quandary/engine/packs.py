"""The packs that ship with a game: files in its folder `packs`, all made by this project's own generators."""

from __future__ import annotations

from typing import Any

from quandary.core.game import Game, Puzzle
from quandary.core.registry import resolve_game
from quandary.core.rooms import room_file


def shipped_packs(game: str | Game[Any, Any]) -> dict[str, list[Puzzle[Any]]]:
    """The game's packs by name, in alphabetical order; none for a game that ships none."""
    game = resolve_game(game)
    return {name: shipped_pack(game, name) for name in pack_names(game)}


def pack_names(game: Game[Any, Any]) -> list[str]:
    """The names of the game's packs, none of which is read for that."""
    folder = room_file(game, "packs")
    files = [] if folder is None else [file.name for file in folder.iterdir() if file.name.endswith(".txt")]
    return sorted(name.removesuffix(".txt") for name in files)


def shipped_pack(game: Game[Any, Any], name: str) -> list[Puzzle[Any]]:
    """The puzzles of one of these packs."""
    file = room_file(game, f"packs/{name}.txt")
    text = "" if file is None else file.read_text(encoding="utf-8")
    # A pack's puzzles have their own rules, whatever was chosen.
    return [entry for entry in game.unvaried.read_pack(text) if isinstance(entry, Puzzle)]
