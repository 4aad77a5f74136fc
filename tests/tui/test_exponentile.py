"""ExponenTile by keys and by mouse, and its waves."""

from __future__ import annotations

import pytest
from textual.pilot import Pilot

from quandary import Status, game
from quandary.games.exponentile.position import Cell
from quandary.games.exponentile.rules import Move
from quandary.games.exponentile.terminal import GameBoard
from quandary.tui.board import Place
from quandary.tui.end_screen import EndScreen
from tests.tui.driving import ask_for_move, board_of, click, drag, drive, playing, session_of, shown, until, words

pytestmark = pytest.mark.slow

BOARD = game("exponentile").examples[2]
ARROWS = {(0, 1): "right", (0, -1): "left", (1, 0): "down", (-1, 0): "up"}
# Games on small boards are soon over; this many moves are more than any of these takes.
MOST_MOVES = 60


def _board(pilot: Pilot[None]) -> GameBoard:
    board = board_of(pilot)
    assert isinstance(board, GameBoard)
    return board


async def _walk_to(pilot: Pilot[None], cell: Cell) -> None:
    row, column = _board(pilot)._cursor
    await pilot.press(*["down" if cell[0] > row else "up"] * abs(cell[0] - row))
    await pilot.press(*["right" if cell[1] > column else "left"] * abs(cell[1] - column))


def _direction(move: Move) -> str:
    return ARROWS[move.target[0] - move.source[0], move.target[1] - move.source[1]]


def test_a_game_is_played_to_its_end_by_keys() -> None:
    async def script(pilot: Pilot[None]) -> None:
        for number in range(MOST_MOVES):
            if session_of(pilot).status is not Status.PLAYING:
                break
            move = session_of(pilot).game.moves(session_of(pilot).position)[0]
            await _walk_to(pilot, move.source)
            if number % 2:
                await pilot.press("enter", _direction(move))
            else:
                await pilot.press(f"shift+{_direction(move)}")
            assert len(session_of(pilot).moves) == number + 1
        await until(pilot, lambda: isinstance(pilot.app.screen, EndScreen))
        await until(pilot, lambda: "points" in shown(pilot))
        assert "Highest tile" in shown(pilot)

    drive(script, playing("exponentile", BOARD))


def test_a_game_is_played_to_its_end_by_mouse() -> None:
    async def script(pilot: Pilot[None]) -> None:
        for number in range(MOST_MOVES):
            if session_of(pilot).status is not Status.PLAYING:
                break
            move = session_of(pilot).game.moves(session_of(pilot).position)[0]
            start, end = (_place(_board(pilot), cell) for cell in (move.source, move.target))
            if number % 2:
                await click(pilot, start)
                await click(pilot, end)
            else:
                await drag(pilot, start, end)
            assert len(session_of(pilot).moves) == number + 1
        await until(pilot, lambda: isinstance(pilot.app.screen, EndScreen))

    drive(script, playing("exponentile", BOARD))


def _place(board: GameBoard, cell: Cell) -> Place:
    wide, high = board._tile_size(board.size)
    return cell[1] * wide + 1, cell[0] * high


def test_waves_end_where_the_rules_say() -> None:
    """What the frames show last is the position after the move, for many moves of a game."""
    this = game("exponentile")
    app = playing("exponentile", "exponentile#42")
    app.animation = "fast"

    async def script(pilot: Pilot[None]) -> None:
        board = _board(pilot)
        position = session_of(pilot).position
        for _ in range(25):
            move = this.moves(position)[0]
            outcome = this.play(position, move)
            frames = list(board.frames(position, outcome.events, outcome.position))
            board.position = outcome.position
            last = frames[-1].paint()
            # The cursor and marks of merges are not part of it.
            assert _numbers(last.text()) == _numbers(board.paint(board.size).text())
            position = outcome.position

    drive(script, app)


def _numbers(text: str) -> list[str]:
    return "".join(mark if mark.isdigit() else " " for mark in text).split()


def test_a_swap_that_matches_nothing_goes_there_and_back() -> None:
    app = playing("exponentile", "exponentile#42")
    app.animation = "fast"

    async def script(pilot: Pilot[None]) -> None:
        position = session_of(pilot).position
        legal = {frozenset((move.source, move.target)) for move in session_of(pilot).game.moves(position)}
        row, column = next(
            (row, column)
            for row in range(8)
            for column in range(7)
            if frozenset(((row, column), (row, column + 1))) not in legal
        )
        await _walk_to(pilot, (row, column))
        await pilot.press("shift+right")
        assert "matches nothing" in words(pilot)
        await until(pilot, lambda: not board_of(pilot).is_animating)
        assert session_of(pilot).position == position

    drive(script, app)


def test_a_hint_is_what_the_best_player_would_do() -> None:
    async def script(pilot: Pilot[None]) -> None:
        await ask_for_move(pilot)
        assert board_of(pilot).hint in session_of(pilot).game.moves(session_of(pilot).position)
        await pilot.press("i")
        assert "played for a score" in words(pilot)

    drive(script, playing("exponentile", BOARD))


def test_one_move_is_one_move_where_there_is_no_room_for_the_panel() -> None:
    async def script(pilot: Pilot[None]) -> None:
        move = session_of(pilot).game.moves(session_of(pilot).position)[0]
        session_of(pilot).play(move)
        await until(pilot, lambda: "1 move " in shown(pilot))

    drive(script, playing("exponentile", "exponentile#42"), size=(60, 20))
