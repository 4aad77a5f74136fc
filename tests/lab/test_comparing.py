"""Comparisons: what is gained and lost, and when "better" may be said."""

from __future__ import annotations

import json
import math
import re
from contextlib import closing
from typing import Any

import pytest

from quandary.game import Rng, UsageError
from quandary.lab.comparison import Comparison, compare
from quandary.lab.report.log import write_log
from quandary.lab.report.text import comparison_rows, details, interpretation
from quandary.lab.rows import Row
from quandary.lab.store import Store, open_store
from tests.lab.conftest import Quandary
from tests.lab.made import add_run, corpus_of


def compared(store: Store, a: list[Row], b: list[Row], **experiment: Any) -> Comparison:
    """The comparison of two runs with these rows."""
    numbers = [add_run(store, rows, **experiment) for rows in (a, b)]
    return compare(store, store.run(numbers[0]), store.run(numbers[1]))


def solved(number: int, cpu: float = 1.0, nodes: int = 100) -> Row:
    return Row(number, "solved", cost=5, nodes=nodes, cpu=cpu, wall=cpu)


def unknown(number: int) -> Row:
    return Row(number, "unknown", "time", nodes=1000, cpu=5.0, wall=5.0)


def test_gained_and_lost_by_name(store: Store) -> None:
    a = [solved(0), solved(1), unknown(2), unknown(3), unknown(4)]
    b = [solved(0), unknown(1), solved(2), Row(3, "unsolvable", nodes=7, cpu=1.0, wall=1.0), unknown(4)]
    found = compared(store, a, b, time=5.0)
    assert (found.gained, found.lost) == (("deal 2", "deal 3"), ("deal 1",))
    assert (found.a.decided, found.b.decided, found.b.solved, found.b.unsolvable) == (2, 3, 2, 1)
    assert found.both_decided == 1
    assert found.a.par2 == pytest.approx((1 + 1 + 10 + 10 + 10) / 5)


def test_better_only_when_the_test_says_so(store: Store) -> None:
    a = [unknown(number) if number < 9 else solved(number) for number in range(40)]
    few = [unknown(number) if number < 5 else solved(number) for number in range(40)]
    many = [solved(number) for number in range(40)]
    doubtful, clear = compared(store, a, few), compared(store, a, many)
    assert doubtful.verdict == "no evidence of a difference"
    assert doubtful.p == 0.125
    assert doubtful.more_needed is not None
    assert doubtful.more_needed > 0
    assert f"about {doubtful.more_needed} instances more would show it" in doubtful.sentence
    assert clear.verdict == "better"
    assert clear.p == 2 * 0.5**9
    assert clear.sentence.startswith("Run 4 is better than run 3: 9 gained, 0 lost of 40")
    assert compared(store, many, a).verdict == "worse"


def test_where_as_much_is_decided_time_decides_beyond_the_noise(store: Store) -> None:
    rng = Rng(3)
    a = [solved(number, 1 + rng.below(1000) / 100) for number in range(60)]
    half = [row._replace(cpu=row.cpu / 2 if row.cpu else None, nodes=60) for row in a]
    lucky = [row._replace(cpu=row.cpu / 2 if row.cpu else None) for row in a]
    little = [row._replace(cpu=row.cpu * 0.95 if row.cpu else None) for row in a]
    found = compared(store, a, half)
    assert found.clock == "cpu"
    assert found.time_ratio is not None
    assert found.time_ratio.value == pytest.approx(0.5)
    assert found.verdict == "better"
    assert compared(store, half, a).verdict == "worse"
    assert compared(store, a, little).verdict == "no evidence of a difference"
    # The same nodes in half the time: the machine was quieter.
    assert compared(store, a, lucky).verdict == "no evidence of a difference"


def test_who_decides_less_is_not_better_for_being_quicker(store: Store) -> None:
    a = [solved(number) for number in range(40)]
    # Five lost of forty are not yet evidence, but they are no reason to say "better".
    b = [unknown(number) if number < 5 else solved(number, 0.5, 50) for number in range(40)]
    found = compared(store, a, b)
    assert (found.verdict, found.p) == ("no evidence of a difference", 0.0625)
    assert found.time_ratio is not None
    assert found.time_ratio.high < 0.9
    assert compared(store, b, a).verdict == "no evidence of a difference"


