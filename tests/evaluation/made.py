"""Records of every game in several variants, made once."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

import quandary
from quandary.evaluation import judge
from quandary.evaluation.records import LeftOut, Order, Record, make_new_records

ORDERS: list[tuple[str, str | None, dict[str, Any]]] = [
    ("rush-hour", None, {"level": "beginner"}),
    ("rush-hour", "steps", {"walls": 2}),
    ("sokoban", None, {"level": "beginner"}),
    ("sokoban", "moves", {"boxes": 2}),
    ("klondike", None, {}),
    ("klondike", None, {"draw": 2, "redeals": 12}),
    ("circuit", None, {"level": "3"}),
    ("circuit", None, {"level": "8", "hidden": True}),
    ("exponentile", None, {}),
    ("exponentile", None, {"rules": "web", "width": 5, "height": 6}),
    ("exponentile", None, {"torus": True, "width": 4, "height": 5, "spawn": 4}),
]


@cache
def records() -> tuple[Record, ...]:
    """Two records of every order, with solutions."""
    return tuple(record for game, metric, settings in ORDERS for record in _records(game, metric, settings))


def _records(name: str, metric: str | None, settings: dict[str, Any]) -> Iterator[Record]:
    game = quandary.game(name)
    puzzles = quandary.generate(game, count=20, seed=11, **settings)
    order = Order(metric=metric, time=30, with_solutions=True, quest_moves=2)
    for entry in make_new_records(game, puzzles, 2, order):
        assert not isinstance(entry, LeftOut), entry
        yield entry


def moves_of(record: Record, answer: str) -> list[str]:
    """An answer as its moves."""
    return list(answer) if record["game"] == "sokoban" else answer.split()


def answer_of(record: Record, moves: list[str]) -> str:
    """Moves as an answer."""
    return ("" if record["game"] == "sokoban" else " ").join(moves)


def judged(record: Record, answer: str) -> quandary.Judgement:
    """What the judge of records says."""
    return judge(record, answer)
