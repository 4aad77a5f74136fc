"""Klondike tables as text and as pictures: everything that is open is seen, and nothing that is hidden."""

from __future__ import annotations

import logging
import re
from dataclasses import replace
from io import BytesIO
from xml.etree import ElementTree

import pytest
from PIL import Image

from quandary.drawing.pdf import svg_to_pdf
from quandary.drawing.raster import svg_to_png
from quandary.games.klondike import notation
from quandary.games.klondike.faces import face
from quandary.games.klondike.position import DECK, Position
from quandary.games.klondike.scene import SIGNS, fanned, scene_of
from quandary.games.klondike.text import draw_text
from tests.games.klondike.deals import TABLE, dealt, walk

POSITIONS = {
    "fresh": dealt(5),
    "table": TABLE,
    "draw-one": notation.parse("draw=1/foundations=QCJDQHQS/stock=KC/waste=QDKS/3=kdKH"),
    "no-redeal": notation.parse("redeals=0/foundations=QCJDKHQS/waste=QDKSKC/3=KD"),
    "empty": notation.parse("foundations=KCKDKHKS"),
    "late": list(walk(dealt(3), 3, 400))[-1],
}

SVG = "{http://www.w3.org/2000/svg}"
ANSI = re.compile(r"\x1b\[[0-9;]*m")


@pytest.fixture(params=POSITIONS.values(), ids=list(POSITIONS))
def position(request: pytest.FixtureRequest) -> Position:
    found = request.param
    assert isinstance(found, Position)
    return found


def draw_svg(position: Position) -> str:
    return scene_of(position).svg()


def shown_cards(position: Position) -> list[str]:
    """All cards that a player sees, as names."""
    top = [
        "A23456789TJQK"[height - 1] + suit for suit, height in zip("CDHS", position.foundations, strict=True) if height
    ]
    return [*fanned(position), *top, *(card for pile in position.face_up for card in pile)]


# Text


def test_a_table_looks_like_this() -> None:
    assert [line.rstrip() for line in draw_text(TABLE).splitlines()] == [
        "  D 16    W 3              FC      FD      FH      FS",
        " ╭────╮  ╭──┬──┬────╮    ╭────╮  ╭────╮  ╭────╮  ╭────╮",
        " │░░░░│  │2♠│K♢│ 6♡ │    │ 2♣ │  │ 4♢ │  │ 5♡ │  │ A♠ │",
        " ╰────╯  ╰──┴──┴────╯    ╰────╯  ╰────╯  ╰────╯  ╰────╯",
        "   1       2       3       4       5       6       7",
        " ╭────╮  ╭────╮  ╭────╮  ╭╌╌╌╌╮  ╭────╮  ╭────╮  ╭────╮",
        " │ K♣ │  │░░░░│  │░░░░│  ╎    ╎  │░░░░│  │ K♡ │  │░░░░│",
        " │ Q♡ │  │ 5♠ │  │ 7♣ │  ╰╌╌╌╌╯  │░░░░│  │ Q♠ │  │░░░░│",
        " │ J♠ │  ╰────╯  │ 6♢ │          │ 7♡ │  │ J♢ │  │░░░░│",
        " ╰────╯          ╰────╯          ╰────╯  │10♣ │  │ Q♢ │",
        "                                         │ 9♢ │  ╰────╯",
        "                                         │ 8♣ │",
        "                                         ╰────╯",
    ]


def test_lines_are_equally_wide_and_fit_a_terminal(position: Position) -> None:
    lines = draw_text(position).split("\n")
    assert len({len(line) for line in lines}) == 1
    assert len(lines[0]) <= 80


def test_every_open_card_is_there_once_and_no_hidden_one(position: Position) -> None:
    text = draw_text(position)
    shown = [card[0].replace("T", "10") + SIGNS[card[1]] for card in shown_cards(position)]
    assert sorted(re.findall(r"(?:10|[A2-9JQK])[♣♢♡♠]", text)) == sorted(shown)
    assert text.count("░░░░") == sum(map(len, position.face_down)) + bool(position.stock)


def test_colour_changes_no_character_and_is_there_only_when_asked(position: Position) -> None:
    plain, coloured = draw_text(position), draw_text(position, colour=True)
    assert "\x1b" not in plain
    assert ANSI.sub("", coloured) == plain
    assert coloured != plain


