"""Boards in text: both dialects, every shape error refused by the name of its cell."""

from __future__ import annotations

import pytest

from quandary.game import Puzzle, PuzzleError
from quandary.games.rush_hour import notation
from quandary.games.rush_hour.position import Position
from quandary.games.rush_hour.rules import Slide

ROW = "......"


def board(*rows: str) -> str:
    return "\n".join(rows)


def test_both_dialects_read_the_same() -> None:
    dots = notation.parse(".BBxoo......AA..............D.....D.".replace("x", "."))
    letters_o = notation.parse(".BBxoo......AA..............D.....D.".replace("x", ".").replace(".", "o"))
    assert dots == letters_o


def test_rows_and_one_line_read_the_same() -> None:
    rows = ["BB...C", "...D.C", "XX.D.C", "...D..", ROW, "..EEE."]
    expected = Position("".join(rows), 6)
    assert notation.parse("".join(rows)) == expected
    assert notation.parse("\n".join(rows)) == expected
    assert notation.parse("\r\n".join(rows) + "\r\n") == expected
    assert notation.parse("  " + "\n  ".join(rows)) == expected
    assert notation.parse("/".join(rows)) == expected


def test_x_is_the_red_car_where_there_is_one() -> None:
    assert notation.parse(board("AA....", ROW, "XX....")).red == "X"
    assert notation.parse(board("AA....", ROW, "BB....")).red == "A"


def test_other_sizes() -> None:
    assert notation.parse(board("XX......", "........", "....BBBB")).width == 8
    largest = notation.parse("\n".join(["XX" + "." * 14, *["." * 16] * 15]))
    assert (largest.width, largest.height) == (16, 16)
    assert notation.parse(largest.cells) == largest
    assert notation.parse("XX" + "." * 23).width == 5


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", "empty"),
        ("AA" + "." * 31, "this one has 33"),
        ("AA" + "." * 32, "this one has 34"),
        ("AA" + "." * 33, "this one has 35"),
        ("AA" + "." * 287, "this one has 289"),
        ("AA..", "this one has 4"),
        (board("AA....", "....."), "row 2: this row has 5 cells, the first has 6"),
        (board("AA" + "." * 15, "." * 17), "row 1: a row has 2 to 16 cells, this one has 17"),
        ("/".join(["XX...."] + [ROW] * 16), "2 to 16 rows, this one has 17"),
        (board("AA..?.", ROW), r"r1c5: unknown character '\?'"),
        (board("AA..é.", ROW), "r1c5: unknown character 'é'"),
        (board("BB....", ROW), "no red car"),
        (board(ROW, ROW), "no red car"),
        (board("AA....", "..C..."), "r2c3: vehicle C has only one cell"),
        (board("A.....", "..CC.."), "r1c1: vehicle A has only one cell"),
        (board("XXXX..", ROW), "r1c1: vehicle X has 4 cells, at most 3"),
        (board("AA..B.", "....B.", "....B.", "....B."), "r1c5: vehicle B has 4 cells, at most 3"),
        (board("AA.BB.", "...B.."), "r1c4: vehicle B is bent"),
        (board("AA.BB.", "...BB."), "r1c4: vehicle B is 2 cells high and 2 wide"),
        (board("AA.B.B", ROW), "r1c4: vehicle B is split: another part is at r1c6"),
        (board("AA...B", "B....."), "r1c6: vehicle B is split: another part is at r2c1"),
        (board("XX....", "XX...."), "r1c1: vehicle X is 2 cells high and 2 wide"),
        (board("XX....", ROW, "..XX.."), "r1c1: there are several red cars: X here and at r3c3"),
        (board("X.....", "X....."), "r1c1: the red car X stands upright"),
        (board("XX......", "BBBBBBBB"), "r2c1: vehicle B has 8 cells, at most 7"),
    ],
)
def test_a_board_that_is_none_is_refused_by_the_name_of_its_cell(text: str, problem: str) -> None:
    with pytest.raises(PuzzleError, match=problem):
        notation.parse(text)


def test_more_than_26_vehicles_are_refused() -> None:
    letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcd"
    cells = "".join(letter * 2 for letter in letters).ljust(64, ".")
    with pytest.raises(PuzzleError, match="30 vehicles, at most 26"):
        notation.parse(cells)
    assert len(notation.parse("".join(letter * 2 for letter in letters[:26]).ljust(64, ".")).letters) == 26


def test_the_first_fault_in_reading_order_is_the_one_reported() -> None:
    for _ in range(3):
        with pytest.raises(PuzzleError, match="vehicle Z has only one cell"):
            notation.parse(board("XX.Z..", "B.C.D."))


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("X+3", Slide("X", 3)),
        ("B-1", Slide("B", -1)),
        (" C+10 ", Slide("C", 10)),
        ("XR3", Slide("X", 3)),
        ("bu", Slide("b", -1)),
    ],
)
def test_moves(text: str, move: Slide) -> None:
    assert notation.parse_move(text) == move


@pytest.mark.parametrize("text", ["", "X", "X3", "+3", "XX+3", "X+", "X+1.5", "X+٣", "X+12345", "X 3"])
def test_moves_that_are_none(text: str) -> None:
    with pytest.raises(PuzzleError, match="is not a move"):
        notation.parse_move(text)


PACK = """# a comment
03 BB...C...D.CXX.D.C...D..........EEE. 120

BB...C
...D.C
XX.D.C
...D..
......
..EEE.
AA..................................
-1 XX.BBB..............................
05 nonsense
07 BB...C...D.CXX.D.C...D..........EEE. many
1 2 3 4 5
XX....
......
"""


def test_a_file_may_mix_all_forms_and_bad_puzzles_are_named() -> None:
    entries = list(notation.read_pack(PACK))
    kinds = ["puzzle" if isinstance(entry, Puzzle) else str(entry) for entry in entries]
    assert kinds[:4] == ["puzzle"] * 4
    assert kinds[4].startswith("puzzle 5: line 12: a board in one line must be square")
    assert kinds[5].startswith("puzzle 6: line 13: 'many' is not SIZE")
    assert kinds[6].startswith("puzzle 7: line 14: a pack line is MOVES BOARD [SIZE]")
    assert kinds[7] == "puzzle"
    first, second, third, fourth = entries[:4]
    assert isinstance(first, Puzzle)
    assert isinstance(second, Puzzle)
    assert isinstance(third, Puzzle)
    assert isinstance(fourth, Puzzle)
    assert first.facts == {"moves": 3, "positions": 120}
    assert second.position == first.position
    assert second.facts == third.facts == {}
    assert fourth.facts == {"moves": -1}


def test_a_fault_inside_a_pack_names_line_and_cell() -> None:
    (error,) = notation.read_pack("\n\nAA.B.B\n......\n")
    assert str(error) == "puzzle 1: line 3, r1c4: vehicle B is split: another part is at r1c6"


def test_pack_lines_come_back() -> None:
    line = "03 BB...C...D.CXX.D.C...D..........EEE. 120\n"
    assert notation.write_pack(entry for entry in notation.read_pack(line) if isinstance(entry, Puzzle)) == line
