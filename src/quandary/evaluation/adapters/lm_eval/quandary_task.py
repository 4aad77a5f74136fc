"""What `quandary.yaml` calls."""

from __future__ import annotations

from typing import Any

from quandary.evaluation.adapters import judge_row, marks_of
from quandary.evaluation.adapters.hugging_face import dataset_of


def dataset(set: str | None = None, game: str | None = None, version: Any = None, **settings: Any) -> dict[str, Any]:
    """The puzzles of a set, or new ones: `{"game": …, "count": 100, "seed": 1}`. Whatever else the harness writes into
    the metadata is none of ours."""
    known = {name: value for name, value in settings.items() if name not in ("pretrained", "model", "tokenizer")}
    return {"test": dataset_of(set, game=game, **known)}


def process_results(doc: dict[str, Any], results: list[str]) -> dict[str, float]:
    """The figures of one answer."""
    return marks_of(judge_row(doc, results[0]))
