"""Drawings: every tile shows its number, with colours and without."""

from __future__ import annotations

import re
from itertools import pairwise
from xml.etree import ElementTree

import pytest

from quandary.drawing.raster import svg_to_png
from quandary.games.exponentile.notation import parse
from quandary.games.exponentile.position import Position
from quandary.games.exponentile.scene import _FILLS, colours_of, scene_of
from quandary.games.exponentile.text import _FILLS as _TERMINAL_FILLS
from quandary.games.exponentile.text import draw_text

BOARD = parse("2 4 8\n16 32 64\n128 65536 131072\nrules: web\nscore: 1240\nmoves: 31")


def draw_svg(position: Position) -> str:
    return scene_of(position).svg()


def test_the_text_shows_score_names_and_numbers() -> None:
    assert draw_text(BOARD).splitlines()[0] == "score 1,240   moves 31   web rules"
    assert [line.split() for line in draw_text(BOARD).splitlines()[1:]] == [
        ["1", "2", "3"],
        ["1", "2", "4", "8"],
        ["2", "16", "32", "64"],
        ["3", "128", "65536", "131072"],
    ]
    assert "torus" in draw_text(parse("2 4 8\n16 32 64\n2 4 8\ntorus: yes"))


def test_colour_changes_no_character() -> None:
    coloured = draw_text(BOARD, colour=True)
    assert coloured.count("\x1b[38;5;") == len(BOARD.cells)
    assert re.sub(r"\x1b\[[0-9;]*m", "", coloured) == draw_text(BOARD)


def _lightness(colour: str) -> float:
    """Relative luminance, as the rules for accessible pages define it."""
    shares = [int(colour[start : start + 2], 16) / 255 for start in (1, 3, 5)]
    linear = [share / 12.92 if share <= 0.04045 else ((share + 0.055) / 1.055) ** 2.4 for share in shares]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def _terminal_colour(number: int) -> str:
    """A colour of the cube of 6x6x6 that terminals with 256 colours have."""
    levels = (0, 95, 135, 175, 215, 255)
    return "#" + "".join(f"{levels[(number - 16) // step % 6]:02x}" for step in (36, 6, 1))


TERMINAL_FILLS = tuple(map(_terminal_colour, _TERMINAL_FILLS))


@pytest.mark.parametrize("fills", [_FILLS, TERMINAL_FILLS])
def test_tiles_are_told_apart_by_lightness_alone(fills: tuple[str, ...]) -> None:
    assert all(_contrast(fill, darker) > 1.04 for fill, darker in pairwise(fills))
    assert len(fills) == 16


@pytest.mark.parametrize("fills", [_FILLS, TERMINAL_FILLS])
def test_numbers_are_easy_to_read(fills: tuple[str, ...]) -> None:
    assert min(_contrast(fill, _ink(value)) for value, fill in enumerate(fills[:8], start=1)) > 3.5
    assert min(_contrast(_ink(value), fill) for value, fill in enumerate(fills[8:], start=9)) > 4


def _ink(value: int) -> str:
    return colours_of(value)[1]


def _contrast(light: str, dark: str) -> float:
    return (_lightness(light) + 0.05) / (_lightness(dark) + 0.05)


def test_the_picture_has_a_tile_and_a_number_for_every_cell() -> None:
    picture = ElementTree.fromstring(draw_svg(BOARD))
    kinds = [element.tag.rpartition("}")[2] for element in picture.iter()]
    assert kinds.count("rect") == len(BOARD.cells) + 2
    assert kinds.count("path") == len(BOARD.cells) + 1
    assert svg_to_png(draw_svg(BOARD)).startswith(b"\x89PNG")


def test_the_picture_never_shows_chance() -> None:
    position = Position(BOARD.cells, 3, chance=987654321)
    assert "987654321" not in draw_svg(position) + draw_text(position)
