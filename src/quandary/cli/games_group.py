"""A command that has one subcommand for every game, each with the game's own options: `quandary solve rush-hour …`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import click

from quandary.core.errors import UsageError
from quandary.core.game import Game
from quandary.core.registry import game, names
from quandary.core.words import shortened

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem


class GamesGroup(click.Group):
    """Builds a game's subcommand when it is named; nothing else is imported."""

    def __init__(self, name: str, build: Callable[[Game[Any, Any]], click.Command], help: str) -> None:
        super().__init__(
            name, help=help, subcommand_metavar="GAME …", invoke_without_command=True, callback=self._ask_for_a_game
        )
        self._build = build

    def list_commands(self, ctx: click.Context) -> list[str]:
        return names()

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if ctx.resilient_parsing:
            return self._command_to_complete(cmd_name)
        # An unknown name raises our own error, which says what games there are.
        return self._build(game(cmd_name))

    def _command_to_complete(self, name: str) -> click.Command | None:
        """The game's subcommand for a shell, which wants to hear of no error."""
        from quandary.cli.suggestions import teach

        try:
            command = self._build(game(name))
        except UsageError:
            return None
        teach(command, self.name, game(name))
        return command

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:
        if incomplete.startswith("-"):
            return super().shell_complete(ctx, incomplete)
        from quandary.cli.suggestions import offered

        return offered({name: game(name).summary for name in names()}, incomplete)

    def _ask_for_a_game(self) -> None:
        context = click.get_current_context()
        if context.invoked_subcommand is None:
            raise click.UsageError(f"say which game: {', '.join(names())}", context)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Games"):
            formatter.write_dl([(name, game(name).summary) for name in names()])


def puzzles_or_seed(game: Game[Any, Any], puzzles: Sequence[str], seed: int | None) -> Sequence[str]:
    """The puzzles given, or the one of the seed; it is an error to give neither or both."""
    if puzzles and seed is not None:
        raise UsageError(f"--seed {seed} is a puzzle of its own: give it, or {shortened(puzzles[0], 60)}, not both")
    named = puzzles if seed is None else (f"{game.name}#{seed}",)
    if not named:
        context = click.get_current_context()
        raise click.MissingParameter(ctx=context, param_type="argument", param_hint="'PUZZLE...'")
    return named
