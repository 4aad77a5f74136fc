"""Garbage is refused politely by every game; what else holds for texts is told in `quandary.testing`."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quandary.core.registry import game, names
from quandary.game import Game, Puzzle, PuzzleError

GAMES = st.sampled_from(names(with_examples=True)).map(game)


def _with_a_change(text: str, at: int, put_in: str, left_out: int) -> str:
    return text[:at] + put_in + text[at + left_out :]


def _near_misses(game: Game[Any, Any]) -> st.SearchStrategy[str]:
    """Texts of the game's own characters, and its examples with something put in, left out or changed."""
    alphabet = sorted(set("".join(game.examples)) | set("\n x0123#@-é "))
    any_text = st.text(alphabet=alphabet, max_size=60)
    example = st.sampled_from(game.examples)
    changed = st.builds(_with_a_change, example, st.integers(0, 40), any_text, st.integers(0, 4))
    return st.one_of(any_text, changed, st.text(max_size=60))


@pytest.mark.slow
@given(st.data(), GAMES)
def test_garbage_raises_puzzle_error_and_nothing_else(data: st.DataObject, game: Game[Any, Any]) -> None:
    text = data.draw(_near_misses(game))
    try:
        position = game.parse(text)
    except PuzzleError as error:
        assert "\n" not in str(error)
    else:
        # What passes `parse` never fails later.
        assert game.parse(game.format(position)) == position
        for move in list(game.moves(position))[:5]:
            game.status(game.play(position, move).position)
        game.draw(position)
        game.draw_svg(position)


@pytest.mark.slow
@given(st.data(), GAMES)
def test_garbage_packs_are_read_to_their_end(data: st.DataObject, game: Game[Any, Any]) -> None:
    for entry in game.read_pack(data.draw(_near_misses(game))):
        assert isinstance(entry, (Puzzle, PuzzleError))


@given(st.one_of(st.text(max_size=12), st.from_regex(r"[A-Za-z]?[-+]?[0-9]{0,30}", fullmatch=True)), GAMES)
def test_garbage_moves_raise_puzzle_error_and_nothing_else(text: str, game: Game[Any, Any]) -> None:
    try:
        moves = game.parse_moves(text)
    except PuzzleError as error:
        assert "\n" not in str(error)
    else:
        assert game.parse_moves(game.format_moves(moves)) == moves
