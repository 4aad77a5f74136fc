"""The native referee in a run's threads: it agrees with the Python rules, and they are asked where it matters."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

import quandary as package
from quandary.engine.solve import check
from quandary.game import Budget, Judged, Task
from quandary.games.klondike.solver import Complete
from quandary.lab.corpus import read_corpus
from quandary.lab.engines import SAMPLE, is_odd, rows_of
from quandary.lab.experiment import design
from quandary.lab.rows import Row

KLONDIKE = package.game("klondike")
BUDGET = Budget(nodes=3000)


@pytest.mark.parametrize(
    ("name", "spec", "metric"),
    [
        ("klondike", "klondike#1..30", "any"),
        ("klondike", "klondike:draw1#1..10", "any"),
        ("rush-hour", "rush-hour:min_moves=5,max_moves=9#1..6", "moves"),
        ("rush-hour", "rush-hour:min_moves=5,max_moves=9#1..6", "steps"),
        ("rush-hour", "rush-hour:min_moves=5,max_moves=9#1..6", "moves,steps"),
        ("sokoban", "sokoban#1..4", "pushes"),
        ("sokoban", "sokoban#1..4", "moves"),
    ],
)
def test_it_counts_and_writes_as_the_python_rules_do(name: str, spec: str, metric: str) -> None:
    game = package.game(name)
    strategy = game.strategies()[0]
    positions = [game.parse(one.text) for one in read_corpus(game, spec).instances]
    task = Task(metric, BUDGET)
    judged = strategy.judged_batch(positions, task, 1)
    plain = strategy.solve_batch(positions, task, 1)
    assert judged is not None
    assert plain is not None
    for position, (claim, _, _), (answer, wall) in zip(positions, judged, plain, strict=True):
        verdict = check(game, position, answer, metric, "1", wall)
        replayed = (verdict.solution, verdict.cost, verdict.nodes)
        assert (claim.solution, claim.cost, claim.nodes) == replayed
        assert (claim.problem, claim.conclusion, claim.bound) == (None, answer.conclusion, answer.bound)


@pytest.mark.parametrize(
    ("claim", "odd"),
    [
        (Judged("solved", "D", 9, None, None, 1), False),
        (Judged("solved", "D", 9, None, 9, 1), False),
        (Judged("time", "D", 9, None, 8, 1), False),
        (Judged("unsolvable", None, None, None, None, 1), False),
        (Judged("solved", "D", None, "move 1, D, is illegal", None, 1), True),
        (Judged("solved", "D", 9, None, 10, 1), True),
        (Judged("solved", "D", 9, None, 8, 1), True),
        (Judged("solved", None, None, None, None, 1), True),
    ],
)
def test_what_is_odd(claim: Judged, odd: bool) -> None:
    assert is_odd(claim) == odd


def claimed(monkeypatch: pytest.MonkeyPatch, claim: Judged, count: int) -> list[Row]:
    """The rows of a run whose core says the same of every deal."""

    def batch(self: Complete, positions: Any, task: Any, jobs: int) -> Iterator[tuple[Judged, float, float]]:
        return ((claim, 0.2, 0.1) for _ in positions)

    monkeypatch.setattr(Complete, "judged_batch", batch)
    return list(rows_of(design(KLONDIKE), read_corpus(KLONDIKE, f"klondike#1..{count}").instances, 1))


def test_the_python_rules_see_every_odd_claim(monkeypatch: pytest.MonkeyPatch) -> None:
    rows = claimed(monkeypatch, Judged("solved", "D D", None, "not solved after 2 moves", None, 1), 3)
    assert [(row.verdict, row.reason, row.detail) for row in rows] == [
        ("unknown", "wrong", "klondike: not solved after 2 moves")
    ] * 3
    assert {(row.wall, row.cpu) for row in rows} == {(0.2, 0.1)}


def test_the_python_rules_see_a_sample_of_the_others(monkeypatch: pytest.MonkeyPatch) -> None:
    rows = claimed(monkeypatch, Judged("solved", "D D", 2, None, None, 1), SAMPLE + 1)
    assert [row.number for row in rows if row.reason == "wrong"] == [0, SAMPLE]
