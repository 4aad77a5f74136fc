"""`quandary lab sweep GAME --corpus C --option NAME=VALUE,VALUE`"""

from __future__ import annotations

from contextlib import closing
from pathlib import Path
from typing import Any

import click

from quandary.cli import flags
from quandary.cli.games_group import GamesGroup
from quandary.cli.lab.shared import budget_options, db_option, standing, tags_option, take_budget
from quandary.cli.output import Interrupted, all_cores, print_json, print_result, progress_bar, say
from quandary.core.errors import UsageError
from quandary.core.game import Game
from quandary.core.whole_file import write_whole
from quandary.engine.puzzles import id_in
from quandary.lab.corpus import Corpus, Seeds, finite_seeds, read_corpus
from quandary.lab.experiment import Experiment, design
from quandary.lab.provenance import changes, code_of
from quandary.lab.runner import Tally, carry_on, read_tags, start_run
from quandary.lab.store import Run, Store, open_store
from quandary.lab.sweep import MEASURES, Cell, combinations, heat_map, read_sweep, table


def _build(game: Game[Any, Any]) -> click.Command:
    def run(
        corpus: str,
        strategy: str | None,
        option: tuple[str, ...],
        describe: str,
        tag: tuple[str, ...],
        heat: str | None,
        show: str,
        db: str,
        jobs: int | None,
        as_json: bool,
        **parameters: Any,
    ) -> None:
        variant, budget = take_budget(game, parameters)
        swept = list(combinations(read_sweep(option)))
        # Everything that can be wrong with any of them is said before the first one runs.
        experiments = [design(variant, strategy, options=dict(options), **budget) for options in swept]
        if len(swept) < 2:
            raise UsageError("there is nothing to sweep: give an option several values, --option name=1,2,3")
        spec = corpus if Path(corpus).exists() else id_in(variant, corpus) or corpus
        instances = finite_seeds(variant, spec) or read_corpus(variant, spec)
        cells = []
        with closing(open_store(db, create=True)) as store:
            for options, experiment in zip(swept, experiments, strict=True):
                said = describe or ", ".join(f"{name}={value}" for name, value in options.items())
                begun = _run_of(store, experiment, instances, said, tag, jobs or all_cores())
                cells.append(Cell(options, _finish(store, begun, jobs or all_cores())))
        if as_json:
            print_json({"runs": [{**cell.tally.as_dict(), "options": dict(cell.options)} for cell in cells], "db": db})
        else:
            rows = table(cells)
            widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
            for row in rows:
                print_result("  ".join(word.rjust(width) for word, width in zip(row, widths, strict=True)).rstrip())
        if heat is not None:
            write_whole(heat, heat_map(cells, show, f"{game.title}, {experiments[0].strategy}, {corpus}"))
            say(f"wrote {heat}")

    return click.Command(
        game.name,
        callback=run,
        params=[
            flags.option("--corpus", "What to run on, as in lab run.", required=True),
            flags.option("--strategy", "Who is tried, as in lab run."),
            flags.option(
                "--option", "An option and its values.", multiple=True, metavar="NAME=VALUE,VALUE,…", required=True
            ),
            *budget_options(game),
            flags.option("--describe", "What is tried here (default: the options).", default="", metavar="TEXT"),
            tags_option(),
            flags.file("--heat", "Draw a heat map of one or two options, as SVG (needs the extra lab)."),
            flags.option("--show", "What the heat map shows.", click.Choice(MEASURES), default=MEASURES[0]),
            db_option(),
            flags.jobs(),
            flags.json("One JSON object on stdout at the end."),
        ],
        help=(
            f"Try a strategy on {game.title} with every combination of its options' values, each a run of its own. "
            "Interrupted, the same command goes on."
        ),
        epilog=flags.examples(
            f"quandary lab sweep {game.name} --corpus {game.name}#1..100 --strategy NAME --option one=1e4,1e5"
            " --option two=yes,no --heat map.svg"
        ),
    )


command = GamesGroup("sweep", _build, "Try every combination of some options' values: a table and a heat map.")


def _run_of(
    store: Store, experiment: Experiment, corpus: Corpus | Seeds, said: str, tags: tuple[str, ...], jobs: int
) -> Run:
    """The run of this combination: the one that the same command has begun before, or a new one.

    A file that holds other puzzles now, or code that has changed, makes another command of the same words.
    """
    same = (experiment.as_dict(), corpus.spec, said, tuple(read_tags(tags).split()))
    code = code_of(experiment.contender()).hashes()
    for known in store.runs():
        if (known.experiment.as_dict(), known.spec, known.description, known.tags) != same or known.shard is not None:
            continue
        changed = changes(known.code, code)
        if isinstance(corpus, Corpus) and known.hash != corpus.hash:
            changed.append("the corpus")
        if not changed:
            return known
        say(f"run {known.id} is of another state: {', '.join(changed)} changed since")
    return start_run(store, experiment, corpus, description=said, tags=tags, jobs=jobs)


def _finish(store: Store, run: Run, jobs: int) -> Tally:
    shown = 0

    def watch(tally: Tally) -> None:
        nonlocal shown
        advance(standing(tally), tally.done - shown)
        shown = tally.done

    try:
        with progress_bar(f"run {run.id}", len(run.numbers())) as advance:
            return carry_on(store, run, jobs=jobs, watch=watch)
    except KeyboardInterrupt:
        raise Interrupted(f"what is done of run {run.id} is stored; the same command goes on") from None
