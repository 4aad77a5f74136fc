"""Quandary: play, solve, make and measure single-player puzzles.

>>> import quandary
>>> result = quandary.solve("rush-hour", "BB...C...D.CXX.D.C...D..........EEE.")
>>> result.verdict, result.cost, result.optimal
('solved', 4, True)
"""

# First of all, so that Ctrl-C shows nothing of what follows.
from quandary import _loading as _loading

# isort: split
import importlib
import typing

from quandary import _native
from quandary.budget import Budget, Cancel
from quandary.core import registry
from quandary.core.registry import names
from quandary.engine.generate import generate
from quandary.engine.puzzles import puzzle, read_file
from quandary.engine.session import Session
from quandary.engine.solve import Verdict, solve, solve_many
from quandary.game import (
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
    from quandary.evaluation.judgement import Judgement, verify

# Also the name of a module, which is imported above: whoever comes last is meant.
game = registry.game
__version__: str = _native.__version__
"""The version of the package, as text: `0.2.0`."""

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
    "game",
    "generate",
    "names",
    "puzzle",
    "read_file",
    "solve",
    "solve_many",
    "verify",
]


def __getattr__(name: str) -> typing.Any:
    """What is imported when somebody asks for it: most commands judge nothing, and all of them wait."""
    if name in ("Judgement", "verify"):
        from quandary.evaluation import judgement

        return getattr(judgement, name)
    if name == "aio":
        return importlib.import_module("quandary.aio")
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
