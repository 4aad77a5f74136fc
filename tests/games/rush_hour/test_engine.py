"""The engine by itself: vehicles, what stands where, and the least number of moves."""

from __future__ import annotations

from typing import Any

import pytest

import quandary
from quandary.engine.session import Session
from quandary.game import PuzzleError
from quandary.games.rush_hour import Position, Vehicle, solve_puzzle
from quandary.games.rush_hour.notation import parse, read_pack, write_pack
from tests.games.rush_hour.boards import EASY, STUCK


def test_a_board_can_be_solved_or_not() -> None:
    assert solve_puzzle(EASY) == (True, 4)
    assert solve_puzzle(STUCK) == (False, -1)


LONG = "XXX.../....../......"
MARKED = f"any-length/{LONG}"


def test_a_red_car_has_two_cells_unless_somebody_asks_for_more() -> None:
    with pytest.raises(PuzzleError, match=r"r1c1: the red car X has 3 cells, it must have 2 \(--any-length reads it\)"):
        parse(LONG)
    with pytest.raises(PuzzleError, match="the red car A has 3 cells"):
        solve_puzzle("AAA" + "." * 33)
    assert parse(LONG, any_length=True) == parse(MARKED) == parse(MARKED.replace("/", "\n").replace("\n", "/", 1))
    assert solve_puzzle(MARKED) == (True, 1)
    assert quandary.solve("rush-hour", LONG, any_length=True).cost == 1
    with pytest.raises(PuzzleError, match="has 4 cells, at most 3"):
        parse("XXXX../......", any_length=True)


def test_a_board_with_a_longer_red_car_is_the_same_one_wherever_it_is_written() -> None:
    game = quandary.game("rush-hour")
    square = parse("AAA" + "." * 33, any_length=True)
    for position in (parse(MARKED), square):
        assert game.parse(game.format(position)) == game.parse(game.compact(position)) == position
        puzzle = quandary.puzzle("rush-hour", game.format(position))
        session: Session[Any, Any] = Session.load(Session(puzzle).save())
        assert session.position == position
        boards = [
            entry.position
            for entry in read_pack(write_pack([puzzle, puzzle]) + puzzle.text)
            if isinstance(entry, quandary.Puzzle)
        ]
        assert boards == [position] * 3
    # A rule of reading is nothing that a new puzzle is made by.
    (made,) = quandary.generate("rush-hour", seed=3, any_length=True)
    assert made.id == "rush-hour#3"
    assert game.making_options == ()


def test_vehicles_know_their_cells() -> None:
    position = parse(EASY)
    assert isinstance(position, Position)
    assert all(isinstance(vehicle, Vehicle) for vehicle in position.vehicles.values())
    assert set(position.vehicles) == set(position.letters)
    for letter, vehicle in position.vehicles.items():
        assert [position.cells[cell] for cell in vehicle.cells] == [letter] * vehicle.length
        columns = {cell % position.width for cell in vehicle.cells}
        assert vehicle.orientation == ("vertical" if len(columns) == 1 else "horizontal")
    assert all(position.cells[cell] == letter for cell, letter in position.occupancy.items())
    assert len(position.occupancy) == sum(cell.isupper() for cell in position.cells)