def test_where_as_much_is_decided_cheaper_solutions_come_before_time(store: Store) -> None:
    a = [solved(number, nodes=200)._replace(cost=100 + number) for number in range(40)]
    cheaper = [solved(number, 3.0, 600)._replace(cost=90 + number) for number in range(40)]
    found = compared(store, a, cheaper, metric="moves")
    assert found.cost_ratio is not None
    assert 0.9 < found.cost_ratio.low < found.cost_ratio.high < 0.95
    assert found.verdict == "better"
    assert "times the cost where both solve" in found.sentence
    assert compared(store, cheaper, a, metric="moves").verdict == "worse"
    # Who asked for any solution, or solves fewer, is told of the cost and not judged by it.
    assert compared(store, a, cheaper, metric="any").verdict == "worse"
    fewer = [unknown(number) if number < 5 else row for number, row in enumerate(cheaper)]
    assert compared(store, a, fewer, metric="moves").verdict == "worse"
    fewer = [unknown(number) if number < 5 else row._replace(cpu=1.0, nodes=200) for number, row in enumerate(cheaper)]
    assert compared(store, a, fewer, metric="moves").verdict == "no evidence of a difference"


def test_who_has_decided_nothing_is_not_said_to_count_no_nodes(store: Store) -> None:
    found = compared(store, [solved(0)], [unknown(0)])
    assert found.remarks == ()
    uncounted = compared(store, [solved(0)], [solved(0)._replace(nodes=None)])
    assert uncounted.remarks == (f"run {uncounted.b.run} counts no nodes, so that nodes are not compared",)


def test_ratios_are_geometric_means_with_an_interval(store: Store) -> None:
    a = [solved(number, nodes=100) for number in range(50)]
    b = [solved(number, nodes=50 if number % 2 else 400) for number in range(50)]
    found = compared(store, a, b).nodes_ratio
    assert found is not None
    assert found.value == pytest.approx(math.sqrt(0.5 * 4))
    assert found.low < found.value < found.high


def test_without_cpu_times_the_wall_clock_is_used_and_named(store: Store) -> None:
    a = [solved(number)._replace(cpu=None) for number in range(5)]
    assert compared(store, a, a).clock == "wall"


def test_scores_are_compared_by_permutation(store: Store) -> None:
    rng = Rng(5)
    a = [Row(number, "unknown", "lost", wall=1.0, score=1000 + rng.below(500)) for number in range(50)]
    b = [row._replace(score=(row.score or 0) + rng.below(300)) for row in a]
    c = [row._replace(score=1000 + rng.below(500)) for row in a]
    found = compared(store, a, b)
    assert (found.test, found.verdict) == ("paired permutation", "better")
    assert found.score_difference is not None
    assert found.b.mean_score == pytest.approx((found.a.mean_score or 0) + found.score_difference.value)
    assert 100 < found.score_difference.low < found.score_difference.high < 200
    assert compared(store, b, a).verdict == "worse"
    assert compared(store, a, c).verdict == "no evidence of a difference"


def test_a_game_in_which_a_player_failed_is_no_pair_and_the_others_are(store: Store) -> None:
    a = [Row(number, "unknown", "lost", cpu=1.0, wall=1.0, score=2000 + number) for number in range(20)]
    b = [row._replace(score=100 + row.number) for row in a[:19]] + [Row(19, "unknown", "error", cpu=1.0, wall=1.0)]
    found = compared(store, a, b)
    assert (found.verdict, found.test) == ("worse", "paired permutation")
    assert (found.a.mean_score, found.b.mean_score, found.a.scored) == (2009, 109, 19)
    assert found.remarks == (f"run {found.b.run} has no score in 1 game: left out",)


def test_means_of_a_side_are_those_of_what_both_have(store: Store) -> None:
    corpora = [corpus_of([f"deal {number}" for number in range(first, first + 4)]) for first in (0, 2)]
    rows = [Row(number, "unknown", "lost", cpu=1.0, wall=1.0, score=10 * number) for number in range(4)]
    first, second = (store.run(add_run(store, rows, corpus=corpus)) for corpus in corpora)
    found = compare(store, first, second)
    assert (found.a.mean_score, found.b.mean_score, found.a.scored) == (25, 5, 2)
    rows = [solved(number, cpu=number + 1.0) for number in range(3)] + [unknown(3)]
    first, second = (store.run(add_run(store, rows, corpus=corpus, time=10.0)) for corpus in corpora)
    found = compare(store, first, second)
    assert [found.a.par2, found.b.par2] == pytest.approx([(3 + 20) / 2, (1 + 2) / 2])
    assert not any("score" in remark for remark in found.remarks)


def test_nodes_that_were_counted_in_some_instances_only_are_said_to_be(store: Store) -> None:
    a = [solved(number) for number in range(4)]
    found = compared(store, a, [*a[:3], a[3]._replace(nodes=None)])
    assert found.nodes_ratio is not None
    assert found.remarks == ("nodes are those of 3 instances, in which both runs have counted",)


def test_a_contradiction_is_told_before_everything_else(store: Store) -> None:
    found = compared(store, [solved(0), solved(1)], [solved(0), Row(1, "unsolvable", nodes=3)])
    assert found.verdict == "contradiction"
    assert found.contradictions == ("deal 1",)
    assert "one of them is wrong" in found.sentence


