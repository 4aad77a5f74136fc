"""Improving a solution: never a worse one, always a right one, and the words for it."""

from __future__ import annotations

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from quandary._native import Cancel, Limits
from quandary._native import sokoban as native
from quandary.cli.solve import describe
from quandary.engine.judge import judge
from quandary.engine.packs import shipped_packs
from quandary.engine.solve import WrongAnswer, check, solve, solve_many
from quandary.game import Answer, Budget, Puzzle, Rng, Status, Task, UsageError
from quandary.games.sokoban import GAME
from quandary.games.sokoban.notation import parse
from quandary.games.sokoban.position import Position
from quandary.games.sokoban.solver import Optimal
from tests.cli.conftest import Quandary, quandary
from tests.games.sokoban.random_levels import random_level

__all__ = ["quandary"]  # the fixture

LEVELS = [puzzle.position for puzzle in shipped_packs(GAME)["advanced"][:6]]
LONG_WAY = "6#|#@___#|#_$__#|#_.$.#|#____#|6#"


def astray(position: Position, steps: str) -> str | None:
    """A solution that begins with these steps, as far as they are legal; None if they lose the game."""
    made = ""
    for step in GAME.parse_moves(native.replay(position.rows(), steps).letters.replace(".", "")):
        if GAME.status(position) is not Status.WON:
            position = GAME.play(position, step).position
            made += step.letter
    rest = solve(GAME, position, metric="any").solution
    return None if rest is None else made + rest


def cost(position: Position, lurd: str) -> tuple[int, int]:
    """Pushes and moves of a text that the rules must accept."""
    moves = GAME.parse_moves(lurd)
    pushes, all_moves = (judge(GAME, position, moves, metric) for metric in ("pushes", "moves"))
    assert pushes.solved
    return pushes.cost, all_moves.cost


