"""Another package's board in the terminal app: it is found, and played by keys and by mouse."""

from __future__ import annotations

from typing import Any

from textual.pilot import Pilot

import quandary
from quandary.tui.end_screen import EndScreen
from quandary.tui.game_screen import GameScreen
from quandary.tui.menu import Menu
from tests.tui.driving import board_of, click, drive, playing, session_of, shown, until, words

CORNERS = "*.*/.../*.*"


def _place(pilot: Pilot[None], row: int, column: int) -> tuple[int, int]:
    """The middle of a lantern on the board's canvas."""
    canvas = board_of(pilot).canvas
    wide, high = canvas.width // 3, canvas.height // 3
    return column * wide - wide // 2 - 1, row * high - high // 2 - 1


def test_it_is_won_by_keys() -> None:
    async def script(pilot: Pilot[None]) -> None:
        assert type(board_of(pilot)).__module__ == "quandary_lanterns.terminal"
        assert shown(pilot).count("●") == 4
        await pilot.press("enter", *["right"] * 3, "enter", *["down"] * 2, "space", *["left"] * 2, "enter")
        await until(pilot, lambda: isinstance(pilot.app.screen, EndScreen))
        session = session_of(pilot)
        assert session.game.format_moves(session.moves) == "r1c1 r1c3 r3c3 r3c1"

    drive(script, playing("lanterns", CORNERS))


def test_it_is_won_by_mouse_with_hints() -> None:
    async def script(pilot: Pilot[None]) -> None:
        for number in range(4):
            await pilot.press("h")
            await until(pilot, lambda: board_of(pilot).hint is not None)
            move: Any = board_of(pilot).hint
            await click(pilot, _place(pilot, move.row, move.column))
            await until(pilot, lambda: len(session_of(pilot).moves) == number + 1)  # noqa: B023
        await until(pilot, lambda: isinstance(pilot.app.screen, EndScreen))

    drive(script, playing("lanterns", CORNERS))


def test_the_menu_lists_it_and_has_its_daily_puzzle() -> None:
    async def script(pilot: Pilot[None]) -> None:
        assert "Lanterns" in shown(pilot)
        await pilot.press(*["down"] * quandary.names().index("lanterns"))
        menu = pilot.app.screen
        assert isinstance(menu, Menu)
        await until(pilot, lambda: menu.game.name == "lanterns")
        await pilot.press("d")
        await until(pilot, lambda: "Today's is still to solve." in shown(pilot))
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(pilot.app.screen, GameScreen))
        assert session_of(pilot).id == quandary.puzzle("lanterns", "today").id
        assert "Put them all out!" in words(pilot)

    drive(script)
