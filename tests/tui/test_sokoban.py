"""Sokoban by keys and by mouse."""

from __future__ import annotations

import pytest
from textual.pilot import Pilot

from quandary import Status, game, solve
from quandary.games.sokoban.position import Square
from quandary.games.sokoban.rules import Step
from quandary.games.sokoban.terminal import GameBoard
from quandary.tui.board import Place
from quandary.tui.end_screen import EndScreen
from tests.tui.driving import board_of, click, drive, playing, session_of, shown, until, words

pytestmark = pytest.mark.slow

LEVEL = game("sokoban").examples[1]
KEYS = {"l": "left", "u": "up", "r": "right", "d": "down"}


def _solution() -> list[Step]:
    moves = solve("sokoban", LEVEL).moves
    assert moves is not None
    return list(moves)


def _board(pilot: Pilot[None]) -> GameBoard:
    board = board_of(pilot)
    assert isinstance(board, GameBoard)
    return board


def _place(board: GameBoard, square: Square) -> Place:
    wide, high = board._square_size(board.size)
    return square.column * wide + 1, square.row * high


def test_a_level_is_played_to_its_end_by_keys() -> None:
    async def script(pilot: Pilot[None]) -> None:
        await pilot.press(*(KEYS[step.direction] for step in _solution()))
        await until(pilot, lambda: isinstance(pilot.app.screen, EndScreen))
        assert session_of(pilot).status is Status.WON
        await until(pilot, lambda: "Solved!" in shown(pilot))

    drive(script, playing("sokoban", LEVEL))


def test_a_level_is_played_to_its_end_by_mouse() -> None:
    async def script(pilot: Pilot[None]) -> None:
        for step in _solution():
            level, player = _board(pilot).position.level, _board(pilot).position.player
            await click(pilot, _place(_board(pilot), level.square(player + level.steps[step.direction])))
        await until(pilot, lambda: isinstance(pilot.app.screen, EndScreen))
        assert session_of(pilot).status is Status.WON

    drive(script, playing("sokoban", LEVEL))


def test_a_click_walks_all_the_way() -> None:
    async def script(pilot: Pilot[None]) -> None:
        await click(pilot, _place(_board(pilot), Square(4, 4)))
        assert _board(pilot).position.level.square(_board(pilot).position.player) == Square(4, 4)
        assert len(session_of(pilot).moves) > 1
        assert session_of(pilot).cost("pushes") == 0
        await click(pilot, _place(_board(pilot), Square(0, 0)))
        assert "no way" in words(pilot)

    drive(script, playing("sokoban", LEVEL))


def test_a_wall_is_explained() -> None:
    async def script(pilot: Pilot[None]) -> None:
        await pilot.press("up")
        assert "there is a wall above" in words(pilot)

    drive(script, playing("sokoban", LEVEL))


def test_lost_squares_and_boxes_are_marked_on_request() -> None:
    async def script(pilot: Pilot[None]) -> None:
        assert "×" not in shown(pilot)
        await pilot.press("b")
        assert "×" in shown(pilot)
        await pilot.press("b")
        assert "×" not in shown(pilot)

    drive(script, playing("sokoban", LEVEL))


def test_in_a_level_larger_than_the_window_the_player_stays_in_sight() -> None:
    wide = "70#|#@67_#|" + "#68_#|" * 30 + "#66_$.#|70#"

    async def script(pilot: Pilot[None]) -> None:
        assert "@" in shown(pilot)
        await click(pilot, _place(_board(pilot), Square(6, 20)))
        assert "@" in shown(pilot)
        for _ in range(3):
            await click(pilot, _place(_board(pilot), Square(_row(pilot) + 6, _column(pilot) + 10)))
        assert _row(pilot) > 20
        assert "@" in shown(pilot)

    def _row(pilot: Pilot[None]) -> int:
        return _board(pilot).position.level.square(_board(pilot).position.player).row

    def _column(pilot: Pilot[None]) -> int:
        return _board(pilot).position.level.square(_board(pilot).position.player).column

    drive(script, playing("sokoban", wide), size=(60, 20))
