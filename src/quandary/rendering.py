"""What pictures are made of, and from SVG pictures to PNG and PDF."""

from quandary.drawing.pdf import svg_to_pdf
from quandary.drawing.raster import svg_to_png
from quandary.drawing.scene import Part, Scene, View

__all__ = ["Part", "Scene", "View", "svg_to_pdf", "svg_to_png"]
