"""What the lab's commands have in common: their options, and how they show that they live."""

from __future__ import annotations

import time as clock
from collections.abc import Sequence
from typing import Any

import click

from quandary.cli import flags
from quandary.cli.output import EXIT_UNKNOWN, Interrupted, all_cores, print_json, print_result, progress_bar, say
from quandary.core.errors import Unfinished
from quandary.core.game import Game
from quandary.lab.runner import Tally, carry_on
from quandary.lab.store import Run, Store

DEFAULT_FILE = "lab.sqlite"
# What leaves a puzzle unknown although nothing went wrong: a game was played to its end.
_NO_BUDGET = ("lost",)
_SECONDS_BETWEEN_LOOKS = 0.1


def db_option() -> click.Option:
    """`--db FILE`."""
    return flags.option("--db", "The results file (SQLite).", default=DEFAULT_FILE, metavar="FILE")


def scheduler_option() -> click.Option:
    """`--scheduler tcp://…`."""
    return flags.option(
        "--scheduler", "Run on this Dask cluster (tcp://…) instead of on this machine.", metavar="ADDRESS"
    )


def tags_option() -> click.Option:
    """`--tag WORD`."""
    return flags.option("--tag", "A word to find the run by, as often as wanted.", multiple=True, metavar="WORD")


def wait_option() -> click.Option:
    """`--wait SECONDS`."""
    return flags.option(
        "--wait",
        "How long to wait for a cluster without workers (default: for ever).",
        flags.Number(0),
        metavar="SECONDS",
    )


def summary_option() -> click.Option:
    """`--json`, for commands whose rows go to the file."""
    return flags.json("One JSON object on stdout at the end.")


def budget_options(game: Game[Any, Any]) -> list[click.Option]:
    """What every instance is asked and may cost."""
    return [
        *flags.variant(game),
        flags.option("--metric", f"What to minimise: {' | '.join(game.metrics)} (default: the strategy's first)."),
        flags.time("instance"),
        flags.nodes("instance"),
        flags.memory("instance"),
        flags.seed("A player's chance.", default=0),
    ]


def take_budget(game: Game[Any, Any], parameters: dict[str, Any]) -> tuple[Game[Any, Any], dict[str, Any]]:
    """The game with the rules chosen, and the keyword arguments of `design` that are among the parameters."""
    variant = flags.take_variant(game, parameters)
    return variant, {name: parameters.pop(name) for name in ("metric", "time", "nodes", "memory", "seed")}


def work(
    store: Store,
    run: Run,
    *,
    jobs: int | None,
    scheduler: str | None,
    as_json: bool,
    wait: float | None = None,
    positions: Sequence[Any] | None = None,
    changed_code: bool = False,
) -> int:
    """Does what is missing of a run, shows how it goes, and tells how it ended."""
    tally = Tally(run.id, len(run.numbers()))
    shown, shown_at = 0, 0.0
    begun: tuple[int, float] | None = None

    def show(now_at: Tally, *, is_last: bool = False) -> None:
        """Moves the bar, but not for every row: drawing it takes longer than many a puzzle."""
        nonlocal tally, shown, shown_at, begun
        tally = now_at
        now = clock.monotonic()
        before, since = begun = begun or (tally.done, now)
        if now - shown_at > _SECONDS_BETWEEN_LOOKS or is_last:
            rate = (tally.done - before) / max(now - since, _SECONDS_BETWEEN_LOOKS)
            advance(note_of(rate, tally), tally.done - shown)
            shown, shown_at = tally.done, now

    try:
        with progress_bar(f"run {run.id}", len(run.numbers())) as advance:
            how: dict[str, Any] = {
                "scheduler": scheduler,
                "wait": wait,
                "positions": positions,
                "changed_code": changed_code,
            }
            tally = carry_on(store, run, jobs=jobs or all_cores(), watch=show, say=say, **how)
            show(tally, is_last=True)
    except KeyboardInterrupt:
        done = f"{tally.done} of {tally.total} instances are done"
        raise Interrupted(f"{done} ({_resume(store, run)} does the rest)") from None
    except Unfinished as error:
        if as_json:
            print_json(_summary(store, run, tally))
        stored = f"{tally.done} of {tally.total} rows are stored"
        raise Unfinished(f"{error}: {stored}; {_resume(store, run)} goes on") from None
    if as_json:
        print_json(_summary(store, run, tally))
    else:
        because = ", ".join(f"{count} {reason}" for reason, count in sorted(tally.reasons.items()))
        print_result(f"run {run.id}: {standing(tally)}{f' ({because})' if because else ''} of {tally.total} instances")
        if averages := _averages(tally):
            print_result(f"  on average {averages}")
    unknown = sum(count for reason, count in tally.reasons.items() if reason not in _NO_BUDGET)
    return EXIT_UNKNOWN if unknown else 0


def _resume(store: Store, run: Run) -> str:
    """Return the command that goes on with a run."""
    db = "" if str(store.path) == DEFAULT_FILE else f" --db {store.path}"
    return f"quandary lab resume {run.id}{db}"


def _summary(store: Store, run: Run, tally: Tally) -> dict[str, Any]:
    # The hash of a corpus that was made on the way is known only now.
    return {**tally.as_dict(), "corpus": run.spec, "hash": store.run(run.id).hash, "db": str(store.path)}


def _averages(tally: Tally) -> str:
    """What an instance took, and a solution costs."""
    means = tally.as_dict()
    nodes, seconds, cpu, cost = (means[f"mean_{name}"] for name in ("nodes", "seconds", "cpu_seconds", "cost"))
    parts = [
        *([] if nodes is None else [f"{nodes:,.0f} nodes"]),
        *([] if cpu is None else [f"{cpu:.4g} s of CPU"]),
        *([] if seconds is None else [f"{seconds:.4g} s of wall time"]),
        *([] if cost is None else [f"a solution of {cost:,.1f}"]),
        *(f"{mean:,.4g} {name}" for name, mean in means["mean_statistics"].items()),
    ]
    return ", ".join(parts)


def note_of(rate: float, tally: Tally) -> str:
    """Return the text beside the progress bar of a run: instances a second, then the verdicts so far."""
    return f"{rate:,.{0 if rate >= 10 else 1}f} a second, {standing(tally)}"


def standing(tally: Tally) -> str:
    """How a run stands, in a few words."""
    verdicts = tally.verdicts
    if tally.scored:
        return f"mean score {tally.score / tally.scored:,.1f}, {verdicts['solved']} won"
    return f"{verdicts['solved']} solved, {verdicts['unsolvable']} unsolvable, {verdicts['unknown']} unknown"
