"""The frozen benchmark is what it was, and what its ids make anew."""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

import quandary as package
from benchmarks.evaluation import measure, row_of
from quandary.evaluation import benchmark, judge, load
from quandary.evaluation.files import read_records
from quandary.game import UsageError
from tests.cli.conftest import Quandary, quandary
from tools.make_benchmark import NAME, PARTS, SIZE

__all__ = ["quandary"]

SHA256 = "7801dcb5a4936010bc25128600a5ec567db97f1a57264f81226e1636ea8fd989"
DOCUMENT = Path(__file__).parents[2] / "docs" / "evaluation.md"
RECORDS: list[dict[str, Any]] = [record for _, record in read_records(NAME) if isinstance(record, dict)]
SLOW = ("expert#1", "advanced#1", "hard#1", "medium#1")
GRADES = [(game, grade) for game, grade, _, _ in PARTS]


def test_it_is_the_one_that_the_documents_name(tmp_path: Path, quandary: Quandary) -> None:
    file = tmp_path / "set.jsonl"
    ran = quandary("export", "benchmark", NAME, "--output", str(file))
    assert (ran.status, ran.out, ran.err) == (0, "", f"{NAME}: SHA-256 {SHA256}\n")
    assert hashlib.sha256(file.read_bytes()).hexdigest() == SHA256
    assert SHA256 in DOCUMENT.read_text(encoding="utf-8")


def test_it_has_five_games_four_grades_each_and_fifty_puzzles_of_each() -> None:
    parts = Counter((record["game"], record["difficulty"]["grade"]) for record in RECORDS)
    assert parts == dict.fromkeys(GRADES, SIZE)
    assert len(parts) == 20
    assert len({game for game, _ in parts}) == 5
    assert len({record["id"] for record in RECORDS}) == len({record["prompt"] for record in RECORDS}) == 1000
    assert not any("solution" in record for record in RECORDS)


@pytest.mark.parametrize(
    "record",
    [
        pytest.param(record, id=record["id"], marks=[pytest.mark.slow] if record["id"].endswith(SLOW) else [])
        for record in RECORDS[::SIZE]
        if record["game"] != "sokoban"
    ],
)
def test_ids_still_make_the_same_puzzles(record: dict[str, Any]) -> None:
    game = package.game(record["game"])
    briefing = game.briefing()
    assert briefing is not None
    puzzle = package.puzzle(game, record["id"])
    assert plain(briefing.public_text(puzzle.position, puzzle.text)) == plain(record["puzzle"])


def plain(text: str) -> Any:
    """Return the text; of a Circuit puzzle the object without what says how it was made."""
    if not text.startswith("{"):
        return text
    found = json.loads(text)
    found.pop("id")
    found["difficulty"].pop("recipe", None)
    return found


def test_ids_of_its_sokoban_levels_are_only_names() -> None:
    # Another generator made them before the first release: the text of a record is its puzzle, not its id.
    game = package.game("sokoban")
    for record in (record for record in RECORDS[::SIZE] if record["game"] == "sokoban"):
        position = game.parse(record["puzzle"])
        assert package.puzzle(game, record["id"]).position != position
        assert package.solve(game, position).cost == record["cost"]


def test_it_is_a_set_wherever_one_is_asked_for(tmp_path: Path, quandary: Quandary) -> None:
    assert load(RECORDS[::200]) == RECORDS[::200]
    answers = tmp_path / "answers.jsonl"
    answers.write_text(json.dumps({"id": RECORDS[0]["id"], "answer": "I give up"}) + "\n", encoding="utf-8")
    ran = quandary("verify", "--set", NAME, "--answers", str(answers), "--summary", str(tmp_path / "sum.json"))
    assert ran.status == 0
    summary = json.loads((tmp_path / "sum.json").read_text(encoding="utf-8"))
    assert (summary["answers"], summary["missing"], summary["mean_mark"]) == (1000, 999, 0)


def test_baselines_are_judged_like_anybody() -> None:
    records = [record for record in RECORDS[::SIZE] if record["game"] in ("sokoban", "exponentile")]
    games = ["sokoban", "exponentile"]
    found = {name: measure(records, name) for name in ("random", "greedy", "solver")}
    marks = {name: sum(sum(count.marks) for count in counts.values()) for name, counts in found.items()}
    assert marks["random"] < marks["greedy"] < marks["solver"] == len(records)
    assert row_of("solver", found["solver"], games) == "| solver | 1.00 (100%) | 1.00 (100%) | 1.00 (100%) |"
    assert measure(RECORDS[:1], "greedy") == measure(RECORDS[:1], "player") == {}
    assert row_of("player", {}, ["rush-hour"]) == "| player | – | – |"
    assert judge(records[0], "I give up").mark == 0


def test_what_is_no_benchmark_or_a_damaged_one_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(UsageError, match="there is no benchmark 'quandary-2'"):
        benchmark.content_of("quandary-2")
    monkeypatch.setitem(benchmark.FROZEN, NAME, "0" * 64)
    with pytest.raises(UsageError, match="is damaged"):
        benchmark.content_of(NAME)
