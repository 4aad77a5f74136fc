"""What a swap sets off, with chance told beforehand: the points in which the two sets of rules differ."""

from __future__ import annotations

from itertools import count
from typing import Any

import pytest

from quandary.game import IllegalMove, PuzzleError, UsageError
from quandary.games.exponentile import resolve
from tests.games.exponentile.boards import quiet, rows, shown

FOUR_AND_THREE = quiet(7, 8, "16 16 16 16 8 2 2 2")


def _last(board: list[list[int]]) -> str:
    return shown([board[-1]])


def test_moving_one_of_four_equal_tiles_merges_all_four_onto_its_place() -> None:
    board, points, refills = resolve(rows(FOUR_AND_THREE), ((7, 3), (7, 2)), [5, 4, 5, 2, 1], rules="classic")
    assert points == [16 * 4, 2 * 3]
    assert board[-1][2] == 6
    # The cascade finds the three at its first tile from the left, which stays.
    assert board[-1][5] == 2
    assert refills == [5, 4, 5, 2, 1]
    # Each of the others let a new tile into its column, in the order of dropping.
    assert [board[0][column] for column in (0, 1, 3, 6, 7)] == refills


def test_the_web_rules_count_the_new_tile_and_merge_the_rest_of_the_row_in_the_next_wave() -> None:
    board, points, _ = resolve(rows(FOUR_AND_THREE), ((7, 3), (7, 2)), [4, 3, 4, 2, 1], rules="web")
    assert points == [64, 4]
    assert (board[-1][2], board[-1][5]) == (6, 2)


@pytest.mark.parametrize(
    ("row", "move", "size", "new"),
    [
        ("2 2 4 2 32 64 32", ((3, 3), (3, 2)), 3, 4),
        ("2 2 4 2 2 64 32", ((2, 2), (3, 2)), 5, 16),
    ],
)
@pytest.mark.parametrize("rules", ["web", "classic"])
def test_n_tiles_grow_by_a_factor_of_two_to_the_n_minus_two(
    row: str, move: Any, size: int, new: int, rules: str
) -> None:
    board = rows(quiet(2, 7, "64 64 2 64 32 128 64", row))
    after, points, refills = resolve(board, move, [7, 8] * 4, rules)
    assert points == [new if rules == "web" else 2 * size]
    assert len(refills) == size - 1
    assert 1 << after[3][2] == new


TWO_PAIRS = """
4  2 16 8
4  2  4 4
2  4  2 16
16 4  8 8
"""
"""To swap r3c1 with r3c2 makes three 4s in the first column and three 2s in the second."""


def test_web_merges_at_both_swapped_cells_at_once() -> None:
    board, points, _ = resolve(rows(TWO_PAIRS), ((2, 0), (2, 1)), [7, 8, 9, 10])
    assert points == [8 + 4]
    # New tiles come by columns from the left, each from the top down.
    assert shown(board) == "128 512 16 8\n256 1024 4 4\n8 4 2 16\n16 4 8 8"
    assert resolve(rows(TWO_PAIRS), ((2, 1), (2, 0)), [7, 8, 9, 10]) == (board, points, [7, 8, 9, 10])


def test_classic_merges_at_the_second_cell_and_leaves_the_other_group_to_the_cascade() -> None:
    board, points, _ = resolve(rows(TWO_PAIRS), ((2, 0), (2, 1)), [7, 8, 9, 10], "classic")
    assert points == [2 * 3, 4 * 3]
    # Each tile that drops out lets one in on top, which pushes the one before it down.
    assert shown(board) == "1024 256 16 8\n512 128 4 4\n8 4 2 16\n16 4 8 8"
    turned, points, _ = resolve(rows(TWO_PAIRS), ((2, 1), (2, 0)), [7, 8, 9, 10], "classic")
    assert points == [4 * 3, 2 * 3]
    assert shown(turned) == "256 1024 16 8\n128 512 4 4\n8 4 2 16\n16 4 8 8"


def test_classic_merges_at_the_first_cell_where_the_second_has_no_group() -> None:
    board = rows(quiet(2, 4, "2 2 4 8", "16 64 2 32"))
    # The 4 goes down and matches nothing; the 2 that comes up does.
    after, points, _ = resolve(board, ((2, 2), (3, 2)), [7, 8], "classic")
    assert points == [6]
    assert 1 << after[2][2] == 4


def test_a_tile_that_stays_falls_when_tiles_below_it_drop_out() -> None:
    board = rows("32 4 64\n2 64 32\n64 2 4\n4 2 32\n8 64 4")
    for rules in ("web", "classic"):
        after, _, refills = resolve(board, ((1, 0), (1, 1)), [7, 8], rules)
        assert len(refills) == 2
        assert [row[1] for row in after][2:] == [2, 2, 6]


