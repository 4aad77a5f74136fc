"""Flags of commands: those that many have in common, and those that a game brings."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

import click
from click.core import ParameterSource

from quandary.cli.output import results_in
from quandary.core.errors import UsageError
from quandary.core.game import Game
from quandary.core.options import LARGEST_INT, Option
from quandary.core.words import shortened

LONGEST_EXAMPLE = 200


class Whole(click.IntRange):
    """A whole number in a range that is told in words. None is larger than where numbers are kept."""

    name = "integer"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        number = click.INT.convert(value, param, ctx)
        if abs(number) > LARGEST_INT:
            self.fail(f"{shortened(str(value), 24)} is beyond 64 bits.", param, ctx)
        return super().convert(number, param, ctx)

    def _describe_range(self) -> str:
        return _in_words(self.min, self.max)


class Number(click.FloatRange):
    """A number in a range that is told in words: `nan` is none, though Python reads it as one."""

    name = "number"

    def _describe_range(self) -> str:
        return _in_words(self.min, self.max)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        number: float = super().convert(value, param, ctx)
        if math.isnan(number):
            self.fail(f"{value!r} is not a number.", param, ctx)
        return number


def _in_words(least: float | None, most: float | None) -> str:
    if least is None:
        return "" if most is None else f"up to {most}"
    return f"{least} or more" if most is None else f"{least} to {most}"


def option(flag: str, help: str | None = None, kind: Any = None, **settings: Any) -> click.Option:
    """A flag of a command, which tells its default where that says something.

    `--json as_json` gives the parameter another name than the flag's.
    """
    kind = Whole() if kind is int else Number() if kind is float else kind
    says_something = settings.get("default") not in (None, "")
    return click.Option(flag.split(), **{"type": kind, "help": help, "show_default": says_something, **settings})


def switch(flag: str, help: str) -> click.Option:
    """A flag without a value."""
    return option(flag, help, is_flag=True)


def file(flag: str, help: str) -> click.Option:
    """`--svg FILE`."""
    return option(flag, help, metavar="FILE")


def of_setting(setting: Option) -> click.Option:
    """A game's own setting as a flag."""
    flag = "--" + setting.name.replace("_", "-")
    if setting.type is bool:
        # What is on unless told otherwise needs a way to be told.
        flag = f"{flag}/--no-{flag.removeprefix('--')}" if setting.default else flag
        more = {"is_flag": True, "default": setting.default, "show_default": False}
        return option(f"{flag} {setting.name}", setting.help, **more)
    return option(f"{flag} {setting.name}", setting.help, _kind(setting), default=setting.default)


def choice(words: Iterable[str]) -> click.Choice[str]:
    """One of some words, in any case."""
    return click.Choice(list(words), case_sensitive=False)


def _kind(setting: Option) -> Any:
    """What a setting's flag reads."""
    if setting.choices and not setting.several:
        return choice(setting.choices)
    if setting.type is int:
        least, most = (None if end is None else int(end) for end in (setting.least, setting.most))
        return Whole(least, most)
    return Number(setting.least, setting.most) if setting.type is float else setting.type


def variant(game: Game[Any, Any]) -> list[click.Option]:
    """The rules that a puzzle's text may leave open, as flags; without a flag the text or the default decides."""
    return [
        of_setting(replace(rule, default=None, help=f"{rule.help}{_default(rule)}")) for rule in game.variant_options
    ]


def _default(rule: Option) -> str:
    if rule.type is bool:
        return ""
    return f" (default: {'unlimited' if rule.default is None else rule.default})"


def take_variant(game: Game[Any, Any], parameters: dict[str, Any]) -> Game[Any, Any]:
    """The game with the rules that are among a command's parameters, which they leave."""
    return game.variant(**{rule.name: parameters.pop(rule.name) for rule in game.variant_options})


def take_given(options: Sequence[Option], parameters: dict[str, Any]) -> dict[str, Any]:
    """Those of a generator's settings that somebody typed; all of them leave a command's parameters."""
    context = click.get_current_context()
    typed = (ParameterSource.COMMANDLINE, ParameterSource.ENVIRONMENT)
    values = {one.name: parameters.pop(one.name) for one in options}
    return {name: value for name, value in values.items() if context.get_parameter_source(name) in typed}


def seed(help: str = "The puzzle of this seed, like GAME#SEED.", **settings: Any) -> click.Option:
    """`--seed N`."""
    return option("--seed", help, Whole(0), **settings)


def count(help: str) -> click.Option:
    """`--count N`."""
    return option("--count -n", help, Whole(0), default=1)


def settings(flag: str = "--option", help: str = "A setting of the strategy.") -> click.Option:
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


def time(what: str = "puzzle") -> click.Option:
    """`--time SECONDS`."""
    return option("--time", f"Time limit of each {what}.", float, metavar="SECONDS")


def nodes(what: str = "puzzle") -> click.Option:
    """`--nodes N`."""
    return option("--nodes", f"Limit of positions expanded, each {what}.", int, metavar="N")


def memory(what: str = "puzzle") -> click.Option:
    """`--memory SIZE`."""
    return option("--memory", f"Memory limit, each {what}.", default="2G", metavar="SIZE")


class WritingCommand(click.Command):
    """A command whose results go to a file where `--output` names one."""

    def __init__(self, *arguments: Any, **settings: Any) -> None:
        super().__init__(*arguments, **settings)
        self.params.append(file("--output -o output", "Write the results to a file, which appears when it is whole."))

    def invoke(self, ctx: click.Context) -> Any:
        with results_in(ctx.params.pop("output")):
            return super().invoke(ctx)


def json(help: str = "JSON Lines on stdout, one object a puzzle.") -> click.Option:
    """`--json`."""
    return switch("--json as_json", help)


def jobs() -> click.Option:
    """`--jobs N`."""
    return option("--jobs", "Threads (default: all cores).", Whole(1, 1024))


def example_puzzle(game: Game[Any, Any]) -> str:
    """A puzzle for an example command: a text if it is short enough to be read, else an id."""
    text = game.examples[1]
    return f"'{text}'" if len(text) <= LONGEST_EXAMPLE else f"{game.name}#42"


def examples(*lines: str) -> str:
    """Example commands for the end of a help text."""
    return "\b\nExamples:\n" + "\n".join(f"  {line}" for line in lines)
