"""The rules as a player meets them."""

from __future__ import annotations

from typing import Any

import pytest

from quandary.game import IllegalMove, Status, Won
from quandary.games.rush_hour import notation, rules
from quandary.games.rush_hour.rules import Slid, Slide
from tests.games.rush_hour.boards import EASY, SOLVED

BOARD = notation.parse("""
    .B..C.
    .B..C.
    XX..D.
    ....D.
    ..xEEE
    FF....
""")


def test_a_slide_moves_its_vehicle_and_nothing_else() -> None:
    outcome = rules.play(BOARD, Slide("X", 2))
    assert outcome.position.rows()[2] == "..XXD."
    assert outcome.events == (Slid("X", 2),)


def test_reaching_the_edge_wins() -> None:
    open_way = notation.parse("XX....\n......")
    outcome = rules.play(open_way, Slide("X", 4))
    assert outcome.events == (Slid("X", 4), Won())
    assert rules.status(outcome.position) is Status.WON
    assert rules.moves(outcome.position) == []


def test_another_car_at_the_edge_wins_nothing() -> None:
    outcome = rules.play(notation.parse("XX....\nBB...."), Slide("B", 4))
    assert outcome.events == (Slid("B", 4),)


@pytest.mark.parametrize(
    ("move", "reason"),
    [
        (Slide("Q", 1), "there is no vehicle Q"),
        (Slide(".", 1), "there is no vehicle"),
        (Slide("x", 1), "there is no vehicle"),
        (Slide("", 1), "there is no vehicle"),
        (Slide("X", 0), "whole number of cells, not by 0"),
        (Slide("X", 1.5), "whole number of cells, not by 1.5"),  # type: ignore[arg-type]
        (Slide("X", True), "whole number of cells"),
        (Slide("X", -1), "X would leave the board: it can move 0 that way, not 1"),
        (Slide("X", 3), "X is blocked by vehicle D at r3c5"),
        (Slide("X", 99), "X is blocked by vehicle D at r3c5"),
        (Slide("D", -1), "D is blocked by vehicle C at r2c5"),
        (Slide("E", -1), "E is blocked by a wall at r5c3"),
        (Slide("F", 5), "F would leave the board: it can move 4 that way, not 5"),
        (Slide("B", -1), "B would leave the board"),
        (notation.parse_move("XU1"), "X moves only left and right"),
        (notation.parse_move("BR1"), "B moves only up and down"),
    ],
)
def test_an_illegal_slide_is_refused_with_its_reason(move: Slide, reason: str) -> None:
    with pytest.raises(IllegalMove, match=reason):
        rules.play(BOARD, move)


def test_a_solved_puzzle_takes_no_more_moves() -> None:
    with pytest.raises(IllegalMove, match="solved already"):
        rules.play(notation.parse(SOLVED), Slide("X", -1))


def test_the_legal_moves_in_order() -> None:
    assert [notation.format_move(move) for move in rules.moves(BOARD)] == ["F+1", "F+2", "F+3", "F+4", "X+1", "X+2"]


def test_nobody_ever_loses() -> None:
    from quandary.game import Rng

    rng = Rng(4)
    position: Any = notation.parse(EASY)
    for _ in range(200):
        if not rules.moves(position):
            break
        position = rules.play(position, rng.choice(rules.moves(position))).position
        assert rules.status(position) is not Status.LOST


def test_costs() -> None:
    assert rules.move_cost(Slide("X", -3), "moves") == 1
    assert rules.move_cost(Slide("X", -3), "steps") == 3
