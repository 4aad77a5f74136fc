"""Takes a picture apart: its frame, its title, and the parts that are drawn one over the other."""

from __future__ import annotations

import re
from functools import lru_cache
from html import unescape
from typing import NamedTuple

from quandary.core.errors import UsageError

_ATTRIBUTE = r"""\s+[\w:.-]+\s*=\s*(?:"[^"]*"|'[^']*')"""
_TAG = re.compile(rf"<!--.*?-->|<(?P<closes>/?)[\w:-]+(?:{_ATTRIBUTE})*\s*(?P<empty>/?)>", re.DOTALL)
_ROOT = re.compile(rf"\s*(?:<\?xml.*?\?>\s*)?(?P<tag><svg(?:{_ATTRIBUTE})*\s*>)(?P<content>.*)</svg>\s*", re.DOTALL)
_VIEW_BOX = re.compile(r'\sviewBox="([^"]*)"')
_WORDS = re.compile(r"<(title|desc)>(.*?)</\1>", re.DOTALL)
_NUMBER = r"-?[0-9.]+(?:e-?[0-9]+)?"
_PLACED = re.compile(
    rf"<g(?P<marks>(?:\s+data-[\w-]+=\"[^\"]*\")*)\s+transform=\"translate\((?P<x>{_NUMBER}) (?P<y>{_NUMBER})\)\">"
    r"(?P<shape>.*)</g>",
    re.DOTALL,
)
_WHO = re.compile(r'\sdata-who="([^"]*)"')


class Part(NamedTuple):
    """One element of a picture."""

    who: str | None
    """The same name in two pictures is the same thing, or one of several that look alike; None is scenery."""
    x: float
    y: float
    shape: str
    """What is drawn, moved from the origin to the place."""


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


class Picture(NamedTuple):
    """A picture, taken apart."""

    view: View
    title: str
    parts: tuple[Part, ...]
    """From the bottom up."""


def take_apart(svg: str) -> Picture:
    """Reads a picture as our games draw it: elements under one root, with a view box."""
    root = _ROOT.fullmatch(svg)
    box = _VIEW_BOX.search(root["tag"]) if root else None
    if root is None or box is None:
        raise UsageError("a picture in a film must be an svg element with a viewBox")
    words = dict(_WORDS.findall(root["content"]))
    parts: list[Part] = []
    pending = ""
    # Our pictures have a line for each part, so that what is known from the picture before needs no second look.
    for line in _WORDS.sub("", root["content"]).splitlines():
        pending += line if not pending else f"\n{line}"
        found = _elements(pending)
        if found is not None:
            parts += found
            pending = ""
    if pending.strip():
        raise UsageError("a picture in a film must be well-formed")
    return Picture(View(*map(float, box[1].replace(",", " ").split())), unescape(words.get("title", "")), tuple(parts))


@lru_cache(maxsize=8192)
def _elements(text: str) -> tuple[Part, ...] | None:
    """The elements that stand beside each other in a text; None if the last of them goes on."""
    parts, depth, start = [], 0, 0
    for tag in _TAG.finditer(text):
        if tag[0].startswith("<!--"):
            continue
        if depth == 0:
            start = tag.start()
        if tag["closes"]:
            depth -= 1
        elif not tag["empty"]:
            depth += 1
        if depth == 0:
            parts.append(_part(text[start : tag.end()]))
    return tuple(parts) if depth == 0 else None


def _part(element: str) -> Part:
    placed = _PLACED.fullmatch(element)
    if placed is None:
        return Part(None, 0, 0, element)
    who = _WHO.search(placed["marks"])
    return Part(unescape(who[1]) if who else None, float(placed["x"]), float(placed["y"]), placed["shape"])
