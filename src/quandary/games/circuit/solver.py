"""Follows the answers. In standard mode there is nothing else; a hidden walker who has strayed may need a detour.

What a step costs depends only on the cell that it leaves, so the cheapest way on is a shortest path over the cells not
yet visited, found by Dijkstra's algorithm. Its cost is at once the bound: the answer is optimal by construction.
"""

from __future__ import annotations

import heapq

from quandary.game import Answer, Meter, Strategy, Task
from quandary.games.circuit.position import Cell, Position
from quandary.games.circuit.rules import Move, Step

_BYTES_PER_CELL = 500


class FollowAnswers(Strategy[Position, Move]):
    """The way that the answers lead, from wherever the player stands."""

    name = "answers"
    summary = "follows the answers, around what was visited: complete, optimal"
    metrics = ("steps",)

    def solve(self, position: Position, task: Task) -> Answer[Move]:
        board, finish = position.board, position.board.finish
        meter = Meter(task, _BYTES_PER_CELL)
        costs: dict[Cell, int] = {position.here: 0}
        came_from: dict[Cell, Cell] = {}
        frontier = [(0, position.here)]
        while frontier and position.lives != 0:
            cost, cell = heapq.heappop(frontier)
            if cell == finish:
                return Answer("solved", [Step(*there) for there in _way(came_from, cell)], cost, meter.nodes)
            if cost > costs[cell]:
                continue
            if stopped := meter.spend(len(costs), cost):
                return Answer(stopped, None, cost, meter.nodes)
            for there, value in board.ways[cell].items():
                is_right = value == board.tiles[cell].answer
                new_cost = cost + (1 if is_right else board.settings.cells)
                usable = (is_right or position.hidden) and there not in position.walked
                if usable and new_cost < costs.get(there, new_cost + 1):
                    costs[there] = new_cost
                    came_from[there] = cell
                    heapq.heappush(frontier, (new_cost, there))
        return Answer("unsolvable", None, None, meter.nodes)


def _way(came_from: dict[Cell, Cell], end: Cell) -> list[Cell]:
    way = []
    while end in came_from:
        way.append(end)
        end = came_from[end]
    return way[::-1]


STRATEGIES: tuple[Strategy[Position, Move], ...] = (FollowAnswers(),)
