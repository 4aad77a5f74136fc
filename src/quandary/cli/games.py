"""`quandary games`"""

from __future__ import annotations

import click

from quandary.cli.output import print_json, print_result
from quandary.core.registry import game, names
from quandary.engine.solve import available_strategies


@click.command("games")
@click.option("--json", "as_json", is_flag=True, help="JSON Lines on stdout, one object a game.")
def command(as_json: bool) -> int:
    """List the games, their metrics and strategies."""
    for name in names():
        this = game(name)
        strategies = [strategy.name for strategy in available_strategies(this)]
        players = [player.name for player in this.players()]
        if as_json:
            fields = {"game": name, "title": this.title, "summary": this.summary}
            print_json({**fields, "metrics": this.metrics, "strategies": strategies, "players": players})
        else:
            named = {"metrics": this.metrics if strategies else (), "strategies": strategies, "players": players}
            lists = [f"{what}: {' | '.join(words)}" for what, words in named.items() if words]
            print_result(f"{name}: {this.summary}\n  {'; '.join(lists)}")
    return 0
