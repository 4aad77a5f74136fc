"""`quandary lab strategies GAME`"""

from __future__ import annotations

from typing import Any

import click

from quandary.cli.output import print_json, print_result
from quandary.core.registry import game as game_of_name
from quandary.lab.contender import Contender, contenders, find_contender


@click.command("strategies")
@click.argument("game")
@click.argument("name", required=False)
@click.option("--json", "as_json", is_flag=True, help="JSON Lines on stdout, one object a strategy.")
def command(game: str, name: str | None, as_json: bool) -> None:
    """List what can be tried on a game, with every option's type, default and meaning.

    NAME picks one; it may also be a function of your own, as module:function.
    """
    found = game_of_name(game)
    for contender in contenders(found) if name is None else [find_contender(found, name)]:
        if as_json:
            print_json(_record(contender))
        else:
            print_result("\n".join(_lines(contender)))


def _record(contender: Contender) -> dict[str, Any]:
    return {
        "strategy": contender.name,
        "kind": contender.kind,
        "summary": contender.summary,
        "metrics": list(contender.metrics),
        "options": [
            {
                "name": option.name,
                "type": option.type.__name__,
                "default": option.default,
                "choices": option.choices,
                "meaning": option.help,
            }
            for option in contender.options
        ],
    }


def _lines(contender: Contender) -> list[str]:
    metrics = f" [{', '.join(contender.metrics)}]" if contender.player is None else ""
    lines = [f"{contender.name} ({contender.kind}){metrics}: {contender.summary}"]
    for option in contender.options:
        kind = "|".join(option.choices) if option.choices else option.type.__name__
        default = str(option.default).lower() if option.default in (None, True, False) else option.default
        lines.append(f"  {option.name}={default}  {kind}: {option.help}")
    return lines
