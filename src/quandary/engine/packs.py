"""The packs that ship with a game: files in its folder `packs`, all made by this project's own generators."""

from __future__ import annotations

from typing import Any

from quandary.core.game import Game, Puzzle
from quandary.core.rooms import room_file


def shipped_packs(game: Game[Any, Any]) -> dict[str, list[Puzzle[Any]]]:
    """The game's packs by name, in alphabetical order; none for a game that ships none."""
    folder = room_file(game, "packs")
    if folder is None:
        return {}
    packs = sorted((file for file in folder.iterdir() if file.name.endswith(".txt")), key=lambda file: file.name)
    return {file.name.removesuffix(".txt"): _read(game, file.read_text(encoding="utf-8")) for file in packs}


def _read(game: Game[Any, Any], text: str) -> list[Puzzle[Any]]:
    return [entry for entry in game.read_pack(text) if isinstance(entry, Puzzle)]
