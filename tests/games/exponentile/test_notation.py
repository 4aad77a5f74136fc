"""Texts of ExponenTile: boards, fields, moves, and errors that name the place."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import quandary
from quandary.game import PuzzleError, UsageError
from quandary.games.exponentile.generator import start
from quandary.games.exponentile.notation import compact, format_move, format_position, parse, parse_move
from quandary.games.exponentile.position import CLASSIC, RULE_NAMES, SPAWN, WEB, Position
from quandary.games.exponentile.rules import Move

SMALL = "2 4 8\n16 2 4\n8 1024 2"


def test_a_board_is_its_rows_from_the_top() -> None:
    position = parse(SMALL)
    assert position.rows == ((1, 2, 3), (4, 1, 2), (3, 10, 1))
    assert (position.rules, position.spawn, position.torus) == (CLASSIC, SPAWN[CLASSIC], False)
    assert (position.score, position.moves, position.chance) == (0, 0, 0)


def test_numbers_are_written_under_each_other() -> None:
    assert format_position(parse(SMALL)) == "   2    4    8\n  16    2    4\n   8 1024    2"


def test_a_line_with_slashes_is_the_same_board() -> None:
    assert parse("2,4,8/16,2,4/8,1024,2") == parse(SMALL)
    assert compact(parse(SMALL)) == "2,4,8/16,2,4/8,1024,2"


def test_fields_say_what_is_not_as_usual() -> None:
    text = f"{SMALL}\nrules: web\nspawn: 2 8 32\ntorus: yes\nscore: 77\nmoves: 3\nchance: 99"
    position = parse(text)
    assert position == Position(parse(SMALL).cells, 3, WEB, (1, 3, 5), True, 77, 3, 99)
    assert [line.strip() for line in format_position(position).splitlines()][3:] == text.splitlines()[3:]
    assert parse(compact(position)) == position


def test_the_rules_decide_what_comes_unless_the_text_says_so() -> None:
    assert parse(SMALL, rules=WEB).spawn == SPAWN[WEB]
    assert parse(f"{SMALL}\nrules: web").spawn == SPAWN[WEB]
    with pytest.raises(UsageError, match="rules=classic was chosen, but the puzzle is played with rules=web"):
        parse(f"{SMALL}\nrules: web", rules=CLASSIC)
    assert parse(f"{SMALL}\nspawn: 2 4 8", rules=WEB).spawn == (1, 2, 3)
    assert quandary.game("exponentile", rules="web").parse(SMALL).rules == WEB
    with pytest.raises(UsageError, match="option rules: 'wild' is not one of classic, web"):
        quandary.game("exponentile", rules="wild")


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", "the board is empty (expected 8 lines of 8 numbers)"),
        ("rules: web", "the board is empty (expected 8 lines of 8 numbers)"),
        ("2 4\n4 2\n2 8", "2 columns: a board has 3 to 16 columns"),
        ("2 4 8\n4 2 4", "2 rows: a board has 3 to 16 rows"),
        ("2 4 8\n4 2\n2 4 8", "line 2: this row has 2 numbers, the first has 3: all rows are equally long"),
        ("2 4 8\n4 6 2\n2 4 8", "line 2, number 2: 6 is no tile (tiles are powers of two: 2, 4, 8 …)"),
        ("2 4 8\n4 1 2\n2 4 8", "line 2, number 2: 1 is no tile (tiles are powers of two: 2, 4, 8 …)"),
        ("2 4 8\n4 0 2\n2 4 8", "line 2, number 2: 0 is no tile (tiles are powers of two: 2, 4, 8 …)"),
        ("2 4 8\n4 -2 2\n2 4 8", "line 2, number 2: '-2' is not a whole number"),
        ("2 4 8\n4 x 2\n2 4 8", "line 2, number 2: 'x' is not a whole number"),
        (f"{SMALL}\nrules: wild", "line 4, rules: there are no rules 'wild' (rules: classic, web)"),
        (f"{SMALL}\nscore: -1", "line 4, score: '-1' is not a whole number"),
        (f"{SMALL}\nscore: 1\nscore: 2", "line 5: score is there twice"),
        (f"{SMALL}\nluck: 1", "line 4: unknown name 'luck' (expected rules, spawn, torus, score, moves, chance)"),
        (f"{SMALL}\ntorus: maybe", "line 4, torus: 'maybe' is neither yes nor no"),
        (f"{SMALL}\nchance: {1 << 64}", f"line 4, chance: {1 << 64} is not from 0 to {(1 << 64) - 1}"),
        (f"{SMALL}\nspawn: 2 4", "line 4, spawn: new tiles have 3 or more values"),
        (f"{SMALL}\nspawn: 2 8 4", "line 4, spawn: new tiles have 3 or more values"),
        ("2 4 8\n4 2147483648 2\n2 4 8", "line 2, number 2: 2147483648 is above the largest tile"),
    ],
)
def test_what_is_no_board_is_refused_with_the_place(text: str, problem: str) -> None:
    with pytest.raises(PuzzleError) as error:
        parse(text)
    assert str(error.value).startswith(problem)


def test_a_move_is_two_neighbouring_cells() -> None:
    assert parse_move("r3c4>r3c5") == Move((2, 3), (2, 4))
    assert parse_move(" R12C1>R11C1 ") == Move((11, 0), (10, 0))
    # Over the edge of a torus.
    assert format_move(parse_move("r1c8>r1c1")) == "r1c8>r1c1"


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("r1c1>r2c2", "the two cells are not adjacent"),
        ("r1c1>r1c1", "the two cells are not adjacent"),
        ("r2c2>r2c4", "the two cells are not adjacent"),
        ("r1c3>r1c5", "the two cells are not adjacent"),
        ("r1c1>r1c99", "the two cells are not adjacent"),
        ("r0c1>r1c1", "rows and columns count from 1"),
        ("r1c1", "is not a move .expected for example r3c4>r3c5"),
        ("r1c1-r1c2", "is not a move .expected for example r3c4>r3c5"),
        ("", "is not a move .expected for example r3c4>r3c5"),
    ],
)
def test_what_is_no_move_is_refused(text: str, problem: str) -> None:
    with pytest.raises(PuzzleError, match=problem):
        parse_move(text)


positions = st.builds(
    start,
    st.integers(0, 1 << 63),
    st.sampled_from(RULE_NAMES),
    width=st.integers(3, 16),
    height=st.integers(3, 16),
    torus=st.booleans(),
    spawn=st.none() | st.sets(st.integers(1, 12), min_size=4).map(lambda values: tuple(sorted(values))),
)


@given(positions)
def test_every_position_comes_back_from_its_texts(position: Position) -> None:
    assert parse(format_position(position)) == parse(compact(position)) == position


@given(st.text(alphabet="rc0123456789> <", max_size=14))
def test_garbage_moves_are_refused_and_nothing_else(text: str) -> None:
    try:
        move = parse_move(text)
    except PuzzleError:
        return
    assert parse_move(format_move(move)) == move


@given(st.text(alphabet="0123456789 ,/\n=:-rulestohcanv", max_size=80), st.sampled_from([None, *RULE_NAMES]))
def test_garbage_boards_are_refused_and_nothing_else(text: str, rules: Any) -> None:
    for whole in (text, f"{SMALL}\n{text}"):
        try:
            position = parse(whole, rules=rules)
        except PuzzleError as error:
            assert "\n" not in str(error)
        else:
            assert parse(format_position(position)) == position
