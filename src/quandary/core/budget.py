"""How much a search may spend, and how to stop it.

Every long call takes a budget, can be cancelled from another thread, and reports progress. A budget that runs out
is an honest `unknown`, never a crash.
"""

from __future__ import annotations

import re
import time as clock
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal

from quandary.core.arguments import check_callable, check_number, check_type, check_whole
from quandary.core.errors import BudgetEnded, UsageError
from quandary.core.options import LARGEST_INT

if TYPE_CHECKING:
    from quandary._native import Cancel, Limits

__all__ = ["DEFAULT_MEMORY", "Budget", "Cancel", "Deadline", "Limits", "Meter", "Progress", "Task", "parse_size"]

DEFAULT_MEMORY = 2 << 30
"""Bytes a puzzle may use unless told otherwise."""

Progress = Callable[[int, int], None]
"""Receives nodes so far and depth or bound reached, a few times a second."""

_UNITS = {"": 1, "K": 1 << 10, "M": 1 << 20, "G": 1 << 30, "T": 1 << 40}


def parse_size(text: str | int) -> int:
    """Bytes from `2G`, `64M`, `512K` or a plain number."""
    match = re.fullmatch(r"([0-9]{1,18})\s*([KMGT]?)(?:i?B)?", str(text).strip(), re.IGNORECASE)
    if not match:
        raise UsageError(f"{text!r} is not a size (expected for example 64M or 2G)")
    return min(int(match[1]) * _UNITS[match[2].upper()], LARGEST_INT)


@dataclass(frozen=True, slots=True)
class Budget:
    """Limits on one puzzle; None means no limit."""

    time: float | None = None
    """Seconds."""
    nodes: int | None = None
    """Positions expanded."""
    memory: int | None = DEFAULT_MEMORY
    """Bytes."""

    def __post_init__(self) -> None:
        if self.time is not None:
            check_number("the time budget", self.time)
        if self.nodes is not None:
            check_whole("the nodes budget", self.nodes)
        if self.memory is not None:
            check_whole("the memory budget", self.memory)


@dataclass(frozen=True, slots=True)
class Task:
    """Everything a strategy or generator is told beside the puzzle."""

    metric: str = "moves"
    budget: Budget = Budget()
    options: Mapping[str, Any] = field(default_factory=dict)
    cancel: Cancel | None = None
    progress: Progress | None = None
    jobs: int = 1
    """Threads for this one puzzle, where the strategy can use several."""

    def limits(self) -> Limits:
        """What a native call is given."""
        from quandary._native import Limits

        return Limits(self.budget.time, self.budget.nodes, self.budget.memory, self.cancel, self.jobs)


class Deadline:
    """The time limit of a task, for the native calls and searches that make one puzzle.

    What a seed makes must not depend on the clock: `check` tells an interrupted call from one that found nothing.
    """

    def __init__(self, task: Task) -> None:
        self._cancel = task.cancel
        self._end = None if task.budget.time is None else clock.monotonic() + task.budget.time

    def task(self, metric: str = "moves", *, nodes: int | None = None, memory: int | None = None) -> Task:
        """Return a task with the time that is left, and with no other limits than these."""
        left = None if self._end is None else max(self._end - clock.monotonic(), 0.0)
        return Task(metric, Budget(left, nodes, memory), cancel=self._cancel)

    def check(self) -> None:
        """Raise `BudgetEnded` if the task was cancelled or its time has run out."""
        if self._cancel is not None and self._cancel.cancelled:
            raise BudgetEnded("making the puzzle was cancelled", reason="cancelled")
        if self._end is not None and clock.monotonic() >= self._end:
            raise BudgetEnded("the time ran out before the puzzle was made", reason="time")


def check_control(cancel: object, progress: object = None) -> None:
    """Raise `UsageError` unless `cancel` is a `Cancel` or None, and `progress` a function or None."""
    if cancel is not None:
        from quandary._native import Cancel

        check_type("cancel", cancel, Cancel, "a quandary.Cancel")
    if progress is not None:
        check_callable("progress", progress)


class Meter:
    """Watches a task's budget for searches written in Python."""

    # Looking at the clock costs more than expanding a node of a small game.
    CHECK_EVERY = 256
    REPORT_EVERY_SECONDS = 0.1

    def __init__(self, task: Task, bytes_per_node: int) -> None:
        self.nodes = 0
        budget = task.budget
        self._task = task
        self._deadline = None if budget.time is None else clock.monotonic() + budget.time
        self._report_at = clock.monotonic() + self.REPORT_EVERY_SECONDS
        self._stored_limit = None if budget.memory is None else budget.memory // bytes_per_node

    def spend(self, stored: int, depth: int) -> Literal["time", "nodes", "memory", "cancelled"] | None:
        """Counts one expansion; says which limit is reached, if any."""
        task = self._task
        if task.budget.nodes is not None and self.nodes >= task.budget.nodes:
            return "nodes"
        if self._stored_limit is not None and stored > self._stored_limit:
            return "memory"
        if self.nodes % self.CHECK_EVERY == 0:
            if task.cancel is not None and task.cancel.cancelled:
                return "cancelled"
            now = clock.monotonic()
            if self._deadline is not None and now >= self._deadline:
                return "time"
            if task.progress is not None and now >= self._report_at:
                self._report_at = now + self.REPORT_EVERY_SECONDS
                task.progress(self.nodes, depth)
        self.nodes += 1
        return None


def __getattr__(name: str) -> Any:
    """Import `Cancel` and `Limits` on first use: the core loads without the native module."""
    if name in ("Cancel", "Limits"):
        from quandary import _native

        return getattr(_native, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
