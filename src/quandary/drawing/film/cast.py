"""Casts a film: which element plays what, where it stands and when it is seen.

Pictures come one after the other. An *actor* is one element of the film, with timetables of its places, of its looks,
and of its entrances and exits. Two things hold whenever a picture is there: the actors on stage are its parts, and they
lie over each other as its parts do. So where a thing must change its layer, another actor takes over; while it is under
way, a double carries it above everything else.

Times are *ticks*: the film begins at tick -1 with its first picture; the one after it begins to form at tick 0 and is
there at tick 1, the next one at ticks 2 and 3, and so on.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from quandary.drawing.scene import Part

BEGINNING = -1


class Spot(NamedTuple):
    """Where an actor is from a tick on; between two spots it moves."""

    tick: int
    x: float
    y: float


class Look(NamedTuple):
    """What an actor looks like from a tick on."""

    tick: int
    shape: str


class Cue(NamedTuple):
    """An entrance or an exit."""

    tick: int
    is_seen: bool


@dataclass(eq=False, slots=True)
class Actor:
    """One element of the film."""

    who: str | None
    looks: list[Look]
    spots: list[Spot]
    cues: list[Cue]
    """Like those of looks and spots, the first says how it is at the beginning."""

    @classmethod
    def of(cls, part: Part, *, is_seen: bool) -> Actor:
        """An actor for a part, on stage from the beginning on or not yet."""
        spot = Spot(BEGINNING, part.x, part.y)
        return cls(part.who, [Look(BEGINNING, part.shape)], [spot], [Cue(BEGINNING, is_seen)])

    @property
    def shape(self) -> str:
        """What it looks like at the end of its timetable."""
        return self.looks[-1].shape

    @property
    def is_seen(self) -> bool:
        """Whether it is on stage at the end of its timetable."""
        return self.cues[-1].is_seen

    @property
    def is_still(self) -> bool:
        """Whether it never does anything but stand there."""
        return len(self.spots) == len(self.cues) == len(self.looks) == 1 and self.is_seen

    def stands_at(self, x: float, y: float) -> bool:
        """Whether its last place is this one."""
        return (self.spots[-1].x, self.spots[-1].y) == (x, y)

    def enter(self, tick: int, part: Part) -> None:
        """Comes on stage as a part of a picture."""
        last = self.spots[-1]
        if not self.stands_at(part.x, part.y):
            # It jumps unseen: the old place ends where the new one begins.
            self.spots += [Spot(tick, last.x, last.y), Spot(tick, part.x, part.y)]
        self.look(tick, part.shape)
        self._cue(tick, True)

    def leave(self, tick: int) -> None:
        """Goes off stage."""
        self._cue(tick, False)

    def move(self, start: int, end: int, x: float, y: float) -> None:
        """Goes to another place, if it is not there."""
        last = self.spots[-1]
        if not self.stands_at(x, y):
            self.spots += [Spot(start, last.x, last.y), Spot(end, x, y)]

    def look(self, tick: int, shape: str) -> None:
        """Looks different, if it does not look so."""
        if shape != self.shape:
            self.looks.append(Look(tick, shape))

    def _cue(self, tick: int, is_seen: bool) -> None:
        if self.cues and self.cues[-1].tick == tick:
            self.cues.pop()
        if not self.cues or self.cues[-1].is_seen != is_seen:
            self.cues.append(Cue(tick, is_seen))


class Casting:
    """Takes pictures in order and keeps the timetables."""

    def __init__(self, first: Sequence[Part]) -> None:
        self.actors = [Actor.of(part, is_seen=True) for part in first]
        """From the bottom up."""
        self.doubles: list[Actor] = []
        """Above all of them: those who carry things from one layer to another."""
        self._parts = tuple(first)
        self._cast = list(self.actors)

    def show(self, parts: Sequence[Part], picture: int) -> None:
        """The next picture; its number counts from 1, after the first."""
        start, end = 2 * picture - 2, 2 * picture - 1
        partners = dict(_partners(self._parts, parts))
        self._dismiss(parts, partners, start, end)
        stays = self._who_stay(partners)
        new_cast: list[Actor] = []
        doubles = 0
        for number, part in enumerate(parts):
            partner = partners.get(number)
            if partner is not None and number in stays:
                actor = self._cast[partner]
                actor.move(start, end, part.x, part.y)
                # It goes there as it was, and looks different once it is there.
                actor.look(end, part.shape)
                new_cast.append(actor)
                continue
            comes_at = start
            if partner is not None:
                comes_at, doubles = self._hand_over(partner, part, start, end, doubles)
            below = self.actors.index(new_cast[-1]) if new_cast else -1
            layers = range(below + 1, self._next_who_stays(number, stays, partners))
            actor = self.actors[_hire(self.actors, part, layers, comes_at)]
            actor.enter(comes_at, part)
            new_cast.append(actor)
        self._parts, self._cast = tuple(parts), new_cast

    def _hand_over(self, partner: int, part: Part, start: int, end: int, doubles: int) -> tuple[int, int]:
        """Sends an actor off whose part needs another layer: when the next one comes, and the doubles used so far."""
        before, actor = self._parts[partner], self._cast[partner]
        if actor.stands_at(part.x, part.y):
            comes_at = start if before.shape == part.shape else end
            actor.leave(comes_at)
            return comes_at, doubles
        actor.leave(start)
        hired = _hire(self.doubles, before, range(doubles, len(self.doubles)), start)
        double = self.doubles[hired]
        double.enter(start, before)
        double.move(start, end, part.x, part.y)
        double.leave(end)
        return end, hired + 1

    def _dismiss(self, parts: Sequence[Part], partners: dict[int, int], start: int, end: int) -> None:
        """Sends off who is in the next picture no more; who is covered by what comes waits until it is there."""
        landings = {
            (parts[number].x, parts[number].y)
            for number, partner in partners.items()
            if not self._cast[partner].stands_at(parts[number].x, parts[number].y)
        }
        going_on = set(partners.values())
        for number, (part, actor) in enumerate(zip(self._parts, self._cast, strict=True)):
            if number not in going_on:
                actor.leave(end if (part.x, part.y) in landings else start)

    def _who_stay(self, partners: dict[int, int]) -> set[int]:
        """The parts that their actors can go on playing: as many as lie over each other in the same order as before."""
        layers = {id(actor): layer for layer, actor in enumerate(self.actors)}
        numbers = sorted(partners)
        return {numbers[at] for at in _longest_rise([layers[id(self._cast[partners[number]])] for number in numbers])}

    def _next_who_stays(self, number: int, stays: set[int], partners: dict[int, int]) -> int:
        """The layer below which an actor for this part must be."""
        for later in range(number + 1, max(stays, default=0) + 1):
            if later in stays:
                return self.actors.index(self._cast[partners[later]])
        return len(self.actors)


def _partners(before: Sequence[Part], after: Sequence[Part]) -> Iterator[tuple[int, int]]:
    """Pairs of parts in two pictures that are the same thing: the number after, and the number before."""
    left: dict[Part, list[int]] = defaultdict(list)
    for number in reversed(range(len(before))):
        left[before[number]].append(number)
    changed = []
    for number, part in enumerate(after):
        if left[part]:
            yield number, left[part].pop()
        elif part.who is not None:
            changed.append(number)
    known_as: dict[str, list[int]] = defaultdict(list)
    for part, numbers in left.items():
        if part.who is not None:
            known_as[part.who] += numbers
    for number in changed:
        part = after[number]
        candidates = known_as[part.who or ""]
        if candidates:
            nearest = min(candidates, key=lambda one: _distance(before[one], part))
            candidates.remove(nearest)
            yield number, nearest


def _distance(one: Part, other: Part) -> float:
    return abs(one.x - other.x) + abs(one.y - other.y)


def _longest_rise(values: Sequence[int]) -> list[int]:
    """The places of a longest increasing subsequence."""
    tails: list[int] = []
    ends: list[int] = []
    previous: list[int] = []
    for place, value in enumerate(values):
        at = bisect_left(tails, value)
        tails[at : at + 1] = [value]
        ends[at : at + 1] = [place]
        previous.append(ends[at - 1] if at else -1)
    rise = []
    place = ends[-1] if ends else -1
    while place >= 0:
        rise.append(place)
        place = previous[place]
    return rise


def _hire(troupe: list[Actor], part: Part, layers: range, tick: int) -> int:
    """The layer of somebody off stage who can play the part; of somebody new, if there is nobody between the layers.

    Best is who stands there already and looks so, then who looks so, then who has played the same thing before.
    """
    best, least = None, 3
    for layer in layers:
        actor = troupe[layer]
        if actor.is_seen or actor.cues[-1].tick >= tick:
            continue
        if actor.shape == part.shape:
            effort = 0 if actor.stands_at(part.x, part.y) else 1
        else:
            effort = 2 if actor.who == part.who is not None else 3
        if effort < least:
            best, least = layer, effort
    if best is None:
        best = layers.start
        troupe.insert(best, Actor.of(part, is_seen=False))
    return best
