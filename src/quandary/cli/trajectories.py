"""`quandary export trajectories GAME`: solutions as observations, actions and distances, for who imitates."""

from __future__ import annotations

from typing import Any

import click

from quandary.cli import flags
from quandary.cli.games_group import GamesGroup
from quandary.cli.output import EXIT_UNKNOWN, Interrupted, all_cores, progress_bar, say, say_error
from quandary.cli.sources import good_puzzles
from quandary.core.budget import Cancel
from quandary.core.errors import UsageError
from quandary.core.game import Game
from quandary.core.whole_file import WholeFile
from quandary.engine.generate import fresh_seed
from quandary.engine.packs import shipped_packs

# Nodes, not seconds: the same data on every machine.
DEFAULT_NODES = 1_000_000


def _build(game: Game[Any, Any]) -> click.Command:
    generator = game.generator()
    own_options = generator.options if generator else ()

    def run(
        puzzle: tuple[str, ...],
        count: int,
        seed: int | None,
        output: str,
        metric: str | None,
        nodes: int,
        jobs: int | None,
        starts: int,
        option: tuple[str, ...],
        **settings: Any,
    ) -> int:
        try:
            from quandary.envs.trajectories import Trajectories, check_name
        except ImportError as error:
            raise UsageError("trajectories need an extra: pip install 'quandary[envs]'") from error
        check_name(output)
        typed = flags.take_given(own_options, settings)
        wanted = {name: value for name, value in settings.items() if value is not None}
        bad = 0
        if puzzle:
            wanted |= typed
            wanted["levels"] = puzzle[0]
            if len(puzzle) > 1 or puzzle[0] not in shipped_packs(game):
                variant = game.variant(**{rule.name: settings.get(rule.name) for rule in game.variant_options})
                wanted["levels"], bad = good_puzzles(variant, puzzle)
        else:
            first = fresh_seed() if seed is None else seed
            if seed is None:
                say(f"seed: {first}")
            wanted |= {**typed, "pool": count, "level_seed": first}
        wanted |= flags.read_settings(option)
        made = Trajectories(game, metric=metric, nodes=nodes, jobs=jobs or all_cores(), starts=starts, **wanted)
        return _write(made, output, bad)

    return click.Command(
        game.name,
        callback=run,
        params=[
            click.Argument(["puzzle"], nargs=-1),
            flags.count("How many to make."),
            flags.seed("The same seed makes the same data for ever."),
            *flags.variant(game),
            *map(flags.of_setting, own_options),
            flags.option("--split", "Levels of one side only, no two alike.", click.Choice(["train", "test"])),
            flags.option("--starts", "Of each level: its own start, and others after random moves.", int, default=1),
            flags.option("--observation", "What is seen.", click.Choice(["array", "planes"]), default="array"),
            flags.settings(help="Another argument of the environment."),
            flags.option("--metric", "What a solution's cost is (default: the game's first metric)."),
            flags.option("--nodes", "Limit of each search.", int, default=DEFAULT_NODES),
            flags.option("--output -o", "FILE.npz; it appears when whole.", required=True, metavar="FILE"),
            flags.jobs(),
        ],
        help=f"Write solutions of {game.title} as an agent would play them: of new levels, or of PUZZLE "
        "(a pack that ships with the game, text, id, file or -).",
        epilog=flags.examples(
            f"quandary export trajectories {game.name} --count 1000 --seed 1 --split train --output train.npz",
        ),
    )


command = GamesGroup("trajectories", _build, "Write solutions as observations, actions and distances.")


def _write(made: Any, output: str, bad: int) -> int:
    """Write the trajectories to a file, and report the puzzles that are left out."""
    from quandary.envs.trajectories import Trajectory, Unsolved, as_npz

    cancel = Cancel()
    file = WholeFile(output)
    written: list[Trajectory] = []
    left_out = 0
    try:
        with progress_bar("solving", made.count) as advance:
            for one in made.made(cancel):
                if isinstance(one, Unsolved):
                    say_error(f"puzzle {one.id} is left out: {one.reason}")
                    left_out += 1
                else:
                    written.append(one)
                advance(f"{left_out} left out" if left_out else "")
        file.add(as_npz(written, made.env.observation_space))
    except BaseException as error:
        cancel.cancel()
        file.discard()
        if not isinstance(error, KeyboardInterrupt):
            raise
        raise Interrupted(f"{len(written)} of {made.count} trajectories were made, and nothing is written") from None
    file.finish()
    say(f"{len(written)} trajectories written to {output}")
    return EXIT_UNKNOWN if left_out or bad else 0
