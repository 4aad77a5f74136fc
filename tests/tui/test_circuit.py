"""Circuit Challenge by keys and by mouse, in both modes."""

from __future__ import annotations

from itertools import pairwise

import pytest
from textual.pilot import Pilot

from quandary import Status, game
from quandary.games.circuit.position import Position
from quandary.games.circuit.terminal import GameBoard, _number_place, layout_of
from quandary.tui.end_screen import EndScreen
from tests.tui.driving import board_of, click, drive, playing, session_of, shown, until, words

pytestmark = pytest.mark.slow

STANDARD, HIDDEN = "circuit:2#7", "circuit:1-hidden#7"


def _board(pilot: Pilot[None]) -> GameBoard:
    board = board_of(pilot)
    assert isinstance(board, GameBoard)
    return board


def _position(pilot: Pilot[None]) -> Position:
    return _board(pilot).position


@pytest.mark.parametrize("puzzle", [STANDARD, HIDDEN])
def test_a_game_is_played_to_its_end_by_typing_answers(puzzle: str) -> None:
    async def script(pilot: Pilot[None]) -> None:
        while session_of(pilot).status is Status.PLAYING:
            position = _position(pilot)
            answer = position.board.tiles[position.here].answer
            await pilot.press(*str(answer), "enter")
        await until(pilot, lambda: isinstance(pilot.app.screen, EndScreen))
        await until(pilot, lambda: "★★★" in shown(pilot))

    drive(script, playing("circuit", puzzle))


def test_a_game_is_played_to_its_end_by_mouse() -> None:
    async def script(pilot: Pilot[None]) -> None:
        steps = list(pairwise(_position(pilot).board.solution))
        for number, (here, there) in enumerate(steps):
            layout = layout_of(_position(pilot), _board(pilot).size)
            if number % 2:
                x, y, width = _number_place(layout, here, there)
                await click(pilot, (x + width // 2, y))
            else:
                await click(pilot, (layout.left(there[1]) + 2, layout.line(there[0])))
        await until(pilot, lambda: isinstance(pilot.app.screen, EndScreen))
        assert session_of(pilot).status is Status.WON

    drive(script, playing("circuit", STANDARD))


def test_the_cursor_steps_to_a_neighbour() -> None:
    async def script(pilot: Pilot[None]) -> None:
        await pilot.press("enter")
        assert session_of(pilot).moves == ()
        row, col = _position(pilot).board.solution[1]
        await pilot.press(*["down"] * row, *["right"] * col, "enter")
        assert _position(pilot).walked == _position(pilot).board.solution[:2]

    drive(script, playing("circuit", STANDARD))


def test_wrong_answers_cost_lives_until_the_game_is_lost_and_undo_brings_none_back() -> None:
    async def script(pilot: Pilot[None]) -> None:
        position = _position(pilot)
        answer = position.board.tiles[position.here].answer
        wrong = next(value for value in position.board.ways[position.here].values() if value != answer)
        for _ in range(5):
            await pilot.press(*str(wrong), "enter")
        await until(pilot, lambda: isinstance(pilot.app.screen, EndScreen))
        await until(pilot, lambda: "lost" in shown(pilot))
        await pilot.press("u")
        await until(pilot, lambda: not isinstance(pilot.app.screen, EndScreen))
        assert _position(pilot).lives == 0

    drive(script, playing("circuit", STANDARD))


def test_a_wrong_way_flashes() -> None:
    app = playing("circuit", STANDARD)
    app.animation = "fast"

    async def script(pilot: Pilot[None]) -> None:
        position = _position(pilot)
        answer = position.board.tiles[position.here].answer
        wrong = next(value for value in position.board.ways[position.here].values() if value != answer)
        await pilot.press(*str(wrong), "enter")
        await until(pilot, lambda: not board_of(pilot).is_animating)
        assert _position(pilot).mistakes == 1

    drive(script, app)


def test_an_answer_that_leads_nowhere_is_explained() -> None:
    async def script(pilot: Pilot[None]) -> None:
        await pilot.press("9", "9", "9", "backspace", "9", "enter")
        assert "no connector of r0c0 bears 999" in words(pilot)

    drive(script, playing("circuit", STANDARD))


def test_on_a_large_grid_the_player_stays_in_sight() -> None:
    async def script(pilot: Pilot[None]) -> None:
        for here in game("circuit").parse(session_of(pilot).puzzle.text).board.solution[:12]:
            expression = _position(pilot).board.tiles[here].expression.replace(" ", "")
            assert f"[{expression.center(len(expression))}" in shown(pilot).replace("[ ", "[").replace("[ ", "[")
            await pilot.press(*str(_position(pilot).board.tiles[here].answer), "enter")

    drive(script, playing("circuit", "circuit:10#5"), size=(60, 20))


def test_start_is_written_above_the_first_cell() -> None:
    """At every size that the board fits in."""
    for size in ((60, 20), (80, 24), (120, 40)):

        async def script(pilot: Pilot[None]) -> None:
            lines = shown(pilot).split("\n")
            at = next(number for number, line in enumerate(lines) if "[" in line)
            assert "START" in lines[at - 1]

        drive(script, playing("circuit", "circuit:5#42"), size=size)
