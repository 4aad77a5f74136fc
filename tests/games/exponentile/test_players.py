"""The players: they play legally, the same for the same seed, and by what can be seen alone."""

from __future__ import annotations

from dataclasses import replace
from itertools import islice
from pathlib import Path

import pytest

import quandary
from quandary._native import exponentile as native
from quandary.core.budget import Cancel
from quandary.game import Player, Task, UsageError, read_options
from quandary.games.exponentile.players import PLAYERS
from quandary.games.exponentile.position import CLASSIC, SPAWN, WEB, Position
from quandary.games.exponentile.rules import Move, play

BY_NAME = {player.name: player for player in PLAYERS}
QUICK = {
    "mobility": {"samples": 2},
    "rollout": {"samples": 1, "depth": 2},
    "learned-2ply": {"samples": 1, "breadth": 2},
}


def start(rules: str, seed: int) -> Position:
    game = native.start(8, 8, rules, SPAWN[rules], False, seed)
    return Position(tuple(game.cells), 8, rules, SPAWN[rules], chance=game.chance)


def task(player: Player[Position, Move], **options: object) -> Task:
    return Task(options=read_options(player.options, {**QUICK.get(player.name, {}), **options}))


def test_everybody_is_there() -> None:
    names = "random first top-bottom bottom-top greedy lowest mobility rollout learned learned-2ply"
    assert set(BY_NAME) == set(names.split())
    assert quandary.game("exponentile").players() == PLAYERS


@pytest.mark.parametrize("player", PLAYERS, ids=lambda player: player.name)
@pytest.mark.parametrize("rules", [CLASSIC, WEB])
def test_a_game_watched_is_the_game_simulated(player: Player[Position, Move], rules: str) -> None:
    position = start(rules, 7)
    chosen = task(player)
    watched = list(islice(player.moves(position, 3, chosen), 60))
    measured = player.measure([position], [3], chosen, 1, after=30, most_moves=60)
    assert measured is not None
    (game,) = measured
    scores = [position.score]
    for move in watched:
        position = play(position, move).position
        scores.append(position.score)
    assert game.moves == len(watched) > 0
    assert game.score == scores[-1]
    assert game.score_after == scores[min(30, len(watched))]
    assert game.ending == str(1 << max(position.cells))


@pytest.mark.parametrize("player", PLAYERS, ids=lambda player: player.name)
def test_players_do_not_see_what_is_to_come(player: Player[Position, Move]) -> None:
    for seed in range(5):
        position = start(WEB, seed)
        others = [replace(position, chance=chance) for chance in (0, 1, 2**64 - 1)]
        chosen = {next(player.moves(one, 5, task(player))) for one in (position, *others)}
        assert len(chosen) == 1


@pytest.mark.parametrize("player", PLAYERS, ids=lambda player: player.name)
def test_the_number_of_threads_changes_nothing(player: Player[Position, Move]) -> None:
    positions = [start(WEB, seed) for seed in range(4)]
    runs = []
    for jobs in (1, 3):
        games = player.measure(positions, range(10, 14), task(player), jobs, after=None, most_moves=50)
        assert games is not None
        runs.append(list(games))
    assert runs[0] == runs[1]


def test_whole_games_replay_through_the_rules() -> None:
    positions = [start(rules, seed) for rules in (WEB, CLASSIC) for seed in range(3)]
    player = BY_NAME["greedy"]
    games = player.play_batch(positions, 1, task(player), 2)
    assert games is not None
    for first, (game, seconds) in zip(positions, games, strict=True):
        last = first
        for move in game.moves:
            last = play(last, move).position
        assert last.score == game.score
        assert quandary.game("exponentile").status(last) is game.status
        assert seconds >= 0


SCORES = {
    "random": 4404,
    "first": 3880,
    "top-bottom": 3204,
    "bottom-top": 7288,
    "greedy": 5900,
    "lowest": 3388,
    "mobility": 4028,
    "rollout": 5180,
}
"""What 100 moves score from seed 1: a change here is a change of how somebody plays, and must be meant."""


@pytest.mark.parametrize("name", SCORES)
def test_the_signature_of_every_player(name: str) -> None:
    player = BY_NAME[name]
    games = player.measure([start(WEB, 1)], [1], task(player), 1, after=None, most_moves=100)
    assert games is not None
    assert [game.score for game in games] == [SCORES[name]]


def test_the_first_swap_is_the_web_games_hint() -> None:
    position = start(WEB, 2)
    assert next(BY_NAME["first"].moves(position, 1, Task())) == quandary.game("exponentile").moves(position)[0]


def test_better_players_score_more() -> None:
    positions = [start(WEB, seed) for seed in range(20)]

    def mean(name: str) -> float:
        player = BY_NAME[name]
        options = {"most_moves": 3000, "after": None}
        games = player.measure(positions, range(20), Task(options=read_options(player.options, {})), 1, **options)
        assert games is not None
        return sum(game.score for game in games) / len(positions)

    assert mean("random") < mean("first") < mean("learned")


def test_players_play_on_other_boards_but_the_learned_ones() -> None:
    game = native.start(5, 6, WEB, SPAWN[WEB], True, 1)
    position = Position(tuple(game.cells), 5, WEB, SPAWN[WEB], True, chance=game.chance)
    for player in PLAYERS:
        if player.name.startswith("learned"):
            with pytest.raises(UsageError, match="8x8"):
                next(player.moves(position, 1, task(player)))
        else:
            move = next(player.moves(position, 1, task(player)))
            assert play(position, move).position.moves == 1


def test_a_raised_flag_ends_a_simulation() -> None:
    cancel = Cancel()
    cancel.cancel()
    games = native.simulate([(start(WEB, 1), 1)], native.Manner("first"), jobs=1, cancel=cancel)
    assert [record.moves for record, *_ in games] == [0]


def test_weights_of_ones_own(tmp_path: Path) -> None:
    learned = BY_NAME["learned"]
    for name, content in (("missing", None), ("broken", b"no weights")):
        file = tmp_path / name
        if content is not None:
            file.write_bytes(content)
        with pytest.raises(UsageError, match=name):
            next(learned.moves(start(WEB, 1), 1, task(learned, weights=str(file))))
