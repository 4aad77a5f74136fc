"""The validator: passes what is right, names all that is wrong, and knows nothing of the generator."""

from __future__ import annotations

import ast
from dataclasses import replace
from pathlib import Path

import pytest

from quandary.games.circuit import GAME, validation
from quandary.games.circuit.difficulty import decoy_share
from quandary.games.circuit.position import Board, Connector, Position, Tile
from quandary.games.circuit.settings import custom
from quandary.games.circuit.validation import validate
from tests.games.circuit.boards import board


def with_tile(puzzle: Board, cell: tuple[int, int], tile: Tile) -> Board:
    return replace(puzzle, tiles={**puzzle.tiles, cell: tile})


def with_connector(puzzle: Board, number: int, connector: Connector) -> Board:
    connectors = list(puzzle.connectors)
    connectors[number] = connector
    return replace(puzzle, connectors=tuple(connectors))


def errors(puzzle: Board) -> list[str]:
    return [str(error) for error in validate(puzzle).errors]


def test_a_right_puzzle_passes() -> None:
    assert validate(board()).valid


def test_it_shares_nothing_with_the_generator() -> None:
    source = ast.parse(Path(validation.__file__).read_text(encoding="utf-8"))
    modules = {node.module for node in ast.walk(source) if isinstance(node, ast.ImportFrom)}
    makers = ("generator", "numbers", "colouring", "grid", "path", "limits", "expressions")
    assert not modules & {f"quandary.games.circuit.{maker}" for maker in makers}


@pytest.mark.parametrize(
    ("tile", "problem"),
    [
        (Tile("2 + 3", 6), "2 + 3 is not 6"),
        (Tile("", 6), "'' is not an expression"),
        (Tile("3 - 2", 1), "'3 - 2' is not an expression"),
        (Tile("12 ÷ 2", 6), "÷ is not among the operations + − ×"),
        (Tile("21 + 1", 22), "a number is above 20"),
        (Tile("25 − 1", 24), "a number is above 20"),
        (Tile("6 × 2", 12), "a factor is above 5"),
        (Tile("0 + 7", 7), "is not an expression"),
        (Tile("7 − 7", 0), "not above 0"),
    ],
)
def test_a_wrong_expression_is_named(tile: Tile, problem: str) -> None:
    found = errors(with_tile(board(), (1, 1), tile))
    assert any(error.startswith("r1c1: ") and problem in error for error in found)


def test_division_stays_inside_what_is_taught() -> None:
    settings = board("8").settings
    assert validation._beyond(settings, 72, "÷", 2) is None
    assert validation._beyond(settings, 21, "÷", 7) == "the divisor is above 6"
    assert validation._beyond(settings, 146, "÷", 2) == "the dividend is above 144"
    assert validation._beyond(settings, 5, "÷", 5) == "the quotient is not above 1"


def test_a_repeated_expression_is_named_with_the_first_place() -> None:
    puzzle = board()
    again = puzzle.tiles[0, 0]
    assert f"r2c2: {again.expression} stands in r0c0 already" in errors(with_tile(puzzle, (2, 2), again))


def test_finish_says_nothing() -> None:
    assert "r3c4: FINISH has an expression or an answer" in errors(with_tile(board(), (3, 4), Tile("1 + 4", 5)))


def test_two_equal_numbers_around_a_cell_are_named() -> None:
    puzzle = board()
    one, other = puzzle.connectors[0], puzzle.connectors[1]
    found = errors(with_connector(puzzle, 1, replace(other, value=one.value)))
    assert any(error.startswith(f"r0c0: two connectors bear {one.value}") for error in found)


@pytest.mark.parametrize(
    ("connector", "problem"),
    [
        (Connector((0, 0), (2, 0), 9), "connectors[0]: r0c0 and r2c0 are not neighbouring cells"),
        (Connector((0, 0), (0, 0), 9), "connectors[0]: r0c0 and r0c0 are not neighbouring cells"),
        (Connector((1, 0), (0, 0), 9), "connectors[1]: r0c0 and r1c0 are connected already"),
        (Connector((0, 0), (0, 1), 26), "connectors[0]: the value 26 is not from 5 to 25"),
        (Connector((1, 0), (0, 0), 9), "r0c0: the connector to r0c1 is missing"),
    ],
)
def test_a_wrong_connector_is_named(connector: Connector, problem: str) -> None:
    assert problem in errors(with_connector(board(), 0, connector))


