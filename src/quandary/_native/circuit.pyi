"""Circuit Challenge: batches of agents."""

from collections.abc import Sequence
from typing import Protocol, type_check_only

from quandary._native import Arena, Terms

@type_check_only
class Stage(Protocol):
    """What is read of a board that is made ready to be walked on."""

    @property
    def picture(self) -> bytes:
        """What an agent sees at the beginning: fifteen numbers of four bytes each a cell, the lowest byte first."""

    @property
    def ways(self) -> Sequence[Sequence[tuple[int, bool] | None]]:
        """Of each cell, in eight directions, the cell there and whether it follows the answer."""

    @property
    def finish(self) -> int: ...
    @property
    def is_hidden(self) -> bool: ...
    @property
    def walked(self) -> Sequence[int]:
        """The cells from START to where the walker stands."""

    @property
    def mistakes(self) -> int: ...

def arena(stages: Sequence[Stage], count: int, threads: int, terms: Terms) -> Arena:
    """Many agents, each on one of these boards, drawn anew for every episode."""
