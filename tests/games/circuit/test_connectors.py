"""Diagonals and numbers: every cell's connectors differ, on any grid, with as few values as can be."""

from __future__ import annotations

from collections import Counter

import pytest

from quandary.game import Rng
from quandary.games.circuit.colouring import NO_VALUE, Colouring, fill, lay_out_one_way, search
from quandary.games.circuit.generator import make_board
from quandary.games.circuit.grid import Grid, draw_grid, is_one_way, make_grid, one_way_grid
from quandary.games.circuit.settings import preset

SIZES = [(3, 3), (3, 4), (4, 4), (5, 7), (8, 10), (12, 12)]


def is_proper(colouring: Colouring) -> bool:
    """All edges numbered, no value twice around a cell, and the bits right."""
    for cell, edges in enumerate(colouring.grid.around):
        values = [colouring.values[edge] for edge in edges]
        if NO_VALUE in values or len(set(values)) < len(values):
            return False
        if colouring.used[cell] != sum(1 << value for value in values):
            return False
    return True


def test_a_grid_has_all_its_connectors() -> None:
    for rows, cols in SIZES:
        grid = draw_grid(Rng(1), rows, cols, most=8)
        assert len(grid.edges) == rows * (cols - 1) + (rows - 1) * cols + (rows - 1) * (cols - 1)
        assert len(set(grid.edges)) == len(grid.edges)
        assert all(grid.neighbours[a] >> b & 1 and grid.neighbours[b] >> a & 1 for a, b in grid.edges)


def test_every_connector_knows_its_type_and_a_diagonal_its_direction() -> None:
    rows, cols = 4, 5
    grid = draw_grid(Rng(3), rows, cols, most=8)
    edges = grid.connectors()
    types = Counter(edge.type for edge in edges)
    assert types == {
        "horizontal": rows * (cols - 1),
        "vertical": (rows - 1) * cols,
        "diagonal": (rows - 1) * (cols - 1),
    }
    for edge in edges:
        (row_a, col_a), (row_b, col_b) = edge.a, edge.b
        falls = edge.type == "diagonal" and col_b > col_a
        assert row_b >= row_a
        assert edge.direction == (None if edge.type != "diagonal" else "DR" if falls else "DL")
    board = make_board(preset(5), 42)
    assert {one.direction for one in board.connectors} == {None, "DR", "DL"}


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("most", [6, 7, 8])
def test_diagonals_are_laid_so_that_no_cell_is_too_full(size: tuple[int, int], most: int) -> None:
    rng = Rng(5)
    assert all(draw_grid(rng, *size, most=most).largest_degree <= most for _ in range(20))


@pytest.mark.parametrize("size", [(3, 3), (3, 4), (4, 3)])
def test_small_grids_do_with_five_connectors_a_cell(size: tuple[int, int]) -> None:
    rng = Rng(6)
    for _ in range(20):
        grid = draw_grid(rng, *size, most=5)
        assert grid.largest_degree == 5
        colouring = Colouring(grid, 5)
        assert search(rng, colouring, 10_000)
        assert is_proper(colouring)


@pytest.mark.parametrize("size", SIZES)
def test_one_value_more_than_the_fullest_cell_always_suffices(size: tuple[int, int]) -> None:
    rng = Rng(7)
    for _ in range(20):
        grid = draw_grid(rng, *size, most=8)
        colouring = Colouring(grid, grid.largest_degree + 1)
        fill(rng, colouring)
        assert is_proper(colouring)


def test_forcing_alone_numbers_a_whole_grid() -> None:
    """Every edge by Vizing's argument, though most would find a free value by themselves."""
    for seed in range(10):
        grid = draw_grid(Rng(seed), 7, 9, most=8)
        colouring = Colouring(grid, grid.largest_degree + 1)
        for edge in range(len(grid.edges)):
            colouring.force(edge)
        assert is_proper(colouring)


def test_the_worst_cell_of_all_takes_nine_values() -> None:
    # All four diagonals around the middle meet there: eight connectors.
    grid = make_grid(3, 3, [True, False, False, True])
    assert grid.largest_degree == 8
    colouring = Colouring(grid, 9)
    fill(Rng(1), colouring)
    assert is_proper(colouring)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("falls", [True, False])
def test_six_values_suffice_where_all_diagonals_are_parallel(size: tuple[int, int], falls: bool) -> None:
    grid = one_way_grid(*size, falls=falls)
    assert is_one_way(grid)
    colouring = Colouring(grid, 6)
    lay_out_one_way(colouring)
    assert is_proper(colouring)


def test_a_grid_with_mixed_diagonals_is_not_one_way() -> None:
    assert not is_one_way(make_grid(3, 3, [True, True, True, False]))


def test_the_search_gives_up_where_there_is_nothing_to_find() -> None:
    grid = make_grid(3, 3, [True, False, False, True])
    assert not search(Rng(1), Colouring(grid, 7), 100_000)


def test_taking_a_value_off_frees_it() -> None:
    grid: Grid = make_grid(3, 3, [True] * 4)
    colouring = Colouring(grid, 9)
    colouring.put(0, 3)
    assert not colouring.free(1) >> 3 & 1
    assert colouring.take(0) == 3
    assert colouring.used == [0] * 9
