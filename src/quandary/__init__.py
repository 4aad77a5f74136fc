"""Quandary: play, solve, make and measure single-player puzzles.

>>> import quandary
>>> result = quandary.solve("rush-hour", "BB...C...D.CXX.D.C...D..........EEE.")
>>> result.verdict, result.cost, result.optimal
('solved', 4, True)
"""

import importlib
import typing

from quandary.core import registry
from quandary.core.registry import names
from quandary.game import (
    Budget,
    BudgetEnded,
    Event,
    Game,
    IllegalMove,
    Outcome,
    Puzzle,
    PuzzleError,
    QuandaryError,
    Status,
    UsageError,
)

if typing.TYPE_CHECKING:
    from quandary import aio as aio
    from quandary.core.budget import Cancel
    from quandary.drawing.pdf import svg_to_pdf
    from quandary.drawing.raster import svg_to_png
    from quandary.engine.generate import generate
    from quandary.engine.packs import shipped_packs
    from quandary.engine.play import choose_player, play_game
    from quandary.engine.puzzles import puzzle, read_file
    from quandary.engine.session import Session
    from quandary.engine.solve import Verdict, solve, solve_many
    from quandary.evaluation.judgement import Judgement, verify

# The function takes the name from the module `quandary.game`. The import above has already bound the module, so
# `from quandary.game import Game` doesn't bind it again.
game = registry.game
__version__: str
"""The version of the package, as text: `0.2.0`."""

_MODULES = {
    "Cancel": "quandary.core.budget",
    "Judgement": "quandary.evaluation.judgement",
    "Session": "quandary.engine.session",
    "Verdict": "quandary.engine.solve",
    "__version__": "quandary._native",
    "choose_player": "quandary.engine.play",
    "generate": "quandary.engine.generate",
    "play_game": "quandary.engine.play",
    "puzzle": "quandary.engine.puzzles",
    "read_file": "quandary.engine.puzzles",
    "shipped_packs": "quandary.engine.packs",
    "solve": "quandary.engine.solve",
    "solve_many": "quandary.engine.solve",
    "svg_to_pdf": "quandary.drawing.pdf",
    "svg_to_png": "quandary.drawing.raster",
    "verify": "quandary.evaluation.judgement",
}
"""The module of each name that is imported on first use."""

__all__ = [
    "Budget",
    "BudgetEnded",
    "Cancel",
    "Event",
    "Game",
    "IllegalMove",
    "Judgement",
    "Outcome",
    "Puzzle",
    "PuzzleError",
    "QuandaryError",
    "Session",
    "Status",
    "UsageError",
    "Verdict",
    "__version__",
    "choose_player",
    "game",
    "generate",
    "names",
    "play_game",
    "puzzle",
    "read_file",
    "shipped_packs",
    "solve",
    "solve_many",
    "svg_to_pdf",
    "svg_to_png",
    "verify",
]


def __getattr__(name: str) -> typing.Any:
    """Import a public name, or the module `aio`, on first use."""
    if name == "aio":
        return importlib.import_module("quandary.aio")
    if name not in _MODULES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(importlib.import_module(_MODULES[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    """Return the public names, including those not yet imported."""
    return sorted({*globals(), *__all__})
