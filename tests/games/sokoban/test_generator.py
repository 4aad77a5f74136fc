"""The generator: what it promises, checked from outside by other means."""

from __future__ import annotations

from typing import Any

import pytest

import quandary
from quandary.engine.puzzles import puzzle_of_id
from quandary.game import Status, UsageError
from quandary.games.sokoban import GAME
from quandary.games.sokoban.difficulty import GRADES, assess
from quandary.games.sokoban.position import canonical_form

# A seed is a promise: these lines never change.
PROMISED = {
    "sokoban#1": "10#|10#|10#|10#|#3_6#|#_$_6#|#2_$6#|#_$+2.4#|#_$_._4#|10#",
    "sokoban:expert#1": "10#|#2_2._4#|#2_2._$2_#|#2_#5_#|4#2_2$2#|4#3_$_#|7#2_#|7#2_#|7#_@#|10#",
    "sokoban:width6-height7-boxes2#3": "6#|6#|#2_@_#|#_$2_#|#_$._#|#2_._#|6#",
}

ORDERS: list[dict[str, Any]] = [
    {},
    {"width": 8, "height": 7, "boxes": 3, "min_pushes": 12},
    {"min_pushes": 5, "max_pushes": 6},
    {"min_detour": 6},
    {"width": 5, "height": 5, "boxes": 1},
    {"width": 18, "height": 9, "boxes": 6},
    {"width": 14, "height": 14, "boxes": 2},
    {"level": "advanced"},
    {"level": "beginner", "boxes": 3},
]


@pytest.mark.parametrize("name", PROMISED)
def test_a_seed_makes_the_same_level_for_ever(name: str) -> None:
    assert GAME.compact(puzzle_of_id(GAME, name).position) == PROMISED[name]


@pytest.mark.parametrize("order", ORDERS)
def test_levels_are_as_ordered_and_their_optimum_is_proven_twice(order: dict[str, Any]) -> None:
    for puzzle in quandary.generate(GAME, count=3, seed=1, **order):
        position, facts = puzzle.position, puzzle.facts
        verdict = quandary.solve(GAME, puzzle)
        assert (verdict.cost, verdict.optimal) == (facts["pushes"], True)
        assert order.get("min_pushes", 1) <= facts["pushes"] <= order.get("max_pushes", 999)
        assert facts["detour"] >= order.get("min_detour", 0)
        assert (position.level.width, position.level.height) == (order.get("width", 10), order.get("height", 10))
        usual = {None: 4, "advanced": 4, "beginner": 3}[order.get("level")]
        assert len(position.boxes) == len(position.level.goals) == order.get("boxes", usual)
        # Every box has to move.
        assert not position.boxes & position.level.goals
        assert facts.get("grade") == order.get("level")


def test_short_levels_agree_with_the_reference_search() -> None:
    for puzzle in quandary.generate(GAME, count=5, seed=9, width=7, height=6, boxes=2, max_pushes=9):
        assert quandary.solve(GAME, puzzle, strategy="reference").cost == puzzle.facts["pushes"]


@pytest.mark.parametrize("side", [5, 6, 7, 9, 12, 18])
def test_sensible_settings_never_fail(side: int) -> None:
    most_boxes = min(8, ((side - 2) ** 2 - 4) // 2)
    for boxes in range(1, most_boxes + 1, 3):
        (puzzle,) = quandary.generate(GAME, seed=boxes, width=side, height=side, boxes=boxes)
        assert GAME.status(puzzle.position) is Status.PLAYING


@pytest.mark.parametrize(
    ("settings", "problem"),
    [
        ({"width": 4}, "width: 4 is below 5"),
        ({"height": 99}, "height: 99 is above 18"),
        ({"boxes": 9}, "1 to 8 boxes, not 9"),
        ({"boxes": 0}, "1 to 8 boxes, not 0"),
        ({"width": 5, "height": 5, "boxes": 3}, "5x5 is made with 1 to 2 boxes, not 3"),
        ({"min_pushes": 9, "max_pushes": 8}, "max_pushes 8 is below min_pushes 9"),
        ({"max_pushes": 2}, "4 boxes take at least 4 pushes"),
        ({"width": 5, "height": 5, "min_pushes": 100}, "no level of this size"),
        ({"level": "impossible"}, "not one of beginner"),
        ({"effort": 0}, "below 1"),
    ],
)
def test_senseless_settings_are_refused_in_one_line(settings: dict[str, Any], problem: str) -> None:
    with pytest.raises(UsageError, match=problem) as caught:
        list(quandary.generate(GAME, seed=1, **settings))
    assert "\n" not in str(caught.value)


def test_an_order_that_nobody_can_fill_ends() -> None:
    with pytest.raises(quandary.BudgetEnded, match="no further sokoban puzzle"):
        list(quandary.generate(GAME, seed=1, width=6, height=6, boxes=1, min_pushes=15, effort=3000))


@pytest.mark.parametrize("grade", GRADES)
def test_a_grade_is_what_the_measures_say(grade: str) -> None:
    (puzzle,) = quandary.generate(GAME, seed=4, level=grade)
    difficulty = assess(puzzle.position)
    assert difficulty is not None
    assert difficulty.grade == grade


def test_a_level_is_the_same_turned_and_mirrored() -> None:
    (puzzle,) = quandary.generate(GAME, seed=2, width=8, height=9)
    rows = puzzle.position.rows()
    pictures = []
    for turned in (rows, ["".join(column) for column in zip(*rows, strict=True)]):
        mirrored = [row[::-1] for row in turned]
        pictures += [turned, mirrored, turned[::-1], mirrored[::-1]]
    assert len({canonical_form(GAME.parse("\n".join(picture))) for picture in pictures}) == 1


def test_where_the_player_stands_in_its_region_makes_no_difference() -> None:
    rooms = [GAME.parse(f"######\n#{row}#\n# $. #\n######") for row in ("@   ", " @  ", "   @")]
    assert len(set(map(canonical_form, rooms))) == 1
    assert canonical_form(rooms[0]) != canonical_form(GAME.parse("######\n#@   #\n# .$ #\n##   #\n######"))


def test_thick_walls_are_thin_ones() -> None:
    thin, thick = GAME.parse("#####\n#@$.#\n#####"), GAME.parse("#######\n#######\n##@$.##\n#######")
    assert canonical_form(thin) == canonical_form(thick)
