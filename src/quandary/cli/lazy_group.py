"""A group of commands that knows them by name and summary, and imports only the one that runs."""

from __future__ import annotations

import importlib
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import click

from quandary.core.errors import UsageError, did_you_mean

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem


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
        if ctx.resilient_parsing:
            from quandary.cli.suggestions import teach

            teach(command)
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        word = args[0]
        if word not in self._summaries and not word.startswith("-") and not ctx.resilient_parsing:
            listed, guess = ", ".join(self._summaries), did_you_mean(word, self._summaries)
            raise UsageError(f"there is no command {word!r} (commands: {listed}){guess}")
        return super().resolve_command(ctx, args)

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        if incomplete.startswith("-"):
            return super().shell_complete(ctx, incomplete)
        from quandary.cli.suggestions import offered

        return offered(self._summaries, incomplete)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl(list(self._summaries.items()))
