"""Solutions in LURD: letters, white space, counts and brackets."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quandary.game import PuzzleError
from quandary.games.sokoban import GAME
from quandary.games.sokoban.board import pack, unpack
from quandary.games.sokoban.notation import format_moves


@pytest.mark.parametrize(
    ("text", "letters"),
    [
        ("lurdLURD", "lurdLURD"),
        ("l u\nr\td", "lurd"),
        ("3r2(lU)", "rrrlUlU"),
        ("2(l2(ud)R)", "lududRlududR"),
        ("0r", ""),
        ("", ""),
        ("10L", "l" * 10),
        ("UDLR R", "udlrr"),
        ("l10L", "l" + "L" * 10),
    ],
)
def test_moves_are_read(text: str, letters: str) -> None:
    moves = GAME.parse_moves(text)
    # Steps compare by their direction alone, so look at the letters.
    assert format_moves(moves) == letters


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("lrx", "move 3"),
        ("l?", "move 2"),
        ("3", "character 1"),
        ("ll(r", None),
        ("l)", "character 2"),
        ("2(3)", "character 3"),
        ("99999999999l", "character 1"),
        ("999(999(999(999(lurd))))", None),
    ],
)
def test_what_is_no_solution_is_refused_with_its_place(text: str, place: str | None) -> None:
    with pytest.raises(PuzzleError) as caught:
        GAME.parse_moves(text)
    assert caught.value.place == place


@given(st.text(alphabet="lurdLURD", max_size=60))
def test_runs_come_back(letters: str) -> None:
    assert unpack(pack(letters)) == letters
    assert len(pack(letters)) <= len(letters)


@pytest.mark.parametrize("text", ["", "x", "ll", "1l", "é"])
def test_a_step_is_one_letter(text: str) -> None:
    with pytest.raises(PuzzleError, match="is not a step"):
        GAME.parse_move(text)
