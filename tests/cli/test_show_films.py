"""`quandary show --solution`: moves as a picture that plays itself, and as a page with controls."""

from __future__ import annotations

import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

import quandary as package
from quandary.core.registry import names
from tests.cli.conftest import Quandary
from tests.games.rush_hour.boards import EASY


@pytest.mark.parametrize("name", names(with_examples=True))
def test_every_game_shows_moves_moving(quandary: Quandary, tmp_path: Path, name: str) -> None:
    game = package.game(name)
    position = game.parse(game.examples[1])
    before = game.draw_svg(position)
    move = next(move for move in game.moves(position) if game.draw_svg(game.play(position, move).position) != before)
    svg, html = tmp_path / "film.svg", tmp_path / "film.html"
    puzzle = tmp_path / "puzzle.txt"
    puzzle.write_text(game.format(position), encoding="utf-8")
    ran = quandary(
        *("show", name, str(puzzle), "--solution", game.format_move(move), "--svg", str(svg), "--html", str(html))
    )
    assert (ran.status, ran.out, ran.err) == (0, "", f"written: {svg}\nwritten: {html}\n")
    picture = svg.read_text(encoding="utf-8")
    assert ElementTree.fromstring(picture).tag.endswith("svg")
    assert "<animate" in picture
    assert picture in html.read_text(encoding="utf-8")


def test_without_moves_a_picture_stands_still_and_a_page_is_refused(quandary: Quandary, tmp_path: Path) -> None:
    assert quandary("show", "rush-hour", EASY, "--svg", str(tmp_path / "still.svg")).status == 0
    assert "<animate" not in (tmp_path / "still.svg").read_text(encoding="utf-8")
    ran = quandary("show", "rush-hour", EASY, "--html", str(tmp_path / "film.html"))
    assert (ran.status, ran.err) == (2, "error: --html shows moves: say which with --solution, or take --solve\n")
    assert not (tmp_path / "film.html").exists()


def test_an_illegal_move_is_named(quandary: Quandary, tmp_path: Path) -> None:
    ran = quandary("show", "rush-hour", EASY, "--solution", "Z+1", "--html", str(tmp_path / "film.html"))
    assert ran.status == 2
    assert ran.err.startswith("error: move 1, Z+1")
    assert not (tmp_path / "film.html").exists()


def test_a_film_as_a_gif_shows_every_move(quandary: Quandary, tmp_path: Path) -> None:
    from PIL import Image, ImageSequence

    file = tmp_path / "film.gif"
    ran = quandary("show", "rush-hour", "XX./...", "--solution", "X+1", "--gif", str(file))
    assert (ran.status, ran.err) == (0, f"written: {file}\n")
    with Image.open(file) as film:
        pictures = [picture.convert("RGB").tobytes() for picture in ImageSequence.Iterator(film)]
    assert len(pictures) > 3
    assert pictures[0] != pictures[-1]


def test_a_film_needs_moves_and_says_what_it_lacks(
    quandary: Quandary, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for flag in ("--gif", "--html"):
        refused = quandary("show", "rush-hour", "XX./...", flag, str(tmp_path / "film"))
        assert (refused.status, refused.out) == (2, "")
        assert f"{flag} shows moves" in refused.err
    monkeypatch.setitem(sys.modules, "PIL", None)
    refused = quandary("show", "rush-hour", "XX./...", "--solve", "--gif", str(tmp_path / "film.gif"))
    assert (refused.status, refused.err) == (2, "error: GIF films need an extra: pip install 'quandary[gif]'\n")
    assert not list(tmp_path.iterdir())
