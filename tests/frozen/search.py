"""Verdicts, costs, bounds and node counts of every strategy in every metric."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import Any

import quandary
from tests.frozen.observing import Case, stable
from tests.frozen.puzzles import SOLVABLE, UNSOLVABLE

NODES = {"reference": 1_500, "textbook": 1_500}
"""Budgets of the strategies in Python; the native ones get more."""

STRATEGIES: Mapping[str, Mapping[str, tuple[str, ...]]] = {
    "rush-hour": {"optimal": ("moves", "steps", "moves,steps"), "reference": ("moves", "steps")},
    "sokoban": {
        "optimal": ("pushes", "pushes,moves", "moves", "any"),
        "textbook": ("pushes", "pushes,moves", "moves", "any"),
        "reference": ("pushes", "moves", "any"),
    },
    "klondike": {"complete": ("any", "moves"), "atomic": ("any",), "reference": ("any", "moves")},
    "circuit": {"answers": ("steps",), "reference": ("steps",)},
}

OPTIONS: tuple[tuple[str, str, dict[str, Any]], ...] = (
    ("klondike", "complete", {"dominances": "none"}),
    ("klondike", "complete", {"dominances": "proven,-open"}),
    ("klondike", "complete", {"worrying_back": False}),
    ("klondike", "atomic", {"reuse_approaches": True}),
    ("klondike", "atomic", {"use_needed_ranks": True}),
    ("klondike", "atomic", {"enable_backjump": False, "maxApproachSteps": 6}),
    ("klondike", "atomic", {"ranking_strategy": "leastSteps"}),
    ("klondike", "atomic", {"max_local_nodes": 20_000, "avoid_empty_unless_king": False}),
    ("sokoban", "optimal", {"improve": True}),
)


def cases() -> Iterator[Case]:
    for game, strategies in STRATEGIES.items():
        puzzles = [*SOLVABLE[game], *UNSOLVABLE.get(game, ())]
        for strategy, metrics in strategies.items():
            for metric in metrics:
                request = {"strategy": strategy, "metric": metric, "nodes": NODES.get(strategy, 30_000)}
                yield Case(f"{game} {strategy} {metric}", partial(verdicts, game, puzzles, request))
    for game, strategy, options in OPTIONS:
        request = {"strategy": strategy, "nodes": 30_000, "options": options}
        label = " ".join(f"{name}={value}" for name, value in options.items())
        yield Case(f"{game} {strategy} {label}", partial(verdicts, game, [*SOLVABLE[game]], request))
    hard = ["sokoban:expert/3", "sokoban:advanced/3", "sokoban:intermediate/9"]
    request = {"metric": "pushes,moves", "nodes": 300, "options": {"improve": True}}
    yield Case("sokoban optimal pushes,moves improve=True, few nodes", partial(verdicts, "sokoban", hard, request))


def verdicts(game: str, puzzles: list[str], request: dict[str, Any], folder: Path) -> Any:
    """Return the verdict on every puzzle, each on a line of its own."""
    return [one(game, puzzle, request) for puzzle in puzzles]


def one(game: str, puzzle: str, request: dict[str, Any]) -> str:
    found = stable(quandary.solve(game, puzzle, **request).as_dict())
    fields = ("verdict", "cost", "optimal", "bound", "nodes", "reason", "solution")
    return " ".join(str(found[name]) for name in fields)
