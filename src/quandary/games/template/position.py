"""A position is the row of stones as text."""

from __future__ import annotations

from dataclasses import dataclass

FROG, TOAD, FREE = "F", "T", "_"


@dataclass(frozen=True, slots=True)
class Position:
    """Who sits where, from left to right."""

    stones: str
    """`F` a frog, `T` a toad, `_` a free stone."""

    def _repr_svg_(self) -> str:
        """The picture that notebooks show."""
        from quandary.games.template.scene import scene_of

        return scene_of(self).svg()
