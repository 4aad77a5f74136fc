"""What holds for every game that is played for a score: players play by the rules, and nobody peeks."""

from __future__ import annotations

from itertools import islice
from typing import Any

import pytest

from quandary.core.budget import Task
from quandary.engine.generate import generate
from quandary.engine.judge import judge
from quandary.engine.play import play_game
from quandary.engine.session import Session
from quandary.engine.solve import available_strategies, solve
from quandary.game import Game, Player, UsageError, read_options
from quandary.testing.messages import at, member, require_registered
from quandary.testing.walks import positions_along_random_walks

MOST_MOVES = 15


def _starts(game: Game[Any, Any], player: Player[Any, Any]) -> list[Any]:
    """A generated start of each of the game's rules, as far as this player knows them."""
    choices = [{option.name: choice} for option in game.variant_options for choice in option.choices or ()]
    starts = [next(generate(game.variant(**chosen), seed=1)).position for chosen in choices or [{}]]
    return [start for start in starts if player.suits(start)]


def test_there_is_nothing_to_solve_and_it_is_said(scored_game: Game[Any, Any]) -> None:
    strategies = [strategy.name for strategy in available_strategies(scored_game)]
    assert not strategies, f"a game played for a score has no strategies, take {strategies} out of solver.py"
    with pytest.raises(UsageError, match="score"):
        solve(scored_game, scored_game.examples[1])


def test_every_position_has_a_score(scored_game: Game[Any, Any]) -> None:
    for position in positions_along_random_walks(scored_game):
        assert scored_game.score(position) is not None, (
            f"{member(scored_game, 'score')} returns None {at(scored_game, position)}: add what the game counts"
        )


def test_players_play_by_the_rules(scored_game: Game[Any, Any]) -> None:
    assert scored_game.players(), (
        f"a game played for a score needs a player, for hints and play --auto: add PLAYERS to players.py "
        f"beside {type(scored_game).__module__}"
    )
    for player in scored_game.players():
        for text in scored_game.examples:
            position = scored_game.parse(text)
            if not player.suits(position):
                refused = False
                try:
                    play_game(scored_game, position, player, most_moves=1)
                except UsageError:
                    refused = True
                assert refused, f"player {player.name} must raise UsageError where it does not suit: {text!r}"
                continue
            played = play_game(scored_game, position, player, seed=3, most_moves=MOST_MOVES)
            judgement = judge(scored_game, position, played.moves, scored_game.metrics[0])
            who = f"player {player.name} on {text!r}"
            assert judgement.problem is None, f"{who}: {judgement.problem}"
            legal = judgement.legal
            assert legal == len(played.moves), f"{who} plays {len(played.moves)} moves, {legal} of them are legal"
            counted = scored_game.score(judgement.position)
            assert played.score == counted, f"{who}: the score is {played.score}, the rules count {counted}"
            status = scored_game.status(judgement.position)
            assert played.status is status, f"{who}: the game ends as {played.status}, by the rules as {status}"
            assert len(played.moves) == MOST_MOVES or not scored_game.moves(judgement.position), (
                f"{who} stops after {len(played.moves)} moves while there are legal ones: it must play on"
            )


def test_a_player_plays_alike_with_the_same_seed(scored_game: Game[Any, Any]) -> None:
    for player in scored_game.players():
        task = Task(options=read_options(player.options, {}))
        for position in _starts(scored_game, player):
            games = [list(islice(player.moves(position, 5, task), MOST_MOVES)) for _ in range(2)]
            assert games[0] == games[1], f"player {player.name} must play alike with the same seed: take chance from it"


def test_a_measured_game_has_the_figures_that_the_rules_count(scored_game: Game[Any, Any]) -> None:
    for player in scored_game.players():
        examples = map(scored_game.parse, scored_game.examples)
        positions = [*_starts(scored_game, player), *(position for position in examples if player.suits(position))]
        seeds = [3 + number for number in range(len(positions))]
        task = Task(options=read_options(player.options, {}))
        measured = player.measure(positions, seeds, task, 2, after=2, most_moves=MOST_MOVES)
        if measured is None:
            continue
        for position, seed, figures in zip(positions, seeds, measured, strict=True):
            played = play_game(scored_game, position, player, seed=seed, most_moves=MOST_MOVES)
            end = judge(scored_game, position, played.moves, scored_game.metrics[0]).position
            early = judge(scored_game, position, played.moves[:2], scored_game.metrics[0]).position
            expected = (played.score, len(played.moves), scored_game.score(early), scored_game.ending(end))
            found = (figures.score, figures.moves, figures.score_after, figures.ending)
            assert found == expected, (
                f"measure of player {player.name}: score, moves, score after 2 moves and ending are {found}, "
                f"the rules count {expected}"
            )


def test_a_hint_is_a_legal_move_as_long_as_there_is_one(scored_game: Game[Any, Any]) -> None:
    require_registered(scored_game)
    session: Session[Any, Any] = Session.start(scored_game.name, scored_game.examples[1])
    for _ in range(MOST_MOVES):
        hint = session.hint()
        if hint is None:
            break
        session.play(hint)
    assert session.moves, f"there is no hint for {member(scored_game, 'examples')}[1]: add a player that suits it"
    assert session.hints == len(session.moves), f"{len(session.moves)} hints were given, {session.hints} counted"
    assert session.distance() is None, f"a game played for a score has no distance, not {session.distance()}"
