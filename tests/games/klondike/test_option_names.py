"""The atomic solver's limits go by their first names, too."""

from __future__ import annotations

import pytest

import quandary


@pytest.mark.parametrize(("name", "value", "reason"), [("maxNodes", 50, "nodes"), ("maxTimeMs", 0, "time")])
def test_limits_by_their_first_names(name: str, value: int, reason: str) -> None:
    verdict = quandary.solve("klondike", "klondike#3", strategy="atomic", options={name: value})
    assert (verdict.verdict, verdict.reason) == ("unknown", reason)


def test_what_allows_less_counts() -> None:
    few = quandary.solve("klondike", "klondike#3", strategy="atomic", nodes=40, options={"max_nodes": 1000})
    assert (few.reason, few.nodes <= 40) == ("nodes", True)
