"""Solves by native search: A* over pushes, with everything left out that is proven to be needless.

The core finds the fewest pushes, the fewest moves among those, the fewest moves, or any solution, and proves
unsolvability by leaving nothing unsearched. How it does so is told in `docs/sokoban-solver.md`.

The textbook strategy is its twin in readable Python, written to be obviously right.
"""

from __future__ import annotations

import heapq
import itertools
import time as clock
from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from quandary._native import Answer as NativeAnswer
from quandary._native import sokoban as native
from quandary.game import Answer, Budget, Judged, Meter, Option, Progress, Strategy, Task
from quandary.games.sokoban.deadlocks import is_dead, push_distances
from quandary.games.sokoban.position import WALL, Level, Position
from quandary.games.sokoban.rules import STEPS, Step, is_solved, walks

IMPROVE = "improve"
IMPROVING_NODES = 250_000
"""Positions for improving where neither time nor positions are limited, and twice those of the search."""
SEARCH_SHARE = 0.75
"""The part of a budget that goes to the search where it could use it all up for a proof."""


class Optimal(Strategy[Position, Step]):
    """The native A*."""

    name = "optimal"
    summary = "A* over pushes with matching, corrals and frozen boxes: complete, optimal in every metric"
    metrics = ("pushes", "pushes,moves", "moves", "any")
    options = (Option(IMPROVE, bool, False, "Make a solution shorter in what is left of the budget.", is_flag=True),)

    def solve(self, position: Position, task: Task) -> Answer[Step]:
        if task.options.get(IMPROVE):
            return _solve_and_improve(position, task)
        return _answer(native.solve(position.rows(), task.metric, limits=task.limits(), progress=task.progress))

    def solve_batch(
        self, positions: Sequence[Position], task: Task, jobs: int
    ) -> Iterator[tuple[Answer[Step], float]] | None:
        if task.options.get(IMPROVE):
            return None
        rows = [position.rows() for position in positions]
        batch = native.solve_batch(rows, task.metric, jobs=jobs, limits=task.limits())
        return ((_answer(answer, cpu), wall) for answer, wall, cpu in batch)

    def judged_batch(
        self, positions: Sequence[Position], task: Task, jobs: int
    ) -> Iterator[tuple[Judged, float, float | None]] | None:
        if task.options.get(IMPROVE):
            return None
        rows = [position.rows() for position in positions]
        batch = native.judged_batch(rows, task.metric, jobs=jobs, limits=task.limits())
        return ((Judged._make(judged), wall, cpu) for judged, wall, cpu in batch)


def _solve_and_improve(position: Position, task: Task) -> Answer[Step]:
    """Any solution may use the whole budget, and what is left improves it; a search for a proof leaves a quarter."""
    started = clock.perf_counter()
    share = 1.0 if task.metric == "any" else SEARCH_SHARE
    search = replace(task, budget=_part(task.budget, share), options={})
    found = Optimal().solve(position, search)
    if found.moves is None or (found.conclusion == "solved" and task.metric != "any"):
        return found
    budget = task.budget
    if budget.time is None and budget.nodes is None:
        left = replace(budget, nodes=IMPROVING_NODES + 2 * found.nodes)
    else:
        time = None if budget.time is None else max(budget.time - (clock.perf_counter() - started), 0.0)
        left = replace(budget, time=time, nodes=None if budget.nodes is None else max(budget.nodes - found.nodes, 0))
    improved = native.improve(
        position.rows(),
        "".join(step.letter for step in found.moves),
        "moves" if task.metric == "moves" else "pushes",
        progress=_from(task.progress, found.nodes),
        limits=replace(task, budget=left).limits(),
    )
    steps = [STEPS[letter] for letter in improved.lurd]
    bound = max(improved.bound, found.bound or 0)
    if task.metric == "pushes,moves":
        # Who meets the bound counts as optimal, but the moves are not proven to be the fewest.
        bound = min(bound, sum(letter.isupper() for letter in improved.lurd) - 1)
    return replace(found, moves=steps, bound=bound, nodes=found.nodes + improved.nodes, first=found.moves)


def _part(budget: Budget, share: float) -> Budget:
    time = None if budget.time is None else budget.time * share
    return replace(budget, time=time, nodes=None if budget.nodes is None else int(budget.nodes * share))


def _from(progress: Progress | None, nodes: int) -> Progress | None:
    """Goes on counting where the search has ended."""
    return None if progress is None else lambda more, depth: progress(nodes + more, depth)


def _answer(answer: NativeAnswer[str], cpu: float | None = None) -> Answer[Step]:
    steps = None if answer.moves is None else [STEPS[letter] for letter in answer.moves]
    return Answer(answer.status, steps, answer.bound, answer.nodes, cpu_seconds=cpu)


# The textbook twin of the native solver: A* over pushes, guided by a cheapest matching of boxes and goals.
#
# Written to be obviously right, and slow enough to show why the native one exists. A node is a set of boxes and where
# the player is; for pushes alone the player's whole region counts as one place. Costs are pairs, compared like words
# in a dictionary, so that "fewest pushes, then fewest moves" needs no trick.

BYTES_PER_NODE = 2000

Cost = tuple[int, int]
_Key = tuple[frozenset[int], int]


class _Node(NamedTuple):
    """A position after a push, and how it came about."""

    position: Position
    cost: Cost
    parent: _Node | None
    steps: str
    """The walk and the push that led here."""


