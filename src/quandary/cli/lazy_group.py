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
    """Each command stands in a module that bears its name, or in the one that `homes` names for it."""

    def __init__(
        self, *, package: str, summaries: Mapping[str, str], homes: Mapping[str, str] | None = None, **settings: Any
    ) -> None:
        super().__init__(**settings, context_settings={"help_option_names": ["-h", "--help"]})
        self._package = package
        self._homes = homes or {}
        self._summaries = summaries

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(self._summaries)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in self._summaries:
            return None
        home = vars(importlib.import_module(f"{self._package}.{self._homes.get(cmd_name, cmd_name)}"))
        command = next(one for one in home.values() if isinstance(one, click.Command) and one.name == cmd_name)
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
