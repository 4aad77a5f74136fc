"""Budgets and what a search is told of them, for who writes a game or a solver."""

from quandary.core.budget import DEFAULT_MEMORY, Budget, Cancel, Deadline, Limits, Meter, Progress, Task, parse_size

__all__ = ["DEFAULT_MEMORY", "Budget", "Cancel", "Deadline", "Limits", "Meter", "Progress", "Task", "parse_size"]