class Textbook(Strategy[Position, Step]):
    """A* in plain Python."""

    name = "textbook"
    summary = "A* over pushes in readable Python, with a cheapest matching as its bound: slow, complete, optimal"
    metrics = ("pushes", "pushes,moves", "moves", "any")

    def solve(self, position: Position, task: Task) -> Answer[Step]:
        """Searches until a solution is the cheapest thing left to look at."""
        bound = Bound(position.level)
        meter = Meter(task, BYTES_PER_NODE)
        tie = itertools.count()
        regions_count = task.metric in ("pushes", "any")
        first = bound.of(position)
        if first is None:
            return Answer("unsolvable", None, None, 0)
        frontier = [(_estimate((0, 0), first, task.metric), next(tie), _Node(position, (0, 0), None, ""))]
        best: dict[_Key, Cost] = {}
        stored = 0
        while frontier:
            estimate, _, node = heapq.heappop(frontier)
            ways = walks(node.position)
            key = (node.position.boxes, min(ways) if regions_count else node.position.player)
            if key in best and best[key] <= node.cost:
                continue
            best[key] = node.cost
            if is_solved(node.position):
                return Answer("solved", _steps_to(node), node.cost[0], meter.nodes)
            if stopped := meter.spend(stored, estimate[0]):
                return Answer(stopped, None, estimate[0], meter.nodes)
            for after, steps in _pushes(node.position, ways):
                left = bound.of(after)
                if left is not None:
                    cost = _cost(node.cost, len(steps), task.metric)
                    stored += 1
                    child = _Node(after, cost, node, steps)
                    heapq.heappush(frontier, (_estimate(cost, left, task.metric), next(tie), child))
        return Answer("unsolvable", None, None, meter.nodes)


def _cost(before: Cost, steps: int, metric: str) -> Cost:
    """The cost after one more push that took this many steps, the push included."""
    first, second = before
    if metric == "moves":
        return first + steps, 0
    return first + 1, second + steps if metric == "pushes,moves" else 0


def _estimate(cost: Cost, pushes_left: int, metric: str) -> Cost:
    """Every push that is left is a move as well."""
    return cost[0] + pushes_left, cost[1] + (pushes_left if metric == "pushes,moves" else 0)


def _steps_to(node: _Node) -> list[Step]:
    texts = []
    here: _Node | None = node
    while here is not None:
        texts.append(here.steps)
        here = here.parent
    return [STEPS[letter] for letter in "".join(reversed(texts))]


def _pushes(position: Position, ways: dict[int, str]) -> list[tuple[Position, str]]:
    """Every position one push further, with the steps there."""
    level, boxes = position.level, position.boxes
    found = []
    for box in sorted(boxes):
        for direction, step in level.steps.items():
            end = box + step
            if box - step in ways and level.plan[end] != WALL and end not in boxes:
                after = Position(level, (boxes - {box}) | {end}, box)
                found.append((after, ways[box - step] + direction.upper()))
    return found


class Bound:
    """A lower bound on the pushes from a position: its boxes matched to the goals as cheaply as possible."""

    def __init__(self, level: Level) -> None:
        self._distances = {goal: push_distances(level, (goal,)) for goal in level.goals}
        self._known: dict[frozenset[int], int | None] = {}

    def of(self, position: Position) -> int | None:
        """The bound; None if this position is certainly lost."""
        boxes = position.boxes
        if boxes not in self._known:
            self._known[boxes] = None if is_dead(position) else self.of_boxes(boxes)
        return self._known[boxes]

    def of_boxes(self, boxes: Collection[int]) -> int | None:
        """The matching alone; None if the boxes cannot all come to goals of their own."""
        return cheapest_matching([[row.get(box) for box in boxes] for row in self._distances.values()])


def cheapest_matching(costs: list[list[int | None]]) -> int | None:
    """The least sum of one entry from each row, no two from one column; None where that is impossible.

    The Hungarian method with potentials: rows are taken in one after the other, each along a cheapest chain of
    changes to the matching so far. Needs as many columns as rows, or more.
    """
    impossible = 1 + sum(max((cost for cost in row if cost is not None), default=0) for row in costs)
    table = [[impossible if cost is None else cost for cost in row] for row in costs]
    columns = len(table[0])
    row_price, column_price = [0] * (len(table) + 1), [0] * (columns + 1)
    row_of = [0] * (columns + 1)
    for row in range(1, len(table) + 1):
        row_of[0], column = row, 0
        slack = [impossible * (len(table) + 1)] * (columns + 1)
        before, used = [0] * (columns + 1), [False] * (columns + 1)
        while row_of[column]:
            used[column] = True
            here = row_of[column]
            for other in range(1, columns + 1):
                reduced = table[here - 1][other - 1] - row_price[here] - column_price[other]
                if not used[other] and reduced < slack[other]:
                    slack[other], before[other] = reduced, column
            nearest = min((c for c in range(1, columns + 1) if not used[c]), key=slack.__getitem__)
            change = slack[nearest]
            for other in range(columns + 1):
                if used[other]:
                    row_price[row_of[other]] += change
                    column_price[other] -= change
                else:
                    slack[other] -= change
            column = nearest
        while column:
            row_of[column] = row_of[before[column]]
            column = before[column]
    total = sum(table[row_of[column] - 1][column - 1] for column in range(1, columns + 1) if row_of[column])
    return total if total < impossible else None


STRATEGIES: tuple[Strategy[Position, Step], ...] = (Optimal(), Textbook())
