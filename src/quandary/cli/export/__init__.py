"""`quandary export …`: puzzles for other people's programs."""

from __future__ import annotations

import click

from quandary.cli.lazy_group import LazyGroup

COMMANDS = {"eval": "Write an evaluation set for language models."}


@click.group("export", cls=LazyGroup, package=__name__, summaries=COMMANDS)
def command() -> None:
    """Write puzzles in the shapes that other people's programs take.

    \b
    quandary export eval sokoban --count 100 --seed 1 --level beginner --output set.jsonl
    quandary verify --set set.jsonl --answers answers.jsonl
    """
