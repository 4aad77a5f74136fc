"""The lab: try an idea on a thousand puzzles, and know whether it helped.

An *experiment* is a strategy with all its options and its budget. Run on a *corpus*, a fixed set of instances, it
becomes a *run*: a numbered iteration with a row for every instance, in one SQLite file. Runs are compared pair by pair,
and called better only where the statistics say so. `docs/lab.md` shows how to use it.
"""

import typing

if typing.TYPE_CHECKING:
    from quandary.lab.comparison import Comparison, Side
    from quandary.lab.laboratory import Lab
    from quandary.lab.report.log import Chapter
    from quandary.lab.runner import Tally
    from quandary.lab.significance import Interval, mcnemar, wilson_interval
    from quandary.lab.sprt import Contest, Sprt
    from quandary.lab.store import Run

__all__ = [
    "Chapter",
    "Comparison",
    "Contest",
    "Interval",
    "Lab",
    "Run",
    "Side",
    "Sprt",
    "Tally",
    "mcnemar",
    "wilson_interval",
]

_HOMES = {
    "comparison": ("Comparison", "Side"),
    "laboratory": ("Lab",),
    "report.log": ("Chapter",),
    "runner": ("Tally",),
    "significance": ("Interval", "mcnemar", "wilson_interval"),
    "sprt": ("Contest", "Sprt"),
    "store": ("Run",),
}


def __getattr__(name: str) -> typing.Any:
    """Imported when somebody asks for it: a command needs only a part of the lab."""
    for module, names in _HOMES.items():
        if name in names:
            import importlib

            return getattr(importlib.import_module(f"{__name__}.{module}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
