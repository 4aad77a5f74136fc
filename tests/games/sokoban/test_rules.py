"""The rules: steps, pushes, what they make happen, and what they refuse."""

from __future__ import annotations

import pytest

from quandary.engine.judge import judge
from quandary.game import Event, IllegalMove, Status, Won
from quandary.games.sokoban import GAME
from quandary.games.sokoban.position import Position, Square
from quandary.games.sokoban.rules import BoxOffGoal, BoxOnGoal, Pushed, Step, Walked, push_to, walk_to
from tests.games.sokoban.levels import ONE_PUSH, ROOM, SPARE_BOX, level


def played(position: Position, moves: str) -> tuple[Position, tuple[Event, ...]]:
    """Where the moves lead, and what the last of them made happen."""
    events: tuple[Event, ...] = ()
    for move in GAME.parse_moves(moves):
        position, events = GAME.play(position, move)
    return position, events


def test_a_walk_moves_the_player_alone() -> None:
    before = level(ROOM)
    after, events = played(before, "u")
    assert events == (Walked(Square(2, 3), Square(1, 3)),)
    assert (after.boxes, after.level) == (before.boxes, before.level)


def test_a_push_moves_box_and_player() -> None:
    after, events = played(level(ROOM), "L")
    assert events == (Pushed(Square(2, 2), Square(2, 1)),)
    assert GAME.format(after).splitlines()[2] == "#$@  #"


def test_a_box_comes_onto_a_goal_and_leaves_it_again() -> None:
    position = level("#######\n#@$.  #\n#.$   #\n#######")
    position, events = played(position, "R")
    assert events == (Pushed(Square(1, 2), Square(1, 3)), BoxOnGoal(Square(1, 3)))
    _, events = played(position, "R")
    assert events == (Pushed(Square(1, 3), Square(1, 4)), BoxOffGoal(Square(1, 3)))


def test_the_last_goal_wins_and_ends_the_game() -> None:
    after, events = played(level(ONE_PUSH), "R")
    assert events == (Pushed(Square(1, 2), Square(1, 3)), BoxOnGoal(Square(1, 3)), Won())
    assert GAME.status(after) is Status.WON
    assert GAME.moves(after) == []
    with pytest.raises(IllegalMove, match="solved already"):
        GAME.play(after, GAME.parse_move("l"))


def test_spare_boxes_may_stand_anywhere() -> None:
    after, _ = played(level(SPARE_BOX), "R")
    assert GAME.status(after) is Status.WON


def test_a_level_may_begin_solved() -> None:
    position = level("#####\n#@* #\n#####")
    assert GAME.status(position) is Status.WON
    assert judge(GAME, position, [], "pushes").solved


@pytest.mark.parametrize(
    ("rows", "move", "reason"),
    [
        ("#####\n#@$.#\n#####", "l", "wall to the left at r2c1"),
        ("######\n#@$$.#\n#.   #\n######", "R", "the box at r2c3 is blocked by another box at r2c4"),
        ("#####\n#$@.#\n#####", "L", "the box at r2c2 is blocked by a wall at r2c1"),
        ("######\n#@ $.#\n######", "R", "a capital is a push, but there is no box to the right"),
    ],
)
def test_what_cannot_be_is_refused_with_its_reason(rows: str, move: str, reason: str) -> None:
    with pytest.raises(IllegalMove, match=reason):
        GAME.play(level(rows), GAME.parse_move(move))


def test_an_unknown_direction_is_refused() -> None:
    with pytest.raises(IllegalMove, match="no direction 'x'"):
        GAME.play(level(ONE_PUSH), Step("x"))


def test_small_letters_may_push_but_capitals_must() -> None:
    position = level("######\n#@ $.#\n######")
    moves = GAME.parse_moves("rr")
    assert judge(GAME, position, moves, "pushes").solved
    assert judge(GAME, position, moves, "pushes").cost == 1
    judgement = judge(GAME, position, GAME.parse_moves("Rr"), "pushes")
    assert judgement.problem is not None
    assert "move 1, R, is illegal" in judgement.problem


def test_capitals_throughout_do_not_say_what_is_a_push() -> None:
    judgement = judge(GAME, level("######\n#@ $.#\n######"), GAME.parse_moves("R R"), "pushes")
    assert (judgement.solved, judgement.cost) == (True, 1)


def test_a_player_who_cannot_move_has_lost() -> None:
    position = level("#####\n#@$$#\n##.##\n##.##\n#####")
    assert GAME.status(position) is Status.LOST
    assert GAME.moves(position) == []


def test_costs_by_metric() -> None:
    position, push, walk = level(ROOM), GAME.parse_move("L"), GAME.parse_move("u")
    costs = {metric: [GAME.move_cost(position, move, metric) for move in (push, walk)] for metric in GAME.metrics}
    assert costs == {"pushes": [1, 0], "pushes,moves": [1, 0], "moves": [1, 1], "any": [1, 0]}


def test_a_click_walks_the_shortest_way_around_boxes() -> None:
    position = level("#######\n#@$   #\n#   # #\n#.    #\n#######")
    way = walk_to(position, Square(1, 3))
    assert way is not None
    assert GAME.format_moves(way) == "drru"
    after = position
    for step in way:
        after, events = GAME.play(after, step)
        assert isinstance(events[0], Walked)
    assert after.level.square(after.player) == Square(1, 3)
    assert walk_to(position, Square(1, 1)) == []
    for unreachable in (Square(1, 2), Square(0, 0), Square(2, 4), Square(-1, 0), Square(9, 9)):
        assert walk_to(position, unreachable) is None


def test_a_box_is_brought_where_somebody_points() -> None:
    position = GAME.parse("#######\n#     #\n# $   #\n#  @  #\n#  $ .#\n#######")
    way = push_to(position, Square(2, 2), Square(1, 4))
    assert way is not None
    pushes = 0
    for step in way:
        pushes += step.letter.isupper()
        position = GAME.play(position, step).position
    assert pushes == 3
    assert 1 * 7 + 4 in position.boxes
    # Not into a wall, not onto another box, not out of a corner, and not where there is no box.
    assert push_to(position, Square(1, 4), Square(0, 4)) is None
    assert push_to(position, Square(1, 4), Square(4, 3)) is None
    assert push_to(position, Square(1, 4), Square(3, 4)) is None
    assert push_to(position, Square(1, 1), Square(1, 2)) is None
    assert push_to(position, Square(99, 99), Square(1, 2)) is None
