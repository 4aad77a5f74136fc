"""Evaluation sets as Hugging Face `datasets`: `pip install datasets`."""

from __future__ import annotations

from typing import Any

from datasets import Dataset, Features, Value

from quandary.evaluation.adapters import Source, judge_row, records_of, row_of

__all__ = ["dataset_of", "judge_row"]

_COLUMNS = ("id", "game", "grade", "prompt", "record")


def dataset_of(source: Source | None = None, *, game: str | None = None, **settings: Any) -> Any:
    """A `Dataset` of a set's records, or of new ones: `dataset_of(game=…, count=100, seed=1, level=…)`."""
    rows = [row_of(record) for record in records_of(source, game, **settings)]
    return Dataset.from_list(rows, features=Features({name: Value("string") for name in _COLUMNS}))