def test_no_colour_runs_over_the_end_of_a_line(position: Position) -> None:
    for line in draw_text(position, colour=True).split("\n"):
        codes = ANSI.findall(line)
        assert all(code == "\x1b[0m" for code in codes[1::2])
        assert len(codes) % 2 == 0


def test_red_and_black_differ_in_colour_and_in_shape() -> None:
    styles = dict(re.findall(r"\x1b\[([0-9;]+)m ?(?:10|[A2-9JQK])([♣♢♡♠])", draw_text(TABLE, colour=True))[::-1])
    assert len(styles) == 2
    assert {SIGNS["C"], SIGNS["S"]} == {"♣", "♠"}
    assert {SIGNS["D"], SIGNS["H"]} == {"♢", "♡"}


# Picture


def test_a_picture_is_well_formed_and_speaks_to_screen_readers(position: Position) -> None:
    root = ElementTree.fromstring(draw_svg(position))
    assert root.tag == f"{SVG}svg"
    assert root.get("role") == "img"
    assert len(root.attrib["viewBox"].split()) == 4
    assert f"{sum(position.foundations)} of 52 cards are home" in (root.findtext(f"{SVG}title") or "")


def test_the_description_says_what_is_seen() -> None:
    description = ElementTree.fromstring(draw_svg(TABLE)).findtext(f"{SVG}desc") or ""
    assert description.startswith("stock: 16 cards; waste: 3 cards, 6H on top; clubs foundation: up to 2C; ")
    assert "pile 4: empty; pile 5: 2 face down, 7H; " in description


def test_every_open_card_is_drawn_and_nothing_tells_of_hidden_ones(position: Position) -> None:
    svg = draw_svg(position)
    root = ElementTree.fromstring(svg)
    named = [group.attrib["data-card"] for group in root.iterfind(f".//{SVG}g[@data-card]")]
    assert sorted(named) == sorted(shown_cards(position))
    # The same picture whatever lies hidden.
    hidden = iter([card for pile in position.face_down for card in pile][::-1])
    turned_round = tuple(tuple(next(hidden) for _ in pile) for pile in position.face_down)
    assert draw_svg(replace(position, face_down=turned_round, stock=position.stock[::-1])) == svg


def test_every_place_can_be_found(position: Position) -> None:
    root = ElementTree.fromstring(draw_svg(position))
    places = {group.attrib["data-place"] for group in root.iterfind(f".//{SVG}g[@data-place]")}
    assert places == {"D", "W", "FC", "FD", "FH", "FS", "1", "2", "3", "4", "5", "6", "7"}


def test_a_picture_needs_nothing_from_outside_and_no_fonts(position: Position) -> None:
    svg = draw_svg(position)
    for unwanted in ("href", "url(", "<script", "<style", "<text", "font", " id=", "<image"):
        assert unwanted not in svg
    assert svg.count("http") == 1  # the namespace


def test_no_two_cards_look_alike() -> None:
    def seen(card: str) -> bytes:
        return svg_to_png(
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 144">{face(card)}</svg>', scale=0.5
        )

    assert len({seen(card) for card in DECK}) == 52


@pytest.mark.parametrize(
    ("card", "pips"), [(rank + suit, n) for suit in "CDHS" for n, rank in enumerate("23456789T", start=2)]
)
def test_a_number_card_has_as_many_pips_as_its_number(card: str, pips: int) -> None:
    shapes = ElementTree.fromstring(f'<svg xmlns="http://www.w3.org/2000/svg">{face(card)}</svg>')
    filled = [path for path in shapes.iter(f"{SVG}path") if path.get("fill") not in (None, "none")]
    # Two more stand beside the indices.
    assert len(filled) == pips + 2


def test_the_picture_is_as_large_as_it_says_and_shows_red_and_black() -> None:
    svg = draw_svg(TABLE)
    _, _, width, height = map(float, ElementTree.fromstring(svg).attrib["viewBox"].split())
    image = Image.open(BytesIO(svg_to_png(svg, scale=1)))
    assert image.size == (round(width), round(height))
    colours = {colour for _, colour in image.convert("RGB").getcolors(1 << 24) or ()}
    assert {(0xC8, 0x10, 0x2E), (0x1D, 0x24, 0x30), (0x1F, 0x6B, 0x52)} <= colours


def test_a_pdf_is_made_without_a_word(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.WARNING):
        assert svg_to_pdf([draw_svg(TABLE)]).startswith(b"%PDF")
    assert not caplog.records


def test_notebooks_show_the_picture() -> None:
    assert TABLE._repr_svg_() == draw_svg(TABLE)
