"""Draws the pictures of docs/gallery: `python -m tools.gallery [NAME…]`. Every puzzle in them is made by this project.

Boards and strips of boards are SVG, straight from the games. The terminal and the web app are photographed in a
browser, and the lab's plot comes from a small study that is run for it; both are made anew with `make gallery`.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import quandary
from quandary.engine.play import choose_player, play_game
from quandary.engine.puzzles import puzzle_of_id
from tools.composing import frame_row
from tools.photographs import film, lab_plot, terminal_screens, web_pages, worksheet

FOLDER = Path(__file__).resolve().parent.parent / "docs" / "gallery"
Pictures = dict[str, bytes]
"""Files by name."""


@dataclass(frozen=True)
class Story:
    """A puzzle, and how far into its solution the pictures of it are taken."""

    game: str
    id: str
    at: tuple[float, ...]
    """Shares of the solution, for the strip."""
    best: float
    """The share at which the board looks most like itself."""


STORIES = (
    Story("rush-hour", "rush-hour:expert#7", (0, 0.25, 0.5, 1), 0.5),
    Story("sokoban", "sokoban:expert#1", (0, 0.33, 0.67, 1), 0.5),
    Story("klondike", "klondike#7", (0, 0.6, 0.9), 0.6),
    Story("exponentile", "exponentile:web#42", (0, 0.1, 1), 0.5),
    Story("circuit", "circuit:5#42", (0, 0.5, 1), 0.5),
)
# A learned player lives for tens of thousands of moves; these are enough for large tiles.
EXPONENTILE_MOVES = 1500
FILMS = (("rush-hour", "rush-hour:expert#7", "moves,steps"), ("sokoban", "sokoban:intermediate#1", "pushes,moves"))


def boards() -> Pictures:
    """One board a game, as it is dealt, and all of them in a row for the README."""
    pictures = {f"{story.game}.svg": board(story) for story in STORIES}
    row = []
    for story in STORIES:
        positions = _positions(story)
        row.append(_drawn(quandary.game(story.game), positions[round(story.best * (len(positions) - 1))]))
    pictures["games.svg"] = frame_row(row, height=230, title="The five games of Quandary").encode()
    return pictures


def board(story: Story) -> bytes:
    """The puzzle as it is dealt."""
    game = quandary.game(story.game)
    start = _drawn(game, puzzle_of_id(game, story.id).position)
    return frame_row([start], height=300, title=f"{game.title}, {story.id}").encode()


def strips() -> Pictures:
    """How a puzzle is solved, from left to right."""
    pictures = {}
    for story in STORIES:
        positions = _positions(story)
        game = quandary.game(story.game)
        frames = [_drawn(game, positions[round(share * (len(positions) - 1))]) for share in story.at]
        title = f"{game.title}, {story.id}: from the start to the end"
        pictures[f"{story.game}-story.svg"] = frame_row(frames, height=260, title=title).encode()
    return pictures


def moving() -> Pictures:
    """Solutions that play by themselves in any browser."""
    pictures = {}
    for name, puzzle, metric in FILMS:
        game = quandary.game(name)
        solution = quandary.solve(game, puzzle_of_id(game, puzzle).position, metric=metric).solution
        pictures[f"{name}-solution.svg"] = film(name, puzzle, solution or "")
    return pictures


MAKERS: dict[str, Callable[[], Pictures]] = {
    "boards": boards,
    "strips": strips,
    "moving": moving,
    "worksheet": worksheet,
    "lab": lab_plot,
    "terminal": terminal_screens,
    "web": web_pages,
}


def _positions(story: Story) -> list[Any]:
    """All positions from the start to the end of a solution, or of a good player's game."""
    game = quandary.game(story.game)
    position = puzzle_of_id(game, story.id).position
    positions = [position]
    for move in _moves(game, position):
        position = game.play(position, move).position
        positions.append(position)
    return positions


def _moves(game: quandary.Game[Any, Any], position: Any) -> Sequence[Any]:
    if game.is_scored:
        return play_game(game, position, choose_player(game, "learned"), most_moves=EXPONENTILE_MOVES).moves
    return quandary.solve(game, position).moves or ()


def _drawn(game: quandary.Game[Any, Any], position: Any) -> str:
    picture = game.draw_svg(position)
    assert picture is not None, game.name
    return picture


def main() -> None:
    wanted = sys.argv[1:] or list(MAKERS)
    FOLDER.mkdir(exist_ok=True)
    for name in wanted:
        for file, content in MAKERS[name]().items():
            (FOLDER / file).write_bytes(content)
            print(f"{file}: {len(content):,} bytes")


if __name__ == "__main__":
    main()
