"""Brings the results files of a job array together: the shards of an experiment become one run."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from quandary.core.errors import UsageError
from quandary.lab.corpus import Corpus
from quandary.lab.rows import contradiction
from quandary.lab.runner import read_shard, read_tags
from quandary.lab.store import UNFINISHED, Run, Store

MERGED = "merged"


@dataclass(slots=True)
class MergedRun:
    """What became of a run in the target file."""

    run: int
    sources: int = 0
    rows: int = 0
    doubles: int = 0
    """Instances that more than one source had; the first counts."""


def merge(target: Store, sources: Sequence[Store]) -> list[MergedRun]:
    """Copies all runs of the sources. Shards of the same experiment on the same corpus come together in one run."""
    found: dict[int, MergedRun] = {}
    for source in sources:
        for run in source.runs():
            number = _place(target, source, run)
            merged = found.setdefault(number, MergedRun(number))
            merged.sources += 1
            _copy(target, source, run, merged)
    for run in map(target.run, found):
        # A run that has all its rows has ended.
        if run.ended is None and len(target.done(run.id)) == len(run.numbers()):
            target.update_run(run.id, ended=run.started)
    return list(found.values())


def _place(target: Store, source: Store, run: Run) -> int:
    """The target's run for this one: the one that it belongs to, or a new one."""
    for known in target.runs():
        if _belongs(known, run):
            if run.shard is not None:
                _join(target, known, run)
            return known.id
    if run.hash.startswith(UNFINISHED):
        raise UsageError(f"{source.path}: run {run.id} has not made all its puzzles yet: lab resume {run.id} does")
    instances = tuple(source.instances(run.corpus))
    corpus = target.add_corpus(Corpus(run.experiment.game, run.spec, instances, run.hash), run.experiment.rules)
    target.add_code(source.sources())
    same = ("description", "note", "jobs", "versions", "machine", "started", "driver", "code")
    return target.add_run(
        run.experiment,
        corpus,
        engine=_engine(run),
        ended=run.ended if run.shard is None else None,
        tags=" ".join(run.tags),
        **{name: getattr(run, name) for name in same},
    )


def _engine(run: Run) -> str:
    return run.engine if run.shard is None else f"{MERGED} from {read_shard(run.shard)[1]} shards"


def _belongs(known: Run, run: Run) -> bool:
    """Whether a run of the target is this run, or the one that this shard is a part of."""
    if (known.experiment, known.hash, known.description) != (run.experiment, run.hash, run.description):
        return False
    # Other code is another run; native builds may differ from machine to machine.
    if known.code.get("files") != run.code.get("files"):
        return False
    if run.shard is not None:
        return known.engine == _engine(run)
    return (known.started, known.driver) == (run.started, run.driver)


def _join(target: Store, known: Run, run: Run) -> None:
    """One run, several machines: what they differ in is written side by side."""
    target.update_run(
        known.id,
        machine=_together(known.machine, run.machine),
        versions=_together(known.versions, run.versions),
        started=min(known.started, run.started),
        tags=read_tags([*known.tags, *run.tags]),
        note="\n".join(dict.fromkeys(filter(None, [*(known.note or "").splitlines(), run.note]))) or None,
    )


def _together(known: Mapping[str, Any], other: Mapping[str, Any]) -> dict[str, Any]:
    joined = dict(known)
    for name, value in other.items():
        parts = str(joined.get(name, value)).split(", ")
        if str(value) not in parts:
            joined[name] = ", ".join([*parts, str(value)])
    return joined


def _copy(target: Store, source: Store, run: Run, merged: MergedRun) -> None:
    known = {row.number: row for row in target.rows(merged.run)}
    rows = list(source.rows(run.id))
    fresh = [row for row in rows if row.number not in known]
    files = (str(target.path), str(source.path))
    for row in rows:
        if row.number in known and (reason := contradiction(known[row.number], row, files)):
            raise UsageError(f"instance {row.number} of run {merged.run}: {reason}; one of them is wrong")
    target.add_rows(merged.run, fresh)
    merged.rows += len(fresh)
    merged.doubles += len(rows) - len(fresh)
