"""An ExponenTile board as text for a terminal."""

from __future__ import annotations

from quandary.games.exponentile.position import Position
from quandary.games.exponentile.scene import FIRST_DARK_TILE, shade

_FILLS = (229, 222, 185, 214, 143, 107, 71, 66, 30, 27, 26, 25, 57, 56, 55, 54)
_DARK_INK, _LIGHT_INK = 16, 231


def draw_text(position: Position, *, colour: bool = False) -> str:
    """The score, and the board with its rows and columns numbered."""
    names = [str(1 << value) for value in position.cells]
    wide = max(2, *map(len, names))
    header = f"score {position.score:,}   moves {position.moves:,}   {position.rules} rules"
    lines = [header + (", torus" if position.torus else "")]
    lines.append("   " + " ".join(str(column).center(wide + 2) for column in range(1, position.width + 1)).rstrip())
    for number, row in enumerate(position.rows, start=1):
        tiles = " ".join(_tile(value, wide, colour) for value in row)
        lines.append(f"{number:2} {tiles}")
    return "\n".join(lines)


def _tile(value: int, wide: int, colour: bool) -> str:
    text = f" {str(1 << value).rjust(wide)} "
    if not colour:
        return text
    ink = _LIGHT_INK if value >= FIRST_DARK_TILE else _DARK_INK
    return f"\x1b[38;5;{ink};48;5;{_FILLS[shade(value)]}m{text}\x1b[0m"
