"""What is done with a results file: list its runs, finish, compare and annotate them, export and merge."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, closing
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from quandary.cli import flags
from quandary.cli.lab.shared import db_option, scheduler_option, standing, wait_option, work
from quandary.cli.output import EXIT_BAD_INPUT, print_json, print_result, say_error
from quandary.core.errors import UsageError
from quandary.lab.export import COLUMNS, flat, records
from quandary.lab.merge import merge
from quandary.lab.runner import read_tags, tally_of
from quandary.lab.store import open_store

if TYPE_CHECKING:
    from quandary.lab.comparison import Comparison, Side

_NAMES_SHOWN = 10


def _run_argument(name: str = "run") -> click.Argument:
    return click.Argument([name], type=flags.Whole())


@click.command(
    "list",
    params=[
        flags.option("--tag", "Only runs with this tag; with several, those that have all.", multiple=True),
        flags.json("JSON Lines on stdout, one object a run."),
        db_option(),
    ],
)
def list_runs(tag: tuple[str, ...], as_json: bool, db: str) -> None:
    """List the runs of a results file."""
    with closing(open_store(db)) as store:
        for run in store.runs():
            if not set(tag) <= set(run.tags):
                continue
            tally = tally_of(store, run)
            if as_json:
                print_json({**tally.as_dict(), **run.as_dict()})
                continue
            limits = "" if run.budget == "no limit" else f", {run.budget}"
            asked = f"{run.strategy} on {run.spec}{limits}"
            shard = f", shard {run.shard}" if run.shard else ""
            missing = f", {tally.total - tally.done} missing" if tally.done < tally.total else ""
            print_result(
                f"{run.id:>4}  {run.started}  {asked}{shard}: {standing(tally)} of {tally.total}{missing}"
                + (f"\n      {run.description}" if run.description else "")
                + (f"\n      tags: {' '.join(run.tags)}" if run.tags else "")
            )


@click.command(
    "show",
    params=[
        _run_argument(),
        flags.switch("--code", "The source of the strategy, as it was when the run began or was resumed last."),
        flags.json("One JSON object on stdout."),
        db_option(),
    ],
)
def show(run: int, code: bool, as_json: bool, db: str) -> None:
    """Show all that is known of a run: what was asked, by which code, where, and how it stands."""
    with closing(open_store(db)) as store:
        found = store.run(run)
        sources = store.sources()
        texts = {name: sources[key][1] for name, key in found.code.get("files", {}).items() if key in sources}
        if as_json:
            shown = {"source": texts} if code else {}
            print_json({**tally_of(store, found).as_dict(), **found.as_dict(), **shown})
        elif code:
            if not texts:
                raise UsageError(f"{db} has no source of run {run}")
            for name, text in texts.items():
                print_result(f"# {name}\n{text.rstrip()}")
        else:
            print_result("\n".join(_shown(found.as_dict())))
            print_result(f"standing: {standing(tally_of(store, found))}")


def _shown(facts: Mapping[str, Any], prefix: str = "") -> Iterator[str]:
    """Name by name, what is in something else under its name."""
    for name, value in facts.items():
        if isinstance(value, Mapping):
            yield from _shown(value, f"{prefix}{name}.")
        elif value not in (None, "", []):
            yield f"{prefix}{name}: {value}"


@click.command("tag", params=[_run_argument(), click.Argument(["tags"], nargs=-1), db_option()])
def tag(run: int, tags: tuple[str, ...], db: str) -> None:
    """Give a run words to find it by (lab list --tag WORD); they replace those that it has."""
    with closing(open_store(db)) as store:
        store.update_run(store.run(run).id, tags=read_tags(tags))


@click.command(
    "resume",
    params=[
        _run_argument(),
        flags.switch("--changed-code", "Go on although the strategy's code is not what the run began with."),
        flags.jobs(),
        flags.json("JSON on stdout."),
        db_option(),
        scheduler_option(),
        wait_option(),
    ],
)
def resume(run: int, db: str, **how: Any) -> int:
    """Do what is missing of a run after Ctrl-C, a crash or a power cut, and nothing twice."""
    with closing(open_store(db)) as store:
        return work(store, store.run(run), **how)


@click.command("note", params=[_run_argument(), click.Argument(["text"]), db_option()])
def note(run: int, text: str, db: str) -> None:
    """Write down what a run means, in your own words, for the report. An empty text removes the note."""
    with closing(open_store(db)) as store:
        store.update_run(store.run(run).id, note=text.strip() or None)


@click.command(
    "export",
    cls=flags.WritingCommand,
    params=[
        _run_argument(),
        flags.switch("--csv as_csv", "CSV instead of JSON Lines."),
        flags.json("JSON Lines, which is the default."),
        db_option(),
    ],
)
def export(run: int, as_csv: bool, as_json: bool, db: str) -> None:
    """Write a run's rows: one object an instance, a verdict's fields and what else was measured."""
    if as_csv and as_json:
        raise click.UsageError("--csv or --json, not both")
    # The rows end before the file is closed, also where nobody reads on.
    with closing(open_store(db)) as store, closing(records(store, store.run(run))) as rows:
        if not as_csv:
            for record in rows:
                print_json(record)
            return
        line = io.StringIO()
        writer = csv.DictWriter(line, COLUMNS, lineterminator="")
        writer.writeheader()
        for record in rows:
            print_result(line.getvalue())
            line.truncate(line.seek(0))
            writer.writerow(flat(record))
        print_result(line.getvalue())


@click.command(
    "merge",
    params=[
        click.Argument(["files"], nargs=-1, required=True, metavar="FILE…"),
        flags.json("JSON Lines on stdout, one object a run."),
        db_option(),
    ],
)
def merge_files(files: tuple[str, ...], as_json: bool, db: str) -> None:
    """Bring results files together in the one of --db. The shards of an experiment become one run.

    \b
    for i in 1 2 3 4; do quandary lab run GAME --corpus C --shard $i/4 --db part$i.sqlite & done; wait
    quandary lab merge part*.sqlite --db all.sqlite
    """
    for file in files:
        if Path(file).resolve() == Path(db).resolve():
            raise UsageError(f"{file} cannot be merged into itself")
    with ExitStack() as stack:
        sources = [stack.enter_context(closing(open_store(file))) for file in files]
        target = stack.enter_context(closing(open_store(db, create=True)))
        for merged in merge(target, sources):
            if as_json:
                print_json(asdict(merged))
            else:
                twice = f", {merged.doubles} were there already" if merged.doubles else ""
                print_result(f"run {merged.run}: {merged.rows} rows from {merged.sources} files{twice}")


@click.command(
    "compare",
    params=[
        _run_argument("a"),
        _run_argument("b"),
        flags.switch("--decided-only", "Compare only what was decided, for runs with different metrics."),
        flags.json("One JSON object on stdout, with all names."),
        db_option(),
    ],
)
def compare_runs(a: int, b: int, decided_only: bool, as_json: bool, db: str) -> int:
    """Compare run B with run A, instance by instance: better, worse, or no evidence of a difference.

    Runs that contradict each other (one has solved what the other calls unsolvable, or has a solution that costs less
    than the other's proven bound) are an error, with exit status 2.
    """
    # Imported late: only this command needs statistics.
    from quandary.lab.comparison import CONTRADICTION, compare

    with closing(open_store(db)) as store:
        found = compare(store, store.run(a), store.run(b), decided_only=decided_only)
    if as_json:
        print_json(found.as_dict())
    else:
        print_result("\n".join(_comparison(found)))
    if found.verdict == CONTRADICTION:
        say_error(f"runs {a} and {b} contradict each other: neither is better until it is known which is wrong")
        return EXIT_BAD_INPUT
    return 0


def _comparison(found: Comparison) -> Iterator[str]:
    yield f"ERROR: {found.sentence}" if found.contradictions else found.sentence
    for name, reason in list(zip(found.contradictions, found.reasons, strict=True))[:_NAMES_SHOWN]:
        yield f"  {name}: {reason}"
    for side in (found.a, found.b):
        yield _side(side, found.instances)
    for what, names in (("gained", found.gained), ("lost", found.lost), ("contradictions", found.contradictions)):
        if names:
            yield f"  {what} {len(names)}: {_some(names)}"
    for what, interval in ((f"{found.clock} time", found.time_ratio), ("nodes", found.nodes_ratio)):
        if interval is not None:
            yield f"  {what}, B over A on {found.both_decided} that both decide: {interval}"
    if found.cost_ratio is not None:
        yield f"  cost, B over A where both solve: {found.cost_ratio}"
    for remark in found.remarks:
        yield f"  note: {remark}"


def _side(side: Side, instances: int) -> str:
    if side.mean_score is not None:
        return f"  run {side.run}: mean score {side.mean_score:,.1f} in {side.scored} games, {side.solved} won"
    rate = side.rate
    shares = f"{100 * rate.value:.1f}% ({100 * rate.low:.1f} to {100 * rate.high:.1f})"
    par2 = "" if side.par2 is None else f", PAR-2 {side.par2:.4g} s"
    counts = f"{side.solved} solved, {side.unsolvable} unsolvable"
    return f"  run {side.run}: {side.decided} of {instances} decided, {shares}; {counts}{par2}"


def _some(names: Sequence[str]) -> str:
    more = len(names) - _NAMES_SHOWN
    return ", ".join(names[:_NAMES_SHOWN]) + (f" … and {more} more (--json has them all)" if more > 0 else "")
