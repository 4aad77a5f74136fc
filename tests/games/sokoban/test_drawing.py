"""Pictures: everything is in them, they are well-formed, and what can move moves in films."""

from __future__ import annotations

import re
from xml.etree import ElementTree

from quandary.drawing.film import film_of, svg
from quandary.drawing.pdf import svg_to_pdf
from quandary.drawing.raster import svg_to_png
from quandary.games.sokoban import GAME
from quandary.games.sokoban.position import Position
from quandary.games.sokoban.scene import scene_of
from quandary.games.sokoban.text import draw_text
from tests.games.sokoban.levels import level

MIXED = level("######\n#+$* #\n#  $.#\n######")
SVG = "{http://www.w3.org/2000/svg}"


def draw_svg(position: Position) -> str:
    return scene_of(position).svg()


def test_every_thing_has_a_shape_of_its_own() -> None:
    assert draw_text(MIXED).splitlines() == ["████████████", "██@○□ ■   ██", "██    □ ○ ██", "████████████"]


def test_colours_change_nothing_but_colour() -> None:
    plain = re.sub(r"\x1b\[[0-9;]*m", "", draw_text(MIXED, colour=True))
    assert [line.rstrip() for line in plain.splitlines()] == draw_text(MIXED).splitlines()
    assert "\x1b[" not in draw_text(MIXED)


def test_a_picture_has_every_box_goal_and_the_player() -> None:
    root = ElementTree.fromstring(draw_svg(MIXED))
    boxes = {group.get("data-box") for group in root.iter(f"{SVG}g")} - {None}
    goals = {group.get("data-goal") for group in root.iter(f"{SVG}g")} - {None}
    assert boxes == {"r2c3", "r2c4", "r3c4"}
    assert goals == {"r2c2", "r2c4", "r3c5"}
    assert len([group for group in root.iter(f"{SVG}g") if group.get("data-player") is not None]) == 1
    assert root.findtext(f"{SVG}title") == "Sokoban, 6 by 4: 3 boxes, 1 of 3 goals covered"


def test_home_and_away_differ_in_shape() -> None:
    home, away = (
        re.findall(r'<path d="(M-[^"]*)"', draw_svg(level(text)))
        for text in ("#####\n#@* #\n#####", "#####\n#@$.#\n#####")
    )
    assert set(home) != set(away)


def test_pictures_become_png_and_pdf() -> None:
    assert svg_to_png(draw_svg(MIXED)).startswith(b"\x89PNG")
    assert svg_to_pdf([draw_svg(MIXED)]).startswith(b"%PDF")


def test_crates_and_the_player_move_in_a_film() -> None:
    position = level("######\n#@$ .#\n######")
    film = ElementTree.fromstring(svg(film_of(GAME, position, GAME.parse_moves("RR"))))
    ways = [motion.get("values", "") for motion in film.iter(f"{SVG}animateTransform")]
    assert [(way.split(";")[0], way.split(";")[-1]) for way in ways] == [("120 72", "216 72"), ("72 72", "168 72")]
    # The crate looks different when it has come home, and only then.
    looks = [change for change in film.iter(f"{SVG}animate") if change.get("attributeName") == "href"]
    assert len(looks) == 1
    assert len(looks[0].get("values", "").split(";")) == 2


def test_a_large_level_is_drawn() -> None:
    wide = "#" * 200
    position = GAME.parse("\n".join([wide, "#@$." + " " * 195 + "#", *["#" + " " * 198 + "#"] * 30, wide]))
    ElementTree.fromstring(draw_svg(position))


def test_solid_rock_is_not_shown() -> None:
    thin = GAME.parse("#####\n#@$.#\n#####")
    thick = GAME.parse("\n".join(["#" * 9] * 3 + ["###@$.###"] + ["#" * 9] * 2))
    assert GAME.draw(thick) == GAME.draw(thin)
    sizes = [re.search(r'viewBox="([^"]*)"', GAME.draw_svg(position) or "") for position in (thin, thick)]
    thin_view, thick_view = (list(map(float, size[1].split())) for size in sizes if size)
    assert thick_view[2:] == thin_view[2:]
    # Places are counted from the level's own corner, whatever is seen of it.
    assert thick_view[0] - thin_view[0] == 2 * 48
