"""Rush Hour boards as text and as pictures: everything on the board is seen, with colour and without."""

from __future__ import annotations

import re
from io import BytesIO
from itertools import combinations
from xml.etree import ElementTree

import pytest
from PIL import Image

from quandary.drawing.raster import svg_to_png
from quandary.drawing.stroke_font import text_path
from quandary.game import IllegalMove
from quandary.games.rush_hour.notation import parse, parse_move
from quandary.games.rush_hour.position import WALL, Position
from quandary.games.rush_hour.rules import Slide
from quandary.games.rush_hour.scene import PALETTE, RED, Paint, paint_of, scene_of
from quandary.games.rush_hour.text import draw_text
from tests.games.rush_hour.boards import WALLED

WITH_X = "AABC..\n..BCD.\nXXB.D.\nE..FF.\nE.GGHH\nE.IIIx"
WIDE = "BBBBBBB...\nC.DD.....E\nC..F.G.x.E\nCXXF.G...E\nC..F.GHH.E\nC.....x..E\nJ.KKK.LL.E\nJ.....MMM."
EXIT_AT_TOP = "XX...b\n.....b\ncc....\n......\n......\n.....x"
SOLVED = "..BBCC\nD.....\nD...XX\nD..x..\nEE.FFF\n......"
TINY = "AA.\n..B\n..B"
LARGEST = "\n".join(["XX" + "." * 13 + "i", *["." * 15 + "i"] * 8, *["x" + "." * 15] * 6, "l" * 15 + "."])
BOARDS = [WALLED, WITH_X, WIDE, EXIT_AT_TOP, SOLVED, TINY, LARGEST]

SVG = "{http://www.w3.org/2000/svg}"
ANSI = re.compile(r"\x1b\[[0-9;]*m")


@pytest.fixture(params=BOARDS, ids=["hard", "with-x", "wide", "exit-at-top", "solved", "tiny", "largest"])
def position(request: pytest.FixtureRequest) -> Position:
    return parse(request.param)


def draw_svg(position: Position, *, trail: Slide | None = None) -> str:
    return scene_of(position, trail=trail).svg()


def exit_row(position: Position) -> int:
    return position.cells.index(position.red) // position.width


# Text


def test_a_hard_board_looks_like_this() -> None:
    assert [line.rstrip() for line in draw_text(parse(WALLED)).splitlines()] == [
        "┏━━━┯━━━┯━━━━━━━┯━━━┯━━━┓",
        "┃ · │███│   Z   │███│ · ┃",
        "┃   ╰───┼───┬───┼───┴───┨",
        "┃ ·   · │   │   │   D   ┃",
        "┣━━━━━━━┪ B │   ├───────┺━━",
        "┃   A ► ┃   │ C │ ·   ·   ►",
        "┣━━━┯━━━┹───┤   ├───┬───┲━━",
        "┃   │   F   │   │   │   ┃",
        "┃ E ├───┬───┴───┤   │   ┃",
        "┃   │ · │   I   │ G │ H ┃",
        "┠───┴───┴───┬───┤   │   ┃",
        "┃     J     │ · │   │   ┃",
        "┗━━━━━━━━━━━┷━━━┷━━━┷━━━┛",
    ]


def test_lines_are_equally_wide_and_fit_a_terminal(position: Position) -> None:
    lines = draw_text(position).split("\n")

    assert len({len(line) for line in lines}) == 1
    assert len(lines[0]) <= 80
    assert len(lines) == 2 * position.height + 1


def test_every_letter_stands_once_in_the_middle_of_its_vehicle(position: Position) -> None:
    lines = draw_text(position).split("\n")

    for letter in position.letters:
        first, last = position.cells.index(letter), position.cells.rindex(letter)
        row = first // position.width + last // position.width + 1
        column = 2 * (first % position.width + last % position.width) + 2
        assert lines[row][column] == letter
        assert "".join(lines).count(letter) == 1


def test_every_wall_is_a_solid_block_and_every_empty_cell_a_dot(position: Position) -> None:
    text = draw_text(position)

    assert text.count("███") == position.cells.count(WALL)
    assert text.count("·") == position.cells.count(".")


def test_text_shows_the_exit_on_the_red_cars_row_only(position: Position) -> None:
    ends = [line[-1] for line in draw_text(position).split("\n")]

    assert [line for line, end in enumerate(ends) if end == "►"] == [2 * exit_row(position) + 1]


def test_colour_changes_no_character_and_is_there_only_when_asked(position: Position) -> None:
    plain, coloured = draw_text(position), draw_text(position, colour=True)

    assert "\x1b" not in plain
    assert coloured != plain
    assert ANSI.sub("", coloured) == plain


def test_no_colour_runs_over_the_end_of_a_line(position: Position) -> None:
    for line in draw_text(position, colour=True).split("\n"):
        codes = ANSI.findall(line)
        assert all(code == "\x1b[0m" for code in codes[1::2])
        assert len(codes) % 2 == 0


# Colours


def test_the_red_car_is_red_and_a_letter_keeps_its_colour() -> None:
    with_x, without_x = parse(WITH_X), parse(WALLED)

    assert paint_of(with_x, "X") == paint_of(without_x, "A") == RED
    assert paint_of(with_x, "A") != RED
    assert paint_of(with_x, "B") == paint_of(without_x, "B")
    assert RED not in PALETTE


@pytest.mark.parametrize("paint", [RED, *PALETTE])
def test_letters_contrast_with_their_vehicle(paint: Paint) -> None:
    ink = "#15202b" if paint.dark_ink else "#ffffff"
    darker, lighter = sorted(_luminance(_linear(colour)) for colour in (paint.body, ink))

    assert (lighter + 0.05) / (darker + 0.05) >= 4.5


