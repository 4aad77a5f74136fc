"""`quandary export eval GAME`: prompts for language models, with all that it takes to judge their answers."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import click

from quandary.cli import flags
from quandary.cli.games_group import GamesGroup
from quandary.cli.lazy_group import LazyGroup
from quandary.cli.output import (
    EXIT_BAD_INPUT,
    EXIT_UNKNOWN,
    Interrupted,
    all_cores,
    print_json,
    print_result,
    progress_bar,
    results_in,
    say,
    say_error,
)
from quandary.cli.sources import good_puzzles
from quandary.core.budget import Cancel, parse_size
from quandary.core.errors import UsageError
from quandary.core.game import Game
from quandary.core.whole_file import WholeFile
from quandary.core.words import counted
from quandary.engine.generate import fresh_seed, generate
from quandary.evaluation import benchmark
from quandary.evaluation.records import (
    DEFAULT_NODES,
    DEFAULT_QUEST_MOVES,
    PATIENCE,
    LeftOut,
    Order,
    Record,
    make_new_records,
    make_records,
)


def _build(game: Game[Any, Any]) -> click.Command:
    generator = game.generator()
    own_options = generator.options if generator else ()

    def run(
        puzzle: tuple[str, ...],
        count: int,
        seed: int | None,
        output: str | None,
        jobs: int | None,
        memory: str,
        as_json: bool,
        moves: int = DEFAULT_QUEST_MOVES,
        **settings: Any,
    ) -> int:
        wanted = {name: settings.pop(name) for name in ("metric", "time", "nodes", "with_solutions")}
        order = Order(memory=parse_size(memory), quest_moves=moves, jobs=jobs or all_cores(), **wanted)
        # Everything that can be wrong with the order is said before any work is done.
        make_records(game, (), order)
        cancel = Cancel()
        if puzzle:
            _refuse({option.name for option in own_options})
            variant = flags.take_variant(game, settings)
            puzzles, bad = good_puzzles(variant, puzzle)
            return _write(make_records(variant, puzzles, order, cancel), len(puzzles), output, cancel, bad)
        first = fresh_seed() if seed is None else seed
        if seed is None:
            say(f"seed: {first}")
        made = generate(game, count=PATIENCE * count, seed=first, jobs=order.jobs, cancel=cancel, **settings)
        return _write(make_new_records(game, made, count, order, cancel), count, output, cancel, 0)

    score_flags = [flags.option("--moves", "How many moves the task has.", int, default=DEFAULT_QUEST_MOVES)]
    return click.Command(
        game.name,
        callback=run,
        params=[
            click.Argument(["puzzle"], nargs=-1),
            flags.count("How many to make, all different."),
            flags.seed("The same seed makes the same set for ever."),
            *flags.variant(game),
            *map(flags.of_setting, own_options),
            *(score_flags if game.is_scored else ()),
            flags.option("--metric", "What a solution's cost is (default: the game's first metric)."),
            flags.option("--nodes", "Limit of each search for an optimum.", int, default=DEFAULT_NODES),
            flags.option("--time", "Its limit in time; the set then depends on the machine.", float, metavar="SECONDS"),
            flags.memory(),
            flags.switch("--with-solutions", "Write a best solution into every record."),
            flags.file("--output -o", "Write to a file instead of stdout; it appears when whole."),
            flags.json("JSON Lines, which is the only format there is."),
            flags.jobs(),
        ],
        help=f"Write {game.title} puzzles as prompts, JSON Lines: new ones, or PUZZLE (text, id, file or -).",
        epilog=flags.examples(
            f"quandary export eval {game.name} --count 100 --seed 1 --output set.jsonl",
            f"quandary export eval {game.name} pack.txt --with-solutions",
            "quandary verify --set set.jsonl --answers answers.jsonl",
        ),
    )


COMMANDS = {
    "eval": "Write an evaluation set for language models.",
    "benchmark": "Write a frozen benchmark for language models.",
    "trajectories": "Write solutions as observations, actions and distances, for who imitates.",
}
evaluation_sets = GamesGroup("eval", _build, COMMANDS["eval"])


@click.command("benchmark", help="Write a frozen benchmark, the same bytes for everybody, for ever: 1,000 prompts.")
@click.argument("name", type=click.Choice(list(benchmark.FROZEN)))
@click.option("--output", "-o", metavar="FILE", help="Write to a file instead of stdout; it appears when whole.")
def frozen(name: str, output: str | None) -> None:
    """A set that was made once."""
    content = benchmark.content_of(name)
    with results_in(output):
        print_result(content.decode().removesuffix("\n"))
    say(f"{name}: SHA-256 {benchmark.FROZEN[name]}")


@click.group(
    "export", cls=LazyGroup, package="quandary.cli", summaries=COMMANDS, homes={"eval": "export", "benchmark": "export"}
)
def command() -> None:
    """Write puzzles in the shapes that other people's programs take.

    \b
    quandary export eval sokoban --count 100 --seed 1 --level beginner --output set.jsonl
    quandary verify --set set.jsonl --answers answers.jsonl
    quandary export trajectories sokoban --count 1000 --seed 1 --split train --output train.npz
    """


def _refuse(names: set[str]) -> None:
    """The generator's settings say nothing of puzzles that are there already."""
    context = click.get_current_context()
    given = [
        name
        for name in (*sorted(names), "count", "seed")
        if context.get_parameter_source(name) is click.core.ParameterSource.COMMANDLINE
    ]
    if given:
        raise UsageError(f"--{given[0].replace('_', '-')} is for new puzzles, and these are given")


def _write(entries: Iterator[Record | LeftOut], total: int, output: str | None, cancel: Cancel, bad: int) -> int:
    """Writes records as they come, and says what does not come into the set."""
    file = None if output is None else WholeFile(output)
    written = unsolvable = unknown = 0
    try:
        with progress_bar("exporting", total) as advance:
            for entry in entries:
                if isinstance(entry, LeftOut):
                    say_error(f"puzzle {entry.id} is left out: {entry.reason}")
                    unknown += entry.is_unknown
                    unsolvable += not entry.is_unknown
                else:
                    written += 1
                    if file is None:
                        print_json(entry)
                    else:
                        file.add(json.dumps(entry, ensure_ascii=False) + "\n")
                advance(f"{unsolvable + unknown} left out" if unsolvable + unknown else "")
    except BaseException as error:
        cancel.cancel()
        kept = "" if file is None else file.keep()
        if not isinstance(error, KeyboardInterrupt):
            raise
        raise Interrupted(f"{written} of {total} puzzles are done{kept}") from None
    if file is not None and not written and (bad or unsolvable or unknown):
        file.discard()
    elif file is not None:
        file.finish()
        say(f"{counted(written, 'puzzles')} written to {output}")
    return EXIT_BAD_INPUT if bad or unsolvable else EXIT_UNKNOWN if unknown else 0
