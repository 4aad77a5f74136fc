"""Textbook search over any `Game`: the oracle of the tests, and the solver of games that have no other.

Written to be obviously right rather than fast. Breadth-first serves where every move costs the same; A* takes
any move costs and, if one is given, a heuristic that never overestimates.
"""

from __future__ import annotations

import heapq
import itertools
from collections import deque
from collections.abc import Callable
from typing import Any, Generic

from quandary.core.abilities import Answer, M, P, Strategy
from quandary.core.budget import Meter, Task
from quandary.core.game import Game, Status

# A position, its table entry and its place in the queue, as Python stores them: measured on small games, rounded up.
BYTES_PER_NODE = 1000

_Origins = dict[P, tuple[P, M] | None]


def breadth_first(game: Game[P, M], start: P, task: Task | None = None) -> Answer[M]:
    """The fewest moves, or proof that there is no solution."""
    if game.status(start) is Status.WON:
        return Answer("solved", [], 0, 0)
    task = task or Task()
    meter = Meter(task, BYTES_PER_NODE)
    origins: _Origins[P, M] = {start: None}
    frontier = deque([(start, 0)])
    while frontier:
        position, depth = frontier.popleft()
        if stopped := meter.spend(len(origins), depth):
            return Answer(stopped, None, depth + 1, meter.nodes)
        for move in game.moves(position):
            after = game.play(position, move).position
            if after in origins:
                continue
            origins[after] = (position, move)
            if game.status(after) is Status.WON:
                return Answer("solved", _path(origins, after), depth + 1, meter.nodes)
            frontier.append((after, depth + 1))
    return Answer("unsolvable", None, None, meter.nodes)


def a_star(
    game: Game[P, M], start: P, task: Task | None = None, heuristic: Callable[[P], int] = lambda position: 0
) -> Answer[M]:
    """The least cost in the task's metric, or proof that there is no solution."""
    task = task or Task(metric=game.metrics[0])
    meter = Meter(task, BYTES_PER_NODE)
    tie_breaker = itertools.count()
    costs = {start: 0}
    origins: _Origins[P, M] = {start: None}
    frontier = [(heuristic(start), next(tie_breaker), 0, start)]
    while frontier:
        estimate, _, cost, position = heapq.heappop(frontier)
        if cost > costs[position]:
            continue
        if game.status(position) is Status.WON:
            return Answer("solved", _path(origins, position), cost, meter.nodes)
        if stopped := meter.spend(len(costs), estimate):
            return Answer(stopped, None, estimate, meter.nodes)
        for move in game.moves(position):
            after = game.play(position, move).position
            new_cost = cost + game.move_cost(position, move, task.metric)
            if after not in costs or new_cost < costs[after]:
                costs[after] = new_cost
                origins[after] = (position, move)
                heapq.heappush(frontier, (new_cost + heuristic(after), next(tie_breaker), new_cost, after))
    return Answer("unsolvable", None, None, meter.nodes)


def _path(origins: _Origins[P, M], end: P) -> list[M]:
    moves = []
    while origin := origins[end]:
        end, move = origin
        moves.append(move)
    return moves[::-1]


class ReferenceSearch(Strategy[Any, Any], Generic[P, M]):
    """The textbook search as a strategy of any game, optimal in any metric that is a sum over moves."""

    name = "reference"
    summary = "uniform-cost search over the Python rules: slow, complete, optimal"

    def __init__(self, game: Game[P, M]) -> None:
        self._game = game
        # `a,b` asks for the cheapest in b among the cheapest in a, which a single sum cannot express.
        self.metrics = tuple(metric for metric in game.metrics if "," not in metric)

    def solve(self, position: P, task: Task) -> Answer[M]:
        """A* without a heuristic."""
        return a_star(self._game, position, task)
