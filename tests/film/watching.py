"""Watches a film as a browser would: what is seen at a time, where, and what lies over what.

It shares no code with what makes films; pictures and films are both read as XML.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from functools import cache
from typing import Any
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

SVG = "{http://www.w3.org/2000/svg}"
_TIMETABLES = {f"{SVG}animate", f"{SVG}animateTransform"}
_WORDS = {f"{SVG}title", f"{SVG}desc", f"{SVG}style", f"{SVG}defs"}

Seen = tuple[float, float, str]
"""Where a thing is, and what it looks like, as XML."""


def seen_in(picture: str) -> list[Seen]:
    """Everything in a picture that stands still, from the bottom up."""
    return [_placed(child) for child in ElementTree.fromstring(picture) if child.tag not in _WORDS]


def _placed(element: Element) -> Seen:
    place = re.fullmatch(r"translate\((\S+) (\S+)\)", element.get("transform", ""))
    others = [name for name in element.attrib if name != "transform" and not name.startswith("data-")]
    if element.tag == f"{SVG}g" and place and not others:
        return float(place[1]), float(place[2]), _text(element)
    wrapped = Element("g")
    wrapped.append(element)
    return 0.0, 0.0, _text(wrapped)


def _text(element: Element) -> str:
    """What is in an element, without the timetables."""
    parts = [ElementTree.tostring(child, "unicode") for child in element if child.tag not in _TIMETABLES]
    return "".join(part.strip() for part in parts)


class Watched:
    """A film, to be asked about any time."""

    def __init__(self, svg: str) -> None:
        root = ElementTree.fromstring(svg)
        self._shapes = {f"#{shape.get('id')}": _text(shape) for shape in root.iter() if shape.get("id")}
        scenery = [child for child in root if child.tag not in _WORDS and child.get("data-film") is None]
        self._things = {
            child.get("data-film"): [self._read(thing) for thing in (*scenery, *child)]
            for child in root
            if child.get("data-film")
        }

    def at(self, seconds: float) -> list[Seen]:
        """What is seen then, from the bottom up."""
        return [seen for thing in self._things["moving"] if (seen := self._seen(thing, seconds))]

    def still(self) -> list[Seen]:
        """What is seen by people who want no motion."""
        return [seen for thing in self._things["still"] if (seen := self._seen(thing, 0))]

    def _read(self, thing: Element) -> Seen | tuple[Element, str]:
        """A thing that stands where it stands, or one whose attributes must be asked for."""
        is_actor = thing.tag == f"{SVG}use" or (thing.tag == f"{SVG}g" and "data-" not in " ".join(thing.attrib))
        return (thing, _text(thing)) if is_actor else _placed(thing)

    def _seen(self, thing: Seen | tuple[Element, str], seconds: float) -> Seen | None:
        if len(thing) == 3:
            return thing
        element, shape = thing
        values: dict[str, Any] = {name: element.get(name) for name in ("opacity", "href", "transform")}
        for timetable in element:
            if timetable.tag in _TIMETABLES:
                values[timetable.attrib["attributeName"]] = _value(timetable, seconds)
        if values["opacity"] == "0":
            return None
        place = values["transform"]
        x, y = (0.0, 0.0) if place is None else _numbers(place) if isinstance(place, str) else place
        return x, y, self._shapes[values["href"]] if element.tag == f"{SVG}use" else shape


def _numbers(transform: str) -> tuple[float, float]:
    x, y = map(float, transform[len("translate(") : -1].split())
    return x, y


@cache
def _steps(times: str, values: str) -> tuple[list[float], list[str]]:
    read = [float(time) for time in times.split(";")]
    assert len(read) == len(values.split(";"))
    assert read == sorted(read)
    assert read[0] == 0
    return read, values.split(";")


def _value(timetable: Element, seconds: float) -> Any:
    """The value of an animated attribute, by the rules of SMIL."""
    times, values = _steps(timetable.attrib["keyTimes"], timetable.attrib["values"])
    assert timetable.get("repeatCount") == "indefinite"
    share = seconds / float(timetable.attrib["dur"].removesuffix("s"))
    assert 0 <= share <= 1
    step = bisect_right(times, share) - 1
    if timetable.get("calcMode") == "discrete":
        return values[step]
    assert times[-1] == 1
    x, y = map(float, values[step].split())
    if step == len(times) - 1:
        return x, y
    part = (share - times[step]) / (times[step + 1] - times[step])
    next_x, next_y = map(float, values[step + 1].split())
    return x + part * (next_x - x), y + part * (next_y - y)
