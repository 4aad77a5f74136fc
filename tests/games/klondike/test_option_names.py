"""The atomic solver's limits go by their first names, too."""

from __future__ import annotations

import pytest

import quandary
from quandary.game import Budget
from quandary.games.klondike.solver import _tighter


@pytest.mark.parametrize(("name", "value", "reason"), [("maxNodes", 50, "nodes"), ("maxTimeMs", 0, "time")])
def test_limits_by_their_first_names(name: str, value: int, reason: str) -> None:
    verdict = quandary.solve("klondike", "klondike#3", strategy="atomic", options={name: value})
    assert (verdict.verdict, verdict.reason) == ("unknown", reason)


@pytest.mark.parametrize(
    ("budget", "milliseconds", "nodes", "expected"),
    [
        (Budget(), None, None, Budget(time=5.0, nodes=2_000_000)),
        (Budget(nodes=7), None, None, Budget(nodes=7)),
        (Budget(time=9.0), None, None, Budget(time=9.0)),
        (Budget(), None, 5, Budget(nodes=5)),
        (Budget(time=9.0), 250, None, Budget(time=0.25)),
    ],
)
def test_without_any_limit_the_originals_hold(
    budget: Budget, milliseconds: int | None, nodes: int | None, expected: Budget
) -> None:
    assert _tighter(budget, milliseconds, nodes) == expected


def test_nodes_are_counted_both_ways() -> None:
    verdict = quandary.solve("klondike", "klondike#3", strategy="atomic", nodes=20_000)
    assert 0 < verdict.statistics["atomic positions"] < verdict.nodes


def test_what_allows_less_counts() -> None:
    few = quandary.solve("klondike", "klondike#3", strategy="atomic", nodes=40, options={"max_nodes": 1000})
    assert (few.reason, few.nodes <= 40) == ("nodes", True)


def test_what_it_counts_is_in_its_json() -> None:
    verdict = quandary.solve("klondike", "klondike#3", strategy="atomic", nodes=5000)
    assert set(verdict.as_dict()["statistics"]) == {
        "atomic positions",
        "backjumps",
        "dead ends",
        "dead ends without approach",
        "duplicates",
        "flips",
    }
    assert "statistics" not in quandary.solve("klondike", "klondike#3", nodes=50).as_dict()
