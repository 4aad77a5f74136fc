"""The blind player: plays by the rules, sees nothing it should not, and wins its share."""

from __future__ import annotations

from dataclasses import replace
from itertools import count

import pytest

from quandary.engine.play import play_game
from quandary.game import Played, Status, UsageError
from quandary.games.klondike import GAME, notation, rules
from quandary.games.klondike.blind import Blind, BlindMind
from quandary.games.klondike.position import Position, player_view
from tests.games.klondike.deals import TABLE, dealt


def play_blind(position: Position, seed: int = 1, nodes: int = 0, **more: float) -> Played[rules.Move]:
    """Without any nodes it takes as few looks as it may."""
    return play_game(GAME, position, Blind(), seed=seed, options={"nodes": nodes, **more})


def test_its_games_are_legal_and_end_as_it_says() -> None:
    for seed in range(3):
        game = play_blind(dealt(seed))
        position = dealt(seed)
        for move in game.moves:
            position = rules.play(position, move).position
        assert rules.status(position) == game.status


def test_it_begins_by_turning_the_stock_once() -> None:
    words = GAME.format_moves(play_blind(dealt(1)).moves).split()
    assert words[:9] == ["D"] * 8 + ["R"]


def test_the_same_view_gives_the_same_moves_whatever_lies_hidden() -> None:
    position = TABLE
    hidden = [card for pile in position.face_down for card in pile]
    other_way = iter(hidden[::-1])
    swapped = replace(position, face_down=tuple(tuple(next(other_way) for _ in pile) for pile in position.face_down))
    assert swapped != position
    plans = [_decides(one) for one in (position, swapped)]
    assert plans[0] == plans[1] != ()


def _decides(position: Position) -> tuple[rules.Move, ...]:
    return tuple(BlindMind(7, nodes=0).next_moves(player_view(position, seen=position.stock)))


def test_a_decision_ends_with_a_turned_card() -> None:
    position = TABLE
    for move in _decides(TABLE):
        outcome = rules.play(position, move)
        position = outcome.position
    assert any(isinstance(event, rules.Turned) for event in outcome.events)


def test_an_open_game_is_played_out() -> None:
    late = notation.parse("foundations=QC9DJHTS/stock=JDKDKHQS/1=KSQHJSTD/2=KCQD")
    assert play_blind(late).status is Status.WON


def test_a_game_may_have_begun() -> None:
    position = dealt(1)
    for word in ("D", "D"):
        position = rules.play(position, notation.parse_move(word)).position
    assert len(play_blind(position).moves) > 9


def test_a_seed_repeats_a_game_whatever_the_clock_says(monkeypatch: pytest.MonkeyPatch) -> None:
    first = [play_blind(dealt(seed), seed, nodes=100_000).moves for seed in (1, 2)]
    hours = count(step=3600)
    monkeypatch.setattr("quandary.games.klondike.blind.clock.perf_counter", lambda: float(next(hours)))
    assert [play_blind(dealt(seed), seed, nodes=100_000).moves for seed in (1, 2)] == first


def test_who_limits_the_time_too_gets_what_allows_less() -> None:
    assert play_blind(dealt(1), nodes=10**9, seconds=0.0).moves == play_blind(dealt(1)).moves


def test_limited_redeals_are_refused() -> None:
    with pytest.raises(UsageError, match="unlimited redeals"):
        play_blind(dealt(1, redeals=3))


@pytest.mark.slow
def test_it_wins_more_than_people_do() -> None:
    games = [play_blind(dealt(seed), seed) for seed in range(20)]
    assert sum(game.status is Status.WON for game in games) >= 3
