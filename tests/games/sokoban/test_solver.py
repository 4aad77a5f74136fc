"""The native solver against the textbook one, on its budgets, and on levels of odd kinds."""

from __future__ import annotations

from pathlib import Path

import pytest

from quandary._native import Cancel
from quandary._native import sokoban as native
from quandary.engine.puzzles import good
from quandary.engine.solve import solve, solve_many
from quandary.game import Budget, Puzzle, Task
from quandary.games.sokoban import GAME
from quandary.games.sokoban.notation import parse
from quandary.games.sokoban.position import Position
from quandary.games.sokoban.solver import Optimal, Textbook
from tests.games.sokoban.random_levels import random_level

LEVELS = [random_level(seed, spare=seed % 4 // 3) for seed in range(120)]
# Made by an earlier generator: the sums of positions below stay comparable.
MADE = [good(entry) for entry in GAME.read_pack((Path(__file__).parent / "made.txt").read_text(encoding="utf-8"))]
HARD = parse(
    """
    ############
    #.  .    . #
    # $ $  $   #
    #.  # $  . #
    # $   $ #  #
    #. $ @   . #
    #    $     #
    #.         #
    ############
    """.replace("\n    ", "\n").strip("\n")
)


@pytest.mark.parametrize("metric", ["pushes", "pushes,moves", "moves", "any"])
def test_agrees_with_the_textbook(metric: str) -> None:
    found = set()
    for level in LEVELS:
        verdict = solve(GAME, level, metric=metric)
        expected = solve(GAME, level, metric=metric, strategy="textbook")
        assert verdict.verdict == expected.verdict
        if metric != "any":
            assert (verdict.cost, verdict.optimal, verdict.bound) == (
                expected.cost,
                expected.optimal,
                expected.bound,
            )
        if metric == "pushes,moves" and verdict.moves is not None and expected.moves is not None:
            assert len(verdict.moves) == len(expected.moves)
        found.add(verdict.verdict)
    assert found == {"solved", "unsolvable"}


def test_a_solution_stays_one_after_each_of_its_steps() -> None:
    position = random_solvable()
    left = solve(GAME, position, metric="moves")
    assert left.moves
    for number, step in enumerate(left.moves, start=1):
        position = GAME.play(position, step).position
        assert solve(GAME, position, metric="moves").cost == len(left.moves) - number


def random_solvable() -> Position:
    """The level with the longest solution."""
    return max(LEVELS, key=lambda level: solve(GAME, level, metric="moves").cost or 0)


def test_the_search_is_what_it_was() -> None:
    """A change in these numbers is a change in the search: look whether it was meant."""
    nodes = {
        metric: sum(Optimal().solve(puzzle.position, Task(metric)).nodes for puzzle in MADE)
        for metric in ("pushes", "pushes,moves", "moves", "any")
    }
    assert nodes == {"pushes": 1237, "pushes,moves": 9286, "moves": 26086, "any": 1237}


def test_agrees_with_the_generator_that_has_measured_backwards() -> None:
    assert [solve(GAME, puzzle).cost for puzzle in MADE] == [puzzle.facts["pushes"] for puzzle in MADE]


@pytest.mark.parametrize("metric", ["pushes", "pushes,moves", "moves"])
@pytest.mark.parametrize(
    ("budget", "reason"), [(Budget(nodes=5), "nodes"), (Budget(time=0.0), "time"), (Budget(memory=1000), "memory")]
)
def test_budgets_end_the_search_with_their_name(metric: str, budget: Budget, reason: str) -> None:
    answer = Optimal().solve(HARD, Task(metric, budget))
    assert (answer.conclusion, answer.moves) == (reason, None)


@pytest.mark.slow
def test_a_budget_leaves_a_bound_and_the_best_solution() -> None:
    answer = Optimal().solve(HARD, Task("moves", Budget(nodes=60_000)))
    verdict = solve(GAME, HARD, metric="moves", nodes=60_000)
    assert answer.conclusion == "nodes"
    assert answer.moves is not None
    assert answer.bound is not None
    assert (native.lower_bound(HARD.rows()) or 0) < answer.bound < len(answer.moves)
    assert (verdict.verdict, verdict.optimal, verdict.cost) == ("solved", False, len(answer.moves))


def test_a_cancelled_search_stops() -> None:
    cancel = Cancel()
    cancel.cancel()
    assert Optimal().solve(HARD, Task("moves", cancel=cancel)).conclusion == "cancelled"


def test_threads_change_no_verdict() -> None:
    for level in LEVELS[:40]:
        alone, together = (solve(GAME, level, metric="any", jobs=jobs) for jobs in (1, 2))
        assert together.verdict == alone.verdict


@pytest.mark.parametrize("jobs", [1, 2])
def test_a_cancelled_search_for_any_solution_stops(jobs: int) -> None:
    cancel = Cancel()
    cancel.cancel()
    assert Optimal().solve(HARD, Task("any", cancel=cancel, jobs=jobs)).conclusion == "cancelled"


def test_progress_is_reported_and_can_end_the_search() -> None:
    class Enough(Exception):
        pass

    def report(nodes: int, bound: int) -> None:
        assert nodes > 0
        assert bound > 0
        raise Enough

    with pytest.raises(Enough):
        native.solve(HARD.rows(), "moves", progress=report)


def test_batches_agree_with_single_solves() -> None:
    puzzles = [Puzzle(GAME.name, str(number), position, "") for number, position in enumerate(LEVELS[:30])]
    alone = [solve(GAME, position) for position in LEVELS[:30]]
    batch = list(solve_many(GAME, puzzles, jobs=2))
    assert [(v.verdict, v.moves, v.nodes) for v in batch] == [(v.verdict, v.moves, v.nodes) for v in alone]


def test_more_than_256_squares() -> None:
    rows = ["#" * 30, *("#" + " " * 28 + "#" for _ in range(20)), "#" * 30]
    rows[3] = "#  $" + " " * 21 + "  . #"
    rows[10] = "# @" + " " * 26 + "#"
    rows[15] = "#  $" + " " * 21 + "  . #"
    verdict = solve(GAME, parse("\n".join(rows)), time=60)
    assert (verdict.cost, verdict.optimal) == (48, True)


def test_a_level_too_large_for_the_core_is_unknown() -> None:
    rows = ["#" * 200, "#@$." + " " * 195 + "#", *("#" + " " * 198 + "#" for _ in range(150)), "#" * 200]
    for answer in (native.solve(rows), *(answer for answer, *_ in native.solve_batch([rows], jobs=1))):
        assert (answer.status, answer.moves, answer.bound, answer.nodes) == ("memory", None, None, 0)


def test_solved_from_the_start() -> None:
    answer = native.solve(["#####", "#@* #", "#####"])
    assert (answer.status, answer.moves, answer.bound, answer.nodes) == ("solved", "", 0, 0)


def test_the_textbook_is_a_strategy_too() -> None:
    assert isinstance(GAME.strategies()[0], Optimal)
    assert any(isinstance(strategy, Textbook) for strategy in GAME.strategies())
