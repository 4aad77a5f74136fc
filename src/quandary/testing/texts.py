"""What holds for the texts of every game: they come back as they went out, and garbage is refused politely."""

from __future__ import annotations

from typing import Any

from quandary.game import Game, Puzzle, PuzzleError
from quandary.rng import Rng
from quandary.testing.walks import positions_along_random_walks

_DAMAGES = 300


def test_positions_come_back_from_their_texts(any_game: Game[Any, Any]) -> None:
    for position in positions_along_random_walks(any_game):
        assert any_game.parse(any_game.format(position)) == position
        assert any_game.parse(any_game.compact(position)) == position
        assert "\n" not in any_game.compact(position)


def test_moves_come_back_from_their_texts(any_game: Game[Any, Any]) -> None:
    for position in positions_along_random_walks(any_game):
        moves = list(any_game.moves(position))
        assert [any_game.parse_move(any_game.format_move(move)) for move in moves] == moves
        assert any_game.parse_moves(any_game.format_moves(moves)) == moves


def test_packs_come_back_from_their_files(any_game: Game[Any, Any]) -> None:
    puzzles = []
    for number, text in enumerate(any_game.examples, start=1):
        position = any_game.parse(text)
        puzzles.append(Puzzle(any_game.name, str(number), position, any_game.format(position)))
    assert list(any_game.read_pack(any_game.write_pack(puzzles))) == puzzles


def test_a_bad_puzzle_in_a_pack_leaves_the_others_readable(any_game: Game[Any, Any]) -> None:
    good = any_game.compact(any_game.parse(any_game.examples[0]))
    entries = list(any_game.read_pack(f"{good}\n\n!?!?!?!?!?\n\n{good}\n"))
    assert [type(entry) for entry in entries] == [Puzzle, PuzzleError, Puzzle]
    assert isinstance(entries[1], PuzzleError)
    assert entries[1].puzzle == "2"


def test_damaged_texts_raise_puzzle_error_and_nothing_else(any_game: Game[Any, Any]) -> None:
    rng = Rng(7)
    letters = sorted(set("".join(any_game.examples)) | set("\n x0#@-é"))
    for _ in range(_DAMAGES):
        text = rng.choice(any_game.examples)
        at = rng.below(len(text))
        damaged = text[:at] + rng.choice(letters) * rng.below(3) + text[at + rng.below(3) :]
        try:
            position = any_game.parse(damaged)
        except PuzzleError as error:
            assert "\n" not in str(error)
        else:
            # What passes `parse` never fails later.
            assert any_game.parse(any_game.format(position)) == position
