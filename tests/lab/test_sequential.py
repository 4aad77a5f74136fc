"""The sequential test: its ratio against scipy, its error rates by simulation, and contests that it decides."""

from __future__ import annotations

import json
from importlib import import_module
from typing import Any

import pytest

from quandary.game import Rng, UsageError
from quandary.lab.rows import Row
from quandary.lab.sprt import Sprt, elo_of, winner
from tests.lab.conftest import Quandary

stats: Any = import_module("scipy.stats")
SIMULATIONS = 1000


@pytest.mark.parametrize(("won", "lost"), [(0, 0), (1, 0), (0, 1), (17, 9), (100, 130)])
def test_the_ratio_is_that_of_two_binomials(won: int, lost: int) -> None:
    test = Sprt(0.5, 0.62)
    total = won + lost
    expected = stats.binom.logpmf(won, total, 0.62) - stats.binom.logpmf(won, total, 0.5)
    assert test.log_ratio(won, lost) == pytest.approx(expected, abs=1e-9)


def _passes(test: Sprt, share: float, rng: Rng) -> bool:
    won = lost = 0
    limit = int(share * 2**64)
    while (decision := test.decision(won, lost)) is None:
        if rng.next_u64() < limit:
            won += 1
        else:
            lost += 1
    return decision


def test_error_rates_by_simulation() -> None:
    test = Sprt(0.5, 0.6, alpha=0.05, beta=0.1)
    rng = Rng(1)
    false_alarms = sum(_passes(test, 0.5, rng) for _ in range(SIMULATIONS)) / SIMULATIONS
    misses = sum(not _passes(test, 0.6, rng) for _ in range(SIMULATIONS)) / SIMULATIONS
    # Wald's bounds are a little strict, because the ratio overshoots them; three standard errors of the simulation.
    assert 0.02 < false_alarms < 0.05 + 3 * (0.05 * 0.95 / SIMULATIONS) ** 0.5
    assert 0.05 < misses < 0.1 + 3 * (0.1 * 0.9 / SIMULATIONS) ** 0.5


@pytest.mark.parametrize("values", [(0.6, 0.5), (0.5, 0.5), (0, 0.5), (0.5, 1)])
def test_hypotheses_that_make_no_sense(values: tuple[float, float]) -> None:
    with pytest.raises(UsageError):
        Sprt(*values)
    with pytest.raises(UsageError):
        Sprt(alpha=0.7)


def test_who_wins_a_pair() -> None:
    quick, slow = Row(0, "solved", nodes=10, wall=0.1, score=5), Row(0, "solved", nodes=20, wall=0.2, score=7)
    unknown = Row(0, "unknown", "nodes", nodes=5, wall=0.05)
    assert winner(unknown, quick, "decided") == 1
    assert winner(slow, quick, "decided") == 0
    assert winner(slow, quick, "nodes") == 1
    assert winner(quick, slow, "time") == -1
    assert winner(quick, slow, "score") == 1
    # Giving up early is no way to win.
    assert winner(unknown, slow, "nodes") == 1
    assert winner(unknown, unknown, "nodes") == 0


def test_what_was_not_measured_wins_no_pair() -> None:
    counted, uncounted = Row(0, "solved", nodes=10, cpu=0.3, wall=0.3), Row(0, "solved", wall=0.2)
    assert winner(counted, uncounted, "nodes") is None
    assert winner(uncounted, counted, "nodes") is None
    assert winner(counted, uncounted, "score") is None
    # Both by the wall clock, which is the one that both have.
    assert winner(counted, uncounted, "time") == 1
    assert winner(counted._replace(wall=0.1), uncounted, "time") == -1


