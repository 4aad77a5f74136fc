"""What holds for the texts of every game: they come back as they went out, and garbage is refused politely."""

from __future__ import annotations

from typing import Any

import pytest

from quandary.core.rng import Rng
from quandary.game import Game, Puzzle, PuzzleError
from quandary.testing.messages import member, parse_back
from quandary.testing.walks import positions_along_random_walks

_DAMAGES = 300


def test_positions_come_back_from_their_texts(any_game: Game[Any, Any]) -> None:
    for position in positions_along_random_walks(any_game):
        for name, text in (("format", any_game.format(position)), ("compact", any_game.compact(position))):
            assert parse_back(any_game, text, name) == position, (
                f"{member(any_game, 'parse')} must read back what {member(any_game, name)} writes: {text!r}"
            )
        assert "\n" not in any_game.compact(position), (
            f"{member(any_game, 'compact')} must write one line, for ids: add it where the text of "
            f"{member(any_game, 'format')} has several; it writes {any_game.compact(position)!r}"
        )


def test_moves_come_back_from_their_texts(any_game: Game[Any, Any]) -> None:
    for position in positions_along_random_walks(any_game):
        moves = list(any_game.moves(position))
        for move in moves:
            text = any_game.format_move(move)
            assert parse_back(any_game, text, "format_move", "parse_move") == move, (
                f"{member(any_game, 'parse_move')} must read what {member(any_game, 'format_move')} writes: {text!r}"
            )
        text = any_game.format_moves(moves)
        assert parse_back(any_game, text, "format_moves", "parse_moves") == moves, (
            f"{member(any_game, 'parse_moves')} must read back what {member(any_game, 'format_moves')} writes: {text!r}"
        )


def test_packs_come_back_from_their_files(any_game: Game[Any, Any]) -> None:
    puzzles = []
    for number, text in enumerate(any_game.examples, start=1):
        position = any_game.parse(text)
        puzzles.append(Puzzle(any_game.name, str(number), position, any_game.format(position)))
    text = any_game.write_pack(puzzles)
    assert list(any_game.read_pack(text)) == puzzles, (
        f"{member(any_game, 'read_pack')} must read back what {member(any_game, 'write_pack')} writes: {text!r}"
    )


def test_a_bad_puzzle_in_a_pack_leaves_the_others_readable(any_game: Game[Any, Any]) -> None:
    good = any_game.compact(any_game.parse(any_game.examples[0]))
    entries = list(any_game.read_pack(f"{good}\n\n!?!?!?!?!?\n\n{good}\n"))
    found = ", ".join(type(entry).__name__ for entry in entries)
    read_pack = member(any_game, "read_pack")
    assert [type(entry) for entry in entries] == [Puzzle, PuzzleError, Puzzle], (
        f"{read_pack} must yield a bad puzzle as its PuzzleError, and read on: "
        f"expected Puzzle, PuzzleError, Puzzle, got {found or 'nothing'}"
    )
    said = getattr(entries[1], "puzzle", None)
    assert said == "2", f"{read_pack} must say which puzzle is bad: error.located(puzzle='2'), not {said!r}"


def test_damaged_texts_raise_puzzle_error_and_nothing_else(any_game: Game[Any, Any]) -> None:
    rng, parse = Rng(7), member(any_game, "parse")
    letters = sorted(set("".join(any_game.examples)) | set("\n x0#@-é"))
    for _ in range(_DAMAGES):
        text = rng.choice(any_game.examples)
        at = rng.below(len(text))
        damaged = text[:at] + rng.choice(letters) * rng.below(3) + text[at + rng.below(3) :]
        try:
            position = any_game.parse(damaged)
        except PuzzleError as error:
            assert "\n" not in str(error), f"{parse} must raise a PuzzleError of one line for {damaged!r}: {error}"
        except Exception as error:
            pytest.fail(f"{parse} must raise PuzzleError for {damaged!r}, not {type(error).__name__}: {error}")
        else:
            # What passes `parse` never fails later.
            assert any_game.parse(any_game.format(position)) == position, (
                f"{parse} must read back what {member(any_game, 'format')} writes of {damaged!r}"
            )
