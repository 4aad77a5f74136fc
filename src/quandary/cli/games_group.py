"""A command that has one subcommand for every game, each with the game's own options: `quandary solve rush-hour …`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import click

from quandary.core.errors import UsageError
from quandary.core.game import Game
from quandary.core.options import Option
from quandary.core.registry import game, names

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

LONGEST_EXAMPLE = 200


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


def option(flag: str, help: str | None = None, kind: Any = None, **settings: Any) -> click.Option:
    """A flag of a command, which tells its default where that says something.

    `--json as_json` gives the parameter another name than the flag's.
    """
    says_something = settings.get("default") not in (None, "")
    return click.Option(flag.split(), **{"type": kind, "help": help, "show_default": says_something, **settings})


def game_option(setting: Option) -> click.Option:
    """A game's own setting as a flag."""
    flag = "--" + setting.name.replace("_", "-")
    if setting.type is bool:
        # What is on unless told otherwise needs a way to be told.
        flag = f"{flag}/--no-{flag.removeprefix('--')}" if setting.default else flag
        more = {"is_flag": True, "default": setting.default, "show_default": False}
        return option(f"{flag} {setting.name}", setting.help, **more)
    kind = click.Choice(setting.choices) if setting.choices and not setting.several else setting.type
    return option(f"{flag} {setting.name}", setting.help, kind, default=setting.default)


def variant_flags(game: Game[Any, Any]) -> list[click.Option]:
    """The rules that a puzzle's text may leave open, as flags; without a flag the text or the default decides."""
    return [
        game_option(replace(rule, default=None, help=f"{rule.help} (default: {_said(rule.default)})"))
        for rule in game.variant_options
    ]


def _said(default: Any) -> str:
    return "unlimited" if default is None else str(default)


def take_variant(game: Game[Any, Any], parameters: dict[str, Any]) -> Game[Any, Any]:
    """The game with the rules that are among a command's parameters, which they leave."""
    return game.variant(**{rule.name: parameters.pop(rule.name) for rule in game.variant_options})


def seed_option(help: str = "The puzzle of this seed, like GAME#SEED.", **settings: Any) -> click.Option:
    """`--seed N`."""
    return option("--seed", help, click.IntRange(0), **settings)


def puzzles_or_seed(game: Game[Any, Any], puzzles: Sequence[str], seed: int | None) -> Sequence[str]:
    """The puzzles given, and the one of the seed; it is an error to give neither."""
    named = puzzles if seed is None else (*puzzles, f"{game.name}#{seed}")
    if not named:
        context = click.get_current_context()
        raise click.MissingParameter(ctx=context, param_type="argument", param_hint="'PUZZLE...'")
    return named


def settings_option(flag: str = "--option", help: str = "A setting of the strategy.") -> click.Option:
    """`--option name=value`, as often as wanted: settings of a solver or player."""
    return option(flag, help, multiple=True, metavar="NAME=VALUE")


def read_settings(given: Sequence[str]) -> dict[str, str]:
    """What was given with `--option`, by name."""
    settings = {}
    for text in given:
        name, equals, value = text.partition("=")
        if not equals:
            raise UsageError(f"--option takes name=value, not {text!r}")
        settings[name.strip()] = value
    return settings


def time_option(what: str = "puzzle") -> click.Option:
    """`--time SECONDS`."""
    return option("--time", f"Time limit of each {what}.", float, metavar="SECONDS")


def nodes_option(what: str = "puzzle") -> click.Option:
    """`--nodes N`."""
    return option("--nodes", f"Limit of positions expanded, each {what}.", int, metavar="N")


def memory_option(what: str = "puzzle") -> click.Option:
    """`--memory SIZE`."""
    return option("--memory", f"Memory limit, each {what}.", default="2G", metavar="SIZE")


def json_option(help: str = "JSON Lines on stdout, one object a puzzle.") -> click.Option:
    """`--json`."""
    return option("--json as_json", help, is_flag=True)


def jobs_option() -> click.Option:
    """`--jobs N`."""
    return option("--jobs", "Threads (default: all cores).", click.IntRange(1, 1024))


def example_puzzle(game: Game[Any, Any]) -> str:
    """A puzzle for an example command: a text if it is short enough to be read, else an id."""
    text = game.examples[1]
    return f"'{text}'" if len(text) <= LONGEST_EXAMPLE else f"{game.name}#42"


def examples(*lines: str) -> str:
    """Example commands for the end of a help text."""
    return "\b\nExamples:\n" + "\n".join(f"  {line}" for line in lines)
