"""Hints and distances along a game, also after a move that was not the best one."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import quandary
from tests.frozen.observing import Case

STARTS = {
    "rush-hour": ("rush-hour:beginner#1", "rush-hour:intermediate#2"),
    "sokoban": ("sokoban:beginner#1", "sokoban:beginner#2"),
    "klondike": ("klondike#1", "klondike:draw1#2"),
    "circuit": ("circuit:2#1",),
}
"""Puzzles whose hints are far from any budget."""


def cases() -> Iterator[Case]:
    for game, starts in STARTS.items():
        for start in starts:
            yield Case(start, partial(hinted, game, start))


def hinted(name: str, start: str, folder: Path) -> Any:
    """Follow four hints, play the first legal move, and follow hints again."""
    session = quandary.Session.start(name, start)
    found = [hint(session) for _ in range(4)]
    session.play(session.game.moves(session.position)[0])
    return [*found, session.distance(), *(hint(session) for _ in range(4))]


def hint(session: quandary.Session[Any, Any]) -> Any:
    """Return the distance and the hint, and play it."""
    distance, move = session.distance(), session.hint()
    if move is None:
        return [distance, None]
    session.play(move)
    return [distance, session.game.format_move(move)]
