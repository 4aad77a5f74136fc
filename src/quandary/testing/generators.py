"""What holds for the generators of every game: a seed is a promise, and what is made can be solved."""

from __future__ import annotations

import itertools
import time
from itertools import islice
from typing import Any

import pytest

from quandary.core.budget import Budget, Task
from quandary.engine.generate import casual_settings, generate, puzzle_of_seed
from quandary.engine.puzzles import canonical_id, puzzle_of_id
from quandary.engine.solve import solve
from quandary.game import BudgetEnded, Game, Status, UsageError
from quandary.testing.messages import member

_MAKE = "make of the generator (generator.py)"


def test_the_same_seed_makes_the_same_puzzles(maker: Game[Any, Any]) -> None:
    first = list(generate(maker, count=3, seed=5))
    assert list(generate(maker, count=3, seed=5, jobs=2)) == first, (
        f"{_MAKE} must make the same puzzle of the same seed: take all chance from Rng(seed)"
    )


def test_an_id_makes_its_puzzle_again(maker: Game[Any, Any]) -> None:
    for puzzle in generate(maker, count=2, seed=11):
        assert puzzle_of_id(maker, puzzle.id) == puzzle, (
            f"the id {puzzle.id} must make its puzzle again: code and settings_of of the generator must fit together"
        )


def test_the_settings_for_every_day_are_those_of_an_id(maker: Game[Any, Any]) -> None:
    for words in filter(None, (maker.daily, maker.casual)):
        name = f"{maker.name}:{words}#20261115"
        made = canonical_id(maker, puzzle_of_id(maker, name))
        assert made == name, (
            f"{words!r} of {member(maker, 'daily')} or casual must be the words of an id: {name} makes {made}"
        )


def test_puzzles_differ_and_have_the_optimum_they_claim(maker: Game[Any, Any]) -> None:
    puzzles = list(generate(maker, count=4, seed=1))
    kinds = len({maker.likeness(puzzle.position) for puzzle in puzzles})
    assert kinds == 4, f"of 4 puzzles only {kinds} differ by {member(maker, 'likeness')}"
    for puzzle in puzzles:
        assert maker.parse(puzzle.text) == puzzle.position, f"{puzzle.id}: its text is another puzzle: {puzzle.text!r}"
        wrong = [finding.text for finding in maker.findings(puzzle) if finding.is_error]
        assert not wrong, f"{puzzle.id}: {member(maker, 'findings')} calls it wrong: {', '.join(wrong)}"
        if maker.is_scored:
            assert maker.status(puzzle.position) is Status.PLAYING, f"{puzzle.id} is over before it begins: see {_MAKE}"
            continue
        verdict = solve(maker, puzzle)
        generator = maker.generator()
        assert generator is not None, f"{member(maker, 'generator')} must return the generator every time"
        assert verdict.verdict == "solved" or not generator.always_solvable, (
            f"{puzzle.id} is {verdict.verdict}: {_MAKE} must make puzzles that can be solved, "
            "or the generator must say always_solvable = False"
        )
        assert puzzle.facts.get(verdict.metric, verdict.cost) == verdict.cost, (
            f"{puzzle.id}: {_MAKE} records {puzzle.facts[verdict.metric]} {verdict.metric}, "
            f"the solver finds {verdict.cost}"
        )


def test_nothing_is_made_before_it_is_asked_for(maker: Game[Any, Any]) -> None:
    found = len(list(islice(generate(maker, count=1_000_000, seed=1), 2)))
    assert found == 2, f"{_MAKE} must make puzzles for most seeds: {found} of the first 2 were made"


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
