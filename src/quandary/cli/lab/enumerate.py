"""`quandary lab enumerate GAME`: every puzzle there is, in one file that `quandary find` searches."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from quandary.cli import flags
from quandary.cli.games_group import GamesGroup
from quandary.cli.lab.shared import scheduler_option, wait_option
from quandary.cli.output import Interrupted, all_cores, print_json, print_result, progress_bar, say
from quandary.core.errors import Unfinished, UsageError
from quandary.core.game import Game
from quandary.core.options import read_options
from quandary.lab.catalogue import JOURNAL, Journal, distribution, enumerate_parts, lines_of, pack


def default_file(game: Game[Any, Any]) -> str:
    """What the file is called unless somebody says otherwise."""
    return f"{game.name}.txt.xz"


def _build(game: Game[Any, Any]) -> click.Command:
    generator = game.generator()
    if generator is None or not generator.measures:
        raise UsageError(f"{game.name} has too many puzzles to be enumerated")

    def run(
        file: str,
        shard: str | None,
        merge: tuple[str, ...],
        jobs: int | None,
        scheduler: str | None,
        wait: float | None,
        as_json: bool,
        **parameters: Any,
    ) -> int:
        path = Path(file)
        settings = read_options(generator.kinds, parameters)
        journals = [Path(one) for one in merge]
        if not merge:
            journal = path.with_name(path.name + JOURNAL)
            try:
                how = {"shard": shard, "jobs": jobs or all_cores(), "scheduler": scheduler, "wait": wait}
                done = _work(journal, settings, how)
            except KeyboardInterrupt:
                raise Interrupted(f"what is done is in {journal}; the same command goes on") from None
            except Unfinished as error:
                raise Unfinished(f"{error}: what is done is in {journal}; the same command goes on") from None
            if shard is not None:
                _tell(done, {}, as_json)
                return 0
            journals = [journal]
        whole = pack(path, journals, generator)
        _tell(whole, distribution(lines_of(path), generator, generator.measures[0]), as_json)
        return 0

    def _work(journal: Path, settings: dict[str, Any], how: dict[str, Any]) -> Journal:
        shown = 0

        def watch(now: Journal) -> None:
            nonlocal shown
            advance(f"{now.puzzles:,} puzzles, {now.seconds:,.0f} s CPU", len(now.done) - shown)
            shown = len(now.done)

        with progress_bar("parts", generator.parts(settings)) as advance:
            return enumerate_parts(journal, generator, settings, watch=watch, say=say, **how)

    return click.Command(
        game.name,
        callback=run,
        params=[
            flags.option("--file", "Where all of them go, one a line, packed by xz.", default=default_file(game)),
            *map(flags.of_setting, generator.kinds),
            flags.option("--shard", "Only the I-th of N parts, into the journal of a file of its own.", metavar="I/N"),
            flags.option("--merge", "Pack these journals into --file.", multiple=True, metavar="FILE"),
            scheduler_option(),
            wait_option(),
            flags.jobs(),
            flags.json("One JSON object on stdout at the end."),
        ],
        help=f"Make every {game.title} puzzle there is. Killed or interrupted, the same command goes on.",
        epilog=flags.examples(
            f"quandary lab enumerate {game.name}",
            f"quandary lab enumerate {game.name} --file two.xz --shard 2/8",
            f"quandary lab enumerate {game.name} --merge one.xz{JOURNAL} --merge two.xz{JOURNAL}",
        ),
    )


command = GamesGroup("enumerate", _build, "Make every puzzle there is, and keep them in one file.")


def _tell(journal: Journal, counts: dict[int, int], as_json: bool) -> None:
    if as_json:
        told = {"parts": journal.parts, "done": len(journal.done), "puzzles": journal.puzzles}
        print_json({**told, "cpu_seconds": round(journal.seconds, 3), "distribution": counts})
        return
    print_result(
        f"{journal.puzzles:,} puzzles in {len(journal.done):,} of {journal.parts:,} parts,"
        f" {journal.seconds:,.1f} s of CPU"
    )
    for value, count in counts.items():
        print_result(f"{value:>6} {count:>10,}")
