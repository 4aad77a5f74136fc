"""Pictures: everything is in them, they are well-formed, and a solution moves as it is played."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest

import quandary
from quandary.game import IllegalMove
from quandary.games.sokoban import GAME
from quandary.games.sokoban.drawing import draw_text
from quandary.games.sokoban.picture import animate, draw_svg
from quandary.rendering import svg_to_pdf, svg_to_png
from tests.games.sokoban.levels import ROOM, level

MIXED = level("######\n#+$* #\n#  $.#\n######")
SVG = "{http://www.w3.org/2000/svg}"


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
    for picture in (draw_svg(MIXED), animate(MIXED, [])):
        assert svg_to_png(picture).startswith(b"\x89PNG")
        assert svg_to_pdf([picture]).startswith(b"%PDF")


def test_a_solution_moves_as_it_is_played() -> None:
    position = level(ROOM)
    verdict = quandary.solve(GAME, position, metric="pushes,moves")
    assert verdict.moves is not None
    root = ElementTree.fromstring(animate(position, verdict.moves))
    end = position
    for move in verdict.moves:
        end = GAME.play(end, move).position
    ends = set()
    for group in root.iter(f"{SVG}g"):
        if group.get("data-box") is None and group.get("data-player") is None:
            continue
        motions = group.findall(f"{SVG}animateTransform")
        values = [motion.get("values", "").split(";") for motion in motions] or [[group.get("transform", "")[10:-1]]]
        for motion, places in zip(motions, values, strict=False):
            times = [float(time) for time in motion.get("keyTimes", "").split(";")]
            assert len(times) == len(places)
            assert times == sorted(times)
            assert (times[0], times[-1]) == (0, 1)
        x, y = map(int, values[0][-1].split())
        ends.add((y // 48) * position.level.width + x // 48)
    assert ends == end.boxes | {end.player}


def test_a_crate_shows_when_it_comes_home() -> None:
    root = ElementTree.fromstring(animate(level("######\n#@$ .#\n######"), GAME.parse_moves("RR")))
    looks = [[change.get("values") for change in group.iter(f"{SVG}animate")] for group in root.iter(f"{SVG}g")]
    assert ["1;1;0;0"] in looks
    assert ["0;0;1;1"] in looks


def test_an_illegal_solution_cannot_be_shown() -> None:
    with pytest.raises(IllegalMove):
        animate(level(ROOM), GAME.parse_moves("RRRRRR"))


def test_a_large_level_is_drawn() -> None:
    wide = "#" * 200
    position = GAME.parse("\n".join([wide, "#@$." + " " * 195 + "#", *["#" + " " * 198 + "#"] * 30, wide]))
    ElementTree.fromstring(draw_svg(position))
