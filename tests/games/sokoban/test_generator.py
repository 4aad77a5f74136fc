"""The generator: what it promises, checked from outside by other means."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

import quandary
from quandary._native import sokoban as native
from quandary.engine.generate import remarks_on
from quandary.engine.puzzles import puzzle_of_id
from quandary.game import Status, UsageError
from quandary.games.sokoban import GAME
from quandary.games.sokoban.board import build
from quandary.games.sokoban.difficulty import GRADES, assess
from quandary.games.sokoban.position import WALL, Position, canonical_form, flood

# A seed is a promise: these lines never change.
PROMISED = {
    "sokoban#1": "3_5#|4#3_2#|#7_#|#.4_._#|#_@$_$2_#|5#$.2#|4_#2_#|4_#2_#|4_4#",
    "sokoban:beginner#2": "_5#|_#3_#|_#3_#|_2#_.#|3#@.#|#_2$_#|#4_#|6#",
    "sokoban:expert#1": "10#|#2_._.#@_#|#2_$3_$_#|4#2_4#|#2_#$_2#|#_$#_._#|#.5_#|8#",
}


@pytest.mark.parametrize("name", PROMISED)
def test_a_seed_makes_the_same_level_for_ever(name: str) -> None:
    assert GAME.compact(puzzle_of_id(GAME, name).position) == PROMISED[name]


ORDERS: list[dict[str, Any]] = [
    {},
    {"boxes": "4..6", "width": "8..11", "min_pushes": 12},
    {"min_pushes": 5, "max_pushes": 6},
    {"min_detour": 6, "min_changes": 6},
    {"width": 6, "height": "5..6", "boxes": 1},
    {"width": (7, 16), "height": 9, "boxes": 3},
    {"level": "beginner", "boxes": 3},
    {"level": "intermediate", "height": "6..7"},
    {"level": "advanced"},
]


@pytest.mark.slow
@pytest.mark.parametrize("order", ORDERS)
def test_levels_are_as_ordered_and_their_optimum_is_proven_twice(order: dict[str, Any]) -> None:
    for puzzle in quandary.generate(GAME, count=2, seed=1, **order):
        position, facts = puzzle.position, puzzle.facts
        verdict = quandary.solve(GAME, puzzle)
        assert (verdict.cost, verdict.optimal) == (facts["pushes"], True)
        assert order.get("min_pushes", 1) <= facts["pushes"] <= order.get("max_pushes", 999)
        assert facts["detour"] >= order.get("min_detour", 0)
        assert facts["box_changes"] >= order.get("min_changes", 0)
        for name, count in (
            ("width", position.level.width),
            ("height", position.level.height),
            ("boxes", len(position.boxes)),
        ):
            least, most = _ends(order.get(name, "1..18"))
            assert least <= count <= most
        assert len(position.boxes) == len(position.level.goals)
        # Every box has to move.
        assert not position.boxes & position.level.goals
        assert facts.get("grade") == order.get("level")


def _ends(given: Any) -> tuple[int, int]:
    if isinstance(given, tuple):
        return given
    first, _, last = str(given).partition("..")
    return int(first), int(last or first)


@pytest.mark.slow
def test_short_levels_agree_with_the_reference_search() -> None:
    for puzzle in quandary.generate(GAME, count=5, seed=9, width=7, height=6, boxes=2, max_pushes=9):
        assert quandary.solve(GAME, puzzle, strategy="reference").cost == puzzle.facts["pushes"]


@pytest.mark.parametrize("side", [6, 7, 9, 18])
def test_sensible_settings_never_fail(side: int) -> None:
    for boxes in (1, 2, 4):
        (puzzle,) = quandary.generate(GAME, seed=boxes, width=f"5..{side}", height=f"5..{side}", boxes=boxes)
        assert GAME.status(puzzle.position) is Status.PLAYING


@pytest.mark.parametrize(
    ("settings", "problem"),
    [
        ({"width": 4}, "width: 4 is below 5"),
        ({"height": 99}, "height: 99 is above 18"),
        ({"boxes": 11}, "boxes: 11 is above 10"),
        ({"boxes": 0}, "boxes: 0 is below 1"),
        ({"boxes": "6..4"}, "6 to 4 is no range"),
        ({"boxes": "many"}, "'many' is not a whole number or a range like 4..10"),
        ({"width": "7..19"}, "width: 19 is above 18"),
        ({"width": 6, "height": 5, "boxes": 5}, "6x5 is made with 1 to 4 boxes, not 5"),
        ({"width": 5, "height": 5}, "5x5 is too small: take a larger size"),
        ({"min_pushes": 9, "max_pushes": 8}, "max_pushes 8 is below min_pushes 9"),
        ({"max_pushes": 2}, "3 boxes take at least 3 pushes"),
        ({"width": 6, "height": 6, "min_pushes": 100}, "no level of this size"),
        ({"level": "impossible"}, "not one of beginner"),
        ({"min_pushes": -3}, "min_pushes: -3 is below 0"),
        # Three boxes have to move, beside their detour.
        ({"min_detour": 18, "max_pushes": 20}, "a detour of 18 and 0 turns .* at least 21 pushes, not 20"),
        ({"min_changes": 20, "max_pushes": 20}, "20 turns to another box take at least 21 pushes, not 20"),
        ({"min_detour": 500}, "at least 503 pushes, not 256"),
        ({"boxes": 1, "min_changes": 1}, "no other to turn to"),
        ({"level": "beginner", "boxes": 1}, "no other to turn to"),
        ({"level": "beginner", "min_pushes": 100}, "is advanced at least, not beginner"),
        ({"level": "intermediate", "min_detour": 20}, "is advanced at least, not intermediate"),
        ({"effort": 0}, "below 1"),
    ],
)
def test_senseless_settings_are_refused_in_one_line(settings: dict[str, Any], problem: str) -> None:
    with pytest.raises(UsageError, match=problem) as caught:
        list(quandary.generate(GAME, seed=1, **settings))
    assert "\n" not in str(caught.value)


def test_who_orders_a_master_hears_that_it_takes_long() -> None:
    (remark,) = remarks_on(GAME, {"level": "master"})
    assert "a quarter of a minute" in remark
    assert remarks_on(GAME, {"level": "expert"}) == []


def test_an_order_that_nobody_can_fill_ends() -> None:
    with pytest.raises(
        quandary.BudgetEnded, match=r"no sokoban puzzle found .*; closest: \d+ pushes, .*, sokoban:width6"
    ):
        list(quandary.generate(GAME, seed=1, width=6, height=6, boxes=1, min_pushes=15, effort=3000))


def test_a_detour_that_the_usual_pushes_do_not_allow_makes_the_level_longer() -> None:
    (puzzle,) = quandary.generate(GAME, seed=1, min_detour=42)
    assert puzzle.facts["detour"] >= 42
    assert quandary.solve(GAME, puzzle).cost == puzzle.facts["pushes"] > 42


def test_who_orders_too_many_boxes_is_told_of_fewer() -> None:
    with pytest.raises(quandary.BudgetEnded, match=r"closest: \d+ pushes, .*, sokoban:boxes[1-9]#1$"):
        list(quandary.generate(GAME, seed=1, boxes=10, time=1.0))


# A master level takes seconds to make; those of the pack are looked at in test_packs.
@pytest.mark.parametrize("grade", GRADES[:-1])
def test_a_grade_is_what_the_measures_say(grade: str) -> None:
    (puzzle,) = quandary.generate(GAME, seed=4, level=grade)
    difficulty = assess(puzzle.position)
    assert difficulty is not None
    assert difficulty.grade == grade


def test_a_level_is_the_same_turned_and_mirrored() -> None:
    (puzzle,) = quandary.generate(GAME, seed=2)
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


def test_beginners_meet_real_detours_too() -> None:
    for puzzle in quandary.generate(GAME, level="beginner", count=5, seed=30):
        assert puzzle.facts["detour"] >= 2


def test_v2_is_an_alias_of_the_only_recipe() -> None:
    (puzzle,) = quandary.generate(GAME, seed=1, level="beginner", boxes="2..3")
    assert puzzle.id == "sokoban:beginner-boxes2to3#1"
    alias = puzzle_of_id(GAME, "sokoban:beginner-boxes2to3-v2#1")
    assert (alias.position, alias.facts) == (puzzle.position, puzzle.facts)
    assert puzzle_of_id(GAME, "sokoban:v2#1").position == puzzle_of_id(GAME, "sokoban#1").position


def test_turns_and_parked_boxes_are_counted_right() -> None:
    order = native.Order(
        widths=(5, 8), heights=(5, 8), boxes=(2, 3), pushes=(6, 12), min_changes=2, room=2000, patience=3, effort=10**7
    )
    for seed in range(5):
        made = native.compose(seed, order)
        assert made is not None
        start = build(made.rows)
        pushes = [(row * start.level.width + column, way) for row, column, way in made.measures.pushes]
        where, visits, turns, last = {box: box for box in start.boxes}, Counter[int](), 0, None
        for square, way in pushes:
            box = where.pop(square)
            where[square + start.level.steps[way]] = box
            turns += last not in (None, box)
            visits[box] += last != box
            last = box
        assert set(where) == set(start.level.goals)
        assert made.parked == sum(count > 1 for count in visits.values())
        # No shortest solution has fewer turns, of all that there are.
        assert turns == fewest_turns(start, len(pushes))


# Like master levels, but of fewer boxes, and so in a moment.
@pytest.mark.slow
@pytest.mark.parametrize(
    ("boxes", "pushes", "toil", "promised"),
    [
        (3, (30, 36), 100, "  #####|### . #|#@..  #|#  $ ##|### ####|#  $$  #|#      #|#  #####|#  #|####"),
        (
            4,
            (40, 46),
            500,
            "######|#    ###|#  $ $ #|#  ### ###|## ### $.#|##  .$@  #|#   # #  #|# # #  # #|#  .##  .#|##########",
        ),
    ],
)
def test_levels_that_are_raised_are_as_long_and_as_hard_as_ordered(
    boxes: int, pushes: tuple[int, int], toil: int, promised: str
) -> None:
    order = native.Order(
        widths=(7, 10),
        heights=(7, 10),
        boxes=(boxes, boxes),
        pushes=pushes,
        min_detour=4,
        min_changes=4,
        min_toil=toil,
        room=100_000,
        patience=0,
        effort=10**8,
    )
    made = native.compose(1, order)
    assert made is not None
    # A seed is a promise here too.
    assert "|".join(made.rows) == promised
    start = build(made.rows)
    verdict = quandary.solve(GAME, start)
    assert (verdict.cost, verdict.optimal) == (len(made.measures.pushes), True)
    assert pushes[0] <= len(made.measures.pushes) <= pushes[1]
    assert len(start.boxes) == boxes
    assert made.detour >= 4


def fewest_turns(start: Position, pushes: int) -> int:
    """By trying every way to push, for so many pushes."""
    level = start.level
    solved = frozenset(level.goals)
    layer = {(start.boxes, frozenset(flood(level, start.player, start.boxes)), None): 0}
    for _ in range(pushes):
        following: dict[Any, int] = {}
        for (boxes, region, last), turns in layer.items():
            for box in boxes:
                for step in level.steps.values():
                    to = box + step
                    if box - step in region and to not in boxes and level.plan[to] != WALL:
                        moved = boxes - {box} | {to}
                        state = (moved, frozenset(flood(level, box, moved)), to)
                        count = turns + (last not in (None, box))
                        following[state] = min(count, following.get(state, count))
        layer = following
    return min(turns for (boxes, _, _), turns in layer.items() if boxes == solved)
