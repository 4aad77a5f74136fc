"""The lanterns as lines of text and as a picture. Shape tells which are lit; colour only helps."""

from __future__ import annotations

from quandary.drawing.shapes import box, disc
from quandary.game import Part, Scene, View
from quandary_lanterns.position import LIT, Position

CELL = 48
NIGHT, FLAME, GLASS = "#16213e", "#ffd166", "#3b4a6b"
_SHAPES = {
    True: disc(24, 24, 20, GLASS) + disc(24, 24, 15, FLAME),
    False: disc(24, 24, 20, GLASS) + disc(24, 24, 15, NIGHT),
}


def draw_text(position: Position, *, colour: bool = False) -> str:
    """The rows and columns with their numbers."""
    lit = "\x1b[93m●\x1b[0m" if colour else "●"
    rows = [" ".join(lit if sign == LIT else "○" for sign in row) for row in position.rows]
    heading = "  " + " ".join(str(column) for column in range(1, position.width + 1))
    return "\n".join([heading, *(f"{number} {row}" for number, row in enumerate(rows, start=1))])


def scene_of(position: Position) -> Scene:
    """Lanterns in the night. Each says where it hangs and how it is, so that the browser's hand finds it."""
    view = View(0, 0, CELL * position.width, CELL * position.height)
    parts = [Part(box(0, 0, view.width, view.height, 8, NIGHT))]
    for row, signs in enumerate(position.rows):
        for column, sign in enumerate(signs):
            data = {"cell": f"r{row + 1}c{column + 1}", "state": "lit" if sign == LIT else "out"}
            parts.append(Part(_SHAPES[sign == LIT], CELL * column, CELL * row, data=data))
    return Scene(f"Lanterns: {'/'.join(position.rows)}", view, tuple(parts))
