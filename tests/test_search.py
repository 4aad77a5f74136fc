"""The textbook search keeps its budgets."""

from __future__ import annotations

import pytest

from quandary.core.budget import Cancel
from quandary.game import Budget, Task, UsageError, a_star, breadth_first, parse_size
from quandary.games.template import GAME

WIDE = GAME.parse("FFFFFF_TTTTTT")
SEARCHES = (breadth_first, a_star)


@pytest.mark.parametrize("search", SEARCHES)
@pytest.mark.parametrize(
    ("budget", "reason"),
    [(Budget(nodes=10), "nodes"), (Budget(time=0.0), "time"), (Budget(memory=5_000), "memory")],
)
def test_a_budget_ends_the_search_with_its_name(search: type, budget: Budget, reason: str) -> None:
    answer = search(GAME, WIDE, Task(budget=budget))
    assert (answer.conclusion, answer.moves) == (reason, None)


@pytest.mark.parametrize("search", SEARCHES)
def test_a_cancelled_search_stops(search: type) -> None:
    cancel = Cancel()
    cancel.cancel()
    assert search(GAME, WIDE, Task(cancel=cancel)).conclusion == "cancelled"


def test_the_node_budget_is_exact() -> None:
    assert breadth_first(GAME, WIDE, Task(budget=Budget(nodes=17))).nodes == 17


def test_a_stopped_search_knows_a_lower_bound() -> None:
    answer = a_star(GAME, WIDE, Task(budget=Budget(nodes=100)))
    full = a_star(GAME, WIDE)
    assert answer.bound is not None
    assert full.bound is not None
    assert 0 < answer.bound <= full.bound


@pytest.mark.parametrize(
    ("text", "size"), [("64M", 64 << 20), ("2G", 2 << 30), ("1 GiB", 1 << 30), ("512", 512), ("3kb", 3 << 10)]
)
def test_sizes(text: str, size: int) -> None:
    assert parse_size(text) == size


@pytest.mark.parametrize("text", ["", "lots", "-1", "1.5G", "G"])
def test_sizes_that_are_none(text: str) -> None:
    with pytest.raises(UsageError, match="not a size"):
        parse_size(text)


@pytest.mark.parametrize("budget", [{"time": -1.0}, {"nodes": -5}, {"memory": -1}, {"time": float("nan")}])
def test_an_impossible_budget_is_refused(budget: dict[str, float]) -> None:
    with pytest.raises(UsageError, match="budget must be"):
        Budget(**budget)  # type: ignore[arg-type]
