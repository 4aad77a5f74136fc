"""Measures of difficulty, on levels where everybody can count."""

from __future__ import annotations

import pytest

import quandary
from quandary.games.sokoban import GAME
from quandary.games.sokoban import difficulty as module
from quandary.games.sokoban.difficulty import GRADES, assess, grade_of
from tests.games.sokoban.levels import CORNERED, ONE_PUSH, SPARE_BOX, level


def test_one_push_is_the_easiest_level() -> None:
    found = assess(level(ONE_PUSH))
    assert found is not None
    assert (found.pushes, found.detour, found.box_changes, found.entanglement) == (1, 0, 0, 0)
    assert (found.guidance, found.traps, found.positions) == (0.0, 0.0, 2)
    assert found.grade == "beginner"


def test_two_boxes_one_after_the_other_fall_apart() -> None:
    found = assess(level("#######\n#@    #\n# $ $ #\n#     #\n# . . #\n#     #\n#######"))
    assert found is not None
    assert (found.pushes, found.detour, found.box_changes, found.entanglement) == (4, 0, 1, 1)
    assert found.against_intuition == 0


def test_a_detour_goes_against_intuition_and_nothing_else_does() -> None:
    # A push changes every distance by an odd number, so one that does not help makes the bound worse.
    detours = []
    for puzzle in quandary.generate(GAME, count=12, seed=1, boxes=3, max_pushes=15):
        found = assess(puzzle.position)
        assert found is not None
        assert found.detour == puzzle.facts["detour"]
        assert bool(found.against_intuition) == bool(found.detour)
        detours.append(found.detour)
    assert min(detours) == 0 < max(detours)


def test_traps_are_pushes_that_lose() -> None:
    # Two pushes are there: right is home, down is for ever along the wall.
    found = assess(level("######\n#    #\n# @$.#\n#    #\n######"))
    assert found is not None
    assert found.pushes == 1
    # Of left, up, down and right only left and right keep the box alive.
    assert found.traps == 0.5


def test_what_cannot_be_solved_has_no_difficulty() -> None:
    assert assess(level(CORNERED)) is None


def test_spare_boxes_are_judged_by_the_solvers_solution() -> None:
    found = assess(level(SPARE_BOX))
    assert found is not None
    assert (found.pushes, found.guidance, found.traps, found.positions) == (1, None, None, None)


def test_large_levels_are_judged_by_the_solvers_solution(monkeypatch: pytest.MonkeyPatch) -> None:
    (puzzle,) = quandary.generate(GAME, seed=6)
    whole = assess(puzzle.position)
    monkeypatch.setattr(module, "MOST_POSITIONS", 1)
    part = assess(puzzle.position)
    assert whole is not None
    assert part is not None
    assert (part.pushes, part.detour, part.boxes) == (whole.pushes, whole.detour, whole.boxes)
    assert part.box_changes >= whole.box_changes
    assert part.positions is None


def test_nobody_knows_how_hard_a_level_is_that_is_too_large_to_solve() -> None:
    rows = ["#" * 200, "#@$." + " " * 195 + "#", *("#" + " " * 198 + "#" for _ in range(150)), "#" * 200]
    with pytest.raises(quandary.BudgetEnded, match="memory"):
        assess(level("\n".join(rows)))


def test_grades_are_bands_of_scores() -> None:
    assert [grade_of(score) for score in (0.0, 4.9, 5.0, 9.0, 13.9, 14.0, 39.9, 40.0, 99.0)] == [
        GRADES[index] for index in (0, 0, 1, 2, 2, 3, 3, 4, 4)
    ]
