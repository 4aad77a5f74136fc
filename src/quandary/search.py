"""Textbook search over any game, for who writes a game or tests a solver."""

from quandary.core.search import ReferenceSearch, a_star, breadth_first

__all__ = ["ReferenceSearch", "a_star", "breadth_first"]
