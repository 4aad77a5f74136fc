"""A game that is played for a score, through the lab: native batches, the same chance at any number of jobs."""

from __future__ import annotations

import quandary as package
from quandary.lab.comparison import compare
from quandary.lab.contender import contenders
from quandary.lab.corpus import read_corpus
from quandary.lab.engines import engine_of, rows_of
from quandary.lab.experiment import design
from quandary.lab.runner import carry_on, start_run
from quandary.lab.store import Store
from tests.lab.test_running import timeless

GAME = package.game("exponentile")
CORPUS = "exponentile#1..12"


def test_players_take_part_and_no_search_that_would_never_end() -> None:
    kinds = {contender.kind for contender in contenders(GAME)}
    assert kinds == {"player"}
    assert engine_of(design(GAME, "random")) == "threads"


def test_chance_belongs_to_the_instance() -> None:
    experiment = design(GAME, "random", seed=5)
    instances = read_corpus(GAME, CORPUS).instances
    whole = timeless(list(rows_of(experiment, instances, 2)))
    # What is missing of a run has gaps; every third instance is nothing but gaps.
    assert timeless(list(rows_of(experiment, instances[::3], 1))) == whole[::3]
    assert all(row.reason == "lost" and (row.score or 0) > 0 for row in whole)
    assert len({row.score for row in whole}) > 6


def test_the_score_is_what_the_rules_count(store: Store) -> None:
    run = start_run(store, design(GAME, "greedy"), read_corpus(GAME, "exponentile#1..2"))
    tally = carry_on(store, run)
    rows = list(store.rows(run.id))
    for row, instance in zip(rows, store.instances(run.corpus), strict=True):
        position = GAME.parse(instance.text)
        for move in GAME.parse_moves(row.solution or ""):
            position = GAME.play(position, move).position
        assert GAME.score(position) == row.score
    assert tally.as_dict()["mean_score"] == sum(row.score or 0 for row in rows) / 2


def test_comparisons_are_of_scores(store: Store) -> None:
    for player in ("random", "greedy"):
        carry_on(store, start_run(store, design(GAME, player), read_corpus(GAME, CORPUS)))
    found = compare(store, store.run(1), store.run(2))
    assert found.test == "paired permutation"
    assert found.score_difference is not None
