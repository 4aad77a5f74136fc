"""How hard a puzzle is for people, and its grade.

Studies with players agree that the number of moves alone says little. What tires people is having to move things
more than once or away from where they belong, a wide choice with few right answers, and a long chain of vehicles
that block each other. The report measures those; the score adds them up, and the grade is a band of scores.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass

from quandary._native import rush_hour as native
from quandary.core.budget import Cancel
from quandary.game import Budget, BudgetEnded, Task
from quandary.games.rush_hour.distances import explore
from quandary.games.rush_hour.position import EMPTY, WALL, Position, Vehicle
from quandary.games.rush_hour.rules import cells_ahead, moves, play
from quandary.games.rush_hour.solver import Optimal

WALKS = 9
WALK_SEED = 1
LONGEST_WALK = 100_000
GRADES = ("beginner", "intermediate", "advanced", "expert")
"""The levels of the generator, easiest first."""
# The least score of each grade but the first: about 10, 17 and 28 moves, if nothing else stands out.
GRADE_FLOORS = (8.0, 16.0, 25.0)
# Nodes, not seconds: a puzzle has the same grade on every machine. The largest known clusters are far smaller.
BUDGET = Budget(nodes=20_000_000)


@dataclass(frozen=True, slots=True)
class Difficulty:
    """What makes a puzzle hard."""

    moves: int
    """The optimum: slides of any length."""
    steps: int
    """Cells driven in that solution."""
    vehicles: int
    """The red car among them."""
    walls: int
    """Cells that nothing can enter."""
    positions: int
    """Size of the cluster."""
    optimal_solutions: int
    """How many different solutions are as short as possible."""
    mobility: float
    """Legal moves to choose from, on average along the solution."""
    forced: float
    """Share of the solution's positions where only one move keeps it shortest."""
    guidance: float
    """Bits of advice that a player without foresight needs to find a shortest solution: log2(moves / best moves),
    summed over the solution."""
    retreats: int
    """Moves of the red car away from the exit."""
    returns: int
    """Moves of a vehicle that has moved before."""
    blocker_depth: int
    """Length of the chain of vehicles that block each other, from the red car on."""
    random_walk: int
    """Moves that somebody without any plan needs: the median of a few random walks, cut off at 100,000."""
    score: float
    """What tires people, added up: 0.4 a move, 0.1 a bit of guidance, 0.3 a return, 0.5 a retreat and a blocker."""
    grade: str
    """By the score: from 8 on intermediate, from 16 advanced, from 25 expert."""


def assess(position: Position, budget: Budget = BUDGET, cancel: Cancel | None = None) -> Difficulty | None:
    """Return the difficulty of a puzzle; None if it cannot be solved. Raise `BudgetEnded` for a cluster too large."""
    answer = Optimal().solve(position, Task("moves,steps", budget, cancel=cancel))
    if answer.conclusion == "unsolvable":
        return None
    solution = answer.moves
    if solution is None or answer.conclusion != "solved":
        raise BudgetEnded(
            f"the puzzle is too large to be graded within the {answer.conclusion} budget", reason=answer.conclusion
        )
    cluster = explore(position, Task("moves", budget, cancel=cancel))
    path = [position]
    for move in solution:
        path.append(play(path[-1], move).position)
    choices = [len(moves(here)) for here in path[:-1]]
    right = [len(cluster.best_moves(here)) for here in path[:-1]]
    retreats = sum(move.vehicle == position.red and move.cells < 0 for move in solution)
    returns = len(solution) - len({move.vehicle for move in solution})
    depth = blocker_depth(position)
    guidance = sum(math.log2(all_moves / best) for all_moves, best in zip(choices, right, strict=True))
    score = score_of(len(solution), guidance, returns, retreats, depth)
    return Difficulty(
        moves=len(solution),
        steps=sum(abs(move.cells) for move in solution),
        vehicles=len(position.letters),
        walls=position.cells.count(WALL),
        positions=cluster.size,
        optimal_solutions=cluster.optimal_solutions(position),
        mobility=round(sum(choices) / len(choices), 2) if choices else 0.0,
        forced=round(sum(best == 1 for best in right) / len(right), 3) if right else 1.0,
        guidance=round(guidance, 1),
        retreats=retreats,
        returns=returns,
        blocker_depth=depth,
        random_walk=_random_walk(position),
        score=round(score, 1),
        grade=grade_of(score),
    )


def _random_walk(position: Position) -> int:
    lengths = native.random_walks(position, seed=WALK_SEED, walks=WALKS, limit=LONGEST_WALK)
    return sorted(lengths)[WALKS // 2]


def score_of(moves: int, guidance: float, returns: int, retreats: int, depth: int) -> float:
    """Return the score of a puzzle with these measures."""
    return 0.4 * moves + 0.1 * guidance + 0.3 * returns + 0.5 * retreats + 0.5 * depth


def grade_of(score: float) -> str:
    """The grade of a score."""
    return GRADES[sum(score >= floor for floor in GRADE_FLOORS)]


def blocker_depth(position: Position) -> int:
    """How long the chain of blockers is: those in the red car's way, those in their way, and so on."""
    waiting, seen, depth = {position.red}, {position.red}, 0
    while waiting:
        waiting = {other for letter in waiting for other in _blockers(position, letter)} - seen
        seen |= waiting
        depth += bool(waiting)
    return depth


def _blockers(position: Position, letter: str) -> set[str]:
    """The vehicles that keep this one from where it must go: the red car to the exit, others out of its row."""
    vehicle = position.vehicle(letter)
    ahead = cells_ahead(position, vehicle, +1)
    if letter == position.red:
        return _vehicles_on(position, ahead)
    if vehicle.stride == 1:
        # A horizontal vehicle is only in the way of a vertical one; any move to either side may do.
        return _vehicles_on(position, (*ahead[:1], *cells_ahead(position, vehicle, -1)[:1]))
    return _in_the_way_out(position, vehicle)


def _in_the_way_out(position: Position, vehicle: Vehicle) -> set[str]:
    """What blocks a vertical vehicle from leaving the red car's row, on the side with fewer blockers."""
    red_row = position.cells.index(position.red) // position.width
    top = vehicle.first // position.width
    bottom = top + vehicle.length - 1
    if not top <= red_row <= bottom:
        return _vehicles_on(
            position, (*cells_ahead(position, vehicle, +1)[:1], *cells_ahead(position, vehicle, -1)[:1])
        )
    ways = []
    for direction, needed in ((+1, red_row - top + 1), (-1, bottom - red_row + 1)):
        cells = cells_ahead(position, vehicle, direction)[:needed]
        if len(cells) == needed and all(position.cells[cell] != WALL for cell in cells):
            ways.append(_vehicles_on(position, cells))
    return min(ways, key=len, default=set())


def _vehicles_on(position: Position, cells: Iterable[int]) -> set[str]:
    return {position.cells[cell] for cell in cells} - {EMPTY, WALL}
