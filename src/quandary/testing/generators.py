"""What holds for the generators of every game: a seed is a promise, and what is made can be solved."""

from __future__ import annotations

import itertools
import time
from itertools import islice
from typing import Any

import pytest

from quandary.budget import Budget, Task
from quandary.core.ids import PuzzleId
from quandary.engine.generate import casual_settings, generate, puzzle_of_seed
from quandary.engine.puzzles import puzzle_of_id
from quandary.engine.solve import solve
from quandary.game import BudgetEnded, Game, Status, UsageError


def test_the_same_seed_makes_the_same_puzzles(maker: Game[Any, Any]) -> None:
    first = list(generate(maker, count=3, seed=5))
    assert list(generate(maker, count=3, seed=5, jobs=2)) == first


def test_an_id_makes_its_puzzle_again(maker: Game[Any, Any]) -> None:
    for puzzle in generate(maker, count=2, seed=11):
        assert puzzle_of_id(maker, puzzle.id) == puzzle


def test_the_settings_for_every_day_are_those_of_an_id(maker: Game[Any, Any]) -> None:
    for words in filter(None, (maker.daily, maker.casual)):
        assert puzzle_of_id(maker, str(PuzzleId(maker.name, words, 20261115))).id == f"{maker.name}:{words}#20261115"


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


def test_what_a_seed_makes_does_not_depend_on_the_clock(maker: Game[Any, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    settings = casual_settings(maker)
    expected = [puzzle_of_seed(maker, seed, settings) for seed in (1, 2, 3)]
    readings = itertools.count(step=1000.0)
    for clock in (lambda: next(readings), lambda: 0.0):
        for name in ("monotonic", "perf_counter", "time"):
            monkeypatch.setattr(time, name, clock)
        made = [puzzle_of_seed(maker, seed, settings) for seed in (1, 2, 3)]
        assert made == expected, "the clock decides what a seed makes"


@pytest.mark.parametrize("seconds", [0.0, 1e-3])
def test_a_seed_that_is_not_made_in_time_is_not_said_to_make_none(maker: Game[Any, Any], seconds: float) -> None:
    settings = casual_settings(maker)
    for seed in (1, 2, 3):
        try:
            made = puzzle_of_seed(maker, seed, settings, Task(budget=Budget(time=seconds)))
        except BudgetEnded as ended:
            assert ended.reason == "time", "raise BudgetEnded with reason='time' where the time ends"
        else:
            assert made == puzzle_of_seed(maker, seed, settings), "the time limit decides what a seed makes"


def test_an_unknown_setting_is_refused_by_name(maker: Game[Any, Any]) -> None:
    with pytest.raises(UsageError, match="no_such_setting"):
        generate(maker, no_such_setting=1)
