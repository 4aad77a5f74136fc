"""The helpers that the first design names, one by one: geometry, expressions, validators, results."""

from __future__ import annotations

from dataclasses import replace

import pytest

from quandary.game import Rng, UsageError
from quandary.games import circuit
from quandary.games.circuit import geometry, validation
from quandary.games.circuit.expressions import (
    make_addition,
    make_division,
    make_multiplication,
    make_subtraction,
)
from quandary.games.circuit.generator import Generated, generate_and_validate_many, make_board, tally, try_board
from quandary.games.circuit.position import Board, Tile
from quandary.games.circuit.settings import custom, preset
from tests.games.circuit.boards import board


def test_neighbours_lie_side_by_side_or_corner_to_corner() -> None:
    cells = [(row, col) for row in range(3) for col in range(4)]
    for a in cells:
        around = list(geometry.neighbours(a, 3, 4))
        assert around == [b for b in cells if geometry.is_adjacent(a, b)]
        assert a not in around
    assert [len(list(geometry.neighbours(cell, 3, 4))) for cell in ((0, 0), (0, 1), (1, 1))] == [3, 5, 8]
    assert not geometry.is_adjacent((0, 0), (0, 2))


def test_keys_distances_and_diagonals() -> None:
    assert geometry.cell_key((0, 3)) == "0,3"
    assert geometry.manhattan_distance((0, 0), (2, 3)) == geometry.manhattan_distance((2, 3), (0, 0)) == 5
    assert geometry.is_diagonal((1, 1), (2, 0))
    assert not geometry.is_diagonal((1, 1), (1, 2))
    for a, b, direction in (((1, 2), (2, 3), "DR"), ((1, 3), (2, 2), "DL")):
        assert geometry.diagonal_direction(a, b) == geometry.diagonal_direction(b, a) == direction
        # The two that would cross have one key.
        assert geometry.diagonal_key(a, b) == geometry.diagonal_key(b, a) == "1,2"


@pytest.mark.parametrize(
    ("make", "sign", "possible", "impossible"),
    [
        (make_addition, "+", 60, 61),
        (make_subtraction, "−", 29, 30),
        (make_multiplication, "×", 36, 37),
        (make_division, "÷", 72, 73),
    ],
)
def test_an_expression_is_made_for_a_value_where_there_is_one(
    make: object, sign: str, possible: int, impossible: int
) -> None:
    settings = preset(8)
    assert callable(make)
    for seed in range(20):
        fact = make(Rng(seed), settings, possible)
        assert (fact.sign, fact.value) == (sign, possible)
        assert validation._beyond(settings, fact.left, sign, fact.right) is None
    assert make(Rng(1), settings, impossible) is None


def test_a_result_needs_no_exceptions() -> None:
    made = try_board(preset(5), 42)
    assert made == Generated(True, make_board(preset(5), 42), None, made.attempts)
    assert made.attempts >= 1
    refused = try_board(custom(rows=2), 1)
    assert (refused.ok, refused.puzzle, refused.attempts) == (False, None, 0)
    assert refused.error == "rows must be a whole number from 3 to 20, not 2"


def test_fewer_attempts_make_the_same_puzzle_or_none() -> None:
    # The largest grid for these ranges: not every first draw takes numbers.
    tight = custom(1, rows=5, cols=8)
    made = {seed: try_board(tight, seed, validate_result=True) for seed in range(4)}
    hard = max(made, key=lambda seed: made[seed].attempts)
    needed = made[hard].attempts
    assert made[hard].ok
    assert needed > 1
    assert try_board(tight, hard, max_attempts=needed) == made[hard] == try_board(tight, hard)
    fewer = try_board(tight, hard, max_attempts=needed - 1)
    assert (fewer.ok, fewer.puzzle, fewer.attempts) == (False, None, needed - 1)
    with pytest.raises(UsageError, match="max_attempts must be 1 or more, not 0"):
        try_board(tight, 1, max_attempts=0)


def test_many_puzzles_are_made_and_validated() -> None:
    assert generate_and_validate_many(preset(5), 100) == (100, 0, ())
    refused = generate_and_validate_many(custom(rows=2), 3)
    assert (refused.passed, refused.failed) == (0, 3)
    assert refused.errors == ("rows must be a whole number from 3 to 20, not 2",) * 3
    wrong, right = broken(), make_board(preset(5), 1)
    found = tally([Generated(True, right, None, 1), Generated(True, wrong, None, 1)])
    assert (found.passed, found.failed) == (1, 1)
    assert f"{wrong.id}: r1c1: 1 + 1 is not 3" in found.errors


def test_one_import_gives_everything() -> None:
    assert all(getattr(circuit, name) is not None for name in circuit.__all__)
    board = circuit.make_board(circuit.preset(1), 3)
    assert circuit.parse(circuit.format_position(circuit.Position(board))).board == board
    assert circuit.validate(board).valid
    with pytest.raises(AttributeError, match="has no attribute 'generate'"):
        circuit.generate  # noqa: B018


def broken() -> Board:
    """A board with something wrong for every rule."""
    right = board()
    twice = [replace(right.connectors[0], value=right.connectors[1].value), *right.connectors[1:]]
    tiles = {**right.tiles, (1, 1): Tile("1 + 1", 3)}
    return replace(right, connectors=tuple(twice[:-1]), tiles=tiles, solution=right.solution[:4])


@pytest.mark.parametrize(
    ("check", "problem"),
    [
        (validation.check_connectors, "is missing"),
        (validation.check_values, "two connectors bear"),
        (validation.check_expressions, "1 + 1 is not 3"),
        (validation.check_answers, "connectors bear the answer 3"),
        (validation.check_path, "must lead from"),
        (validation.check_routes, "do not lead along the solution"),
    ],
)
def test_each_validator_tells_its_own_problems_whatever_the_others_find(check: object, problem: str) -> None:
    assert callable(check)
    own = list(check(broken()))
    assert any(problem in found.text for found in own)
    assert set(own) <= set(validation.validate(broken()).errors)
    assert not list(check(board()))
