"""What holds for the rules of every game, seen from outside."""

from __future__ import annotations

from typing import Any

from quandary.core.rng import Rng
from quandary.game import Event, Game, IllegalMove, Status, Won
from quandary.testing.messages import at, member, named, parse_back
from quandary.testing.walks import positions_along_random_walks


def test_every_legal_move_plays_and_says_what_happened(any_game: Game[Any, Any]) -> None:
    play = member(any_game, "play")
    for position in positions_along_random_walks(any_game):
        for move in any_game.moves(position):
            where = f"for {named(any_game, move)} {at(any_game, position)}"
            outcome = any_game.play(position, move)
            assert outcome.position != position, f"{play} must return a changed position {where}"
            assert outcome.events, f"{play} returns no events {where}: add at least one that says what happened"
            strange = [event for event in outcome.events if not isinstance(event, Event)]
            assert not strange, f"{play} must return events derived from quandary.game.Event, not {strange} {where}"
            won = any_game.status(outcome.position) is Status.WON
            ends_so = isinstance(outcome.events[-1], Won)
            assert ends_so or not won, f"{play} must add Won() as the last event {where}: the puzzle is solved there"
            assert won or not ends_so, f"{play} returns Won() {where}, but {member(any_game, 'status')} is not WON"


def test_every_other_move_is_refused_with_a_reason(any_game: Game[Any, Any]) -> None:
    play = member(any_game, "play")
    positions = list(positions_along_random_walks(any_game))
    every_move = {move for position in positions for move in any_game.moves(position)}
    for position in positions:
        legal = set(any_game.moves(position))
        for move in every_move - legal:
            where = f"for {named(any_game, move)} {at(any_game, position)}"
            listed = any_game.canonical_move(position, move)
            if listed in legal:
                assert any_game.play(position, move).position == any_game.play(position, listed).position, (
                    f"{play} must lead to the same position for both names of a move "
                    f"({member(any_game, 'canonical_move')}) {where}"
                )
                continue
            reason = None
            try:
                any_game.play(position, move)
            except IllegalMove as error:
                reason = str(error)
            assert reason is not None, (
                f"{play} must raise IllegalMove {where}, or {member(any_game, 'moves')} must list this move"
            )
            assert reason.strip(), f"{play} must give IllegalMove a reason {where}"


def test_every_listed_move_is_listed_by_its_own_name(any_game: Game[Any, Any]) -> None:
    for position in positions_along_random_walks(any_game):
        for move in any_game.moves(position):
            assert any_game.canonical_move(position, move) == move, (
                f"{member(any_game, 'canonical_move')} must leave a listed move as it is: "
                f"{named(any_game, move)} {at(any_game, position)}"
            )


def test_no_move_is_legal_when_the_game_is_over(any_game: Game[Any, Any]) -> None:
    endings = [p for p in positions_along_random_walks(any_game) if any_game.status(p) is not Status.PLAYING]
    assert endings, (
        f"random play of {member(any_game, 'examples')} never ends: add a puzzle that is solved or lost in a few moves"
    )
    for position in endings:
        assert not any_game.moves(position), (
            f"{member(any_game, 'moves')} must return no moves when the game is over, {at(any_game, position)}"
        )


def test_a_game_that_goes_on_has_a_move(any_game: Game[Any, Any]) -> None:
    for position in positions_along_random_walks(any_game):
        if any_game.status(position) is Status.PLAYING:
            assert any_game.moves(position), (
                f"{member(any_game, 'status')} must not be PLAYING where {member(any_game, 'moves')} returns none, "
                f"{at(any_game, position)}: return LOST"
            )


def test_moves_and_positions_are_values(any_game: Game[Any, Any]) -> None:
    for position in positions_along_random_walks(any_game):
        where = at(any_game, position)
        again = parse_back(any_game, any_game.format(position), "format")
        assert again == position, f"positions of the same text must be equal: make them frozen dataclasses, {where}"
        assert hash(again) == hash(position), f"equal positions must have the same hash, {where}"
        moves = list(any_game.moves(position))
        assert list(any_game.moves(again)) == moves, (
            f"{member(any_game, 'moves')} must return the same moves in the same order for equal positions, {where}"
        )
        assert len(set(moves)) == len(moves), f"{member(any_game, 'moves')} returns a move twice, {where}"


def test_playing_leaves_the_position_as_it_was(any_game: Game[Any, Any]) -> None:
    rng = Rng(3)
    for position in positions_along_random_walks(any_game):
        if moves := any_game.moves(position):
            before = any_game.format(position)
            move = rng.choice(moves)
            any_game.play(position, move)
            assert any_game.format(position) == before, (
                f"{member(any_game, 'play')} changes the position it is given, with {named(any_game, move)}: "
                f"return a new one; it was {before!r}"
            )


def test_every_move_costs_something_in_every_metric(any_game: Game[Any, Any]) -> None:
    position = any_game.parse(any_game.examples[1])
    for metric in any_game.metrics:
        total = sum(any_game.move_cost(position, move, metric) for move in any_game.moves(position))
        assert total > 0, (
            f"{member(any_game, 'move_cost')} is 0 for every move in the metric {metric!r}, {at(any_game, position)}: "
            f"add a cost, or take the metric out of {member(any_game, 'metrics')}"
        )


def test_rules_are_those_that_can_be_chosen(any_game: Game[Any, Any]) -> None:
    names = {option.name for option in any_game.variant_options if not option.is_reading}
    for text in any_game.examples:
        position = any_game.parse(text)
        rules = set(any_game.rules_of(position))
        assert rules == names, (
            f"{member(any_game, 'rules_of')} must return the position's value of every option in "
            f"{member(any_game, 'variant_options')} ({', '.join(sorted(names)) or 'none'}), "
            f"not of {', '.join(sorted(rules)) or 'none'}, {at(any_game, position)}"
        )
