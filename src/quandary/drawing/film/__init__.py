"""Films: the scenes of a game, one after the other, as one SVG that moves.

A film is made by comparing scenes, not positions, so that every game that can draw itself can be watched. A
part that has a name (`Part.who`) is somebody: where it stands elsewhere in the next scene, it moves there.
Everything else comes and goes. What is the same in all scenes is in the film once, and what moves carries its
own timetable, so that long solutions stay small and any browser plays them without a script.
"""

from quandary.drawing.film.film import Film, film_of
from quandary.drawing.film.svg import svg

__all__ = ["Film", "film_of", "svg"]