def best(number: int, cost: int) -> Row:
    return solved(number)._replace(cost=cost, optimal=True, bound=cost)


def refuted(bound: int) -> str:
    return f"run 1 has proven that no solution costs less than {bound}, and run 2 has one of 6"


@pytest.mark.parametrize(
    ("claim", "reason"),
    [
        (best(1, 10), refuted(10)),
        (
            best(1, 10)._replace(bound=None),
            refuted(10),
        ),
        (
            solved(1)._replace(cost=9, bound=8),
            refuted(8),
        ),
        (unknown(1)._replace(bound=7), refuted(7)),
        (Row(1, "unsolvable", nodes=3), "run 2 has solved it, and run 1 has proven it unsolvable"),
    ],
)
def test_a_refuted_claim_is_an_error_and_nothing_is_better(
    store: Store, quandary: Quandary, claim: Row, reason: str
) -> None:
    # So much cheaper and quicker that it would be "better".
    a = [solved(0), claim, *(best(number, 10) for number in range(2, 40))]
    b = [solved(0), *(best(number, 6)._replace(cpu=0.1, nodes=5) for number in range(1, 40))]
    b[2:] = [row._replace(cost=10, bound=10) for row in b[2:]]
    found = compared(store, a, b, metric="moves")
    assert (found.verdict, found.contradictions, found.reasons) == ("contradiction", ("deal 1",), (reason,))
    back = compare(store, store.run(2), store.run(1))
    assert (back.verdict, back.contradictions, back.reasons) == ("contradiction", ("deal 1",), (reason,))
    file = str(store.path)
    ran = quandary("lab", "compare", "1", "2", "--db", file)
    assert ran.status == 2
    assert ran.err.startswith("error: runs 1 and 2 contradict each other")
    assert ran.out.startswith(
        "ERROR: Runs 1 and 2 contradict each other on 1 instance of 40, so that one of them is wrong"
    )
    assert f"  deal 1: {reason}\n" in ran.out
    assert not re.search("better|worse", ran.out)
    told = quandary("lab", "compare", "1", "2", "--json", "--db", file)
    assert (told.status, json.loads(told.out)["verdict"]) == (2, "contradiction")
    assert json.loads(told.out)["error"].startswith("Runs 1 and 2 contradict each other")
    (chapter,) = write_log(store)
    assert "ERROR: it contradicts the baseline (run 1) on 1 instance" in interpretation(chapter.iterations[1])
    assert ("contradictions", f"deal 1: {reason}") in comparison_rows(chapter.iterations[1].comparisons[0])


def test_bounds_and_costs_that_agree_are_no_contradiction(store: Store) -> None:
    a = [best(0, 10), solved(1)._replace(cost=9, bound=6), unknown(2)._replace(bound=6), unknown(3), solved(4)]
    b = [solved(0)._replace(cost=10), best(1, 6), best(2, 6), best(3, 1), unknown(4)._replace(bound=5)]
    found = compared(store, a, b, metric="moves")
    assert (found.contradictions, found.as_dict()["error"]) == ((), None)


def test_a_refuted_claim_on_another_corpus_that_shares_the_instance(store: Store) -> None:
    first = add_run(store, [best(0, 1), best(1, 10)], metric="moves")
    second = add_run(store, [best(0, 6), best(1, 3)], corpus=corpus_of(["deal 1", "another"]), metric="moves")
    found = compare(store, store.run(first), store.run(second))
    assert (found.verdict, found.contradictions) == ("contradiction", ("deal 1",))


def test_runs_with_different_metrics_are_compared_only_by_what_they_decided(store: Store, quandary: Quandary) -> None:
    # A cost of 6 in one metric says nothing about a bound of 10 in another.
    a = [best(number, 10) for number in range(10)] + [unknown(number) for number in range(10, 20)]
    b = [best(number, 6)._replace(cpu=0.1, nodes=5) for number in range(20)]
    for rows, metric in ((a, "moves"), (b, "any")):
        add_run(store, rows, metric=metric, time=9.0)
    problem = "runs 1 and 2 minimize different metrics: moves and any"
    with pytest.raises(UsageError, match=problem):
        compare(store, store.run(1), store.run(2))
    refused = quandary("lab", "compare", "1", "2", "--db", str(store.path))
    assert (refused.status, refused.out) == (2, "")
    assert refused.err.startswith(f"error: {problem}")
    found = json.loads(quandary("lab", "compare", "1", "2", "--decided-only", "--json", "--db", str(store.path)).out)
    assert (found["verdict"], len(found["gained"])) == ("better", 10)
    assert [found[name] for name in ("cost_ratio", "time_ratio", "nodes_ratio", "error")] == [None] * 4
    assert found["a"]["par2"] is None
    assert "the metrics differ (moves and any), so that only what was decided is compared" in found["remarks"]
    # In a log they stand in different chapters, whatever the baseline.
    chapters = write_log(store, baseline=1)
    assert [chapter.title for chapter in chapters] == ["Klondike: made (metric moves)", "Klondike: made (metric any)"]
    assert not any(chapter.iterations[0].comparisons for chapter in chapters)


