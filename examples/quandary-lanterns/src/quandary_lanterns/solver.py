"""Light chasing: once the first row's touches are chosen, all others are forced.

Neither order nor repetition matters, so that a solution is a set of lanterns. A lantern of the first row that is
lit after the first row's touches can only be put out from the one below it; that decides the second row, which
decides the third, and so on. There are at most 512 first rows: all of them are tried, and the smallest set
that leaves the last row dark is the optimum.
"""

from __future__ import annotations

from quandary.game import Answer, Meter, Strategy, Task
from quandary_lanterns.position import LIT, Position
from quandary_lanterns.rules import Touch

_BYTES = 1_000


class LightChasing(Strategy[Position, Touch]):
    """Every first row in turn."""

    name = "chasing"
    summary = "tries every first row, and the rest follows: complete, optimal"
    metrics = ("moves",)

    def solve(self, position: Position, task: Task) -> Answer[Touch]:
        meter = Meter(task, _BYTES)
        best: list[Touch] | None = None
        for first in range(1 << position.width):
            if stopped := meter.spend(1, 0):
                return Answer(stopped, None, None, meter.nodes)
            touches = _chased(position, first)
            if touches is not None and (best is None or len(touches) < len(best)):
                best = touches
        if best is None:
            return Answer("unsolvable", None, None, meter.nodes)
        return Answer("solved", best, len(best), meter.nodes)


def _chased(position: Position, first: int) -> list[Touch] | None:
    """The touches that follow from the first row's, a number bit by bit; None if a lantern stays lit."""
    everywhere = (1 << position.width) - 1
    lit = [sum(1 << at for at, sign in enumerate(row) if sign == LIT) for row in position.rows]
    touches, row, above = [], first, 0
    for number, here in enumerate(lit, start=1):
        touches += [Touch(number, 1 + at) for at in range(position.width) if row >> at & 1]
        # What this row shows after the touches above it and its own; the next row has to put it out.
        row, above = here ^ above ^ row ^ (row << 1 & everywhere) ^ row >> 1, row
    return None if row else touches
