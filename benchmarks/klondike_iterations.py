"""The atomic solver's iterations: a run for each set of options, and the tables of docs/lab/klondike-iterations.md.

    python -m benchmarks.klondike_iterations --corpus original-50.csv --nodes 20000000 --db fifty.sqlite
    python -m benchmarks.klondike_iterations --corpus 'klondike:draw1#1..300' --nodes 5000000 --db seeds.sqlite
    python -m benchmarks.klondike_iterations --corpus original-50.csv --nodes 40000000 --seconds 5 --db seconds.sqlite

One run tells of every smaller budget, too: the search does the same whatever its node budget, up to where that ends, so
that a deal solved with 800,000 nodes is solved with any budget from there on. `--seconds` counts what was solved within
so much CPU time, whatever else the machine does; the nodes must be more than can be done in it. Killed, the same
command goes on; `--tables` only prints what is there, runs that are not finished left out.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Mapping, Sequence
from statistics import fmean
from typing import Any

from quandary.lab import Lab
from quandary.lab.significance import mcnemar, wilson_interval

BUDGETS = (1_000_000, 5_000_000, 20_000_000)
BASELINE, COMPLETE = "baseline", "complete solver"
ITERATIONS: Mapping[str, Mapping[str, Any]] = {
    BASELINE: {},
    "reuse of approaches": {"reuse_approaches": True},
    "needed ranks": {"use_needed_ranks": True},
    "reuse and needed ranks": {"reuse_approaches": True, "use_needed_ranks": True},
    "mostCovered": {"ranking_strategy": "mostCovered"},
    "leastSteps": {"ranking_strategy": "leastSteps"},
    "no backjumping": {"enable_backjump": False},
    "maxApproachSteps 10": {"max_approach_steps": 10},
    **{f"maxApproachSteps {steps}": {"max_approach_steps": steps} for steps in (8, 6, 5, 4, 3, 2)},
    "relaxAtDepth 19": {"relax_at_depth": 19},
    "needed ranks, maxApproachSteps 10": {"use_needed_ranks": True, "max_approach_steps": 10},
    "needed ranks, relaxAtDepth 19": {"use_needed_ranks": True, "relax_at_depth": 19},
    "maxLocalNodes 20,000": {"max_local_nodes": 20_000},
    "maxApproachSteps 3, maxLocalNodes 20,000": {"max_approach_steps": 3, "max_local_nodes": 20_000},
    "needed ranks, maxApproachSteps 3": {"use_needed_ranks": True, "max_approach_steps": 3},
    "columns emptied freely": {"avoid_empty_unless_king": False},
}
COUNTED = ("dead ends", "duplicates", "backjumps")

Rows = Sequence[Mapping[str, Any]]


def main() -> None:
    """Does what is missing, then prints the tables."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--corpus", required=True, help="a file of deals, or klondike:draw1#FROM..TO")
    parser.add_argument("--nodes", type=int, default=BUDGETS[-1], help="the largest budget")
    parser.add_argument("--seconds", type=float, help="a budget of CPU time besides")
    parser.add_argument("--db", required=True, help="the results file")
    parser.add_argument(
        "--only", metavar="WORDS", help="run and show the baseline and what has these words in its name"
    )
    parser.add_argument("--tables", action="store_true", help="run nothing")
    arguments = parser.parse_args()
    with Lab(arguments.db) as lab:
        if not arguments.tables:
            run_all(lab, arguments.corpus, arguments.nodes)
        finished = {run.description: list(lab.records(run)) for run in lab.runs() if run.ended}
    atomic = {name: finished[name] for name in ITERATIONS if name in finished}
    budgets = [budget for budget in BUDGETS if budget <= arguments.nodes]
    for line in (
        *table(solved_lines(atomic, budgets, arguments.seconds)),
        *table(paired_lines(atomic, budgets)),
        *table(fired_lines(atomic)),
        f"decided by the complete solver: {decided(finished.get(COMPLETE, ()))}",
    ):
        print(line)


