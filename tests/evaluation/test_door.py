"""`quandary.evaluation` for programs: load, judge, Extractor."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import quandary
from quandary.evaluation import Extractor, Unreadable, judge, load
from tests.evaluation.made import records


def test_sets_are_loaded_from_files_and_from_rows(tmp_path: Path) -> None:
    name = tmp_path / "set.jsonl"
    name.write_text("".join(json.dumps(record) + "\n" for record in records()))
    assert load(name) == load(str(name)) == load(records()) == list(records())


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ("nonsense", "line 2: is not JSON"),
        ('{"schema": "quandary-eval/99"}', "line 2: the schema is 'quandary-eval/99'"),
        ('{"schema": "quandary-eval/1"}', "line 2: id: is missing"),
    ],
)
def test_what_is_wrong_is_raised_with_its_line(tmp_path: Path, line: str, problem: str) -> None:
    name = tmp_path / "set.jsonl"
    name.write_text(f"{json.dumps(records()[0])}\n{line}\n")
    with pytest.raises(quandary.PuzzleError, match=problem):
        load(name)
    name.write_text("")
    with pytest.raises(quandary.UsageError, match="no record"):
        load(name)


def test_the_recipe_for_people_says_the_same() -> None:
    for record in records():
        for answer in (record["solution"], "no idea"):
            said = eval(record["verify"]["python"], {"quandary": quandary, "answer": answer})
            found = judge(record, answer)
            assert (said.solved, said.cost, said.mark, said.problem) == (
                found.solved,
                found.cost,
                found.mark,
                found.problem,
            )


def test_moves_are_extracted_in_the_games_own_notation() -> None:
    extractor = Extractor("sokoban")
    assert extractor.moves("**Answer:** R, R, U") == ["r", "r", "u"]
    assert extractor.find("<answer>rR</answer>").found == "tag"
    with pytest.raises(Unreadable, match="is not a step"):
        extractor.moves("ANSWER: left, left")
