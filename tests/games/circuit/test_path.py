"""Paths: as long as they must be, winding, without a cell twice, on any grid."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

import pytest

from quandary.game import Rng
from quandary.games.circuit.grid import Grid, draw_grid, one_way_grid
from quandary.games.circuit.path import comb, draw_path, turns
from quandary.games.circuit.settings import custom

SIZES = [(3, 3), (3, 4), (4, 3), (4, 4), (4, 6), (5, 5), (6, 6), (6, 8), (8, 8), (3, 20), (9, 10), (12, 12)]


def is_path(grid: Grid, path: list[int]) -> bool:
    """From START to FINISH along connectors, no cell twice."""
    steps = all(grid.neighbours[here] >> there & 1 for here, there in pairwise(path))
    return steps and (path[0], path[-1]) == (0, grid.cells - 1) and len(set(path)) == len(path)


@pytest.mark.parametrize("size", SIZES)
def test_every_length_within_the_bounds_can_be_drawn(size: tuple[int, int]) -> None:
    rng = Rng(1)
    shortest, longest = custom(10, rows=size[0], cols=size[1]).path_bounds
    for length in range(shortest, longest + 1):
        grid = draw_grid(rng, *size, most=8)
        path = draw_path(rng, grid, length)
        assert is_path(grid, path)
        assert len(path) == length
        assert turns(path) >= 3


@pytest.mark.parametrize("size", SIZES)
def test_the_comb_reaches_every_length_whichever_way_the_diagonals_lie(size: tuple[int, int]) -> None:
    rng = Rng(2)
    shortest, longest = custom(10, rows=size[0], cols=size[1]).path_bounds
    grids = [draw_grid(rng, *size, most=8), *(one_way_grid(*size, falls=falls) for falls in (True, False))]
    for grid in grids:
        for length in range(shortest, longest + 1):
            path = comb(grid, length)
            assert is_path(grid, path)
            assert len(path) == length
            assert turns(path) >= 3


def test_paths_of_the_same_length_differ() -> None:
    rng = Rng(3)
    grid = draw_grid(rng, 4, 5, most=8)
    assert len({tuple(draw_path(rng, grid, 14)) for _ in range(100)}) > 90


def test_diagonals_of_a_path_never_cross() -> None:
    rng = Rng(4)
    for _ in range(50):
        grid = draw_grid(rng, 6, 8, most=8)
        path = draw_path(rng, grid, 35)
        steps = [(divmod(here, 8), divmod(there, 8)) for here, there in pairwise(path)]
        blocks = [(min(a[0], b[0]), min(a[1], b[1])) for a, b in steps if a[0] != b[0] and a[1] != b[1]]
        assert max(Counter(blocks).values()) == 1


def test_turns_are_counted() -> None:
    assert turns([0, 1, 2]) == 0
    assert turns([0, 1, 6, 11]) == 1
    assert turns([0, 1, 6, 5, 10]) == 3
