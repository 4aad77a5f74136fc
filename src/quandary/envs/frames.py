"""Positions as pixels, all frames of an environment or a batch in one size, as videos need them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np
import numpy.typing as npt

from quandary.core.errors import UsageError
from quandary.core.game import Game
from quandary.drawing.raster import svg_to_pixels

# Of the games' pictures: a board is some 300 to 500 pixels wide.
PIXELS_A_UNIT = 2 / 3
_WHITE = 255


class Frames:
    """Draws positions on white canvases of one size, in the upper left corner."""

    def __init__(self, game: Game[Any, Any], largest: Iterable[Any]) -> None:
        """`largest` are positions whose pictures are the largest; a larger one is scaled down."""
        self._game = game
        sizes = [self._size(position) for position in largest]
        self._width, self._height = (max(lengths) for lengths in zip(*sizes, strict=True))

    def draw(self, position: Any) -> npt.NDArray[np.uint8]:
        """Return the position as rows of pixels. It shows what a player sees, and never a hidden card."""
        width, height = self._size(position)
        fit = min(1.0, self._width / width, self._height / height)
        rows, columns = (int(length * PIXELS_A_UNIT) for length in (self._height, self._width))
        canvas = np.full((rows, columns, 3), _WHITE, np.uint8)
        part = pixels(self._game, position, PIXELS_A_UNIT * fit)[:rows, :columns]
        canvas[: part.shape[0], : part.shape[1]] = part
        return canvas

    def _size(self, position: Any) -> tuple[float, float]:
        """Return the width and the height of a picture in its own units."""
        scene = self._game.scene(position)
        if scene is not None:
            return scene.view.width, scene.view.height
        rows, columns, _ = pixels(self._game, position, 1.0).shape
        return float(columns), float(rows)


def pixels(game: Game[Any, Any], position: Any, scale: float = PIXELS_A_UNIT) -> npt.NDArray[np.uint8]:
    """Return the game's picture of a position. It shows what a player sees, and never a hidden card."""
    picture = game.draw_svg(position)
    if picture is None:
        raise UsageError(f"{game.name} cannot draw pictures")
    return svg_to_pixels(picture, scale=scale)
