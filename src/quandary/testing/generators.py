"""What holds for the generators of every game: a seed is a promise, and what is made can be solved."""

from __future__ import annotations

from itertools import islice
from typing import Any

import pytest

from quandary.engine.generate import generate
from quandary.engine.puzzles import canonical_id, puzzle_of_id
from quandary.engine.solve import solve
from quandary.game import Game, Status, UsageError


def test_the_same_seed_makes_the_same_puzzles(maker: Game[Any, Any]) -> None:
    first = list(generate(maker, count=3, seed=5))
    assert list(generate(maker, count=3, seed=5, jobs=2)) == first


def test_an_id_makes_its_puzzle_again(maker: Game[Any, Any]) -> None:
    for puzzle in generate(maker, count=2, seed=11):
        assert puzzle_of_id(maker, puzzle.id) == puzzle


def test_the_settings_for_every_day_are_those_of_an_id(maker: Game[Any, Any]) -> None:
    for words in filter(None, (maker.daily, maker.casual)):
        name = f"{maker.name}:{words}#20261115"
        assert canonical_id(maker, puzzle_of_id(maker, name)) == name


def test_puzzles_differ_and_have_the_optimum_they_claim(maker: Game[Any, Any]) -> None:
    puzzles = list(generate(maker, count=4, seed=1))
    assert len({maker.likeness(puzzle.position) for puzzle in puzzles}) == 4
    for puzzle in puzzles:
        assert maker.parse(puzzle.text) == puzzle.position
        assert not [finding for finding in maker.findings(puzzle) if finding.is_error]
        if maker.is_scored:
            assert maker.status(puzzle.position) is Status.PLAYING
            continue
        verdict = solve(maker, puzzle)
        generator = maker.generator()
        assert generator is not None
        assert verdict.verdict == "solved" or not generator.always_solvable
        assert puzzle.facts.get(verdict.metric, verdict.cost) == verdict.cost


def test_nothing_is_made_before_it_is_asked_for(maker: Game[Any, Any]) -> None:
    assert len(list(islice(generate(maker, count=1_000_000, seed=1), 2))) == 2


def test_an_unknown_setting_is_refused_by_name(maker: Game[Any, Any]) -> None:
    with pytest.raises(UsageError, match="no_such_setting"):
        generate(maker, no_such_setting=1)
