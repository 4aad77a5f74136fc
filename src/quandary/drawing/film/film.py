"""Makes a film of moves: lets the game draw them, and casts the pictures."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from quandary.core.errors import UsageError
from quandary.core.game import Game
from quandary.drawing.film.cast import Actor, Casting
from quandary.drawing.scene import Part, Scene, View

# How long a picture may take to form, and how long all of them should take together if there are many.
SLOWEST, QUICKEST, WHOLE = 0.6, 0.15, 25.0
SECONDS_AT_REST = 1.5
# The rest of a picture's time it stands still, so that one sees where a move ends.
_SHARE_UNDER_WAY = 0.85
# The side of a picture whose size is not known.
_SQUARE = 480.0


@dataclass(frozen=True, slots=True)
class Clock:
    """Turns ticks into seconds; a film begins and ends with a rest."""

    pictures: int
    """All but the first."""

    @property
    def pace(self) -> float:
        """Seconds a picture."""
        return max(QUICKEST, min(SLOWEST, WHOLE / max(1, self.pictures)))

    @property
    def seconds(self) -> float:
        """The whole film."""
        return 2 * SECONDS_AT_REST + self.pictures * self.pace

    def at(self, tick: int) -> float:
        """When a tick is."""
        if tick < 0:
            return 0.0
        picture, is_there = divmod(tick, 2)
        return SECONDS_AT_REST + (picture + is_there * _SHARE_UNDER_WAY) * self.pace

    def after(self, pictures: int) -> float:
        """A time when so many pictures are there and the next one has not begun."""
        if not pictures:
            return 0.0
        return (self.at(2 * pictures - 1) + self.at(2 * pictures)) / 2


@dataclass(frozen=True, slots=True)
class Film:
    """Everything that a film shows, and when."""

    title: str
    view: View
    clock: Clock
    first: tuple[Part, ...]
    """What it begins with, for people who want no motion."""
    actors: tuple[Actor, ...]
    """From the bottom up."""
    stops: tuple[float, ...]
    """Seconds at which no move, one move, two moves … are done."""


def film_of(game: Game[Any, Any], position: Any, moves: Sequence[Any]) -> Film:
    """The moves, legal from `position` on, as a film. Raises `IllegalMove`."""
    scenes = game.scenes(position, moves) or _whole_pictures(game, position, moves)
    first = next(scenes)[0]
    casting, view, shown = Casting(first.parts), first.view, 0
    counts = [0]
    for forming in scenes:
        for scene in forming:
            shown += 1
            casting.show(scene.parts, shown)
            view = view.with_all_of(scene.view)
        counts.append(shown)
    clock = Clock(shown)
    count = len(counts) - 1
    title = f"{first.title or game.title}; {count} {'move' if count == 1 else 'moves'}"
    actors = (*casting.actors, *casting.doubles)
    return Film(title, view, clock, first.parts, actors, tuple(map(clock.after, counts)))


def _whole_pictures(game: Game[Any, Any], position: Any, moves: Sequence[Any]) -> Iterator[Sequence[Scene]]:
    """What a game draws that returns no scenes: one picture after the other, as they are, in a square."""
    frames = game.frames(position, moves)
    if frames is None:
        raise UsageError(f"{game.name} cannot draw pictures")
    return ([_whole(picture) for picture in pictures] for pictures in frames)


def _whole(picture: str) -> Scene:
    address = f"data:image/svg+xml;base64,{b64encode(picture.encode()).decode()}"
    image = f'<image href="{address}" width="{_SQUARE:g}" height="{_SQUARE:g}"/>'
    return Scene("", View(0, 0, _SQUARE, _SQUARE), (Part(image, who="picture"),))
