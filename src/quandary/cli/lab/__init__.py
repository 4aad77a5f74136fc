"""`quandary lab …`: experiments on one results file."""

from __future__ import annotations

import click

from quandary.cli.lazy_group import LazyGroup

COMMANDS = {
    "run": "Try a strategy on a corpus: a new, numbered iteration.",
    "resume": "Do what is missing of a run.",
    "list": "List the runs of a results file.",
    "show": "Show all that is known of a run: options, versions, machine, code.",
    "tag": "Give a run words to find it by.",
    "compare": "Compare two runs, instance by instance: better, worse, or no evidence.",
    "sprt": "Let two strategies compete on a growing corpus until the test decides.",
    "report": "Write the iterations as a log, with plots.",
    "note": "Write down what a run means.",
    "export": "Write a run's rows as JSON Lines or CSV.",
    "merge": "Bring the results files of a job array together.",
    "strategies": "List what can be tried on a game, with all options.",
    "bench": "Let players play the same games, and compare their scores.",
}


# What is done with a results file is told in one module.
HOMES = dict.fromkeys(("resume", "list", "show", "tag", "compare", "note", "export", "merge"), "results")


@click.group("lab", cls=LazyGroup, package=__name__, summaries=COMMANDS, homes=HOMES)
def command() -> None:
    """Try an idea on a thousand puzzles, and know whether it helped.

    \b
    quandary lab strategies klondike
    quandary lab run klondike --corpus klondike#1..1000 --strategy atomic --time 1 --describe "baseline"
    quandary lab compare 1 2
    quandary lab report --html log.html
    """
