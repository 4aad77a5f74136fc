"""How screens look: their text against the files in `screens`, and that nothing depends on colour.

The files are written anew with QUANDARY_UPDATE_SCREENS=1; read the difference before committing it.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from textual.pilot import Pilot

from quandary import game
from quandary.tui.ascii import wants_ascii
from quandary.tui.boards import board_class
from quandary.tui.palettes import PALETTES
from tests.tui.driving import board_of, drive, playing, shown, words

pytestmark = pytest.mark.slow

SCREENS = Path(__file__).parent / "screens"
PUZZLES = {
    "rush-hour": game("rush-hour").examples[1],
    "klondike": "klondike#11",
    "circuit": "circuit:5#42",
    "sokoban": game("sokoban").examples[1],
    "exponentile": "exponentile#42",
    "template": "FF_TT",
}


@pytest.mark.parametrize("name", PUZZLES)
def test_a_game_looks_as_it_did_in_every_size_and_palette(name: str) -> None:
    async def script(pilot: Pilot[None]) -> None:
        for width, height in ((60, 20), (80, 24), (120, 40)):
            await pilot.resize_terminal(width, height)
            await pilot.pause()
            file = SCREENS / f"{name}-{width}x{height}.txt"
            text = shown(pilot) + "\n"
            if os.environ.get("QUANDARY_UPDATE_SCREENS"):
                file.parent.mkdir(exist_ok=True)
                file.write_text(text, encoding="utf-8")
            assert text == file.read_text(encoding="utf-8")
        seen = set()
        for _ in PALETTES:
            await pilot.press("p")
            assert "Colours:" in words(pilot)
            seen.add(board_of(pilot).canvas.text())
        assert len(seen) == 1
        assert pilot.app.theme == "textual-dark"

    drive(script, playing(name, PUZZLES[name]))


@pytest.mark.parametrize("name", PUZZLES)
def test_without_colour_none_is_sent(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")

    async def script(pilot: Pilot[None]) -> None:
        await pilot.pause()
        for strip in pilot.app.screen._compositor.render_strips():
            for segment in strip.apply_filter(pilot.app._filters[-1], pilot.app.background_colors[1]):
                colours = (segment.style.color, segment.style.bgcolor) if segment.style else ()
                assert all(colour is None or colour.is_default for colour in colours)

    drive(script, playing(name, PUZZLES[name]))


@pytest.mark.parametrize("name", PUZZLES)
def test_a_board_fits_the_line_of_first_words(name: str) -> None:
    assert 0 < len(board_class(game(name)).first_words) <= 78


@pytest.mark.parametrize("name", PUZZLES)
def test_a_terminal_without_unicode_gets_ascii(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", "C")

    async def script(pilot: Pilot[None]) -> None:
        await pilot.pause()
        assert shown(pilot).isascii()
        assert "?" not in shown(pilot).replace("? help", "")

    drive(script, playing(name, PUZZLES[name]))


def test_which_locales_have_unicode() -> None:
    assert not wants_ascii({})
    assert not wants_ascii({"LANG": "de_DE.UTF-8"})
    assert not wants_ascii({"LC_ALL": "C", "QUANDARY_ASCII": "0"})
    assert wants_ascii({"LANG": "en_US.ISO-8859-1"})
    assert wants_ascii({"LC_ALL": "POSIX", "LANG": "en_US.UTF-8"})
    assert wants_ascii({"QUANDARY_ASCII": "1"})