@pytest.mark.slow
def test_limits_that_a_strategy_sets_itself_are_told(quandary: Quandary, db: str) -> None:
    run = ("lab", "run", "klondike", "--corpus", "klondike#1..2", "--strategy", "atomic", "--db", db)
    for more in ([], ["--nodes", "1000"], ["--nodes", "1000", "--option", "max_nodes=10"]):
        quandary(*run, *more)
    listed = [json.loads(line) for line in quandary("lab", "list", "--json", "--db", db).out.splitlines()]
    assert [one["own_limits"] for one in listed] == [{"time": 5.0, "nodes": 2_000_000}, {}, {"nodes": 10}]
    shown = quandary("lab", "list", "--db", db).out.splitlines()
    assert "klondike#1..2, 5 s, 2,000,000 nodes (set by the strategy): " in shown[0]
    assert "klondike#1..2, 1,000 nodes: " in shown[1]
    assert "klondike#1..2, 10 nodes (set by the strategy): " in shown[2]
    assert "own_limits.nodes: 2000000" in quandary("lab", "show", "1", "--db", db).out
    remarks = json.loads(quandary("lab", "compare", "1", "2", "--json", "--db", db).out)["remarks"]
    assert remarks[:3] == [
        "the time limits differ",
        "the node limits differ",
        "run 1 has limits that its strategy sets: 5 s, 2,000,000 nodes",
    ]
    with closing(open_store(db)) as store:
        (chapter,) = write_log(store)
    assert ("budget", "5 s, 2,000,000 nodes (set by the strategy) an instance") in details(chapter.iterations[0])


def test_other_corpora_are_paired_by_what_they_share(store: Store) -> None:
    first = add_run(store, [solved(number) for number in range(4)])
    other = corpus_of(["deal 3", "deal 1", "another"])
    second = add_run(store, [unknown(0), solved(1), solved(2)], corpus=other)
    found = compare(store, store.run(first), store.run(second))
    assert (found.instances, found.lost, found.gained) == (2, ("deal 3",), ())
    assert any("corpora differ" in remark for remark in found.remarks)
    back = compare(store, store.run(second), store.run(first))
    assert (back.instances, back.gained) == (2, ("deal 3",))


def test_what_cannot_be_compared(store: Store) -> None:
    first = add_run(store, [solved(0)])
    none = add_run(store, [])
    game = add_run(store, [solved(0)], game="rush-hour", strategy="optimal", metric="moves")
    with pytest.raises(UsageError, match="no instance in common"):
        compare(store, store.run(first), store.run(none))
    with pytest.raises(UsageError, match="different games"):
        compare(store, store.run(first), store.run(game))


def test_different_budgets_are_remarked(store: Store) -> None:
    first = add_run(store, [solved(0)], time=1.0)
    second = add_run(store, [solved(0)], time=2.0)
    assert compare(store, store.run(first), store.run(second)).remarks == ("the time limits differ",)
    third = add_run(store, [solved(0)], time=2.0, memory=1 << 20)
    assert compare(store, store.run(second), store.run(third)).remarks == ("the memory limits differ",)


def test_a_draft_says_what_the_figures_say(store: Store) -> None:
    add_run(store, [unknown(number) for number in range(30)], time=5.0)
    add_run(store, [solved(number) for number in range(30)], time=5.0)
    add_run(store, [solved(number) for number in range(20)], time=5.0, size=30)
    (chapter,) = write_log(store)
    first, second, third = map(interpretation, chapter.iterations)
    assert first == "This is the baseline. The time limit ended 30 of 30 searches."
    assert "It is better than the baseline (run 1): 30 instances gained and 0 lost" in second
    assert third.startswith("Only 20 of 30 instances are done")
    assert "no evidence that it differs from the previous iteration (run 2)" in third


def test_by_command(quandary: Quandary, db: str) -> None:
    for nodes in ("50", "5000"):
        quandary("lab", "run", "klondike", "--corpus", "klondike#1..25", "--nodes", nodes, "--db", db)
    found = json.loads(quandary("lab", "compare", "1", "2", "--db", db, "--json").out)
    assert found["verdict"] == "better"
    assert len(found["gained"]) > 5
    assert found["lost"] == []
    assert found["nodes_ratio"] == {"value": 1, "low": 1, "high": 1}
    shown = quandary("lab", "compare", "1", "2", "--db", db).out
    assert shown.startswith("Run 2 is better than run 1")
    assert "gained" in shown
    assert "the node limits differ" in shown
