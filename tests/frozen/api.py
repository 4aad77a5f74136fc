"""The Python API of the contract: public names and the parameters of functions."""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import quandary
from quandary.games.exponentile import resolve
from tests.frozen.observing import Case

NAMES = ("game", "generate", "names", "puzzle", "read_file", "solve", "solve_many", "verify")
METHODS = ("moves", "play", "status", "parse", "format", "parse_move", "format_move", "parse_moves", "format_moves")
BOARD = [[(3 * row + column) % 5 + 1 for column in range(8)] for row in range(8)]


def cases() -> Iterator[Case]:
    yield Case("games", lambda folder: list(quandary.names()))
    for name in NAMES:
        yield Case(f"quandary.{name}", partial(parameters, getattr(quandary, name)))
    for name in METHODS:
        yield Case(f"Game.{name}", partial(parameters, getattr(quandary.Game, name)))
    yield Case("Session.start", partial(parameters, quandary.Session.start))
    yield Case("exponentile.resolve", resolved)


def parameters(function: Any, folder: Path) -> Any:
    """Return the parameters that callers can name, with their kind; types may change."""
    found = inspect.signature(function).parameters.values()
    return [f"{'*' if one.kind is one.KEYWORD_ONLY else ''}{one.name}" for one in found if one.name != "self"]


def resolved(folder: Path) -> Any:
    """Return all swaps that match on a board, with their points."""
    found = []
    for row in range(8):
        for column in range(7):
            move = ((row, column), (row, column + 1))
            try:
                after, points, used = resolve(BOARD, move, [1] * 200, rules="web")
            except (quandary.QuandaryError, ValueError) as error:
                found.append(type(error).__name__)
            else:
                found.append(f"{sum(map(sum, after))} {list(points)} {used}")
    return found
