"""The lab for programs and notebooks: one results file, and everything that the commands do with it."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Self

from quandary.core.arguments import check_jobs, check_names, check_type, check_whole
from quandary.core.errors import UsageError
from quandary.core.game import Game
from quandary.core.registry import resolve_game
from quandary.lab.comparison import Comparison, compare
from quandary.lab.corpus import finite_seeds, read_corpus, read_seeds
from quandary.lab.experiment import design
from quandary.lab.export import records
from quandary.lab.report.log import Chapter, write_log
from quandary.lab.runner import Tally, carry_on, read_tags, start_run, tally_of
from quandary.lab.sprt import Contest, Sprt, compete
from quandary.lab.store import Run, open_store


class Lab:
    """A results file: runs experiments into it, and compares them.

    `with Lab("lab.sqlite") as lab: run = lab.run("klondike", "klondike#1..100", nodes=10_000)`
    """

    def __init__(self, file: str | os.PathLike[str]) -> None:
        """Opens a results file; it is made if there is none."""
        check_type("a results file", file, (str, os.PathLike), "a name or a Path")
        self._store = open_store(Path(file), create=True)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def close(self) -> None:
        """Ends all use of the file."""
        self._store.close()

    def run(
        self,
        game: str | Game[Any, Any],
        corpus: str,
        *,
        strategy: str | None = None,
        options: Mapping[str, Any] | None = None,
        metric: str | None = None,
        time: float | None = None,
        nodes: int | None = None,
        memory: int | str | None = "2G",
        seed: int = 0,
        description: str = "",
        tags: Sequence[str] = (),
        jobs: int | None = None,
        watch: Callable[[Tally], None] = lambda tally: None,
        **rules: Any,
    ) -> Run:
        """Tries a strategy on a corpus, as `quandary lab run` does; a new run with all its rows.

        `rules` are those that texts leave open (`draw=1`); `watch` is told how it stands, with every row.
        """
        played = _game(game)
        check_names(rules, played.variant_options, Lab.run)
        played = played.variant(**rules)
        experiment = design(
            played, strategy, options=options, metric=metric, time=time, nodes=nodes, memory=memory, seed=seed
        )
        check_type("a corpus", corpus, str, "a text")
        instances = finite_seeds(played, corpus) or read_corpus(played, corpus)
        threads = _threads(jobs)
        begun = start_run(self._store, experiment, instances, description=description, tags=tags, jobs=threads)
        carry_on(self._store, begun, jobs=threads, watch=watch)
        return self[begun.id]

    def resume(self, run: int | Run, *, jobs: int | None = None, changed_code: bool = False) -> Run:
        """Does what is missing of a run; refused if its code has changed, unless that is allowed."""
        begun = self[run]
        carry_on(self._store, begun, jobs=_threads(jobs), changed_code=changed_code)
        return self[begun.id]

    def __getitem__(self, run: int | Run) -> Run:
        """The run of this number, as it stands now."""
        return self._store.run(run.id if isinstance(run, Run) else check_whole("a run", run))

    def runs(self, *tags: str) -> list[Run]:
        """All runs that have these tags, in order."""
        return [run for run in self._store.runs() if set(tags) <= set(run.tags)]

    def tally(self, run: int | Run) -> Tally:
        """How a run stands: verdicts, reasons, averages."""
        return tally_of(self._store, self[run])

    def records(self, run: int | Run) -> Iterator[dict[str, Any]]:
        """A run's rows with the names that `quandary lab export` writes, ready for a data frame."""
        return records(self._store, self[run])

    def code(self, run: int | Run) -> dict[str, str]:
        """The sources that a run was made with, by module."""
        sources = self._store.sources()
        return {name: sources[key][1] for name, key in self[run].code.get("files", {}).items() if key in sources}

    def note(self, run: int | Run, text: str) -> None:
        """Writes down what a run means; an empty text removes the note."""
        self._store.update_run(self[run].id, note=text.strip() or None)

    def tag(self, run: int | Run, *tags: str) -> None:
        """Gives a run words to find it by, instead of those that it has."""
        self._store.update_run(self[run].id, tags=read_tags(tags))

    def compare(self, a: int | Run, b: int | Run, *, times: bool = True, decided_only: bool = False) -> Comparison:
        """Run B against run A, instance by instance; without `times` the same on every machine.

        Runs with different metrics can be compared only by what they decided, with `decided_only`.
        """
        return compare(self._store, self[a], self[b], times=times, decided_only=decided_only)

    def log(self, *runs: int, baseline: int | None = None) -> list[Chapter]:
        """The log of iterations, a chapter a corpus; all runs unless some are named."""
        return write_log(self._store, runs, baseline)

    def contest(
        self,
        game: str | Game[Any, Any],
        a: str,
        b: str,
        test: Sprt,
        *,
        corpus: str | None = None,
        options_a: Mapping[str, Any] | None = None,
        options_b: Mapping[str, Any] | None = None,
        measure: str = "decided",
        most: int = 10_000,
        nodes: int | None = None,
        time: float | None = None,
        jobs: int | None = None,
        watch: Callable[[Contest], None] = lambda contest: None,
        **rules: Any,
    ) -> Contest:
        """Lets two strategies compete on more and more seeds until the test decides; `watch` sees the bounds live."""
        played = _game(game)
        check_names(rules, played.variant_options, Lab.contest)
        played = played.variant(**rules)
        if corpus is not None:
            check_type("a corpus", corpus, str, "a text")
        check_type("test", test, Sprt, "a Sprt")
        check_whole("most", most, least=1)
        seeds = read_seeds(played, corpus or f"{played.name}#1..")
        if seeds is None:
            raise UsageError(f"a corpus that grows is made of seeds: {played.name}#FROM..")
        one = design(played, a, options=options_a, nodes=nodes, time=time)
        other = design(played, b, options=options_b, nodes=nodes, time=time)
        how: dict[str, Any] = {"measure": measure, "most": most, "jobs": _threads(jobs), "watch": watch}
        return compete(self._store, played, one, other, seeds, test, **how)


def _threads(jobs: int | None) -> int:
    """Return the number of threads asked for; all cores if none is."""
    return (os.cpu_count() or 1) if jobs is None else check_jobs(jobs)


def _game(game: str | Game[Any, Any]) -> Game[Any, Any]:
    return resolve_game(game)
