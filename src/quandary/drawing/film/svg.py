"""Writes a film as SVG. Shapes that occur more than once are written once.

Names within the picture begin with a hash of what it holds: two films on one page cannot take each other's shapes.
Who asked their system for less motion sees the first picture, standing still.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterator, Sequence
from html import escape
from itertools import groupby

from quandary.drawing.film.cast import Actor, Cue, Look, Spot
from quandary.drawing.film.film import Clock, Film
from quandary.drawing.scene import Part

# A shorter shape is not worth a name.
_SHORTEST_NAMED = 60
_FINE_FROM = 5000  # pictures, from which on times need another digit


def svg(film: Film) -> str:
    """The whole film as a document that plays itself, over and over."""
    body = "\n".join(_Writer(film).lines())
    # Neither shapes nor timetables hold this mark, which no XML text may.
    prefix = f"q{_short(int.from_bytes(hashlib.sha256(body.encode()).digest()[:4], 'big'))}"
    return body.replace("\x00", prefix) + "\n"


class _Writer:
    def __init__(self, film: Film) -> None:
        self._film = film
        digits = 5 if film.clock.pictures < _FINE_FROM else 6
        self._times = _Times(film.clock, digits)
        self._moving = list(film.actors)
        self._scenery: list[Actor] = []
        while self._moving and self._moving[0].is_still:
            self._scenery.append(self._moving.pop(0))
        uses = Counter(look.shape for actor in self._moving for look in actor.looks)
        uses.update(part.shape for part in film.first[len(self._scenery) :])
        changing = {look.shape for actor in self._moving for look in actor.looks if len(actor.looks) > 1}
        named = [
            shape for shape, count in uses.items() if shape in changing or (count > 1 and len(shape) >= _SHORTEST_NAMED)
        ]
        self._names = {shape: f"\x00-{_short(number)}" for number, shape in enumerate(named)}

    def lines(self) -> Iterator[str]:
        film = self._film
        left, top, width, height = (f"{number:.6g}" for number in film.view)
        yield (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{left} {top} {width} {height}" '
            f'width="{width}" height="{height}" role="img">'
        )
        yield f"<title>{escape(film.title)}</title>"
        yield (
            "<style>@media (prefers-reduced-motion: reduce) "
            "{ .\x00-moving { display: none } .\x00-still { display: inline } }</style>"
        )
        yield "<defs>"
        yield from (f'<g id="{name}">{shape}</g>' for shape, name in self._names.items())
        yield "</defs>"
        yield from (self._drawn(actor.shape, actor.spots[0]) for actor in self._scenery)
        yield '<g class="\x00-moving" data-film="moving">'
        yield from map(self._actor, self._moving)
        yield "</g>"
        yield '<g class="\x00-still" data-film="still" display="none">'
        yield from (self._drawn(part.shape, part) for part in film.first[len(self._scenery) :])
        yield "</g>"
        yield "</svg>"

    def _actor(self, actor: Actor) -> str:
        timetables = self._motion(actor.spots) + self._looks(actor.looks) + self._cues(actor.cues)
        return self._drawn(actor.looks[0].shape, actor.spots[0], timetables, is_seen=actor.cues[0].is_seen)

    def _drawn(self, shape: str, place: Part | Spot, timetable: str = "", *, is_seen: bool = True) -> str:
        """A shape at its place, with what happens to it."""
        attributes = "" if is_seen else ' opacity="0"'
        if (place.x, place.y) != (0, 0):
            attributes += f' transform="translate({place.x:g} {place.y:g})"'
        name = self._names.get(shape)
        if name is not None:
            start = f'<use href="#{name}"{attributes}'
            return f"{start}>{timetable}</use>" if timetable else f"{start}/>"
        return f"<g{attributes}>{shape}{timetable}</g>" if attributes or timetable else shape

    def _motion(self, spots: Sequence[Spot]) -> str:
        if len(spots) == 1:
            return ""
        steps = [(self._times.at(spot.tick), f"{spot.x:g} {spot.y:g}") for spot in spots]
        steps.append(("1", steps[-1][1]))
        return f'<animateTransform attributeName="transform" type="translate" {self._times.length} {_table(steps)}/>'

    def _looks(self, looks: Sequence[Look]) -> str:
        return self._changes("href", [(look.tick, f"#{self._names.get(look.shape)}") for look in looks])

    def _cues(self, cues: Sequence[Cue]) -> str:
        return self._changes("opacity", [(cue.tick, f"{cue.is_seen:d}") for cue in cues])

    def _changes(self, attribute: str, values: Sequence[tuple[int, str]]) -> str:
        """An attribute that has one value after the other."""
        if len(values) == 1:
            return ""
        steps = [(self._times.at(tick), value) for tick, value in values]
        return f'<animate attributeName="{attribute}" calcMode="discrete" {self._times.length} {_table(steps)}/>'


class _Times:
    """Ticks as shares of the whole film."""

    def __init__(self, clock: Clock, digits: int) -> None:
        self._clock, self._digits = clock, digits
        self.length = f'dur="{clock.seconds:.6g}s" repeatCount="indefinite"'

    def at(self, tick: int) -> str:
        share = f"{self._clock.at(tick) / self._clock.seconds:.{self._digits}f}".strip("0")
        return "0" if share == "." else share


def _short(number: int) -> str:
    """A number to the base 36."""
    digits = ""
    while number or not digits:
        number, digit = divmod(number, 36)
        digits = "0123456789abcdefghijklmnopqrstuvwxyz"[digit] + digits
    return digits


def _table(steps: Sequence[tuple[str, str]]) -> str:
    """Times and values; what is said twice in a row is said once."""
    said = [step for step, _ in groupby(steps)]
    # Of three equal values in a row the middle one says nothing.
    kept = [
        step
        for place, step in enumerate(said)
        if not (0 < place < len(said) - 1 and said[place - 1][1] == step[1] == said[place + 1][1])
    ]
    times, values = zip(*kept, strict=True)
    return f'keyTimes="{";".join(times)}" values="{";".join(values)}"'