def test_a_missing_or_second_diagonal_is_named() -> None:
    puzzle = board()
    number = next(n for n, connector in enumerate(puzzle.connectors) if connector.type == "diagonal")
    without = replace(puzzle, connectors=puzzle.connectors[:number] + puzzle.connectors[number + 1 :])
    assert "r0c0: the block from here has 0 diagonals, expected 1" in errors(without)
    (a_row, a_col), (b_row, b_col) = puzzle.connectors[number].a, puzzle.connectors[number].b
    crossing = Connector((a_row, b_col), (b_row, a_col), 5)
    both = replace(puzzle, connectors=(*puzzle.connectors, crossing))
    assert "r0c0: the block from here has 2 diagonals, expected 1" in errors(both)


def test_an_answer_without_a_connector_is_named() -> None:
    puzzle = board()
    unused = next(v for v in range(5, 26) if v not in puzzle.ways[2, 2].values())
    found = errors(with_tile(puzzle, (2, 2), Tile(f"1 + {unused - 1}", unused)))
    assert f"r2c2: 0 connectors bear the answer {unused}" in found


def test_a_wrong_solution_is_named() -> None:
    puzzle = board()
    path = puzzle.solution
    assert "solution: must lead from r0c0 to r3c4" in errors(replace(puzzle, solution=path[:-1]))
    assert "solution: visits a cell twice" in errors(replace(puzzle, solution=(path[0], *path)))
    swapped = (path[0], path[2], path[1], *path[3:])
    assert any(error.startswith("solution[1]: ") for error in errors(replace(puzzle, solution=swapped)))
    straight = ((0, 0), (1, 1), (2, 2), (3, 3), (3, 4))
    found = errors(replace(puzzle, solution=straight))
    assert "solution: has 5 cells, expected 60% to 85% of 20" in found
    assert "solution: changes its direction 1 times, expected 3 or more" in found
    assert "r0c0: the answers from START do not lead along the solution" in found


def off_path_pair(puzzle: Board) -> tuple[tuple[int, int], tuple[int, int]]:
    """A cell off the path, and the off-path cell that leads to it."""
    for cell in puzzle.tiles:
        there = puzzle.next_cell(cell)
        if cell not in puzzle.solution and there is not None and there not in puzzle.solution:
            return there, cell
    raise AssertionError("this puzzle has no two neighbours off the path")


def test_answers_that_never_reach_finish_are_named() -> None:
    puzzle = board("9", 1)
    inner, outer = off_path_pair(puzzle)
    value = puzzle.ways[inner][outer]
    circular = with_tile(puzzle, inner, Tile(f"1 + {value - 1}", value))
    found = errors(replace(circular, settings=custom(9, add_sub_range=100)))
    between = "the answers from here lead back and forth between two cells and never reach FINISH"
    assert any(between in error for error in found), found


def test_a_mistake_that_leads_back_is_a_warning() -> None:
    """Turned around: off-path cells that lead to the first place where they touch the path, and not to the last."""
    for seed in range(40):
        puzzle = board("5", seed)
        for cell in set(puzzle.tiles) - set(puzzle.solution):
            touched = [puzzle.solution.index(near) for near in puzzle.ways[cell] if near in puzzle.solution]
            first = puzzle.solution[min(touched, default=0)]
            if touched and min(touched) + 3 < max(touched) < len(puzzle.solution) - 1 and first in puzzle.ways[cell]:
                value = puzzle.ways[cell][first]
                left = next(n for n in range(1, value) if f"{n} + {value - n}" not in _texts(puzzle))
                turned = with_tile(puzzle, cell, Tile(f"{left} + {value - left}", value))
                report = validate(replace(turned, settings=custom(5, add_sub_range=30)))
                if report.valid and report.warnings:
                    assert "is led back to" in str(report.warnings[0])
                    return
    raise AssertionError("no puzzle was found to turn around")


def _texts(puzzle: Board) -> set[str]:
    return {tile.expression for tile in puzzle.tiles.values()}


def test_a_pack_is_told_when_an_id_promises_another_puzzle() -> None:
    puzzle = next(GAME.read_pack(GAME.format(Position(replace(board("5", 1), id="circuit:5#2")))))
    assert not isinstance(puzzle, Exception)
    assert [finding.text for finding in GAME.findings(puzzle)] == ["the id circuit:5#2 makes another puzzle"]
    renamed = next(GAME.read_pack(GAME.format(Position(replace(board("5", 1), id="Mrs Lovelace's puzzle")))))
    assert not isinstance(renamed, Exception)
    assert GAME.findings(renamed) == []


def test_a_level_without_decoys_is_a_warning() -> None:
    poor = next(puzzle for seed in range(60) if decoy_share(puzzle := board("1", seed)) < 0.5)
    assert validate(poor) == ((), ())
    claimed = validate(replace(poor, settings=replace(poor.settings, level=4, name="Custom")))
    assert claimed.valid
    assert "have a decoy" in str(claimed.warnings[0])
