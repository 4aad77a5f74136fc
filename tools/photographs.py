"""Pictures that only a running program can give: the terminal app, the web app, a printed sheet, a plot of the lab."""

from __future__ import annotations

import asyncio
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path
from typing import Any

from tools.browser import find_browser, launched

DESKTOP = {"width": 1280, "height": 800}
PHONE = {"width": 390, "height": 780}
A4 = {"width": 794, "height": 1123}
TERMINAL = {"width": 1000, "height": 700}
TERMINAL_SCREENS = {
    "menu": None,
    "klondike": "klondike#7",
    "sokoban": "sokoban:expert#1",
    "rush-hour": "rush-hour:expert#7",
}
PATIENCE = 60_000  # milliseconds
QUALITY = 80
WORKSHEET = ("generate", "circuit", "--level", "5", "--count", "2", "--seed", "42", "--svg", "sheet.svg")
LAB_NODES = "400000"
LAB_CORPUS = "klondike:draw1#1..80"
LAB_RUNS = (
    ("complete solver",),
    ("atomic: baseline", "--strategy", "atomic"),
    ("atomic: needed ranks", "--strategy", "atomic", "--option", "use_needed_ranks=yes"),
)


def worksheet() -> dict[str, bytes]:
    """The first page of a worksheet, and its key."""
    with tempfile.TemporaryDirectory() as folder, _browser() as browser:
        _quandary(*WORKSHEET, folder=folder)
        pages = sorted(
            Path(folder).glob("*.svg"), key=lambda path: [int(part) for part in re.findall(r"\d+", path.name)]
        )
        pictures = [_photograph(browser, page.as_uri(), A4, scale=0.75) for page in pages]
    return {"worksheet.webp": pictures[0], "worksheet-key.webp": pictures[-1]}


def film(game: str, puzzle: str, solution: str) -> bytes:
    """The moves as a picture that plays them."""
    with tempfile.TemporaryDirectory() as folder:
        _quandary("show", game, puzzle, "--solution", solution, "--svg", "film.svg", folder=folder)
        return Path(folder, "film.svg").read_bytes()


def lab_plot() -> dict[str, bytes]:
    """Solved against time: three strategies on the same deals."""
    with tempfile.TemporaryDirectory() as folder:
        for description, *more in LAB_RUNS:
            # Deals that the budget leaves open are part of the picture: exit status 3.
            run = ["lab", "run", "klondike", "--corpus", LAB_CORPUS, "--nodes", LAB_NODES, "--describe", description]
            _quandary(*run, *more, folder=folder, fine=(0, 3))
        _quandary("lab", "report", "--markdown", "log.md", "--pictures", "plots", folder=folder)
        (plot,) = Path(folder, "plots").glob("*cactus*")
        return {"lab.svg": plot.read_bytes()}


def terminal_screens() -> dict[str, bytes]:
    """The terminal app's menu and three of its games."""
    os.environ.pop("NO_COLOR", None)
    with tempfile.TemporaryDirectory() as folder:
        os.environ["QUANDARY_DATA"] = folder
        for name, puzzle in TERMINAL_SCREENS.items():
            Path(folder, f"{name}.svg").write_text(asyncio.run(_terminal(name, puzzle)), encoding="utf-8")
        # Only now, for while Playwright runs there can be no other event loop.
        with _browser() as browser:
            return {
                f"terminal-{name}.webp": _photograph(browser, Path(folder, f"{name}.svg").as_uri(), TERMINAL)
                for name in TERMINAL_SCREENS
            }


def web_pages() -> dict[str, bytes]:
    """The web app on a desk and on a phone."""
    pictures = {}
    with _served() as address, _browser() as browser:
        for name, path, size in (
            ("web-home", "/", DESKTOP),
            ("web-sokoban", "/sokoban/expert/1", DESKTOP),
            ("web-phone", "/rush-hour/expert/7", PHONE),
            ("web-phone-klondike", "/klondike/7", PHONE),
        ):
            pictures[f"{name}.webp"] = _photograph(browser, address + path, size, ready="body[data-ready]")
    return pictures


async def _terminal(name: str, puzzle: str | None) -> str:
    from quandary import Session
    from quandary.tui.app import QuandaryApp

    app = QuandaryApp(Session.start(name, puzzle) if puzzle else None)
    app.store.prefer(lessons=[name])
    async with app.run_test(size=(92, 30)) as pilot:
        await pilot.pause(0.5)
        picture = app.export_screenshot(title="quandary")
    # Textual would have the browser fetch a font; the machine's own will do.
    return re.sub(r"@font-face\s*{.*?}", "", picture, flags=re.DOTALL)


def _quandary(*arguments: str, folder: str, fine: tuple[int, ...] = (0,)) -> None:
    ran = subprocess.run(
        [sys.executable, "-m", "quandary", *arguments], cwd=folder, capture_output=True, text=True, check=False
    )
    if ran.returncode not in fine:
        raise RuntimeError(f"quandary {' '.join(arguments)}: {ran.stderr}")


@contextmanager
def _served() -> Iterator[str]:
    """The web app on a free port."""
    command = [sys.executable, "-m", "quandary", "serve", "--port", "0"]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as server:
        try:
            assert server.stderr is not None
            address = re.search(r"http://[\w.:]+", server.stderr.readline())
            assert address is not None, "the server says where it listens"
            yield address[0]
        finally:
            server.terminate()


@contextmanager
def _browser() -> Iterator[Any]:
    program = find_browser()
    if program is None:
        raise SystemExit("error: the photographs need a browser (Debian: apt-get install chromium)")
    with launched(program) as browser:
        yield browser


def _photograph(
    browser: Any, address: str, size: dict[str, int], *, ready: str | None = None, scale: float = 1
) -> bytes:
    from PIL import Image

    context = browser.new_context(viewport=size, device_scale_factor=scale, reduced_motion="reduce")
    page = context.new_page()
    page.goto(address)
    if ready:
        page.wait_for_selector(ready, timeout=PATIENCE)
        page.wait_for_load_state("networkidle", timeout=PATIENCE)
    picture = Image.open(BytesIO(page.screenshot()))
    context.close()
    content = BytesIO()
    picture.convert("RGB").save(content, "WEBP", quality=QUALITY, method=6)
    return content.getvalue()
