"""Dead squares, stuck boxes, and since when: certain, and never said of a position that can be solved."""

from __future__ import annotations

import quandary
from quandary._native import sokoban as native
from quandary.game import Rng
from quandary.games.sokoban import GAME
from quandary.games.sokoban.deadlocks import dead_since, dead_squares, frozen_boxes, is_dead, lost_boxes
from quandary.games.sokoban.position import Position, Square
from quandary.games.sokoban.text import draw_text
from tests.games.sokoban.levels import CORNERED, ROOM, SPARE_BOX, level

BLOCKED = """
#######
#     #
# $$  #
# $$ @#
#.... #
#######
"""
OPEN = """
########
#      #
# $$ @ #
# $    #
#...   #
########
"""


def names(position: Position, squares: frozenset[int]) -> list[str]:
    return [str(position.level.square(square)) for square in sorted(squares)]


def test_corners_and_walls_without_goals_are_dead() -> None:
    position = level("#######\n#     #\n#  @$ #\n# .   #\n#     #\n#######")
    ring = [(row, column) for row in range(1, 5) for column in range(1, 6) if row in (1, 4) or column in (1, 5)]
    assert {position.level.square(square) for square in dead_squares(position.level)} == set(ring)


def test_native_and_python_agree_on_dead_squares() -> None:
    for puzzle in quandary.generate(GAME, count=20, seed=3):
        ours = {tuple(puzzle.position.level.square(square)) for square in dead_squares(puzzle.position.level)}
        # The core also knows squares where the player can never stand right; it can only find more.
        assert ours <= set(native.dead_squares(puzzle.position.rows()))


def test_boxes_that_block_each_other_are_stuck() -> None:
    position = level(BLOCKED)
    assert names(position, frozen_boxes(position)) == ["r3c3", "r3c4", "r4c3", "r4c4"]
    assert is_dead(position)


def test_a_pair_along_a_wall_is_stuck() -> None:
    position = level("#######\n#  @  #\n#     #\n#.$*  #\n#######")
    assert names(position, frozen_boxes(position)) == ["r4c3", "r4c4"]
    # The one on its goal is no loss; the other one is, though its square is not dead.
    assert names(position, lost_boxes(position)) == ["r4c3"]
    assert is_dead(position)


def test_boxes_that_can_still_be_pushed_are_not() -> None:
    position = level(OPEN)
    assert frozen_boxes(position) == frozenset()
    assert not is_dead(position)


def test_a_stuck_box_on_a_goal_is_no_loss() -> None:
    position = level("######\n#*   #\n#  $@#\n# .  #\n#    #\n######")
    assert names(position, frozen_boxes(position)) == ["r2c2"]
    assert lost_boxes(position) == frozenset()


def test_a_lost_box_is_no_harm_where_one_is_to_spare() -> None:
    position = level("#####\n#$  #\n#@$.#\n#   #\n#####")
    assert names(position, lost_boxes(position)) == ["r2c2"]
    assert not is_dead(position)


def test_since_when_and_why() -> None:
    position = level(ROOM)
    history = [position]
    for move in GAME.parse_moves("Lur"):
        history.append(GAME.play(history[-1], move).position)
    found = dead_since(history)
    assert found is not None
    assert (found.move, found.boxes) == (1, (Square(2, 1),))
    assert found.reason == "no goal can be reached from r3c2"
    assert dead_since(history[:1]) is None
    stuck = dead_since([level(BLOCKED)])
    assert stuck is not None
    assert (stuck.move, len(stuck.boxes)) == (0, 4)
    assert stuck.reason == "stuck for ever: r3c3, r3c4, r4c3, r4c4"


def test_nothing_that_can_be_solved_is_called_dead() -> None:
    rng = Rng(4)
    found = 0
    for puzzle in quandary.generate(GAME, count=12, seed=8, boxes=3, width=8, height=8):
        position = puzzle.position
        for _ in range(60):
            moves = GAME.moves(position)
            if not moves:
                break
            position = GAME.play(position, rng.choice(moves)).position
            if is_dead(position):
                found += 1
                assert quandary.solve(GAME, position).verdict == "unsolvable"
                break
    assert found > 3


def test_warnings_are_drawn_on_request() -> None:
    assert draw_text(level(CORNERED), warnings=True) == "██████████\n██□!× × ██\n██@   ○ ██\n██████████"
    assert "×" not in draw_text(level(CORNERED))
    assert "!" not in draw_text(level(SPARE_BOX), warnings=True)
