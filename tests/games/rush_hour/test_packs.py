"""The shipped packs: right, minimal, all different, graded, and made by the command that is written down."""

from __future__ import annotations

import pytest

import quandary
from quandary.engine.packs import shipped_packs
from quandary.games.rush_hour import GAME
from quandary.games.rush_hour.difficulty import GRADES, assess

PACKS = shipped_packs(GAME)
# The commands are `quandary generate rush-hour --level GRADE --count 30 --seed 1`, see docs/rush-hour.md.
SEED = 1
PER_GRADE = 30


def test_there_are_thirty_of_each_grade() -> None:
    assert {name: len(puzzles) for name, puzzles in PACKS.items()} == dict.fromkeys(sorted(GRADES), PER_GRADE)


@pytest.mark.slow
@pytest.mark.parametrize("grade", GRADES)
def test_every_puzzle_has_its_true_optimum_and_its_grade(grade: str) -> None:
    puzzles = PACKS[grade]
    verdicts = list(quandary.solve_many(GAME, puzzles))
    assert [verdict.cost for verdict in verdicts] == [puzzle.facts["moves"] for puzzle in puzzles]
    for puzzle in puzzles:
        difficulty = assess(puzzle.position)
        assert difficulty is not None
        assert difficulty.grade == grade
        assert GAME.findings(puzzle) == []


def test_no_two_are_alike() -> None:
    likenesses = {GAME.likeness(puzzle.position) for puzzles in PACKS.values() for puzzle in puzzles}
    assert len(likenesses) == PER_GRADE * len(GRADES)


@pytest.mark.slow
@pytest.mark.parametrize("grade", GRADES)
def test_the_generator_still_makes_them(grade: str) -> None:
    made = quandary.generate(GAME, level=grade, count=2, seed=SEED)
    assert [puzzle.position for puzzle in made] == [puzzle.position for puzzle in PACKS[grade][:2]]
