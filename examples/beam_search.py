"""A strategy of your own for the lab: beam search for Rush Hour, in plain Python.

quandary lab run rush-hour --corpus 'rush-hour#1..50' --strategy optimal
quandary lab run rush-hour --corpus 'rush-hour#1..50' --strategy examples.beam_search:solve
quandary lab compare 1 2
"""

from __future__ import annotations

from typing import Annotated, Any

import quandary
from quandary.game import Answer, Status, Task

RUSH_HOUR = quandary.game("rush-hour")


def solve(position: Any, task: Task, width: Annotated[int, "positions kept at every depth"] = 100) -> Answer[Any]:
    """Keep the `width` positions of every depth with the most legal moves; give up when nothing is left."""
    seen = {position}
    beam: list[tuple[Any, tuple[Any, ...]]] = [(position, ())]
    nodes = 0
    while beam:
        successors = []
        for before, path in beam:
            nodes += 1
            for move in RUSH_HOUR.moves(before):
                after = RUSH_HOUR.play(before, move).position
                if RUSH_HOUR.status(after) is Status.WON:
                    return Answer("solved", [*path, move], None, nodes)
                if after not in seen:
                    seen.add(after)
                    successors.append((after, (*path, move)))
        successors.sort(key=lambda entry: -len(RUSH_HOUR.moves(entry[0])))
        beam = successors[:width]
    return Answer("exhausted", None, None, nodes)
