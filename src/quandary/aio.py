"""The same for programs that must not wait: `await quandary.aio.solve("sokoban", text, time=10)`.

The work is done on a thread, with the interpreter free. Who cancels the task, or lets `asyncio.timeout` do so, ends the
search as well.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from functools import partial
from typing import Any

from quandary.core.budget import Cancel
from quandary.core.game import Game, Puzzle
from quandary.engine import generate as making
from quandary.engine import solve as solving
from quandary.engine.solve import Verdict

__all__ = ["generate", "solve"]


async def solve(game: str | Game[Any, Any], puzzle: Any, **question: Any) -> Verdict:
    """Solves one puzzle, asked as in `quandary.solve`."""
    cancel = question.pop("cancel", None) or Cancel()
    try:
        return await asyncio.to_thread(partial(solving.solve, game, puzzle, cancel=cancel, **question))
    except asyncio.CancelledError:
        cancel.cancel()
        raise


async def generate(game: str | Game[Any, Any], **order: Any) -> AsyncIterator[Puzzle[Any]]:
    """Makes puzzles, ordered as in `quandary.generate`, each when it is asked for."""
    cancel = order.pop("cancel", None) or Cancel()
    puzzles = making.generate(game, cancel=cancel, **order)
    try:
        while (puzzle := await asyncio.to_thread(next, puzzles, None)) is not None:
            yield puzzle
    finally:
        cancel.cancel()
