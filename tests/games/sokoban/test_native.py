"""The native rules against the Python rules: two writings of the same game must agree everywhere."""

from __future__ import annotations

import pytest

from quandary._native import sokoban as native
from quandary.game import IllegalMove, Rng
from quandary.games.sokoban import rules
from quandary.games.sokoban.deadlocks import dead_squares, frozen_boxes
from quandary.games.sokoban.position import Position
from tests.games.sokoban.random_levels import random_level

LEVELS = [random_level(seed, spare=seed % 3 // 2) for seed in range(200)]


def stepped(position: Position, direction: str) -> Position | None:
    """One step by the Python rules, past solved positions, too; None where they refuse it."""
    if rules.is_solved(position):
        # Play is over there, but the core goes on: the same step without goals.
        level = position.level
        bare = Position(type(level)(level.plan.replace(".", " ") + "." * level.width, level.width), *_rest(position))
        after = stepped(bare, direction)
        return after and Position(level, after.boxes, after.player)
    try:
        return rules.play(position, rules.STEPS[direction]).position
    except IllegalMove:
        return None


def _rest(position: Position) -> tuple[frozenset[int], int]:
    return position.boxes, position.player


def places(position: Position) -> tuple[list[tuple[int, int]], tuple[int, int]]:
    square = position.level.square
    boxes = [square(box) for box in sorted(position.boxes)]
    player = square(position.player)
    return [(box.row, box.column) for box in boxes], (player.row, player.column)


def test_steps_agree_along_random_walks() -> None:
    rng = Rng(5)
    for level in LEVELS:
        steps = "".join(rng.choice("lurd") for _ in range(60))
        position, letters = level, ""
        for step in steps:
            after = stepped(position, step)
            if after is None:
                letters += "."
            else:
                letters += step.upper() if after.boxes != position.boxes else step
                position = after
        made = native.replay(level.rows(), steps)
        assert (made.letters, made.boxes, made.player) == (letters, *places(position))


def perft(position: Position, depth: int) -> list[int]:
    if depth == 0:
        return [1]
    counts = [1] + [0] * depth
    for direction in "lurd":
        if after := stepped(position, direction):
            for length, count in enumerate(perft(after, depth - 1), start=1):
                counts[length] += count
    return counts


def test_numbers_of_step_sequences_agree() -> None:
    for level in LEVELS[:60]:
        assert native.perft(level.rows(), 5) == perft(level, 5)


def test_every_square_that_is_dead_to_python_is_dead_to_the_core() -> None:
    """The core also knows where the player can stand, so it may find more of them."""
    more = 0
    for position in LEVELS:
        level = position.level
        found = set(native.dead_squares(position.rows()))
        plain = {tuple(level.square(square)) for square in dead_squares(level)}
        assert plain <= found
        more += len(found - plain)
    assert more


def test_frozen_boxes_agree_where_dead_squares_do() -> None:
    compared = 0
    for position in LEVELS:
        level = position.level
        plain = {tuple(level.square(square)) for square in dead_squares(level)}
        if set(native.dead_squares(position.rows())) == plain:
            frozen = sorted(tuple(level.square(square)) for square in frozen_boxes(position))
            assert native.frozen_boxes(position.rows()) == frozen
            compared += bool(frozen)
    assert compared > 20


@pytest.mark.parametrize(
    ("rows", "problem"),
    [
        (["#####", "#@$.#", "##"], "open"),
        (["#####", "# $.#", "#####"], "player"),
        (["#####", "#@@.#", "#####"], "player"),
        (["#####", "#@$ #", "#####"], "no goal"),
        (["#####", "#@..#", "#####"], "0 boxes for 2 goals"),
        (["#####", "#@$.#", "##x##"], "'x' at r3c3"),
        (["#######", "#@$.#$#", "#######"], "r2c6"),
        ([], "player"),
    ],
)
def test_what_is_no_level_is_refused(rows: list[str], problem: str) -> None:
    with pytest.raises(ValueError, match=problem):
        native.solve(rows)


def test_an_unknown_metric_is_refused() -> None:
    with pytest.raises(ValueError, match="unknown metric"):
        native.solve(["#####", "#@$.#", "#####"], "steps")
