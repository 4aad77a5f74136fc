"""Rules: games of 40 moves with their events, refused moves, and position counts by depth."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import quandary
from tests.frozen.observing import Case, digest, stable

STARTS = {
    "rush-hour": ("rush-hour#1", "rush-hour:expert#2"),
    "sokoban": ("sokoban:beginner#1", "sokoban:intermediate#2"),
    "klondike": ("klondike#1", "klondike:draw1#2", "klondike:draw1-redeals1#3"),
    "exponentile": ("exponentile#1", "exponentile:web#2", "exponentile:torus#3"),
    "circuit": ("circuit:2#1", "circuit:7#2", "circuit:5-hidden#3"),
}
REFUSED = {
    "rush-hour": ("X+9", "Z+1", "X+0", "x+1", ""),
    "sokoban": ("x", "", "U U"),
    "klondike": ("R", "W>9", "F>1", "1>1", "1>2x9", "FX>1", "W>F"),
    "exponentile": ("r1c1>r1c1", "r1c1>r3c1", "r0c1>r1c1", "r9c1>r8c1", ""),
    "circuit": ("r9c9", "[0,0]", "", "r1c1"),
}
ENDING = {"klondike": ("klondike:draw7-redeals0", "klondike:draw3-redeals1"), "circuit": ("circuit:6",)}
"""Settings with which games end soon."""

POSITIONS = {
    "klondike": ("foundations: JC JD JH JS\n1: qd KH\n2: qh KD\n3: qs KC\n4: qc KS", "foundations: KC KD KH QS\n1: KS"),
    "sokoban": ("#####|#$@.#|#####", "######|#@$ .#|######"),
}
"""Positions near the end: whether the game is over is easy to get wrong there."""

MULTIPLIER = 7919
"""Move number n of a game is the legal move `n * MULTIPLIER % (number of legal moves)`."""


def cases() -> Iterator[Case]:
    for game, starts in STARTS.items():
        for start in starts:
            yield Case(f"{start}, 40 moves", partial(played, game, start, 40))
        for settings in ENDING.get(game, (game,)):
            yield Case(f"{settings}, games to the end", partial(ends, game, settings))
        for text in POSITIONS.get(game, ()):
            yield Case(f"{game}, {text}", partial(status_and_moves, game, text))
        yield Case(f"{game}, refused moves", partial(refused, game, starts[0]))
        yield Case(f"{starts[0]}, position counts", partial(counts, game, starts[0]))


def played(name: str, start: str, most: int, folder: Path) -> Any:
    """Play moves by number; return the moves, and hashes of all positions, events and move lists."""
    game = quandary.game(name)
    position = quandary.puzzle(name, start).position
    moves, seen = [], []
    for number in range(1, most + 1):
        legal = game.moves(position)
        seen.append(" ".join(game.format_move(move) for move in legal))
        if not legal:
            break
        move = legal[number * MULTIPLIER % len(legal)]
        moves.append(game.format_move(move))
        outcome = game.play(position, move)
        position = outcome.position
        seen.append(f"{game.format(position)} {outcome.events} {game.status(position)}")
    return {
        "moves": " ".join(moves),
        "seen": digest("\n".join(seen)),
        "position": game.format(position),
        "status": game.status(position).name,
    }


def ends(name: str, settings: str, folder: Path) -> Any:
    """Play games to the end, or 200 moves far; return how each ends."""
    found = [played(name, f"{settings}#{seed}", 200, folder) for seed in range(11, 21)]
    return [f"{one['status']} after {len(one['moves'].split())}" for one in found]


def status_and_moves(name: str, text: str, folder: Path) -> Any:
    game = quandary.game(name)
    position = game.parse(text)
    return [game.status(position).name, [game.format_move(move) for move in game.moves(position)]]


def refused(name: str, start: str, folder: Path) -> Any:
    """Return the kind of error of each move."""
    game = quandary.game(name)
    position = quandary.puzzle(name, start).position
    return [kind_of_error(game, position, text) for text in REFUSED[name]]


def kind_of_error(game: quandary.Game[Any, Any], position: Any, text: str) -> str:
    try:
        game.play(position, game.parse_move(text))
    except quandary.QuandaryError as error:
        return type(error).__name__
    return "legal"


def counts(name: str, start: str, folder: Path) -> Any:
    """Return how many different positions lie within so many moves, up to about 3,000."""
    game = quandary.game(name)
    layer = {quandary.puzzle(name, start).position}
    sizes = [1]
    while layer and sum(sizes) < 1_000 and len(sizes) < 12:
        layer = {game.play(position, move).position for position in layer for move in game.moves(position)}
        sizes.append(len(layer))
    return stable(sizes)
