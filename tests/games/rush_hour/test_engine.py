"""The engine by itself: vehicles, what stands where, and the least number of moves."""

from __future__ import annotations

import subprocess
import sys
from typing import Any

import pytest

import quandary
from quandary.engine.session import Session
from quandary.game import PuzzleError
from quandary.games import rush_hour
from quandary.games.rush_hour import Position, Slide, Vehicle, moves, parse, play, solve_puzzle
from quandary.games.rush_hour.notation import read_pack, write_pack
from tests.games.rush_hour.boards import EASY, HARD, SOLVED, STUCK


def test_a_board_can_be_solved_or_not() -> None:
    assert solve_puzzle(EASY) == (True, 4)
    assert solve_puzzle(STUCK) == (False, -1)
    optimum = solve_puzzle(HARD)
    assert (optimum.solvable, optimum.min_moves) == (True, 44)
    assert not solve_puzzle(STUCK).solvable


@pytest.mark.parametrize(
    ("board", "min_moves"),
    [
        (SOLVED, 0),
        # The red car alone: one slide from any distance is one move.
        ("............XX......................", 1),
        ("..............XX....................", 1),
        ("...............XX...................", 1),
        # A truck in front of the red car: it slides down two cells, then the red car gets out.
        ("......" + "...O.." + ".XXO.." + "...O.." + "......" + "......", 2),
    ],
)
def test_the_boards_of_the_specification(board: str, min_moves: int) -> None:
    assert solve_puzzle(board) == (True, min_moves)


@pytest.mark.parametrize(
    "board",
    [
        # A red car of four cells over two rows; a full board with three cells too few; a board with one too few.
        "..........XXXX......................",
        "AABBCCXXDDEE.FFGGHH.IIJJKK.LLMMNN",
        "AA.O..B..OXXB..O..CPPP.CDDEEL.FFG.L",
    ],
)
def test_boards_of_the_specification_that_are_none_are_refused(board: str) -> None:
    with pytest.raises(PuzzleError):
        solve_puzzle(board)


def test_a_player_cannot_beat_the_optimum() -> None:
    """Parse, play and solve the same board with nothing but what the module exports."""
    position, played = parse(EASY), 0
    for move in (Slide("C", 3), Slide("E", -1), Slide("E", -1), Slide("D", 2), Slide("X", 4)):
        assert move in moves(position)
        position = play(position, move).position
        played += 1
    assert rush_hour.is_solved(position)
    assert played >= solve_puzzle(EASY).min_moves


def test_one_import_gives_everything() -> None:
    assert all(getattr(rush_hour, name) is not None for name in rush_hour.__all__)
    assert rush_hour.RushHourGenerator.__module__ == "quandary.games.rush_hour.generator"
    with pytest.raises(AttributeError, match="has no attribute 'solver_of'"):
        rush_hour.solver_of  # noqa: B018


@pytest.mark.process
@pytest.mark.parametrize("game", ["rush_hour", "circuit"])
def test_the_rules_load_without_what_needs_the_native_core(game: str) -> None:
    code = f"import sys, quandary.games.{game}; print(' '.join(sys.modules))"
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split()
    native = {f"quandary.games.{game}.{name}" for name in ("generator", "solver", "difficulty", "findings")}
    assert not native & set(loaded)


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
