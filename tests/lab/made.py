"""Runs with rows that the tests choose."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from quandary.game import Puzzle
from quandary.lab.corpus import Corpus, make_corpus
from quandary.lab.experiment import Experiment
from quandary.lab.rows import Row
from quandary.lab.store import Store


def corpus_of(names: Iterable[str], game: str = "klondike") -> Corpus:
    """A corpus whose instances are only names."""
    return make_corpus(game, "made", [Puzzle(game, name, None, name) for name in names])


def add_run(
    store: Store,
    rows: list[Row],
    *,
    corpus: Corpus | None = None,
    size: int | None = None,
    description: str = "",
    **experiment: Any,
) -> int:
    """A run with these rows; its number."""
    setup: dict[str, Any] = {"game": "klondike", "strategy": "complete", "metric": "any", **experiment}
    corpus = corpus or corpus_of((f"deal {number}" for number in range(size or max(1, len(rows)))), setup["game"])
    number = store.add_run(
        Experiment(**setup),
        store.add_corpus(corpus, {}),
        description=description,
        shard=None,
        jobs=1,
        engine="threads",
        versions={"quandary": "0"},
        machine={"host": "here"},
        started="2026-11-15T12:00:00Z",
        driver=None,
    )
    store.add_rows(number, rows)
    return number
