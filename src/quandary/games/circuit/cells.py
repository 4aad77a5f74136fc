"""Where each cell's answer leads: along the path, and from everywhere else to a place from which FINISH is reached.

All cells together form a tree towards FINISH, so answers never run in a circle, of two cells or more. And one mistake
is no trap for a player in hidden mode, who cannot enter a cell twice. Take the cells off the path that hang together.
They touch the path at some places, one of which comes last on the way to FINISH, and all of them lead there. Whoever
strays among them before that place is led on over cells not yet seen. Whoever strays from that very place has already
walked past every other way out, so that no answers could help, and the rules notice it at once. Only where the cells
touch FINISH itself is there another way out, and then they lead to FINISH.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from quandary.games.circuit.grid import Grid, bits
from quandary.rng import Rng


def lead_on(rng: Rng, grid: Grid, path: Sequence[int]) -> dict[int, int]:
    """The cell that each cell's answer leads to; FINISH has none."""
    onward = dict(pairwise(path))
    rank = {cell: number for number, cell in enumerate(path)}
    for group in _groups(grid, path):
        ways_in = {(cell, rank[door]) for cell in bits(group) for door in bits(grid.neighbours[cell]) if door in rank}
        last = max(number for _, number in ways_in)
        doorsteps = sorted(cell for cell, number in ways_in if number == last)
        first = rng.choice(doorsteps)
        onward[first] = path[last]
        _grow_tree(rng, grid, group, first, onward)
    return onward


def _groups(grid: Grid, path: Sequence[int]) -> Iterator[int]:
    """The cells off the path, in groups that hang together, as bits."""
    left = (1 << grid.cells) - 1
    for cell in path:
        left ^= 1 << cell
    while left:
        group, frontier = 0, left & -left
        while frontier:
            group |= frontier
            frontier = left & ~group & _all_neighbours(grid, frontier)
        left ^= group
        yield group


def _all_neighbours(grid: Grid, cells: int) -> int:
    found = 0
    for cell in bits(cells):
        found |= grid.neighbours[cell]
    return found


def _grow_tree(rng: Rng, grid: Grid, group: int, first: int, onward: dict[int, int]) -> None:
    """Joins the rest of the group to its first cell, one neighbour at a time, in random order."""
    left = group ^ 1 << first
    branches = [(cell, first) for cell in bits(grid.neighbours[first] & left)]
    while left:
        at = rng.below(len(branches))
        branches[at], branches[-1] = branches[-1], branches[at]
        cell, parent = branches.pop()
        if left >> cell & 1:
            left ^= 1 << cell
            onward[cell] = parent
            branches += [(other, cell) for other in bits(grid.neighbours[cell] & left)]


def from_finish(onward: dict[int, int], finish: int) -> list[int]:
    """All cells but FINISH, each after the one that it leads to."""
    behind: dict[int, list[int]] = {}
    for cell in sorted(onward):
        behind.setdefault(onward[cell], []).append(cell)
    order = [finish]
    for cell in order:
        order += behind.get(cell, ())
    return order[1:]
