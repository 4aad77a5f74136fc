"""Evaluation sets: puzzles put into words for who answers in text, and a judge for whatever comes back."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from quandary.evaluation.answers import FoundAnswer, Unreadable
    from quandary.evaluation.door import Extractor, judge, load, make
    from quandary.evaluation.episode import Episode

__all__ = ["Episode", "Extractor", "FoundAnswer", "Unreadable", "judge", "load", "make"]


def __getattr__(name: str) -> Any:
    """The public names, imported when somebody asks for them: `import quandary` needs none of them."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from quandary.evaluation import answers, door, episode

    return next(getattr(module, name) for module in (door, answers, episode) if hasattr(module, name))
