"""The engine by itself: vehicles, what stands where, and the least number of moves."""

from __future__ import annotations

from quandary.games.rush_hour.notation import parse
from quandary.games.rush_hour.solver import solve_puzzle
from tests.games.rush_hour.boards import EASY, STUCK


def test_a_board_can_be_solved_or_not() -> None:
    assert solve_puzzle(EASY) == (True, 4)
    assert solve_puzzle(STUCK) == (False, -1)


def test_vehicles_know_their_cells() -> None:
    position = parse(EASY)
    assert set(position.vehicles) == set(position.letters)
    for letter, vehicle in position.vehicles.items():
        assert [position.cells[cell] for cell in vehicle.cells] == [letter] * vehicle.length
        columns = {cell % position.width for cell in vehicle.cells}
        assert vehicle.orientation == ("vertical" if len(columns) == 1 else "horizontal")
    assert all(position.cells[cell] == letter for cell, letter in position.occupancy.items())
    assert len(position.occupancy) == sum(cell.isupper() for cell in position.cells)
