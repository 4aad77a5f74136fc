"""The strategies as people call them: every claim is replayed, and optima are those of the reference search."""

from __future__ import annotations

from typing import Any

import pytest

import quandary
from quandary.game import UsageError
from quandary.games.klondike import GAME
from quandary.games.klondike.solver import RANKINGS
from tests.games.klondike.deals import dealt


@pytest.mark.parametrize("text", GAME.examples)
def test_fewest_moves_are_those_of_the_reference_search(text: str) -> None:
    shortest = quandary.solve("klondike", text, metric="moves")
    expected = quandary.solve("klondike", text, metric="moves", strategy="reference")
    assert (shortest.verdict, shortest.cost, shortest.optimal) == (expected.verdict, expected.cost, expected.optimal)


def test_the_fewest_moves_of_a_whole_deal_are_proven() -> None:
    position = dealt(59, draw=1)
    anyhow, shortest = (quandary.solve(GAME, position, metric=metric) for metric in ("any", "moves"))
    assert shortest.optimal
    assert shortest.cost == shortest.bound
    assert shortest.cost is not None
    assert anyhow.moves is not None
    assert shortest.cost < sum(GAME.move_cost(position, move, "moves") for move in anyhow.moves)


def test_a_search_for_the_fewest_moves_that_is_cut_short_gives_its_best_and_a_bound() -> None:
    verdict = quandary.solve(GAME, dealt(1), metric="moves", nodes=20_000)
    assert (verdict.verdict, verdict.optimal) == ("solved", False)
    assert verdict.bound is not None
    assert verdict.cost is not None
    assert 52 < verdict.bound < verdict.cost


ATOMIC: list[dict[str, Any]] = [
    {},
    *({"ranking_strategy": ranking} for ranking in RANKINGS),
    {"enable_backjump": False},
    {"reuse_approaches": True, "use_needed_ranks": True},
    {"avoid_empty_unless_king": False, "max_local_nodes": 500, "relax_at_depth": 5},
]


@pytest.mark.parametrize("options", ATOMIC, ids=str)
def test_atomic_never_calls_a_deal_unsolvable(options: dict[str, Any]) -> None:
    for seed in range(8):
        verdict = quandary.solve(GAME, dealt(seed, draw=1), strategy="atomic", options=options, nodes=30_000)
        assert verdict.verdict in ("solved", "unknown")
        assert verdict.reason in (None, "nodes", "exhausted")
        assert {"flips", "dead ends", "backjumps", "duplicates"} <= set(verdict.statistics)


def test_atomic_wins_what_is_easy() -> None:
    brief = {"max_local_nodes": 500}
    deals = [dealt(seed, draw=1) for seed in range(10)]
    verdicts = [quandary.solve(GAME, deal, strategy="atomic", options=brief, nodes=100_000) for deal in deals]
    assert sum(verdict.verdict == "solved" for verdict in verdicts) >= 4


def test_dead_ends_without_any_approach_are_counted_apart() -> None:
    # With one step there is a way to a flip in most positions, and not in all.
    short = {"max_approach_steps": 1, "max_approach_steps_high": 1}
    counts = quandary.solve(GAME, dealt(31, draw=1), strategy="atomic", options=short, nodes=100_000).statistics
    assert 0 < counts["dead ends without approach"] < counts["dead ends"]
    won = quandary.solve(GAME, dealt(31, draw=1), strategy="atomic", options={"max_local_nodes": 500}, nodes=100_000)
    assert won.verdict == "solved"
    assert won.statistics["dead ends without approach"] <= won.statistics["dead ends"]


def test_safe_stock_cards_go_home_first_at_draw_3_where_that_is_asked_for() -> None:
    def solved(draw: int, **options: Any) -> list[Any]:
        deals = (dealt(seed, draw=draw) for seed in range(8))
        verdicts = (quandary.solve(GAME, deal, strategy="atomic", options=options, nodes=30_000) for deal in deals)
        return [(verdict.verdict, verdict.nodes, verdict.statistics) for verdict in verdicts]

    brief = {"max_local_nodes": 500}
    assert solved(3, **brief, safe_stock_moves=True) != solved(3, **brief)
    # A single card drawn leaves nothing to ask for.
    assert solved(1, **brief, safe_stock_moves=True) == solved(1, **brief)


def test_options_may_be_spelled_as_in_the_original() -> None:
    ours, original = (
        quandary.solve(GAME, dealt(2, draw=1), strategy="atomic", options=options, nodes=20_000)
        for options in ({"max_local_nodes": 300}, {"maxLocalNodes": 300})
    )
    assert ours.statistics == original.statistics


@pytest.mark.parametrize(
    "options", [{"ranking_strategy": "best"}, {"max_local_nodes": 0}, {"steps": 3}, {"enable_backjump": "perhaps"}]
)
def test_options_that_are_none_are_refused(options: dict[str, Any]) -> None:
    with pytest.raises(UsageError, match="option"):
        quandary.solve(GAME, dealt(1), strategy="atomic", options=options)


@pytest.mark.parametrize("draw", [1, 2, 3])
@pytest.mark.parametrize("metric", ["any", pytest.param("moves", marks=pytest.mark.slow)])
@pytest.mark.parametrize(
    "text",
    [
        # Two kings come back together into the one space that another king leaves.
        "foundations=KCKDKH5S/1=TS/2=KS/3=8S/4=6s9s7sJS/7=QS",
        # The same, where the head that makes the space needs cards from the foundations first.
        "foundations=4CKDJHKS/1=7C/2=8C/3=5cTc6C/4=9C/5=KCQHJC/6=KHQC",
    ],
)
def test_kings_that_must_come_back_come_back(text: str, metric: str, draw: int) -> None:
    # Until 2026-11-16 these were called unsolvable, proven.
    assert quandary.solve("klondike", text, metric=metric, draw=draw, nodes=50).verdict == "solved"


def test_a_position_with_millions_of_chains_keeps_its_time() -> None:
    # Three suits are complete and may come back in any order: one position took a minute, whatever the budget.
    text = "draw=1/foundations=KCKDKH5S/1=TS/2=KS/3=8S/4=6s9s7sJS/7=QS"
    verdict = quandary.solve("klondike", text, metric="moves", time=0.5)
    assert (verdict.verdict, verdict.optimal) == ("solved", False)


def test_dominances_are_switched_by_name() -> None:
    text = "draw=2/foundations=KCKDKH5S/1=TS/2=KS/3=8S/4=6s9s7sJS/7=QS"
    every = ["none", "safe", "proven", "none,chains", "spaces", "chains,picks", "open", "proven,-open", "proven,-safe"]
    assert {quandary.solve("klondike", text, options={"dominances": names}).verdict for names in every} == {"solved"}
    with pytest.raises(UsageError, match="'many' is not one of"):
        quandary.solve("klondike", text, options={"dominances": "proven,many"})
