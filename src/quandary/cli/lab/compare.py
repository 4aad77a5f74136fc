"""`quandary lab compare A B`"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import click

from quandary.cli.lab.shared import opened, with_db
from quandary.cli.output import print_json, print_result
from quandary.lab.comparison import Comparison, Side, compare
from quandary.lab.significance import Interval

_NAMES_SHOWN = 10


@click.command("compare")
@click.argument("a", type=int)
@click.argument("b", type=int)
@click.option("--json", "as_json", is_flag=True, help="One JSON object on stdout, with all names.")
@with_db
def command(a: int, b: int, as_json: bool, db: str) -> None:
    """Compare run B with run A, instance by instance: better, worse, or no evidence of a difference."""
    with opened(db) as store:
        found = compare(store, store.run(a), store.run(b))
    if as_json:
        print_json(found.as_dict())
    else:
        print_result("\n".join(_lines(found)))


def _lines(found: Comparison) -> Iterator[str]:
    yield found.sentence
    for side in (found.a, found.b):
        yield _side(side, found.instances)
    for what, names in (("gained", found.gained), ("lost", found.lost), ("contradictions", found.contradictions)):
        if names:
            yield f"  {what} {len(names)}: {_some(names)}"
    for what, interval in ((f"{found.clock} time", found.time_ratio), ("nodes", found.nodes_ratio)):
        if interval is not None:
            yield f"  {what}, B over A on {found.both_decided} that both decide: {_told(interval)}"
    for remark in found.remarks:
        yield f"  note: {remark}"


def _side(side: Side, instances: int) -> str:
    if side.mean_score is not None:
        return f"  run {side.run}: mean score {side.mean_score:,.1f} in {instances} games, {side.solved} of them won"
    rate = side.rate
    shares = f"{100 * rate.value:.1f}% ({100 * rate.low:.1f} to {100 * rate.high:.1f})"
    par2 = "" if side.par2 is None else f", PAR-2 {side.par2:.4g} s"
    counts = f"{side.solved} solved, {side.unsolvable} unsolvable"
    return f"  run {side.run}: {side.decided} of {instances} decided, {shares}; {counts}{par2}"


def _told(interval: Interval) -> str:
    return f"{interval.value:.3g} ({interval.low:.3g} to {interval.high:.3g})"


def _some(names: Sequence[str]) -> str:
    more = len(names) - _NAMES_SHOWN
    return ", ".join(names[:_NAMES_SHOWN]) + (f" … and {more} more (--json has them all)" if more > 0 else "")
