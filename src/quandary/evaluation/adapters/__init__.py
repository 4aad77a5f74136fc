"""Evaluation sets in the shapes that other people's harnesses take. Each module needs its package, and only that.

A row is flat, so that every table can hold it: what is asked, and the whole record as a text of JSON. A record is data,
and judging it runs nothing of what it says.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from quandary.core.errors import PuzzleError, UsageError
from quandary.evaluation.door import judge, load, make
from quandary.evaluation.judgement import Judgement
from quandary.evaluation.records import Record

Source = str | Path | Iterable[Mapping[str, Any]]
LM_EVAL = Path(__file__).parent / "lm_eval"
"""The folder for `lm_eval --include_path`."""


def records_of(
    source: Source | None, game: str | None = None, count: int = 100, seed: int = 1, **settings: Any
) -> list[Record]:
    """The records of a set, or new ones of a game."""
    if (source is None) == (game is None):
        raise UsageError("give a set, or the game that new puzzles should be of")
    return make(game, count, seed=seed, **settings) if game is not None else load(source or ())


def row_of(record: Record) -> dict[str, str]:
    """A record as a row: `id`, `game`, `grade`, `prompt`, and `record`, which is all of it as JSON."""
    return {
        "id": record["id"],
        "game": record["game"],
        "grade": str(record["difficulty"].get("grade") or ""),
        "prompt": record["prompt"],
        "record": json.dumps(record, ensure_ascii=False),
    }


def judge_row(row: Mapping[str, Any], answer: str) -> Judgement:
    """What there is to say of an answer to a row's puzzle."""
    try:
        record = json.loads(row["record"])
    except ValueError:
        record = None
    if not isinstance(record, dict):
        raise PuzzleError("is no record of an evaluation set", place="record")
    return judge(record, answer)


def marks_of(judgement: Judgement) -> dict[str, float]:
    """A judgement as figures from 0 to 1, where more is better, to be averaged."""
    return {
        "mark": judgement.mark or 0.0,
        "solved": float(judgement.solved),
        "optimal": float(judgement.optimal),
        "legal": float(judgement.is_legal),
    }
