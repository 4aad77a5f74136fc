"""Scenes: what a game draws once, and what is written from it."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

import quandary
from quandary.core.registry import names
from quandary.game import Part, Scene, View

SQUARE = '<rect width="5" height="5"/>'


def test_scenery_is_its_shape_and_everything_else_a_group_in_its_place() -> None:
    assert Part(SQUARE).svg == SQUARE
    assert Part(SQUARE, 3, 0.5).svg == f'<g transform="translate(3 0.5)">{SQUARE}</g>'
    named = Part(SQUARE, who="A", data={"cell": '"<'})
    assert named.svg == f'<g data-cell="&quot;&lt;" data-who="A" transform="translate(0 0)">{SQUARE}</g>'


def test_parts_are_equal_if_nobody_sees_a_difference() -> None:
    assert Part(SQUARE, 1, 2, "A", {"cell": "r1c1"}) == Part(SQUARE, 1, 2, "A")
    assert len({Part(SQUARE), Part(SQUARE, data={"cell": "r1c1"}), Part(SQUARE, 1), Part(SQUARE, who="A")}) == 3


def test_a_scene_says_its_size_and_its_words() -> None:
    scene = Scene("a < b", View(-1, 0, 20.5, 10), (Part(SQUARE),), "x & y", {"cell-size": "5"})
    root = ElementTree.fromstring(scene.svg())
    assert (root.get("viewBox"), root.get("width"), root.get("height")) == ("-1 0 20.5 10", "20.5", "10")
    assert (root.get("data-cell-size"), root.get("role")) == ("5", "img")
    assert [child.text for child in root][:2] == ["a < b", "x & y"]
    assert ElementTree.fromstring(scene.svg("pt")).get("width") == "20.5pt"


def test_a_view_grows_to_hold_another() -> None:
    assert View(0, 0, 10, 10).with_all_of(View(-5, 2, 10, 20)) == View(-5, 0, 15, 22)


@pytest.mark.parametrize("name", names(with_examples=True))
def test_pictures_and_frames_are_the_scenes(name: str) -> None:
    game = quandary.game(name)
    position = game.parse(game.examples[1])
    scene = game.scene(position)
    assert scene is not None
    assert game.draw_svg(position) == scene.svg()
    moves = game.moves(position)[:1]
    scenes, frames = game.scenes(position, moves), game.frames(position, moves)
    assert scenes is not None
    assert frames is not None
    assert [[one.svg() for one in shown] for shown in scenes] == [list(shown) for shown in frames]
