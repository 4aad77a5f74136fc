"""Seeds and packs: the same id makes the same puzzle in every version."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import quandary
from tests.frozen.observing import Case, digest

SEEDS = range(1, 21)
LEVELS = {
    "rush-hour": ("", "beginner", "intermediate", "advanced", "expert"),
    "sokoban": ("", "beginner", "intermediate", "advanced", "expert"),
    "klondike": ("", "draw1", "draw1-redeals2", "draw1-winnable", "winnable", "easy", "medium", "hard", "draw1-easy"),
    "exponentile": ("", "web", "torus"),
    "circuit": ("", *(str(level) for level in range(1, 11)), "hidden"),
}
SLOW = {
    *("klondike:easy", "klondike:medium", "klondike:hard", "klondike:draw1-easy"),
    *("rush-hour:expert", "sokoban:advanced", "sokoban:expert"),
}
"""Levels that take longer to make: fewer seeds."""

PACKS = {
    "rush-hour": ("beginner", "intermediate", "advanced", "expert"),
    "sokoban": ("beginner", "intermediate", "advanced", "expert", "master"),
}


def cases() -> Iterator[Case]:
    for game, levels in LEVELS.items():
        for words in levels:
            name = f"{game}:{words}" if words else game
            yield Case(f"{name}#", partial(made, game, name))
    for game, packs in PACKS.items():
        for pack in packs:
            yield Case(f"{game}:{pack}/", partial(shipped, game, pack))


def made(game: str, name: str, folder: Path) -> Any:
    """Return the hashes of the puzzles of some seeds, shortened."""
    seeds = SEEDS[:3] if name in SLOW else SEEDS
    return " ".join(one(game, f"{name}#{seed}") for seed in seeds)


def one(game: str, id: str) -> str:
    try:
        puzzle = quandary.puzzle(game, id)
    except quandary.QuandaryError as error:
        return type(error).__name__
    return digest(quandary.game(game).format(puzzle.position))[7:19]


def shipped(game: str, pack: str, folder: Path) -> Any:
    """Return the number of puzzles of a shipped pack and the hash of all of them."""
    texts = []
    for number in itertools.count(1):
        try:
            puzzle = quandary.puzzle(game, f"{game}:{pack}/{number}")
        except quandary.QuandaryError:
            break
        texts.append(quandary.game(game).format(puzzle.position))
    return [len(texts), digest("\n\n".join(texts))]
