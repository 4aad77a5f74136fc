"""A picture in numpy: boxes, discs, polygons, lines and letters with soft edges, and no library to draw them.

Every shape is a distance: how far each pixel lies outside of it decides how much of the colour it gets. Letters are the
strokes that all of Quandary's pictures use.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
import numpy.typing as npt

from quandary.drawing.stroke_font import PEN_WIDTH, text_strokes, text_width

Pixels = npt.NDArray[np.uint8]
_Field = npt.NDArray[np.float64]
_Point = tuple[float, float]


class Canvas:
    """Pixels to draw on; places are (x, y) from the upper left corner, colours are `#rrggbb`."""

    def __init__(self, width: int, height: int, background: str) -> None:
        self.pixels: Pixels = np.empty((height, width, 3), np.uint8)
        self.pixels[:] = _rgb(background)

    def box(self, x: float, y: float, width: float, height: float, colour: str, radius: float = 0.0) -> None:
        """A rectangle, with round corners if wanted."""
        middle = x + width / 2, y + height / 2

        def outside(across: _Field, down: _Field) -> _Field:
            dx = np.abs(across - middle[0]) - width / 2 + radius
            dy = np.abs(down - middle[1]) - height / 2 + radius
            inner = np.minimum(np.maximum(dx, dy), 0.0)
            return np.hypot(np.maximum(dx, 0), np.maximum(dy, 0)) + inner - radius

        self._fill((x, y, x + width, y + height), colour, outside)

    def disc(self, x: float, y: float, radius: float, colour: str) -> None:
        """A filled circle."""
        edges = (x - radius, y - radius, x + radius, y + radius)
        self._fill(edges, colour, lambda across, down: np.hypot(across - x, down - y) - radius)

    def polygon(self, points: Sequence[_Point], colour: str) -> None:
        """A convex polygon, its corners clockwise."""
        xs, ys = zip(*points, strict=True)

        def outside(across: _Field, down: _Field) -> _Field:
            result = np.full(np.broadcast_shapes(across.shape, down.shape), -np.inf)
            for (x, y), (next_x, next_y) in zip(points, [*points[1:], points[0]], strict=True):
                length = max(float(np.hypot(next_x - x, next_y - y)), 1e-9)
                beyond = ((across - x) * (next_y - y) - (down - y) * (next_x - x)) / length
                result = np.maximum(result, beyond)
            return result

        self._fill((min(xs), min(ys), max(xs), max(ys)), colour, outside)

    def line(self, points: Sequence[_Point], colour: str, pen: float) -> None:
        """The way of a round pen."""
        xs, ys = zip(*points, strict=True)
        ends = [*points[1:], points[-1]] if len(points) == 1 else points[1:]

        def outside(across: _Field, down: _Field) -> _Field:
            result = np.full(np.broadcast_shapes(across.shape, down.shape), np.inf)
            for (x, y), (next_x, next_y) in zip(points, ends, strict=False):
                dx, dy = next_x - x, next_y - y
                along = ((across - x) * dx + (down - y) * dy) / max(dx * dx + dy * dy, 1e-9)
                along = np.clip(along, 0.0, 1.0)
                result = np.minimum(result, np.hypot(across - x - along * dx, down - y - along * dy))
            return result - pen / 2

        edges = (min(xs) - pen, min(ys) - pen, max(xs) + pen, max(ys) + pen)
        self._fill(edges, colour, outside)

    def text(self, text: str, x: float, y: float, height: float, colour: str, *, widest: float | None = None) -> None:
        """A text with its middle here, smaller where it would be wider than allowed."""
        if widest is not None:
            height = min(height, height * widest / max(text_width(text, height), 1e-9))
        for stroke in text_strokes(text, (x, y), height):
            self.line(stroke, colour, PEN_WIDTH * height / 10)

    def _fill(
        self,
        edges: tuple[float, float, float, float],
        colour: str,
        outside: Callable[[_Field, _Field], _Field],
    ) -> None:
        """Gives each pixel between these edges its share of the colour."""
        height, width, _ = self.pixels.shape
        left, top = max(int(edges[0]) - 1, 0), max(int(edges[1]) - 1, 0)
        right, bottom = min(int(edges[2]) + 2, width), min(int(edges[3]) + 2, height)
        if left >= right or top >= bottom:
            return
        across = np.arange(left, right)[np.newaxis, :] + 0.5
        down = np.arange(top, bottom)[:, np.newaxis] + 0.5
        share = np.clip(0.5 - outside(across, down), 0.0, 1.0)[:, :, np.newaxis]
        part = self.pixels[top:bottom, left:right]
        part[:] = np.rint(part * (1 - share) + np.array(_rgb(colour)) * share).astype(np.uint8)


def _rgb(colour: str) -> tuple[int, int, int]:
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)
