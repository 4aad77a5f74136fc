"""Ids are text: what is printed is read back, and what is none is refused in one line."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

import quandary
from quandary.core.ids import LARGEST_SEED, PuzzleId, board_id, is_id, is_seed
from quandary.game import PuzzleError

NAMES = st.from_regex(r"[a-z][a-z0-9-]{0,12}", fullmatch=True)
WORDS = st.from_regex(r"[A-Za-z0-9_-]{0,20}", fullmatch=True)
SEED_IDS = st.builds(PuzzleId, NAMES, WORDS, st.integers(0, LARGEST_SEED))
# No board of a game ends in white space, or consists of words and a seed.
BOARDS = st.text(min_size=1).filter(lambda text: text == text.rstrip() and "#" not in text)
BOARD_IDS = st.builds(PuzzleId, NAMES, board=BOARDS)


@given(SEED_IDS | BOARD_IDS)
def test_what_is_printed_is_read_back(name: PuzzleId) -> None:
    assert PuzzleId.parse(str(name)) == name


@given(st.text())
def test_any_text_is_an_id_that_prints_itself_again_or_an_error_of_one_kind(text: str) -> None:
    try:
        name = PuzzleId.parse(text)
    except PuzzleError:
        return
    assert PuzzleId.parse(str(name)) == name


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("rush-hour#42", ("rush-hour", "", 42, "")),
        ("circuit:5#042", ("circuit", "5", 42, "")),
        ("klondike:draw1-winnable#0", ("klondike", "draw1-winnable", 0, "")),
        ("sokoban:5#|#@$.#|5#", ("sokoban", "", None, "5#|#@$.#|5#")),
        ("sokoban: ###\n #@$.#", ("sokoban", "", None, " ###\n #@$.#")),
        ("sokoban:beginner/3", ("sokoban", "", None, "beginner/3")),
        (f"klondike#{LARGEST_SEED}", ("klondike", "", LARGEST_SEED, "")),
    ],
)
def test_the_grammar(text: str, parts: tuple[str, str, int | None, str]) -> None:
    name = PuzzleId.parse(text)
    assert (name.game, name.words, name.seed, name.board) == parts


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", "is no id"),
        ("rush-hour", "is no id"),
        ("rush-hour#", "is no id"),
        ("rush-hour:", "is no id"),
        ("rush-hour#x", "is no id"),
        ("rush hour#1", "is no id"),
        ("#1", "is no id"),
        (f"klondike#{LARGEST_SEED + 1}", "a seed is a number from 0 to 9223372036854775807"),
    ],
)
def test_nonsense_is_refused(text: str, problem: str) -> None:
    with pytest.raises(PuzzleError, match=problem):
        PuzzleId.parse(text)


def test_a_last_word_v2_is_an_alias() -> None:
    assert PuzzleId.parse("sokoban:expert-v2#1") == PuzzleId("sokoban", "expert", 1)
    assert PuzzleId.parse("sokoban:v2#1") == PuzzleId("sokoban", "", 1)
    assert PuzzleId.parse("circuit:10-hidden-v2#7") == PuzzleId("circuit", "10-hidden", 7)
    assert PuzzleId.parse("circuit:8-v3#7").words == "8-v3"
    assert PuzzleId.parse("rush-hour:expert-v2#1").words == "expert"


def test_an_entry_of_a_pack_is_a_name_and_a_number_from_1() -> None:
    assert PuzzleId.parse("sokoban:beginner/3").pack == ("beginner", 3)
    for board in ("beginner/0", "beginner", "beginner/", "2,4,8,4/4,2,2,8", "draw=3/foundations=KC", "5#|#@$.#|5#"):
        assert PuzzleId("sokoban", board=board).pack is None


@pytest.mark.parametrize("name", quandary.names(with_examples=True))
def test_a_games_boards_have_ids(name: str) -> None:
    game = quandary.game(name)
    for text in game.examples:
        position = game.parse(text)
        said = board_id(game, position)
        assert is_id(game, said)
        assert not is_seed(game, said)
        assert PuzzleId.parse(said) == PuzzleId(name, board=game.compact(position))
        assert PuzzleId.parse(said).pack is None
