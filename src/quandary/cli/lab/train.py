"""`quandary lab train GAME FOLDER`: a player learns, and can go on learning where it stopped."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import click

from quandary.cli import flags
from quandary.cli.games_group import GamesGroup
from quandary.cli.output import Interrupted, print_json, print_result, say
from quandary.core.errors import UsageError
from quandary.core.game import Game
from quandary.core.options import read_options
from quandary.core.whole_file import write_whole


def _build(game: Game[Any, Any]) -> click.Command:
    trainer = game.trainer()
    if trainer is None:
        raise UsageError(f"{game.name} has no player that learns")

    def train(folder: str, games: int, seed: int | None, picture: str | None, as_json: bool, **parameters: Any) -> int:
        learner = flags.take_variant(game, parameters).trainer()
        assert learner is not None, "rules do not take a trainer away"
        learned = 0

        def report(point: Mapping[str, Any]) -> None:
            nonlocal learned
            learned = point["games"]
            if as_json:
                print_json({"game": game.name, **point})
            else:
                print_result(", ".join(f"{name.replace('_', ' ')} {_shown(value)}" for name, value in point.items()))

        try:
            written = learner.train(folder, games, seed, read_options(learner.options, parameters), report)
        except KeyboardInterrupt:
            said = f"{learned} games are learned from; the same command goes on from there"
            raise Interrupted(said) from None
        say(f"written: {written}")
        if picture:
            _draw(learner.curve(folder), picture)
        return 0

    return click.Command(
        game.name,
        callback=train,
        params=[
            click.Argument(["folder"]),
            flags.option("--games", "Games in all to learn from.", flags.Whole(0), default=1000),
            flags.seed("All games follow from it (default: 1, or the folder's)."),
            *flags.variant(game),
            *map(flags.of_setting, trainer.options),
            flags.file("--picture", "Draw the learning curve as SVG."),
            flags.json(),
        ],
        help=(
            f"Let a player of {game.title} learn. FOLDER holds the checkpoint, the curve and what was learned; "
            "a training goes on where the folder's stopped."
        ),
        epilog=flags.examples(
            f"quandary lab train {game.name} learning --games 2000 --picture curve.svg",
            f"quandary lab bench {game.name} --strategy learned:weights=learning/weights.bin",
        ),
    )


command = GamesGroup("train", _build, "Let a game's learning player learn.")


def _draw(points: Sequence[Mapping[str, Any]], picture: str) -> None:
    # Only who wants to see a curve needs what draws it.
    from quandary.lab.report.plots import plot_learning

    if not points:
        raise UsageError("nothing is learned yet, so there is no curve to draw")
    write_whole(picture, plot_learning(points))
    say(f"written: {picture}")


def _shown(value: float) -> str:
    return f"{value:,}" if isinstance(value, int) else f"{value:,.3g}" if value < 100 else f"{value:,.0f}"
