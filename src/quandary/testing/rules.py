"""What holds for the rules of every game, seen from outside."""

from __future__ import annotations

from typing import Any

import pytest

from quandary.game import Event, Game, IllegalMove, Status, Won
from quandary.rng import Rng
from quandary.testing.walks import positions_along_random_walks


def test_every_legal_move_plays_and_says_what_happened(any_game: Game[Any, Any]) -> None:
    for position in positions_along_random_walks(any_game):
        for move in any_game.moves(position):
            outcome = any_game.play(position, move)
            assert outcome.position != position
            assert outcome.events
            assert all(isinstance(event, Event) for event in outcome.events)
            won = any_game.status(outcome.position) is Status.WON
            assert isinstance(outcome.events[-1], Won) == won


def test_every_other_move_is_refused_with_a_reason(any_game: Game[Any, Any]) -> None:
    positions = list(positions_along_random_walks(any_game))
    every_move = {move for position in positions for move in any_game.moves(position)}
    for position in positions:
        legal = set(any_game.moves(position))
        for move in every_move - legal:
            listed = any_game.canonical_move(position, move)
            if listed in legal:
                assert any_game.play(position, move).position == any_game.play(position, listed).position
                continue
            with pytest.raises(IllegalMove, match=r"\w"):
                any_game.play(position, move)


def test_every_listed_move_is_listed_by_its_own_name(any_game: Game[Any, Any]) -> None:
    for position in positions_along_random_walks(any_game):
        for move in any_game.moves(position):
            assert any_game.canonical_move(position, move) == move


def test_no_move_is_legal_when_the_game_is_over(any_game: Game[Any, Any]) -> None:
    endings = [p for p in positions_along_random_walks(any_game) if any_game.status(p) is not Status.PLAYING]
    assert endings, "the random walks of the examples should end somewhere"
    assert all(not any_game.moves(position) for position in endings)


def test_a_game_that_goes_on_has_a_move(any_game: Game[Any, Any]) -> None:
    for position in positions_along_random_walks(any_game):
        if any_game.status(position) is Status.PLAYING:
            assert any_game.moves(position)


def test_moves_and_positions_are_values(any_game: Game[Any, Any]) -> None:
    for position in positions_along_random_walks(any_game):
        again = any_game.parse(any_game.format(position))
        assert again == position
        assert hash(again) == hash(position)
        assert list(any_game.moves(again)) == list(any_game.moves(position))
        assert len(set(any_game.moves(position))) == len(any_game.moves(position))


def test_playing_leaves_the_position_as_it_was(any_game: Game[Any, Any]) -> None:
    rng = Rng(3)
    for position in positions_along_random_walks(any_game):
        if moves := any_game.moves(position):
            before = any_game.format(position)
            any_game.play(position, rng.choice(moves))
            assert any_game.format(position) == before


def test_every_move_costs_something_in_every_metric(any_game: Game[Any, Any]) -> None:
    position = any_game.parse(any_game.examples[1])
    for metric in any_game.metrics:
        assert sum(any_game.move_cost(position, move, metric) for move in any_game.moves(position)) > 0