# Machado, Oliveira and Fernandes (2009), severity 1.
EYES = {
    "usual": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanopia": ((0.152, 1.053, -0.205), (0.115, 0.786, 0.099), (-0.004, -0.048, 1.052)),
    "deuteranopia": ((0.367, 0.861, -0.228), (0.280, 0.673, 0.047), (-0.012, 0.043, 0.969)),
    "tritanopia": ((1.256, -0.077, -0.179), (-0.078, 0.931, 0.148), (0.005, 0.691, 0.304)),
}


@pytest.mark.parametrize("eyes", EYES)
def test_colours_are_told_apart_by_all_eyes(eyes: str) -> None:
    def seen(paint: Paint) -> tuple[float, ...]:
        light = _linear(paint.body)
        return _lab([min(1, max(0, sum(a * b for a, b in zip(row, light, strict=True)))) for row in EYES[eyes]])

    def difference(one: Paint, other: Paint) -> float:
        return float(sum((a - b) ** 2 for a, b in zip(seen(one), seen(other), strict=True)) ** 0.5)

    assert min(difference(RED, other) for other in PALETTE) > 20
    assert min(difference(one, other) for one, other in combinations(PALETTE, 2)) > 10


def _linear(colour: str) -> list[float]:
    shares = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
    return [share / 12.92 if share <= 0.04045 else ((share + 0.055) / 1.055) ** 2.4 for share in shares]


def _luminance(light: list[float]) -> float:
    return 0.2126 * light[0] + 0.7152 * light[1] + 0.0722 * light[2]


def _lab(light: list[float]) -> tuple[float, float, float]:
    red, green, blue = light
    tristimulus = (
        (0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.9505,
        _luminance(light),
        (0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.089,
    )
    x, y, z = (value ** (1 / 3) if value > 0.008856 else 7.787 * value + 16 / 116 for value in tristimulus)
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


# Picture


def test_a_picture_is_well_formed_scales_and_speaks_to_screen_readers(position: Position) -> None:
    root = ElementTree.fromstring(draw_svg(position))

    assert root.tag == f"{SVG}svg"
    assert root.get("role") == "img"
    assert len(root.attrib["viewBox"].split()) == 4
    assert f"red car {position.red}" in (root.findtext(f"{SVG}title") or "")
    description = root.findtext(f"{SVG}desc") or ""
    assert all(re.search(rf"\b(car|truck) {letter} in ", description) for letter in position.letters)


def test_the_description_says_where_things_are() -> None:
    description = ElementTree.fromstring(draw_svg(parse(EXIT_AT_TOP))).findtext(f"{SVG}desc")

    assert description == (
        "red car X in row 1, columns 1 to 2; car b in column 6, rows 1 to 2; car c in row 3, columns 1 to 2; "
        "walls at r6c6."
    )


def test_every_vehicle_bears_its_letter_and_every_wall_is_there(position: Position) -> None:
    root = ElementTree.fromstring(draw_svg(position))

    vehicles = {group.attrib["data-vehicle"]: group for group in root.iterfind(f".//{SVG}g[@data-vehicle]")}
    assert sorted(vehicles) == position.letters
    for letter, group in vehicles.items():
        pen_way = ElementTree.fromstring(text_path(letter, (0, 0), 10, "#000000")).get("d")
        assert pen_way in [path.get("d") for path in group.iter(f"{SVG}path")]
    assert len(root.findall(f".//{SVG}g[@data-wall]")) == position.cells.count(WALL)


def test_a_picture_needs_nothing_from_outside_and_no_fonts(position: Position) -> None:
    svg = draw_svg(position)

    for unwanted in ("href", "url(", "<script", "<style", "<text", "font", " id=", "<image"):
        assert unwanted not in svg
    assert svg.count("http") == 1  # the namespace


def test_the_same_position_gives_the_same_picture(position: Position) -> None:
    assert draw_svg(position) == draw_svg(Position(position.cells, position.width))


def test_the_picture_opens_to_the_right_on_the_red_cars_row_only(position: Position) -> None:
    svg = draw_svg(position)
    left, top, width, _ = map(float, ElementTree.fromstring(svg).attrib["viewBox"].split())
    image = Image.open(BytesIO(svg_to_png(svg, scale=1))).convert("RGBA")

    cell = 64
    beyond_the_frame = int(width) - 10
    opaque = [
        image.getpixel((beyond_the_frame, int((row + 0.5) * cell - top))) != (0, 0, 0, 0)
        for row in range(position.height)
    ]
    assert left < 0
    assert [row for row, is_drawn in enumerate(opaque) if is_drawn] == [exit_row(position)]


@pytest.mark.parametrize(("board", "move"), [(WALLED, "G-1"), (WITH_X, "F-1"), (WIDE, "B+3"), (EXIT_AT_TOP, "b+3")])
def test_a_trail_adds_where_the_vehicle_goes_and_leaves_the_rest(board: str, move: str) -> None:
    position = parse(board)

    plain, with_trail = draw_svg(position).splitlines(), draw_svg(position, trail=parse_move(move)).splitlines()

    added = [line for line in with_trail if line not in plain]
    assert [line for line in with_trail if line in plain] == plain
    assert len(added) == 2
    assert "stroke-dasharray" in added[0]
    ElementTree.fromstring("\n".join(with_trail))


def test_a_trail_through_other_vehicles_is_refused() -> None:
    with pytest.raises(IllegalMove, match="blocked by a wall"):
        draw_svg(parse(WALLED), trail=parse_move("Z+1"))
