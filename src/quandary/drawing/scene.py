"""What a game draws, once: named parts. Pictures, films and pixels are all made from them.

A part's shape is a piece of SVG around the origin (`shapes` writes it), and the part says where it stands,
who it is, and what a front end finds it by. Shapes are text on purpose: whoever puts them out puts out SVG,
texts are compared at a glance, and a game writes each of its shapes once and keeps it. No program reads them
back.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple


@dataclass(frozen=True)
class Part:
    """One thing in a picture. Two are equal if nobody sees a difference."""

    shape: str
    """What is drawn, as SVG, before it is moved from the origin to its place."""
    x: float = 0
    y: float = 0
    who: str | None = None
    """The same name in two pictures is the same thing, or one of several alike; None is scenery."""
    data: Mapping[str, str] = field(default_factory=dict, compare=False)
    """What a front end finds it by: the names and values of the element's data attributes."""

    @cached_property
    def svg(self) -> str:
        """The part in its place. Kept, because a part that a game keeps is in many pictures."""
        if self.who is None and not self.data and not self.x and not self.y:
            return self.shape
        marks = self.data if self.who is None else {**self.data, "who": self.who}
        return f'<g{_marks(marks)} transform="translate({self.x:g} {self.y:g})">{self.shape}</g>'


class View(NamedTuple):
    """The part of the plane that a picture shows."""

    left: float
    top: float
    width: float
    height: float

    def with_all_of(self, other: View) -> View:
        """The smallest that holds both."""
        left, top = min(self.left, other.left), min(self.top, other.top)
        right = max(self.left + self.width, other.left + other.width)
        bottom = max(self.top + self.height, other.top + other.height)
        return View(left, top, right - left, bottom - top)


@dataclass(frozen=True, slots=True)
class Scene:
    """A picture of a position."""

    title: str
    view: View
    parts: tuple[Part, ...]
    """From the bottom up."""
    description: str = ""
    """The picture in words, for who cannot see it."""
    data: Mapping[str, str] = field(default_factory=dict)
    """Data attributes of the picture itself."""

    def svg(self, unit: str = "") -> str:
        """An SVG document. It prints in its true size with the unit `pt`; screens take none."""
        left, top, width, height = (f"{number:.6g}" for number in self.view)
        escape = _escape()
        words = (("title", self.title), ("desc", self.description))
        lines = [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{left} {top} {width} {height}" '
            f'width="{width}{unit}" height="{height}{unit}"{_marks(self.data)} role="img">',
            *(f"<{name}>{escape(text)}</{name}>" for name, text in words if text),
            *[part.svg for part in self.parts],
            "</svg>\n",
        ]
        return "\n".join(lines)


def _marks(data: Mapping[str, str]) -> str:
    escape = _escape()
    return "".join(f' data-{name}="{escape(value)}"' for name, value in data.items())


def _escape() -> Callable[[str], str]:
    """Imported when the first picture is written: every start-up would pay for it."""
    from html import escape

    return escape
