"""From our SVG pictures to PNG and PDF."""

from quandary.drawing.pdf import svg_to_pdf
from quandary.drawing.raster import svg_to_png

__all__ = ["svg_to_pdf", "svg_to_png"]
