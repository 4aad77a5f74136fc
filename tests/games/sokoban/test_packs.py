"""The shipped packs: right, all different, graded, and made by the command that is written down."""

from __future__ import annotations

import statistics

import pytest

import quandary
from quandary.engine.ladder import levels
from quandary.games.sokoban import GAME
from quandary.games.sokoban.difficulty import GRADES, assess
from quandary.packs import shipped_packs

PACKS = shipped_packs(GAME)
# The commands are `quandary generate sokoban --level GRADE --count 30 --seed 1`, see docs/sokoban.md.
SEED = 1
COUNTS = dict.fromkeys(GRADES[:-1], 30)


def test_there_are_thirty_of_each_grade() -> None:
    assert {name: len(puzzles) for name, puzzles in PACKS.items()} == COUNTS


def test_the_ladder_goes_from_beginner_up() -> None:
    assert [level.title for level in levels(GAME)] == [grade.capitalize() for grade in COUNTS]
    medians = [statistics.median(puzzle.facts["pushes"] for puzzle in PACKS[grade]) for grade in COUNTS]
    assert medians == sorted(medians)


@pytest.mark.parametrize("grade", COUNTS)
def test_every_level_has_its_true_optimum_and_its_grade(grade: str) -> None:
    puzzles = PACKS[grade]
    verdicts = list(quandary.solve_many(GAME, puzzles))
    assert [(verdict.cost, verdict.optimal) for verdict in verdicts] == [(p.facts["pushes"], True) for p in puzzles]
    for puzzle in puzzles:
        difficulty = assess(puzzle.position)
        assert difficulty is not None
        assert difficulty.grade == grade == puzzle.facts["grade"]
        assert GAME.findings(puzzle) == []


def test_no_two_are_alike() -> None:
    likenesses = {GAME.likeness(puzzle.position) for puzzles in PACKS.values() for puzzle in puzzles}
    assert len(likenesses) == sum(COUNTS.values())


@pytest.mark.parametrize("grade", COUNTS)
def test_the_generator_still_makes_them(grade: str) -> None:
    made = quandary.generate(GAME, level=grade, count=2, seed=SEED)
    assert [(puzzle.id, puzzle.position) for puzzle in made] == [
        (puzzle.id, puzzle.position) for puzzle in PACKS[grade][:2]
    ]
