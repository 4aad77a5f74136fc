"""An inspect-ai task: `inspect_ai.eval(puzzles(set="set.jsonl"), model=…)`, or `puzzles(game=…)` for new puzzles."""

from __future__ import annotations

from typing import Any

from inspect_ai import Task, task
from inspect_ai.dataset import MemoryDataset, Sample
from inspect_ai.scorer import Score, Scorer, Target, mean, scorer, stderr
from inspect_ai.solver import TaskState, generate

from quandary.core.registry import game as game_of_name
from quandary.evaluation.adapters import judge_row, marks_of, records_of, row_of
from quandary.evaluation.judgement import describe


@task
def puzzles(set: str | None = None, game: str | None = None, count: int = 100, seed: int = 1, **settings: Any) -> Task:
    """Puzzles of an evaluation set, or new ones of a game; `settings` are those of its generator."""
    records = records_of(set, game, count, seed, **settings)
    samples = [
        Sample(id=record["id"], input=record["prompt"], target=str(record["cost"]), metadata=dict(row_of(record)))
        for record in records
    ]
    return Task(dataset=MemoryDataset(samples, name="quandary"), solver=generate(), scorer=by_the_rules())


@scorer(metrics={name: [mean(), stderr()] for name in ("mark", "solved", "optimal", "legal")})
def by_the_rules() -> Scorer:
    """Plays the answer by the rules of the game."""

    async def score(state: TaskState, target: Target) -> Score:
        judgement = judge_row(state.metadata, state.output.completion)
        said = describe(game_of_name(judgement.game), judgement)
        return Score(value=dict(marks_of(judgement)), answer=judgement.answer, explanation=said)

    return score
