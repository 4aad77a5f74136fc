"""A group of commands that knows them by name and summary, and imports only the one that runs."""

from __future__ import annotations

import importlib
from collections.abc import Mapping
from typing import Any

import click


class LazyGroup(click.Group):
    """Each command is called `command` in a module of its own, which bears its name."""

    def __init__(self, *, package: str, summaries: Mapping[str, str], **settings: Any) -> None:
        super().__init__(**settings)
        self._package = package
        self._summaries = summaries

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(self._summaries)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in self._summaries:
            return None
        command = importlib.import_module(f"{self._package}.{cmd_name}").command
        assert isinstance(command, click.Command)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl(list(self._summaries.items()))