def run_all(lab: Lab, corpus: str, nodes: int) -> None:
    """Every iteration on one core, those of the file resumed."""
    begun = {run.description: run for run in lab.runs()}
    for name, options in ITERATIONS.items():
        if name in begun:
            lab.resume(begun[name], jobs=1)
        else:
            lab.run(
                "klondike", corpus, strategy="atomic", options=options, nodes=nodes, description=name, jobs=1, draw=1
            )
        print(f"done: {name}", flush=True)
    if COMPLETE not in begun:
        lab.run("klondike", corpus, description=COMPLETE, jobs=1, draw=1)


def solved_lines(
    iterations: Mapping[str, Rows], budgets: Sequence[int], limit: float | None
) -> Iterator[Sequence[str]]:
    """How many each solves within each budget, with Wilson's interval; and the CPU time of a deal."""
    heads = [f"{budget:,} nodes" for budget in budgets]
    if limit is not None:
        heads.append(f"{limit:g} s of CPU")
    yield "iteration", *heads, "CPU s a deal", "the longest"
    for name, rows in iterations.items():
        counts = [len(_solved(rows, budget)) for budget in budgets]
        seconds = [row["cpu_seconds"] for row in rows]
        if limit is not None:
            counts.append(sum(row["verdict"] == "solved" and row["cpu_seconds"] <= limit for row in rows))
        shares = (_share(count, len(rows)) for count in counts)
        yield name, *shares, f"{fmean(seconds):.2f}", f"{max(seconds):.1f}"


def paired_lines(iterations: Mapping[str, Rows], budgets: Sequence[int]) -> Iterator[Sequence[str]]:
    """What each gains and loses against the baseline, with McNemar's exact test."""
    yield "against the baseline", *(f"{budget:,} nodes" for budget in budgets)
    for name, rows in iterations.items():
        if name != BASELINE:
            yield name, *(_paired(_solved(iterations[BASELINE], one), _solved(rows, one)) for one in budgets)


def fired_lines(iterations: Mapping[str, Rows]) -> Iterator[Sequence[str]]:
    """How often a mechanism fires at all; and how many of the solved deals were one straight dive."""
    yield "with the largest budget", *(f"{name}: mean, deals with any" for name in COUNTED), "solved without a dead end"
    for name, rows in iterations.items():
        counts = {what: [row["statistics"][what] for row in rows] for what in COUNTED}
        fired = (f"{fmean(values):,.0f}, {sum(map(bool, values))}" for values in counts.values())
        solved = [row for row in rows if row["verdict"] == "solved"]
        straight = sum(not row["statistics"]["dead ends"] for row in solved)
        yield name, *fired, f"{straight} of {len(solved)}"


def decided(rows: Rows) -> str:
    """The truth."""
    verdicts = [row["verdict"] for row in rows]
    seconds = sum(row["cpu_seconds"] for row in rows)
    return f"{verdicts.count('solved')} won, {verdicts.count('unsolvable')} proven lost, {seconds:.2f} CPU s in all"


def table(lines: Iterator[Sequence[str]]) -> Iterator[str]:
    """As Markdown, an empty line after it."""
    head = next(lines)
    yield from (_line(head), _line(["---"] * len(head)), *map(_line, lines), "")


def _line(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |"


def _solved(rows: Rows, budget: int) -> set[str]:
    return {row["instance"] for row in rows if row["verdict"] == "solved" and row["nodes"] <= budget}


def _share(part: int, whole: int) -> str:
    low, high = wilson_interval(part, whole)
    return f"{part}, {100 * part / whole:.0f}% ({100 * low:.0f} to {100 * high:.0f})"


def _paired(before: set[str], after: set[str]) -> str:
    gained, lost = len(after - before), len(before - after)
    return f"+{gained} −{lost}, p = {mcnemar(gained, lost):.2g}"


if __name__ == "__main__":
    main()
