"""A film as a GIF: its pictures drawn one after the other, for places that play no SVG."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from io import BytesIO
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from quandary.core.errors import UsageError, missing_extra
from quandary.drawing.film.cast import Actor, Spot
from quandary.drawing.film.film import Clock, Film
from quandary.drawing.raster import svg_to_png
from quandary.drawing.scene import Part, Scene

if TYPE_CHECKING:
    from PIL.Image import Image

# Few enough for a file of some hundred kilobytes, many enough to see what moves.
PER_SECOND = 10
LARGEST_SIDE = 480
_MOST_PICTURES = 3000
_COLOURS = 64


def still(film: Film, seconds: float) -> str:
    """The picture at one moment of the film."""
    parts = (part for actor in film.actors if (part := _part(actor, film.clock, seconds)) is not None)
    return Scene(film.title, film.view, tuple(parts)).svg()


def _part(actor: Actor, clock: Clock, seconds: float) -> Part | None:
    if not _last(actor.cues, clock, seconds).is_seen:
        return None
    x, y = _place(actor.spots, clock, seconds)
    return Part(_last(actor.looks, clock, seconds).shape, x, y)


def _last(entries: Sequence[Any], clock: Clock, seconds: float) -> Any:
    """What holds at this moment of a timetable."""
    return entries[max(0, bisect_right([clock.at(entry.tick) for entry in entries], seconds) - 1)]


def _place(spots: Sequence[Spot], clock: Clock, seconds: float) -> tuple[float, float]:
    for here, there in pairwise(spots):
        start, end = clock.at(here.tick), clock.at(there.tick)
        if start <= seconds < end:
            share = (seconds - start) / (end - start)
            return here.x + share * (there.x - here.x), here.y + share * (there.y - here.y)
    spot = _last(spots, clock, seconds)
    return spot.x, spot.y


def _pictures(film: Film) -> Iterator[Image]:
    try:
        from PIL import Image
    except ImportError:
        raise missing_extra("GIF films", "gif") from None
    count = int(film.clock.seconds * PER_SECOND) + 1
    if count > _MOST_PICTURES:
        raise UsageError(f"a film of {film.clock.seconds:.0f} seconds is too long: SVG and HTML take it")
    scale = min(1.0, LARGEST_SIDE / max(film.view.width, film.view.height))
    for number in range(count):
        drawn = Image.open(BytesIO(svg_to_png(still(film, number / PER_SECOND), scale=scale))).convert("RGBA")
        ground = Image.new("RGB", drawn.size, "white")
        ground.paste(drawn, mask=drawn)
        yield ground


def gif(film: Film) -> bytes:
    """The film as a GIF that plays over and over."""
    pictures: list[Image] = []
    times: list[int] = []
    for picture in _pictures(film):
        if pictures and picture.tobytes() == pictures[-1].tobytes():
            times[-1] += 1000 // PER_SECOND
        else:
            pictures.append(picture)
            times.append(1000 // PER_SECOND)
    packed = [picture.quantize(_COLOURS) for picture in pictures]
    file = BytesIO()
    packed[0].save(file, "GIF", save_all=True, append_images=packed[1:], duration=times, loop=0, optimize=True)
    return file.getvalue()
