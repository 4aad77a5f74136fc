"""What a shell offers for a word that is being typed, beyond the commands and options that click knows.

It goes by what parameters are called, so that a command written tomorrow is completed too: what takes a `FILE` or a
puzzle is offered files, and a game's metrics and strategies are offered by name. Only a process that was started to
complete a word comes here.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import click
from click.shell_completion import CompletionItem

from quandary.core.game import Game

_PUZZLES = {"puzzle", "puzzles", "file", "files", "corpus"}


class FileName(click.types.StringParamType):
    """A text that may be the name of a file or folder: the shell knows best which there are."""

    def __init__(self, kind: str) -> None:
        self._kind = kind

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        return [CompletionItem(incomplete, type=self._kind)]


def offered(summaries: Mapping[str, str], incomplete: str) -> list[CompletionItem]:
    """The names that begin so, each with the line that tells of it; nothing is imported to know them."""
    return [CompletionItem(name, help=line) for name, line in summaries.items() if name.startswith(incomplete)]


def teach(command: click.Command, group: str | None = None, game: Game[Any, Any] | None = None) -> None:
    """Lets the parameters of a command, `game`'s own in that group of commands, suggest what fits."""
    for parameter in command.params:
        # What has a type of its own knows already.
        if parameter.type is not click.STRING:
            continue
        if kind := _kind_of_file(parameter):
            parameter.type = FileName(kind)
        elif game is not None and (words := _words(parameter.name, group, game)):
            parameter.type = click.Choice(words)


def _kind_of_file(parameter: click.Parameter) -> str | None:
    shown = parameter.metavar or ""
    if shown.startswith("FOLDER"):
        return "dir"
    return "file" if shown.startswith("FILE") or parameter.name in _PUZZLES else None


def _words(name: str | None, group: str | None, game: Game[Any, Any]) -> list[str]:
    """The words that a parameter of this name takes, where it takes few."""
    if name == "metric":
        return list(game.metrics)
    if name == "strategy":
        from quandary.engine.play import performers
        from quandary.engine.solve import available_strategies

        return [one.name for one in available_strategies(game)] if group == "solve" else performers(game)
    return []
