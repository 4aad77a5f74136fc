"""Drives the app as a person would: keys, the mouse, and a look at what the screen shows."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

from textual.pilot import Pilot

from quandary import Session, names
from quandary.tui.app import QuandaryApp
from quandary.tui.board import Board, Place
from quandary.tui.game_screen import GameScreen

Script = Callable[[Pilot[None]], Awaitable[None]]
# Times that a condition is looked at before a test fails; no test waits that long if all is well.
_LOOKS = 1500


def drive(script: Script, app: QuandaryApp | None = None, *, size: tuple[int, int] = (80, 24)) -> QuandaryApp:
    """Runs a script against the app on a screen of this size."""
    driven = app or QuandaryApp()

    async def run() -> None:
        async with driven.run_test(size=size, notifications=True) as pilot:
            await pilot.pause()
            await script(pilot)

    asyncio.run(run())
    return driven


def skip_lessons(folder: Path) -> None:
    """A data folder of somebody who has had every first lesson."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "preferences.json").write_text(json.dumps({"lessons": names()}), encoding="utf-8")


def playing(game: str, puzzle: str, **more: Any) -> QuandaryApp:
    """The app, opened on a puzzle, without animations unless a test wants them."""
    app = QuandaryApp(Session.start(game, puzzle), **more)
    app.animation = "off"
    return app


async def until(pilot: Pilot[None], condition: Callable[[], object]) -> None:
    """Waits for something to become true."""
    for _ in range(_LOOKS):
        if condition():
            return
        await pilot.pause(0.01)
    raise AssertionError(f"never came true; the screen shows:\n{shown(pilot)}")


def shown(pilot: Pilot[None]) -> str:
    """The text of the screen, as it would stand in a terminal."""
    strips = pilot.app.screen._compositor.render_strips()
    return "\n".join("".join(segment.text for segment in strip).rstrip() for strip in strips)


def game_screen(pilot: Pilot[None]) -> GameScreen:
    """The screen of the game, which may lie under a window."""
    found = [screen for screen in pilot.app.screen_stack if isinstance(screen, GameScreen)]
    assert found, "no game is open"
    return found[0]


def session_of(pilot: Pilot[None]) -> Session[Any, Any]:
    """The game being played."""
    return game_screen(pilot).session


def board_of(pilot: Pilot[None]) -> Board[Any, Any]:
    """The board on the screen."""
    return game_screen(pilot).board


def words(pilot: Pilot[None]) -> str:
    """The line below the board."""
    return str(game_screen(pilot).query_one("#words").render())


async def ask_for_move(pilot: Pilot[None]) -> None:
    """Asks for hints until one points at a move."""
    while board_of(pilot).hint is None:
        before = words(pilot)
        await pilot.press("h")
        await until(pilot, lambda before=before: words(pilot) != before)  # type: ignore[misc]


async def drag(pilot: Pilot[None], start: Place, end: Place) -> None:
    """Presses the button at one place of the board's canvas, moves, and lets it go at another."""
    offset = board_of(pilot).offset_of_canvas
    first, last = ((x + offset.x, y + offset.y) for x, y in (start, end))
    await pilot.mouse_down(Board, offset=first)
    await pilot.hover(Board, offset=last)
    await pilot.mouse_up(Board, offset=last)
    await pilot.pause()


async def click(pilot: Pilot[None], at: Place, times: int = 1) -> None:
    """Clicks on a place of the board's canvas."""
    offset = board_of(pilot).offset_of_canvas
    await pilot.click(Board, offset=(at[0] + offset.x, at[1] + offset.y), times=times)
    await pilot.pause()
