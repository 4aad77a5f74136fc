"""The textbook solver is the oracle of the native one, so it has an oracle of its own: the plain reference search."""

from __future__ import annotations

from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

import quandary
from quandary.engine.judge import judge
from quandary.game import Task, a_star
from quandary.games.sokoban import GAME
from quandary.games.sokoban.solver import Bound, cheapest_matching
from tests.games.sokoban.levels import CORNERED, ROOM, SPARE_BOX, level

SMALL = list(quandary.generate(GAME, count=8, seed=2, width=7, height=7, boxes=2))


@pytest.mark.slow
@pytest.mark.parametrize("metric", ["pushes", "moves"])
def test_it_agrees_with_a_search_that_knows_nothing(metric: str) -> None:
    for puzzle in SMALL:
        found = quandary.solve(GAME, puzzle, strategy="textbook", metric=metric)
        expected = a_star(GAME, puzzle.position, Task(metric))
        assert (found.cost, found.optimal) == (expected.bound, True)


def test_fewest_moves_among_the_fewest_pushes() -> None:
    differ = 0
    for puzzle in SMALL:
        plain = quandary.solve(GAME, puzzle, strategy="textbook", metric="pushes")
        neat = quandary.solve(GAME, puzzle, strategy="textbook", metric="pushes,moves")
        fewest_moves = quandary.solve(GAME, puzzle, strategy="textbook", metric="moves")
        assert neat.cost == plain.cost
        assert neat.moves is not None
        assert plain.moves is not None
        assert fewest_moves.cost is not None
        assert fewest_moves.cost <= len(neat.moves) <= len(plain.moves)
        pushes = judge(GAME, puzzle.position, fewest_moves.moves or (), "pushes").cost
        if pushes == plain.cost:
            assert len(neat.moves) == fewest_moves.cost
            differ += 1
    assert differ


def test_what_cannot_be_solved_is_proven() -> None:
    assert quandary.solve(GAME, level(CORNERED), strategy="textbook").verdict == "unsolvable"
    # No box is lost here, but the two can never leave their corridor both.
    corridor = level("#######\n#@$ $.#\n#.#####\n###\n")
    assert quandary.solve(GAME, corridor, strategy="textbook").verdict == "unsolvable"
    assert a_star(GAME, corridor, Task("pushes")).conclusion == "unsolvable"


def test_spare_boxes_are_matched_too() -> None:
    assert Bound(level(SPARE_BOX).level).of(level(SPARE_BOX)) == 1


def test_the_bound_never_exceeds_the_optimum() -> None:
    for puzzle in [*SMALL, *quandary.generate(GAME, count=20, seed=5)]:
        bound = Bound(puzzle.position.level).of(puzzle.position)
        assert bound is not None
        assert bound <= puzzle.facts["pushes"]


def test_the_generators_detour_is_what_the_bound_misses() -> None:
    for puzzle in [*SMALL, *quandary.generate(GAME, count=20, seed=5)]:
        bound = Bound(puzzle.position.level).of(puzzle.position)
        assert puzzle.facts["pushes"] - puzzle.facts["detour"] == bound


def test_a_budget_is_kept() -> None:
    assert quandary.solve(GAME, level(ROOM), strategy="textbook", nodes=1).reason == "nodes"


COST = st.one_of(st.none(), st.integers(0, 30))


@given(
    st.integers(1, 4).flatmap(
        lambda n: st.lists(st.lists(COST, min_size=n + 1, max_size=n + 1), min_size=n, max_size=n)
    )
)
def test_the_matching_is_the_cheapest_of_all(costs: list[list[int | None]]) -> None:
    sums = []
    for columns in permutations(range(len(costs[0])), len(costs)):
        chosen = [row[column] for row, column in zip(costs, columns, strict=True)]
        if None not in chosen:
            sums.append(sum(cost for cost in chosen if cost is not None))
    assert cheapest_matching(costs) == min(sums, default=None)
