"""The shapes that pictures are made of, as pieces of SVG.

They keep to what browsers, resvg and fpdf2 all draw alike (no fonts, ids, gradients, filters or styles), and
what many pictures on one page cannot mix up. Letters are strokes of a pen: see `stroke_font`.
"""

from __future__ import annotations

from html import escape


def shape(name: str, **attributes: float | str) -> str:
    """One element; an underscore in an attribute's name stands for a hyphen."""
    texts = ((key, f"{value:.6g}" if isinstance(value, (int, float)) else value) for key, value in attributes.items())
    return f"<{name} " + " ".join(f'{key.replace("_", "-")}="{escape(text)}"' for key, text in texts) + "/>"


def box(x: float, y: float, width: float, height: float, radius: float, fill: str, **more: float | str) -> str:
    """A rectangle with round corners."""
    return shape("rect", x=x, y=y, width=width, height=height, rx=radius, fill=fill, **more)


def disc(x: float, y: float, radius: float, fill: str, **more: float | str) -> str:
    """A circle."""
    return shape("circle", cx=x, cy=y, r=radius, fill=fill, **more)


def oval(x: float, y: float, radius_x: float, radius_y: float, fill: str, **more: float | str) -> str:
    """An ellipse."""
    return shape("ellipse", cx=x, cy=y, rx=radius_x, ry=radius_y, fill=fill, **more)


def area(way: str, fill: str, **more: float | str) -> str:
    """What a path goes around."""
    return shape("path", d=way, fill=fill, **more)


def line(way: str, colour: str, pen: float, **more: float | str) -> str:
    """The way of a round pen."""
    round_ends = {"stroke_linecap": "round", "stroke_linejoin": "round"}
    return shape("path", d=way, fill="none", stroke=colour, stroke_width=pen, **round_ends, **more)


def group(transform: str, *shapes: str) -> str:
    """Shapes that are moved, turned or scaled together."""
    return f'<g transform="{transform}">{"".join(shapes)}</g>'
