"""The shipped packs: right, all different, graded, and made by the command that is written down."""

from __future__ import annotations

import statistics

import pytest

import quandary
from quandary.engine.ladder import levels
from quandary.engine.packs import shipped_packs
from quandary.engine.puzzles import puzzle_of_id
from quandary.game import Budget, Task
from quandary.games.sokoban import GAME
from quandary.games.sokoban.difficulty import GRADES, assess

PACKS = shipped_packs(GAME)
# The commands are `quandary generate sokoban --level GRADE --count 30 --seed 1`, see docs/sokoban.md.
SEED = 1
COUNTS = dict.fromkeys(GRADES, 30)
MASTER = GRADES[-1]
# Measured one by one, a master level's positions take too long for a test of thirty.
MOST_MEASURED = {MASTER: 2}


def test_there_are_thirty_of_each_grade() -> None:
    assert {name: len(puzzles) for name, puzzles in PACKS.items()} == COUNTS


def test_the_ladder_goes_from_beginner_up() -> None:
    assert [level.title for level in levels(GAME)] == [grade.capitalize() for grade in COUNTS]
    medians = [statistics.median(puzzle.facts["pushes"] for puzzle in PACKS[grade]) for grade in COUNTS]
    assert medians == sorted(medians)


@pytest.mark.slow
@pytest.mark.parametrize("grade", COUNTS)
def test_every_level_has_its_true_optimum_and_its_grade(grade: str) -> None:
    puzzles = PACKS[grade]
    verdicts = list(quandary.solve_many(GAME, puzzles))
    assert [(verdict.cost, verdict.optimal) for verdict in verdicts] == [(p.facts["pushes"], True) for p in puzzles]
    assert {puzzle.facts["grade"] for puzzle in puzzles} == {grade}
    assert all(GAME.findings(puzzle) == [] for puzzle in puzzles)
    for puzzle in puzzles[: MOST_MEASURED.get(grade)]:
        difficulty = assess(puzzle.position)
        assert difficulty is not None
        assert difficulty.grade == grade


def test_no_two_are_alike() -> None:
    likenesses = {GAME.likeness(puzzle.position) for puzzles in PACKS.values() for puzzle in puzzles}
    assert len(likenesses) == sum(COUNTS.values())


def test_masters_are_long_and_hard_for_the_solver() -> None:
    verdicts = list(quandary.solve_many(GAME, PACKS[MASTER]))
    assert statistics.median(verdict.cost or 0 for verdict in verdicts) >= 100
    assert statistics.median(verdict.nodes for verdict in verdicts) >= 5_000


def test_a_master_is_not_made_again_by_who_has_its_id() -> None:
    first = PACKS[MASTER][0]
    assert first.id == "sokoban:master#1"
    # Nobody could make it with so small a budget.
    assert puzzle_of_id(GAME, first.id, Task("pushes", Budget(nodes=1))) == first


# A master level takes ten seconds and more; smaller ones of its kind are pinned in test_generator.
@pytest.mark.parametrize("grade", [grade for grade in COUNTS if grade != MASTER])
def test_the_generator_still_makes_them(grade: str) -> None:
    made = quandary.generate(GAME, level=grade, count=2, seed=SEED)
    assert [(puzzle.id, puzzle.position) for puzzle in made] == [
        (puzzle.id, puzzle.position) for puzzle in PACKS[grade][:2]
    ]
