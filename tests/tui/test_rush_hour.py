"""Rush Hour by keys and by mouse, from the first move to the end screen."""

from __future__ import annotations

from pathlib import Path

import pytest
from textual.pilot import Pilot

from quandary import Status, game, solve
from quandary.games.rush_hour.rules import Slide
from quandary.games.rush_hour.scene import extent_of
from quandary.games.rush_hour.terminal import GameBoard
from quandary.tui.board import Place
from quandary.tui.end_screen import EndScreen
from tests.tui.driving import ask_for_move, board_of, drag, drive, playing, session_of, shown, until, words

PUZZLE = game("rush-hour").examples[1]


def _solution() -> list[Slide]:
    moves = solve("rush-hour", PUZZLE).moves
    assert moves is not None
    return list(moves)


def _keys(move: Slide, *, is_horizontal: bool) -> list[str]:
    back, on = ("left", "right") if is_horizontal else ("up", "down")
    return [move.vehicle, *[on if move.cells > 0 else back] * abs(move.cells)]


def test_a_game_is_played_to_its_end_by_keys() -> None:
    async def script(pilot: Pilot[None]) -> None:
        for move in _solution():
            is_horizontal = extent_of(board_of(pilot).position, move.vehicle).is_horizontal
            await pilot.press(*_keys(move, is_horizontal=is_horizontal))
        await until(pilot, lambda: isinstance(pilot.app.screen, EndScreen))
        # Every slide was made a cell at a time, and still counts as the one move that it is.
        assert session_of(pilot).moves == tuple(_solution())
        await until(pilot, lambda: "Solved!" in shown(pilot))
        assert "4 moves" in shown(pilot)
        await pilot.press("b")
        await until(pilot, lambda: "The optimum, 4 moves." in shown(pilot))
        await pilot.press("c")
        assert pilot.app.clipboard == "Quandary Rush Hour ★★☆ 4 moves"

    drive(script, playing("rush-hour", PUZZLE))


def test_a_game_is_played_to_its_end_by_mouse(data: Path) -> None:
    async def script(pilot: Pilot[None]) -> None:
        for move in _solution():
            start, end = _places(board_of(pilot), move)
            await drag(pilot, start, end)
        await until(pilot, lambda: isinstance(pilot.app.screen, EndScreen))
        assert session_of(pilot).status is Status.WON
        await until(pilot, lambda: "Solved!" in shown(pilot))
        await pilot.click("#leave")
        await until(pilot, lambda: "Daily" in shown(pilot))

    drive(script, playing("rush-hour", PUZZLE))
    assert '"ended":"won"' in (data / "progress.jsonl").read_text()


def _places(board: object, move: Slide) -> tuple[Place, Place]:
    """Where a vehicle is, and where the mouse has to drag it to."""
    assert isinstance(board, GameBoard)
    wide, high = board._cell_size(board.size)
    extent = extent_of(board.position, move.vehicle)
    start = 1 + extent.left * wide + wide // 2, 1 + extent.top * high + high // 2
    right, down = (move.cells, 0) if extent.is_horizontal else (0, move.cells)
    return start, (start[0] + right * wide, start[1] + down * high)


def test_a_slide_and_back_is_no_move() -> None:
    async def script(pilot: Pilot[None]) -> None:
        await pilot.press("E", "left", "right")
        assert session_of(pilot).moves == ()
        assert session_of(pilot).undone == 0

    drive(script, playing("rush-hour", PUZZLE))


def test_pushing_against_a_vehicle_selects_it() -> None:
    async def script(pilot: Pilot[None]) -> None:
        await pilot.press("right", "right")
        assert session_of(pilot).game.format_moves(session_of(pilot).moves) == "X+1"
        await pilot.press("down")
        assert session_of(pilot).game.format_moves(session_of(pilot).moves) == "X+1 D+1"

    drive(script, playing("rush-hour", PUZZLE))


def test_undo_redo_and_restart() -> None:
    async def script(pilot: Pilot[None]) -> None:
        start = session_of(pilot).position
        await pilot.press("E", "left")
        moved = session_of(pilot).position
        await pilot.press("u")
        assert session_of(pilot).position == start
        await pilot.press("u")
        assert "no move to take back" in words(pilot)
        await pilot.press("r")
        assert session_of(pilot).position == moved
        await pilot.press("x")
        assert session_of(pilot).position == start
        assert session_of(pilot).redoable == ()

    drive(script, playing("rush-hour", PUZZLE))


@pytest.mark.slow
def test_a_hint_points_at_a_best_move() -> None:
    async def script(pilot: Pilot[None]) -> None:
        await ask_for_move(pilot)
        assert words(pilot).startswith("Hint: ")
        assert session_of(pilot).hints == 1
        hint = board_of(pilot).hint
        assert solve("rush-hour", game("rush-hour").play(session_of(pilot).position, hint).position).cost == 3
        await pilot.press("i")
        await until(pilot, lambda: "4 moves from here" in words(pilot))

    drive(script, playing("rush-hour", PUZZLE))


def test_an_animated_slide_ends_where_the_rules_say() -> None:
    app = playing("rush-hour", PUZZLE)
    app.animation = "fast"

    async def script(pilot: Pilot[None]) -> None:
        await pilot.press("E", "left")
        await until(pilot, lambda: not board_of(pilot).is_animating)
        assert board_of(pilot).position == session_of(pilot).position

    drive(script, app)
