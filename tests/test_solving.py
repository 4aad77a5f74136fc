"""No answer is handed out that the rules have not replayed."""

from __future__ import annotations

from typing import Any

import pytest

import quandary
from quandary.budget import Task
from quandary.engine.solve import WrongAnswer, solve
from quandary.game import Answer, Strategy, UsageError
from quandary.games.template import Template
from quandary.games.template.rules import Hop


class Liar(Strategy[Any, Any]):
    """Claims whatever it was told to claim."""

    name = "liar"
    summary = "not to be trusted"
    metrics = ("moves",)

    def __init__(self, answer: Answer[Hop]) -> None:
        self.answer = answer

    def solve(self, position: Any, task: Task) -> Answer[Hop]:
        return self.answer


class GameOfLiars(Template):
    """The template, solved by a liar."""

    def __init__(self, answer: Answer[Hop]) -> None:
        self.answer = answer

    def strategies(self) -> tuple[Strategy[Any, Any], ...]:
        return (Liar(self.answer),)


HOPS = [Hop(1), Hop(3), Hop(2)]


@pytest.mark.parametrize(
    ("answer", "problem"),
    [
        (Answer("solved", [Hop(2)], None, 1), "move 1, 2, is illegal"),
        (Answer("solved", HOPS[:2], None, 1), "not solved after 2 moves"),
        (Answer("solved", HOPS, 4, 1), "below the proven bound 4"),
        (Answer("solved", None, None, 1), "without a solution"),
    ],
)
def test_a_wrong_answer_never_reaches_anybody(answer: Answer[Hop], problem: str) -> None:
    with pytest.raises(WrongAnswer, match=problem):
        solve(GameOfLiars(answer), "F_T")


def test_optimal_only_with_a_bound_that_proves_it() -> None:
    assert solve(GameOfLiars(Answer("solved", HOPS, 3, 1)), "F_T").optimal
    assert not solve(GameOfLiars(Answer("solved", HOPS, 2, 1)), "F_T").optimal
    assert not solve(GameOfLiars(Answer("solved", HOPS, None, 1)), "F_T").optimal


def test_a_solution_found_before_the_budget_ended_is_kept() -> None:
    verdict = solve(GameOfLiars(Answer("time", HOPS, 2, 1)), "F_T")
    assert (verdict.verdict, verdict.cost, verdict.bound, verdict.optimal) == ("solved", 3, 2, False)


def test_the_verdict_as_the_contract_has_it() -> None:
    verdict = quandary.solve("template", "F_T").as_dict()
    assert list(verdict) == [
        "game",
        "id",
        "verdict",
        "cost",
        "metric",
        "optimal",
        "bound",
        "solution",
        "nodes",
        "seconds",
        "reason",
    ]
    assert verdict["solution"] == "1 3 2"


@pytest.mark.parametrize(
    ("call", "problem"),
    [
        ({"metric": "furlongs"}, "no metric 'furlongs' .metrics: moves"),
        ({"strategy": "prayer"}, "no strategy 'prayer' .strategies: reference"),
        ({"options": {"depth": 3}}, "no option 'depth'"),
        ({"time": -1}, "time budget"),
        ({"memory": "some"}, "not a size"),
    ],
)
def test_a_bad_question_is_refused_by_name(call: dict[str, Any], problem: str) -> None:
    with pytest.raises(UsageError, match=problem):
        quandary.solve("template", "F_T", **call)
