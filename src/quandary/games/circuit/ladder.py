"""The ten levels to climb: half of one opens the next."""

from __future__ import annotations

from quandary.game import Level
from quandary.games.circuit.settings import PRESETS, code

_PUZZLES, _UNLOCK = 10, 5

LEVELS = tuple(
    Level(
        code(settings),
        settings.name,
        words=code(settings),
        count=_PUZZLES,
        unlock=_UNLOCK if settings.level > 1 else 0,
    )
    for settings in PRESETS
)
