"""Boards as text and as pictures: everything is seen, with colour and without."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest

from quandary.drawing.pdf import svg_to_pdf
from quandary.drawing.raster import svg_to_png
from quandary.games.circuit import GAME, rules
from quandary.games.circuit.position import Position
from quandary.games.circuit.rules import Step
from quandary.games.circuit.scene import scene_of
from quandary.games.circuit.text import draw_text
from tests.games.circuit.boards import board

ANSI = re.compile(r"\x1b\[[0-9;]*m")
SVG = "{http://www.w3.org/2000/svg}"


def draw_svg(position: Position) -> str:
    return scene_of(position).svg()


def test_a_small_board_looks_like_this() -> None:
    position = Position(board("1", 3))
    position = rules.play(position, Step(*position.board.solution[1])).position
    assert draw_text(position).splitlines() == [
        "      c0          c1          c2          c3",
        "r0 (7 + 2) ─10─ 3 + 4  ─5── 4 + 5  ─8── 3 + 5",
        "      │       ╱   │   ╲       │   ╲       │",
        "      9     6     7     9     10    9     5",
        "      │   ╱       │       ╲   │       ╲   │",
        "r1 [5 + 1] ─10─ 4 + 2  ─6── 4 + 1  ─7── 3 + 3",
        "      │       ╱   │   ╲       │       ╱   │",
        "      7     8     5     9     5     10    6",
        "      │   ╱       │       ╲   │   ╱       │",
        "r2  3 + 6  ─9── 4 + 4  ─8── 4 + 6  ─7── FINISH",
        "lives ♥♥♥♥♥, coins 10",
    ]


@pytest.mark.parametrize("code", ["1", "5", "10", "5-rows3-cols3", "10-rows12-cols12", "7-hidden"])
def test_every_expression_and_every_number_is_there(code: str) -> None:
    puzzle = board(code, 1)
    text = draw_text(Position(puzzle))
    for tile in puzzle.tiles.values():
        assert tile.expression in text
    without = re.sub(r"[0-9]+ [+−×÷] [0-9]+|[rc][0-9]+", " ", text.rpartition("\n")[0])
    assert sorted(map(int, re.findall(r"[0-9]+", without))) == sorted(c.value for c in puzzle.connectors)


def test_colour_changes_no_character() -> None:
    position = Position(board("9", 1))
    plain, coloured = draw_text(position), draw_text(position, colour=True)
    assert "\x1b" not in plain
    assert [line.rstrip() for line in ANSI.sub("", coloured).splitlines()] == plain.splitlines()


def test_the_last_line_says_how_the_game_stands() -> None:
    def last_line(position: Position) -> str:
        return draw_text(position).splitlines()[-1]

    puzzle, hidden = board(), board("5-hidden")
    assert last_line(Position(puzzle, puzzle.solution[:3], 2, 20)) == "lives ♥♥♥♡♡, coins 20"
    assert last_line(Position(puzzle, puzzle.solution, 1, 90)) == "lives ♥♥♥♥♡, coins 90, won ★★☆"
    assert last_line(Position(puzzle, puzzle.solution[:3], 5, 0)) == "lives ♡♡♡♡♡, coins 0, lost"
    assert last_line(Position(hidden, hidden.solution[:3])) == "hidden mode, 2 steps"
    assert last_line(Position(hidden, hidden.solution, 0, 120)) == "0 mistakes, coins 120, won ★★★"


@pytest.mark.parametrize("code", ["1", "5", "10", "10-rows12-cols12"])
def test_a_picture_is_well_formed_and_speaks_to_screen_readers(code: str) -> None:
    puzzle = board(code, 1)
    svg = draw_svg(Position(puzzle))
    root = ElementTree.fromstring(svg)
    assert root.get("role") == "img"
    assert puzzle.id in (root.findtext(f"{SVG}title") or "")
    description = root.findtext(f"{SVG}desc") or ""
    assert all(tile.expression in description for tile in puzzle.tiles.values())
    assert len(root.findall(f"{SVG}line")) == len(puzzle.connectors)
    for unwanted in ("href", "url(", "<script", "<style", "<text", "font"):
        assert unwanted not in svg


def test_pictures_become_png_and_pdf_files() -> None:
    svg = draw_svg(Position(board()))
    assert svg_to_png(svg).startswith(b"\x89PNG")
    assert svg_to_pdf([svg]).startswith(b"%PDF")
    assert Position(board())._repr_svg_() == svg


def test_hidden_mistakes_are_marked_only_when_the_game_is_over() -> None:
    puzzle = board("5-hidden")
    strayed = GAME.parse(GAME.format(Position(puzzle)))
    wrong = next(c for c in sorted(puzzle.ways[0, 0]) if c != puzzle.next_cell((0, 0)))
    position = rules.play(strayed, Step(*wrong)).position
    assert "#b3261e" not in draw_svg(position)
    while moves := rules.moves(position):
        onward = puzzle.next_cell(position.here)
        assert onward is not None
        position = rules.play(position, Step(*onward) if Step(*onward) in moves else moves[0]).position
    assert "#b3261e" in draw_svg(position)
