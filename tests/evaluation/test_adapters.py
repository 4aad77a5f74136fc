"""Evaluation sets in other people's harnesses: each test needs the real package, and says so where it is not there.

The packages are large, so that none of them comes with the developers' extra: `pip install reasoning-gym inspect-ai
lm-eval datasets`, each best in an environment of its own.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import quandary
from quandary.evaluation import judge, load, make
from quandary.evaluation.adapters import LM_EVAL, judge_row, marks_of, records_of, row_of
from quandary.game import PuzzleError, UsageError
from tests.evaluation.made import records

pytestmark = pytest.mark.slow


@pytest.fixture
def set_file(tmp_path: Path) -> Path:
    """A set of all games, with what nobody may run in it."""
    file = tmp_path / "set.jsonl"
    kept = [{key: value for key, value in record.items() if key != "solution"} for record in records()]
    for record in kept:
        record["verify"] = {"command": ["false"], "python": "__import__('os').abort()"}
    file.write_text("".join(json.dumps(record) + "\n" for record in kept), encoding="utf-8")
    return file


def _solution(name: str) -> str:
    return str(next(record["solution"] for record in records() if record["id"] == name))


def test_a_row_is_judged_like_its_record() -> None:
    for record in records():
        row = row_of(record)
        assert all(isinstance(value, str) for value in row.values())
        assert judge_row(row, record["solution"]) == judge(record, record["solution"])
    assert marks_of(judge_row(row, record["solution"])) == {"mark": 1.0, "solved": 1.0, "optimal": 1.0, "legal": 1.0}
    for bad in ("[]", "{", "1"):
        with pytest.raises(PuzzleError, match="no record"):
            judge_row({"record": bad}, "")


def test_a_set_or_a_game_and_nothing_else() -> None:
    assert [record["id"] for record in records_of(None, "sokoban", 2, 3, boxes=1)] == [
        record["id"] for record in make("sokoban", 2, seed=3, boxes=1)
    ]
    with pytest.raises(UsageError, match="give a set, or the game"):
        records_of(None)
    with pytest.raises(UsageError, match="give a set, or the game"):
        records_of([], "sokoban")


def test_hugging_face(set_file: Path, tmp_path: Path) -> None:
    datasets: Any = pytest.importorskip("datasets")
    from quandary.evaluation.adapters.hugging_face import dataset_of

    found = dataset_of(set_file)
    assert found.column_names == ["id", "game", "grade", "prompt", "record"]
    assert [row["id"] for row in found] == [record["id"] for record in records()]
    found.to_parquet(tmp_path / "set.parquet")
    again = datasets.Dataset.from_parquet(str(tmp_path / "set.parquet"), cache_dir=str(tmp_path))
    for row in again:
        assert judge_row(row, _solution(row["id"])).solved
        assert not judge_row(row, "I give up").solved
    assert load(json.loads(row["record"]) for row in again)


@pytest.mark.parametrize("game", quandary.names())
def test_reasoning_gym(game: str) -> None:
    gym: Any = pytest.importorskip("reasoning_gym")
    from quandary.evaluation.adapters.reasoning_gym import dataset_name

    dataset = gym.create_dataset(dataset_name(game), seed=7, size=2)
    items = list(dataset)
    assert items == list(gym.create_dataset(dataset_name(game), seed=7, size=2))
    assert items != list(gym.create_dataset(dataset_name(game), seed=8, size=2))
    for item in items:
        assert dataset.score_answer(item["answer"], item) == 1.0
        assert dataset.score_answer(f"So it is:\n<answer>{item['answer']}</answer>", item) == 1.0
        assert dataset.score_answer("I give up", item) == 0.0
        assert dataset.score_answer(None, item) == 0.0
        json.dumps(item)
    with pytest.raises(UsageError, match="level"):
        gym.create_dataset(dataset_name(game), level="no-such-level")[0]


def test_inspect_ai(set_file: Path, tmp_path: Path) -> None:
    pytest.importorskip("inspect_ai")
    from inspect_ai import eval as run
    from inspect_ai.model import ModelOutput, ModelUsage, get_model

    from quandary.evaluation.adapters.inspect_task import puzzles

    known = {record["prompt"]: record["solution"] for record in records()[::2]}

    def answered(messages: Any, *_: Any) -> ModelOutput:
        solution = known.get(messages[-1].text)
        output = ModelOutput.from_content("mockllm/model", f"ANSWER: {solution}" if solution else "No idea.")
        # Who says nothing of tokens is asked to fetch a list of them from the network.
        output.usage = ModelUsage()
        return output

    model = get_model("mockllm/model", custom_outputs=answered)
    (log,) = run(puzzles(set=str(set_file)), model=model, log_dir=str(tmp_path), display="none")
    assert log.status == "success", log.error
    assert log.results is not None
    figures = {score.name: score.metrics["mean"].value for score in log.results.scores}
    assert (figures["mark"], figures["solved"], figures["legal"]) == (0.5, 0.5, 0.5)


def test_lm_evaluation_harness(set_file: Path) -> None:
    pytest.importorskip("lm_eval")
    from lm_eval import simple_evaluate
    from lm_eval.api.model import LM
    from lm_eval.tasks import TaskManager

    by_prompt = {record["prompt"]: record["solution"] for record in records()}

    class Knowing(LM):
        """Knows every second solution."""

        def generate_until(self, requests: Any, disable_tqdm: bool = False) -> list[str]:
            asked = [request.args[0] for request in requests]
            return [f"\\boxed{{{by_prompt[text]}}}" if n % 2 else "No idea." for n, text in enumerate(asked)]

        def loglikelihood(self, requests: Any, disable_tqdm: bool = False) -> Any:
            raise NotImplementedError

        def loglikelihood_rolling(self, requests: Any, disable_tqdm: bool = False) -> Any:
            raise NotImplementedError

    manager = TaskManager(include_path=str(LM_EVAL), include_defaults=False, metadata={"set": str(set_file)})
    found = simple_evaluate(model=Knowing(), tasks=["quandary"], task_manager=manager, bootstrap_iters=0)
    figures = found["results"]["quandary"]
    assert (figures["mark,none"], figures["solved,none"], figures["legal,none"]) == (0.5, 0.5, 0.5)
