"""The texts of a game's printed booklets."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class BookletRules:
    """What a game's booklets say in one language; a game's module `booklet` has them in `RULES`, by language."""

    rules: str
    """How the game is played, in a few short sentences."""
    key_note: str
    """How the moves of the keys are written."""
    units: Mapping[str, tuple[str, str]]
    """The unit of each metric, for a cost of one and for others: `("1 move", "{} moves")`."""
