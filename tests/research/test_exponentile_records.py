"""Record games: they replay to the score they claim, through the core whole, and through the rules in part."""

from __future__ import annotations

from dataclasses import replace
from itertools import islice

import pytest

from quandary._native import exponentile as native
from quandary.games.exponentile.generator import start
from quandary.games.exponentile.position import SPAWN, WEB, Position
from quandary.games.exponentile.rules import grid, moves, play
from research.exponentile_training.records import Record, format_record, parse_record, read_records
from research.exponentile_training.replay import find_fault

RECORDS = read_records()
PLAYED_BY_THE_RULES = 300


@pytest.mark.slow
@pytest.mark.parametrize("record", RECORDS, ids=lambda record: f"seed {record.seed}")
def test_a_record_replays(record: Record) -> None:
    game = native.start(8, 8, WEB, SPAWN[WEB], False, record.seed)
    position = Position(tuple(game.cells), 8, WEB, SPAWN[WEB], chance=game.chance)
    shape = grid(position)
    for number, move in enumerate(record.moves):
        swap = shape.index(move.source), shape.index(move.target)
        game = native.play(game, swap)
        if number < PLAYED_BY_THE_RULES:
            position = play(position, move).position
            assert (position.cells, position.score, position.chance) == (tuple(game.cells), game.score, game.chance)
    assert game.score == record.score
    assert native.swaps(game) == []


def test_records_are_ordered_and_come_back_as_written() -> None:
    assert [record.score for record in RECORDS] == sorted((record.score for record in RECORDS), reverse=True)
    for record in RECORDS:
        assert parse_record(format_record(record)) == record
        assert len(list(islice(record.moves, 5))) == 5


def test_a_game_is_packed_as_it_was_played() -> None:
    record = RECORDS[0]
    assert Record.of(record.seed, record.score, record.player, record.moves) == record


def test_a_replay_by_the_rules_finds_what_is_wrong() -> None:
    position = start(1, WEB)
    swap = moves(position)[0]
    one = Record.of(1, play(position, swap).position.score, "somebody", [swap])
    assert find_fault(one) == "the game is not over"
    assert str(find_fault(replace(one, score=one.score + 2))).endswith("points by the rules")
    assert str(find_fault(replace(one, swaps=one.swaps * 2))).startswith("move 2: ")


def test_a_damaged_record_is_noticed() -> None:
    rules, seed, score, count, *rest = format_record(RECORDS[0]).split()
    with pytest.raises(ValueError, match="damaged"):
        parse_record(" ".join([rules, seed, score, str(int(count) + 1), *rest]))
