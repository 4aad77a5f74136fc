"""Scores to reach: each level has boards of its own, and marks for one, two and three stars."""

from __future__ import annotations

from quandary.game import Level

MARKS = (10_000, 30_000, 100_000)
"""What one, two and three stars take on any board. Careless play ends near the first, a good plan beyond the second."""
_BOARDS = 5
_TARGETS = {"Bronze": 5_000, "Silver": 10_000, "Gold": 25_000, "Platinum": 50_000, "Diamond": 100_000}

LEVELS = tuple(
    Level(
        title.lower(),
        title,
        first=1 + number * _BOARDS,
        count=_BOARDS,
        marks=(target, 2 * target, 4 * target),
    )
    for number, (title, target) in enumerate(_TARGETS.items())
)
