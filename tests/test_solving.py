"""No answer is handed out that the rules have not replayed."""

from __future__ import annotations

import itertools
import threading
import time
from collections.abc import Iterator, Sequence
from typing import Any, cast

import pytest

import quandary
from quandary.engine.solve import PATIENCE, Verdict, WrongAnswer, solve, solve_many
from quandary.game import Answer, Strategy, Task, UsageError
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


@pytest.mark.slow
def test_lazy_moves_are_computed_while_the_clock_runs() -> None:
    burnt = 0.1

    def moves() -> Iterator[Hop]:
        end = time.process_time() + burnt
        while time.process_time() < end:
            pass
        yield from honest.moves or ()

    class Lazy(Liar):
        def solve(self, position: Any, task: Task) -> Answer[Hop]:
            return Answer("solved", cast(Sequence[Hop], moves()), None, 1, first=cast(Sequence[Hop], moves()))

    class Batches(Lazy):
        def solve_batch(self, positions: Any, task: Task, jobs: int) -> Iterator[tuple[Answer[Hop], float]]:
            return ((self.solve(one, task), 0.0) for one in positions)

    honest = solve("template", "F_T")
    game = GameOfLiars(Answer("exhausted", None, None, 0))
    for lazy in (Lazy(game.answer), Batches(game.answer)):
        game.strategies = lambda lazy=lazy: (lazy,)  # type: ignore[method-assign, misc]
        (many,) = solve_many(game, ["F_T"])
        for found in (solve(game, "F_T"), many):
            assert isinstance(found, Verdict)
            assert (found.moves, found.improved_from) == (honest.moves, honest.cost)
            assert found.seconds >= 2 * burnt


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


class Sleeper(Strategy[Any, Any]):
    """Searches until it is told to stop, and says when it was; the board F_T it knows by heart."""

    name = "sleeper"
    summary = "takes its time"
    metrics = ("moves",)

    def __init__(self) -> None:
        self.stopped = threading.Event()

    def solve(self, position: Any, task: Task) -> Answer[Hop]:
        if Template().format(position) == "F_T":
            return Answer("solved", HOPS, 3, 1)
        assert task.cancel is not None
        while not task.cancel.cancelled:
            time.sleep(0.001)
        self.stopped.set()
        return Answer("cancelled", None, None, 1)


class GameOfSleepers(Template):
    """The template, solved by a sleeper."""

    def __init__(self) -> None:
        self.sleeper = Sleeper()

    def strategies(self) -> tuple[Strategy[Any, Any], ...]:
        return (self.sleeper,)


def test_whoever_leaves_a_batch_early_stops_the_work_and_waits_for_nobody() -> None:
    game = GameOfSleepers()
    verdicts = solve_many(game, ["F_T", "FF_TT", "FF_TT"], jobs=2)
    first = next(verdicts)
    assert isinstance(first, quandary.Verdict)
    assert first.cost == 3
    assert not game.sleeper.stopped.is_set()
    # Hangs if the search is waited for before it is told to stop.
    del verdicts
    assert game.sleeper.stopped.wait(60)


def test_a_batch_on_threads_hears_who_cancels_it() -> None:
    cancel = quandary.Cancel()
    verdicts = solve_many(GameOfSleepers(), ["F_T", "FF_TT"], jobs=2, cancel=cancel)
    next(verdicts)
    cancel.cancel()
    last = next(verdicts)
    assert isinstance(last, quandary.Verdict)
    assert last.reason == "cancelled"


@pytest.mark.parametrize("name", ["template", "rush-hour", "sokoban", "klondike"])
@pytest.mark.parametrize("jobs", [1, 2])
def test_a_batch_streams(name: str, jobs: int) -> None:
    game = quandary.game(name)
    asked = 0

    def endless() -> Iterator[str]:
        nonlocal asked
        while True:
            asked += 1
            yield game.examples[0] if asked != 3 else "no puzzle"

    verdicts = solve_many(game, endless(), jobs=jobs, nodes=1000)
    next(verdicts)
    assert asked == 1, "the first verdict waits for no other puzzle"
    kinds = [type(verdict).__name__ for verdict in itertools.islice(verdicts, 4)]
    assert kinds == ["Verdict", "PuzzleError", "Verdict", "Verdict"]


def test_what_is_slow_in_coming_keeps_nothing_back() -> None:
    told: list[int] = []

    def slow() -> Iterator[str]:
        for number in range(1, 5):
            assert len(told) == number - 1, "the puzzles before it have their verdicts"
            time.sleep(2 * PATIENCE)
            yield "F_T"

    for verdict in solve_many("template", slow()):
        assert isinstance(verdict, quandary.Verdict)
        told.append(verdict.cost or 0)
    assert told == [3, 3, 3, 3]


def test_one_bad_puzzle_is_one_error_in_its_place() -> None:
    given = ["F_T", "nonsense", quandary.PuzzleError("was bad already"), "FF_TT"]
    first, second, third, last = solve_many("template", given)
    assert isinstance(first, quandary.Verdict)
    assert isinstance(last, quandary.Verdict)
    assert (first.id, last.id, last.cost) == ("1", "4", 8)
    assert isinstance(second, quandary.PuzzleError)
    assert second.puzzle == "2"
    assert third is given[2]
