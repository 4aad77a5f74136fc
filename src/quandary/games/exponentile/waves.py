"""What a swap sets off: groups merge, tiles fall, new ones come in, until nothing matches.

A group is the run of three or more equal tiles through a cell, in its row, its column, or both; n tiles of one
value leave one tile of value · 2^(n-2). A move is a row of waves, and in each wave the groups that merge leave holes,
the tiles above fall, and new tiles come in on top. The two sets of rules share all of this, and differ in three
points: which groups merge in a wave, what they count, and in which order the new tiles are drawn.

The first wave asks only the swapped cells, the others ask the whole board:

| | classic | web |
| first wave | the group at the second cell, else at the first | the groups at both cells, at once |
| other waves | one group: the first from the bottom row up, left to right | all groups at once, the highest first |
| points | value of the merged tiles · their number | value of the new tile |
| new tiles | in the order of dropping: the row, then the column from the top | by columns, each from the top down |
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from quandary.games.exponentile.grid import Grid, is_matched, matched, matched_with
from quandary.games.exponentile.position import CLASSIC, WEB

Draw = Callable[[], int]
"""Gives the next new tile's exponent."""


@dataclass(frozen=True, slots=True)
class Group:
    """Tiles that merge."""

    at: int
    """The cell of the tile that stays and grows."""
    others: tuple[int, ...]
    """The cells of those that drop out: in its row from left to right, then in its column from the top down."""
    value: int
    """The exponent of all of them."""

    @property
    def new_value(self) -> int:
        """The exponent of the tile that stays."""
        return self.value + len(self.others) - 1


class Wave(NamedTuple):
    """What happens at one stroke. Cells are numbers, tiles are exponents."""

    groups: tuple[Group, ...]
    points: tuple[int, ...]
    """Of each group."""
    fallen: tuple[tuple[int, int], ...]
    """From where to where tiles fell."""
    spawned: tuple[tuple[int, int], ...]
    """Where new tiles came in, and which, in the order of drawing."""


@dataclass(frozen=True, slots=True)
class RuleSet:
    """The points in which the rules differ."""

    first_groups: Callable[[Sequence[int], Grid, int, int], list[Group]]
    """Those that a swap of the first cell with the second has made."""
    next_groups: Callable[[Sequence[int], Grid], list[Group]]
    """Those that merge next when tiles have fallen."""
    points: Callable[[Group], int]
    places: Callable[[Grid, Sequence[Group], Sequence[int]], Iterable[int]]
    """The empty cells on top, in the order of drawing; given how many there are in each column."""


def waves(cells: list[int], grid: Grid, source: int, target: int, rules: str, draw: Draw) -> Iterator[Wave]:
    """Swaps two tiles in `cells` and plays on until nothing matches, a wave at a time; no wave if nothing matches."""
    rule_set = RULE_SETS[rules]
    cells[source], cells[target] = cells[target], cells[source]
    groups = rule_set.first_groups(cells, grid, source, target)
    while groups:
        points = tuple(map(rule_set.points, groups))
        dropped = {cell for group in groups for cell in group.others}
        for group in groups:
            cells[group.at] = group.new_value
        fallen, holes = _fall(cells, grid, dropped)
        places = rule_set.places(grid, groups, holes)
        spawned = tuple((place, draw()) for place in places)
        for place, value in spawned:
            cells[place] = value
        yield Wave(tuple(groups), points, fallen, spawned)
        groups = rule_set.next_groups(cells, grid)


def group_at(cells: Sequence[int], grid: Grid, cell: int) -> Group | None:
    """The group through a cell, if there is one."""
    across, along = matched_with(cells, grid.rays[cell], cells[cell])
    return Group(cell, (*across, *along), cells[cell]) if across or along else None


def has_match(cells: Sequence[int], grid: Grid, cell: int) -> bool:
    """Whether there is a group through a cell."""
    return is_matched(cells, grid.rays[cell], cells[cell])


def _fall(cells: list[int], grid: Grid, dropped: set[int]) -> tuple[tuple[tuple[int, int], ...], list[int]]:
    """Lets tiles fall into the cells of those that dropped out; who fell where, and each column's holes on top."""
    fallen = []
    holes = []
    for column in range(grid.width):
        depth = 0
        for row in reversed(range(grid.height)):
            cell = row * grid.width + column
            if cell in dropped:
                depth += 1
            elif depth:
                below = cell + depth * grid.width
                cells[below] = cells[cell]
                fallen.append((cell, below))
        holes.append(depth)
    return tuple(fallen), holes


# Web


def _web_first(cells: Sequence[int], grid: Grid, source: int, target: int) -> list[Group]:
    return _apart([group for cell in (target, source) if (group := group_at(cells, grid, cell))])


def _web_next(cells: Sequence[int], grid: Grid) -> list[Group]:
    found = sorted(matched(cells, grid), key=lambda cell: (cell % grid.width, cell))
    return _apart([group for cell in found if (group := group_at(cells, grid, cell))])


def _apart(groups: list[Group]) -> list[Group]:
    """As many as go without sharing a cell, the highest new tiles first; of equal ones, the first."""
    taken: list[Group] = []
    used: set[int] = set()
    for group in sorted(groups, key=lambda group: -group.new_value):
        if used.isdisjoint((group.at, *group.others)):
            taken.append(group)
            used.update((group.at, *group.others))
    return taken


def _web_points(group: Group) -> int:
    return 1 << group.new_value


def _web_places(grid: Grid, groups: Sequence[Group], holes: Sequence[int]) -> Iterable[int]:
    return (row * grid.width + column for column, count in enumerate(holes) for row in range(count))


# Classic


def _classic_first(cells: Sequence[int], grid: Grid, source: int, target: int) -> list[Group]:
    group = group_at(cells, grid, target) or group_at(cells, grid, source)
    return [group] if group else []


def _classic_next(cells: Sequence[int], grid: Grid) -> list[Group]:
    found = matched(cells, grid)
    if not found:
        return []
    group = group_at(cells, grid, min(found, key=lambda cell: (-(cell // grid.width), cell)))
    return [group] if group else []


def _classic_points(group: Group) -> int:
    return (len(group.others) + 1) << group.value


def _classic_places(grid: Grid, groups: Sequence[Group], holes: Sequence[int]) -> Iterable[int]:
    """Every tile that drops out lets a new one in at the top of its column, which pushes the earlier ones down."""
    left = list(holes)
    for group in groups:
        for cell in group.others:
            column = cell % grid.width
            left[column] -= 1
            yield left[column] * grid.width + column


RULE_SETS = {
    CLASSIC: RuleSet(_classic_first, _classic_next, _classic_points, _classic_places),
    WEB: RuleSet(_web_first, _web_next, _web_points, _web_places),
}
