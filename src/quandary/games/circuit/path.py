"""The way from START to FINISH: any length within the bounds, no cell twice, along the grid's own connectors.

A random walk that hopes to arrive with the right length fails most of the time on large grids. Here the length is
drawn first, evenly over the bounds; a short way goes straight to FINISH, and detours of one or two cells are put into
it, anywhere at random, until it has that length. Where no detour fits any more, it begins again.

Why this always ends: after a fixed number of beginnings comes a comb, a way down the first column and along the last
row whose teeth run into the grid over two rows each. A tooth adds any number of cells up to all of its two rows: an
even number by turning at right angles, an odd one by turning along a block's diagonal, whichever way that lies. Laid
along the better side, a comb reaches every length from rows + cols - 1 up to at least 85% of the cells (for both sides
even it leaves at most one row less a cell: 13 of 16 cells in 4x4, 21 of 24 in 6x4, 31 of 36 in 6x6, and from a
longer side of 8 on at most one part in eight; in all other grids it leaves none). Since 60% of the cells is
more than rows + cols - 1, a comb has at least one tooth, and so at least three changes of direction.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from quandary.game import Rng
from quandary.games.circuit.grid import Grid, bits

FEWEST_TURNS = 3
BEGINNINGS = 40


def draw_path(rng: Rng, grid: Grid, length: int) -> list[int]:
    """A random way of exactly `length` cells, with at least three changes of direction."""
    for _ in range(BEGINNINGS):
        path = _straight_way(rng, grid)
        if _lengthen(rng, grid, path, length) and turns(path) >= FEWEST_TURNS:
            return path
    return comb(grid, length)


def turns(path: list[int]) -> int:
    """How often the path changes its direction."""
    # In a grid of three columns or more every direction is another difference of cell numbers.
    directions = [after - before for before, after in pairwise(path)]
    return sum(one != other for one, other in pairwise(directions))


def _straight_way(rng: Rng, grid: Grid) -> list[int]:
    """A way that never goes back left or up, mixed at random."""
    path, last = [0], grid.cells - 1
    while path[-1] != last:
        here = path[-1]
        right, down = here % grid.cols + 1 < grid.cols, here + grid.cols <= last
        steps = [step for step, there in ((1, right), (grid.cols, down)) if there]
        falling = here + grid.cols + 1
        if right and down and grid.neighbours[here] >> falling & 1:
            steps.append(grid.cols + 1)
        path.append(here + rng.choice(steps))
    return path


def _lengthen(rng: Rng, grid: Grid, path: list[int], length: int) -> bool:
    """Puts detours into the path until it has `length` cells; False if it cannot be made that long."""
    free = (1 << grid.cells) - 1
    for cell in path:
        free ^= 1 << cell
    while (missing := length - len(path)) > 0:
        start = rng.below(len(path) - 1)
        for offset in range(len(path) - 1):
            at = (start + offset) % (len(path) - 1)
            if detours := _detours(grid, free, path[at], path[at + 1], missing):
                detour = rng.choice(detours)
                path[at + 1 : at + 1] = detour
                for cell in detour:
                    free ^= 1 << cell
                break
        else:
            return False
    return missing == 0


def _detours(grid: Grid, free: int, here: int, there: int, missing: int) -> list[tuple[int, ...]]:
    """The ways over one or two free cells between two neighbours."""
    near, far = grid.neighbours[here] & free, grid.neighbours[there] & free
    found: list[tuple[int, ...]] = [(cell,) for cell in bits(near & far)]
    if missing > 1:
        found += [(one, other) for one in bits(near) for other in bits(grid.neighbours[one] & far)]
    return found


def comb(grid: Grid, length: int) -> list[int]:
    """The way that exists for every length within the bounds, whichever way the diagonals lie."""
    # Teeth take two rows each, without the last one, so an odd number of rows leaves none over; else the longer side.
    upright = grid.rows % 2 == 1 or (grid.cols % 2 == 0 and grid.rows >= grid.cols)
    rows, cols = (grid.rows, grid.cols) if upright else (grid.cols, grid.rows)

    def cell(row: int, col: int) -> int:
        return row * grid.cols + col if upright else col * grid.cols + row

    missing = length - (rows + cols - 1)
    path: list[int] = []
    for row in range(0, rows - 1, 2):
        if row + 1 == rows - 1:
            path.append(cell(row, 0))
            continue
        tooth = min(missing, 2 * (cols - 1))
        missing -= tooth
        reach = (tooth + 1) // 2
        upper = lower = reach
        if tooth % 2 == 1:
            rises = grid.neighbours[cell(row, reach)] >> cell(row + 1, reach - 1) & 1
            upper, lower = (reach, reach - 1) if rises else (reach - 1, reach)
        path += [cell(row, col) for col in range(upper + 1)]
        path += [cell(row + 1, col) for col in range(lower, -1, -1)]
    return path + [cell(rows - 1, col) for col in range(cols)]


def lead_on(rng: Rng, grid: Grid, path: Sequence[int]) -> dict[int, int]:
    """The cell that each cell's answer leads to: along the path, and elsewhere to where FINISH can be reached from.

    All cells together form a tree towards FINISH, so answers never run in a circle, of two cells or more. And one
    mistake is no trap for a player in hidden mode, who cannot enter a cell twice. Take the cells off the path that hang
    together. They touch the path at some places, one of which comes last on the way to FINISH, and all of them lead
    there. Whoever strays among them before that place is led on over cells not yet seen. Whoever strays from that very
    place has already walked past every other way out, so that no answers could help, and the rules notice it at once.
    Only where the cells touch FINISH itself is there another way out, and then they lead to FINISH. FINISH has none.
    """
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
