"""From our SVG pictures to PNG and PDF."""

from quandary.drawing.render import svg_to_pdf, svg_to_png

__all__ = ["svg_to_pdf", "svg_to_png"]