@settings(deadline=None, max_examples=40)
@given(
    st.integers(0, 200),
    st.text("lurd", max_size=60),
    st.sampled_from(["pushes", "moves"]),
    st.sampled_from([0, 9, 3000]),
)
def test_never_wrong_and_never_worse(seed: int, steps: str, by: str, nodes: int) -> None:
    position = random_level(seed, spare=seed % 4 // 3)
    lurd = astray(position, steps)
    if lurd is None:
        return
    better = native.improve(position.rows(), lurd, by, limits=Limits(nodes=nodes))
    before, after = cost(position, lurd), cost(position, better.lurd)
    if by == "moves":
        before, after = before[::-1], after[::-1]
    assert after <= before
    assert better.bound <= after[0]
    assert better.nodes <= nodes


def wander(seed: int) -> str:
    """Fifteen steps in any direction."""
    rng = Rng(seed)
    return "".join("lurd"[rng.below(4)] for _ in range(15))


@pytest.mark.parametrize("position", LEVELS)
def test_a_detour_is_taken_back(position: Position) -> None:
    lurd = next(filter(None, (astray(position, wander(seed)) for seed in range(50))))
    better = native.improve(position.rows(), lurd, limits=Limits(nodes=100_000))
    optimum = solve(GAME, position).cost
    assert (cost(position, better.lurd)[0], better.bound) == (optimum, optimum)


def test_any_solution_and_then_a_better_one() -> None:
    for position in LEVELS:
        quick = solve(GAME, position, metric="any")
        better = solve(GAME, position, metric="any", improve=True)
        assert quick.improved_from is None
        assert better.improved_from == quick.cost
        assert better.cost == solve(GAME, position).cost
        assert better.optimal
        assert better.nodes > quick.nodes


def test_options_and_batches_say_the_same() -> None:
    puzzles = [Puzzle(GAME.name, str(number), position, "") for number, position in enumerate(LEVELS)]
    batch = solve_many(GAME, puzzles, jobs=2, metric="any", options={"improve": True})
    alone = [solve(GAME, puzzle, metric="any", improve=True) for puzzle in puzzles]
    assert [(v.moves, v.nodes, v.improved_from) for v in batch] == [(v.moves, v.nodes, v.improved_from) for v in alone]


@pytest.mark.slow
@pytest.mark.parametrize("metric", ["moves", "pushes,moves"])
def test_a_search_for_the_optimum_leaves_a_part_of_its_budget(metric: str) -> None:
    position = parse("\n".join(HARD))
    plain = Optimal().solve(position, Task(metric, Budget(nodes=60_000)))
    better = Optimal().solve(position, Task(metric, Budget(nodes=80_000), {"improve": True}))
    assert plain.conclusion == "nodes"
    assert plain.moves is not None
    assert better.moves is not None
    assert better.first == plain.moves
    assert better.nodes <= 80_000
    assert better.bound is not None
    before, after = (judge(GAME, position, moves, GAME.unit(metric)) for moves in (plain.moves, better.moves))
    assert after.solved
    assert (plain.bound or 0) <= better.bound <= after.cost <= before.cost
    if metric == "pushes,moves":
        assert better.bound < after.cost


HARD = (
    "############",
    "#.  .    . #",
    "# $ $  $   #",
    "#.  # $  . #",
    "# $   $ #  #",
    "#. $ @   . #",
    "#    $     #",
    "#.         #",
    "############",
)


def test_what_is_proven_or_unsolvable_stays_as_it_is() -> None:
    assert solve(GAME, LONG_WAY, metric="pushes", improve=True).improved_from is None
    assert solve(GAME, "5#|#$__#|#@_.#|5#", metric="any", improve=True).verdict == "unsolvable"


def test_no_budget_is_no_change() -> None:
    lurd = solve(GAME, LEVELS[0], metric="any").solution
    assert lurd is not None
    cancel = Cancel()
    cancel.cancel()
    for limits in (Limits(nodes=0), Limits(time=0.0), Limits(cancel=cancel)):
        better = native.improve(LEVELS[0].rows(), lurd, limits=limits)
        assert (better.lurd, better.bound, better.nodes) == (lurd, 0, 0)


def test_bad_questions() -> None:
    rows = ["#####", "#@$.#", "#####"]
    better = native.improve(rows, "r")
    assert (better.lurd, better.bound, better.nodes) == ("R", 1, native.improve(rows, "R").nodes)
    for lurd, by, complaint in (("l", "pushes", "no solution"), ("", "pushes", "no solution"), ("R", "x", "measure")):
        with pytest.raises(ValueError, match=complaint):
            native.improve(rows, lurd, by)
    with pytest.raises(UsageError, match="no option 'improve'"):
        solve("sokoban", LONG_WAY, strategy="textbook", improve=True)
    with pytest.raises(UsageError, match="no option 'improve'"):
        solve("rush-hour", "ooooooooooooAAooooooooooooooooooooo" + "o", improve=True)


def test_the_flag(quandary: Quandary) -> None:
    found = json.loads(quandary("solve", "sokoban", LONG_WAY, "--metric", "any", "--improve", "--json").out)
    assert (found["cost"], found["improved_from"], found["optimal"]) == (2, 2, True)
    assert "improved_from" not in json.loads(quandary("solve", "sokoban", LONG_WAY, "--json").out)
    assert "--improve" in quandary("solve", "sokoban", "--help").out
    assert "--improve" not in quandary("solve", "rush-hour", "--help").out
    assert quandary("solve", "rush-hour", "--improve").status == 2


def test_a_budget_that_ended_before_the_proof_is_told_with_the_bound() -> None:
    puzzle = Puzzle(GAME.name, "1", parse("7#|#@____#|#__$._#|#_____#|7#"), "")
    found = Answer("time", GAME.parse_moves("rrrdLulldRR"), 1, 9)
    verdict = check(GAME, puzzle.position, found, "pushes", "1", 0.5)
    told = describe(GAME, puzzle, verdict, verdict.solution)
    assert "(not proven optimal, the time budget ended, at least 1 push; 9 positions, " in told


def test_the_gain_is_counted_by_the_rules_and_told() -> None:
    puzzle = Puzzle(GAME.name, "1", parse("7#|#@____#|#__$._#|#_____#|7#"), "")
    first, better = GAME.parse_moves("rrrdLulldRR"), GAME.parse_moves("rdR")
    verdict = check(GAME, puzzle.position, Answer("solved", better, 0, 9, first=first), "any", "1", 0.5)
    assert (verdict.cost, verdict.improved_from, verdict.as_dict()["improved_from"]) == (1, 3, 3)
    told = describe(GAME, puzzle, verdict, verdict.solution)
    assert told.startswith(
        "1: solved in 1 push, 3 moves (improved from 3 to 1 pushes; not proven optimal; 9 positions, "
    )
    with pytest.raises(WrongAnswer, match="not solved"):
        check(GAME, puzzle.position, Answer("solved", better, 0, 9, first=first[:-1]), "any", "1", 0.5)