def test_a_t_of_a_cascade_merges_whole_in_web_and_as_the_scan_meets_it_in_classic() -> None:
    board = rows("2 8 16 2\n4 8 4 16\n2 4 2 16\n4 4 8 8\n4 2 2 8")
    # Three 4s become an 8 at the foot of the second column; two 8s fall onto it, and two more stand beside them.
    web = resolve(board, ((4, 0), (4, 1)), range(21, 40))
    assert web.points == [8, 64]
    # The crossing grows, and falls to the ground.
    assert (1 << web.board[4][1], web.refills) == (64, [21, 22, 23, 24, 25, 26])
    classic = resolve(board, ((4, 0), (4, 1)), range(21, 40), "classic")
    # The scan meets the lowest of the column first, and through that cell there is no row.
    assert classic.points == [4 * 3, 8 * 3]
    assert (1 << classic.board[4][1], classic.refills) == (16, [21, 22, 23, 24])
    assert [1 << value for value in classic.board[3][2:]] == [8, 8]


def test_straight_runs_of_a_web_cascade_merge_at_once_at_their_leftmost_or_topmost_cell() -> None:
    board = rows("2 8 16 2\n2 16 8 2\n16 4 16 8\n2 16 4 4")
    # The swap merges three 16s and three 4s; then three 8s stand in the last row, and three 2s in the first column.
    after, points, refills = resolve(board, ((2, 1), (3, 1)), range(21, 40))
    assert points == [32 + 8, 16 + 4]
    assert refills == list(range(21, 29))
    # The 8s merge onto the leftmost of them; the 2s onto the topmost, which falls.
    assert after == [[25, 3, 27, 28], [26, 4, 22, 24], [21, 5, 23, 1], [2, 4, 4, 1]]


def test_the_refills_may_be_endless_and_only_those_used_are_returned() -> None:
    assert resolve(rows(TWO_PAIRS), ((2, 0), (2, 1)), count(7)).refills == [7, 8, 9, 10]
    with pytest.raises(PuzzleError, match="the refills ended after 3"):
        resolve(rows(TWO_PAIRS), ((2, 0), (2, 1)), [7, 8, 9])


def test_the_board_given_stays_as_it_was() -> None:
    board = rows(TWO_PAIRS)
    resolve(board, ((2, 0), (2, 1)), [7, 8, 9, 10])
    assert board == rows(TWO_PAIRS)


@pytest.mark.parametrize(
    ("move", "problem"),
    [
        (((0, 0), (0, 1)), "to swap 4 at r1c1 with 2 at r1c2 matches nothing"),
        (((0, 0), (1, 1)), "r1c1 and r2c2 are no neighbours"),
        (((0, 0), (0, 0)), "r1c1 and r1c1 are no neighbours"),
        (((0, 0), (0, 3)), "r1c1 and r1c4 are no neighbours"),
        (((3, 3), (4, 3)), "r5c4 is outside the board of 4 rows and 4 columns"),
        (((-1, 0), (0, 0)), "r0c1 is outside the board"),
    ],
)
def test_a_swap_that_is_none_is_refused(move: Any, problem: str) -> None:
    with pytest.raises(IllegalMove, match=problem):
        resolve(rows(TWO_PAIRS), move, [7, 8, 9, 10])


@pytest.mark.parametrize(
    ("board", "move", "rules", "error", "problem"),
    [
        ([[1, 2, 3]] * 2, ((0, 0), (0, 1)), "web", PuzzleError, "a board is 3 to 16 rows"),
        ([[1, 2, 3], [1, 2], [3, 2, 1]], ((0, 0), (0, 1)), "web", PuzzleError, "a board is 3 to 16 rows"),
        ([], ((0, 0), (0, 1)), "web", PuzzleError, "a board is 3 to 16 rows"),
        ([[1, 2, 0], [1, 2, 3], [3, 2, 1]], ((0, 0), (0, 1)), "web", PuzzleError, "r1c3: 0 is not an exponent"),
        ([[1, 2, 3]] * 3, (0, 1), "web", PuzzleError, "0 is not a cell"),
        ([[1, 2, 3]] * 3, 5, "web", PuzzleError, "5 is not a move"),
        ([[1, 2, 3]] * 3, ((0, 0), (0, 1)), "wild", UsageError, "no rules 'wild' .rules: classic, web"),
    ],
)
def test_bad_input_is_named(board: Any, move: Any, rules: str, error: type[Exception], problem: str) -> None:
    with pytest.raises(error, match=problem):
        resolve(board, move, [1, 2, 3, 4, 1, 2, 3, 4], rules)


def test_on_a_torus_runs_and_swaps_go_over_the_edges() -> None:
    board = rows("2 64 32 4\n32 16 64 32\n64 2 16 2\n16 32 2 64")
    over_the_edge = ((0, 3), (0, 0))
    with pytest.raises(IllegalMove, match="no neighbours"):
        resolve(board, over_the_edge, [7, 8])
    with pytest.raises(IllegalMove, match="matches nothing"):
        resolve(board, ((2, 0), (2, 1)), [7, 8])
    # r3c2 comes between r3c4, over the edge, and nothing else; the 2 of r1c1 makes it three in a row for r3.
    after, points, _ = resolve(rows("2 2 64 4\n32 16 8 2\n64 4 16 8\n16 32 4 64"), ((0, 3), (1, 3)), [7, 8], torus=True)
    assert points == [4]
    assert 1 << after[0][3] == 4