@pytest.mark.process
def test_who_counts_no_nodes_is_not_called_better(quandary: Quandary, db: str) -> None:
    contest = "--a reference --b tests.lab.ideas:as_text --corpus template:frogs=2#1.. --measure nodes --most 20"
    ran = quandary("lab", "sprt", "template", *contest.split(), "--batch", "10", "--db", db, "--json")
    found = json.loads(ran.out)
    assert (ran.status, found["verdict"]) == (3, "undecided")
    assert (found["won"], found["lost"], found["missing"]) == (0, 0, 20)
    assert "20 instances: B won 0, lost 0, 20 without a measure of both" in ran.err
    compared = json.loads(quandary("lab", "compare", "1", "2", "--db", db, "--json").out)
    assert compared["nodes_ratio"] is None
    assert "run 2 counts no nodes, so that nodes are not compared" in compared["remarks"]


@pytest.mark.process
@pytest.mark.parametrize("measure", ["decided", "nodes", "time"])
def test_who_calls_everything_unsolvable_is_not_called_better(quandary: Quandary, db: str, measure: str) -> None:
    contest = f"--a reference --b tests.lab.ideas:denies --corpus template:frogs=2#5.. --measure {measure}"
    how = [*contest.split(), "--batch", "20", "--db", db]
    ran = quandary("lab", "sprt", "template", *how)
    assert ran.status == 2
    assert ran.out.startswith("ERROR: A and B contradict each other at template:frogs=2#5: A has solved it, and B has")
    assert ran.err.endswith("error: A and B contradict each other at template:frogs=2#5: one of them is wrong\n")
    found = json.loads(quandary("lab", "sprt", "template", *how, "--json").out)
    assert (found["verdict"], found["contradiction"]) == ("contradiction", "template:frogs=2#5")
    assert (found["won"], found["instances"]) == (0, 0)


@pytest.mark.process
def test_who_claims_a_bound_that_is_refuted_is_not_called_better(quandary: Quandary, db: str) -> None:
    contest = "--a reference --b tests.lab.ideas:claims_too_much --corpus template:frogs=2#5.. --measure time"
    ran = quandary("lab", "sprt", "template", *contest.split(), "--db", db, "--json")
    found = json.loads(ran.out)
    assert (ran.status, found["verdict"], found["contradiction"]) == (2, "contradiction", "template:frogs=2#5")
    assert found["reason"].startswith("B has proven that no solution costs less than 1000, and A has one of ")


def test_a_contest_is_about_one_metric(quandary: Quandary, db: str) -> None:
    contest = "--a complete --b tests.lab.ideas:OnlyMoves --corpus klondike#1.."
    ran = quandary("lab", "sprt", "klondike", *contest.split(), "--db", db)
    assert (ran.status, ran.out) == (2, "")
    assert ran.err.startswith("error: A and B minimize different metrics: any and moves")


def test_a_contest_stops_when_it_is_decided(quandary: Quandary, db: str) -> None:
    ran = quandary("lab", "sprt", "klondike", "--a", "complete", "--option-a", "dominances=none", "--b", "complete",
                   "--nodes", "1000", "--p1", "0.7", "--batch", "20", "--db", db, "--json")  # fmt: skip
    found = json.loads(ran.out)
    assert (ran.status, found["verdict"]) == (0, "better")
    assert found["won"] > found["lost"]
    assert 0 < found["elo"][1] < found["elo"][0] < found["elo"][2]
    assert "log ratio" in ran.err
    listed = [json.loads(line) for line in quandary("lab", "list", "--db", db, "--json").out.splitlines()]
    done = listed[0]["instances"]
    assert done % 20 == 0
    assert done - 20 < found["instances"] <= done
    assert [run["corpus"] for run in listed] == [f"klondike#1..{done}"] * 2
    assert json.loads(quandary("lab", "compare", "1", "2", "--db", db, "--json").out)["instances"] == done


def test_equals_do_not_pass(quandary: Quandary, db: str) -> None:
    ran = quandary("lab", "sprt", "klondike", "--a", "complete", "--b", "complete", "--nodes", "200", "--most", "30",
                   "--db", db)  # fmt: skip
    assert ran.status == 3
    assert "The test has not decided after 30 instances" in ran.out


def test_elo_of_pairs() -> None:
    elo, low, high = elo_of(75, 25, 0)
    assert low < elo < high
    assert elo == pytest.approx(190, abs=6)
    assert elo_of(10, 10, 80)[0] == pytest.approx(0)
