"""What the terminal app costs: `python -m benchmarks.terminal`. All figures are CPU time of this machine.

A frame is a board painted anew and composed into the screen; the start is from the call to the first board, in a
process that has imported nothing yet; idle is a game that nobody plays.
"""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
import tempfile
import time

from textual.geometry import Region

from quandary import Session, names
from quandary.tui.app import QuandaryApp
from quandary.tui.game_screen import GameScreen

FRAMES = 40
IDLE_SECONDS = 5
SIZES = ((80, 24), (200, 60))
_START = """
import asyncio, time
from quandary import Session
from quandary.tui.app import QuandaryApp
async def start():
    async with QuandaryApp(Session.start("rush-hour", "rush-hour#1")).run_test(size=(80, 24)):
        print(time.process_time())
asyncio.run(start())
"""


def _start() -> float:
    # Modules are compiled once, when a package is installed; here the first run pays for that.
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    command = [sys.executable, "-c", _START]
    return float(subprocess.run(command, capture_output=True, text=True, check=True, env=environment).stdout)


async def _measure(name: str, size: tuple[int, int]) -> tuple[float, float]:
    """Seconds of CPU a frame, and a second of doing nothing."""
    app = QuandaryApp(Session.start(name, f"{name}#1"))
    async with app.run_test(size=size) as pilot:
        await pilot.pause(0.5)
        screen = app.screen
        assert isinstance(screen, GameScreen)
        began = time.process_time()
        for _ in range(FRAMES):
            screen.board.repaint()
            screen._compositor.render_strips()
            screen.board.render_lines(Region(0, 0, *screen.board.size))
        frame = (time.process_time() - began) / FRAMES
        began = time.process_time()
        await asyncio.sleep(IDLE_SECONDS)
        return frame, (time.process_time() - began) / IDLE_SECONDS


def main() -> None:
    """Prints a line for the start and one for every game and size."""
    with tempfile.TemporaryDirectory() as folder:
        os.environ["QUANDARY_DATA"] = folder
        # Somebody who has had the lessons.
        QuandaryApp().store.prefer(lessons=names())
        print(f"start-up: {min(_start() for _ in range(3)):.2f} s")
        for name in names():
            for size in SIZES:
                frame, idle = asyncio.run(_measure(name, size))
                print(f"{name} at {size[0]}x{size[1]}: {1000 * frame:.1f} ms a frame, idle {100 * idle:.2f} %")


if __name__ == "__main__":
    main()
