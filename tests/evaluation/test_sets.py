"""`export eval` and `verify --set`: files that appear whole, strangers' lines told by number, figures that add up."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.cli.conftest import Quandary, Ran
from tests.games.rush_hour.boards import EASY, STUCK

SOLUTION = "C+3 E-2 D+2 X+4"


def _lines(text: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in text.splitlines()]


def _write(path: Path, entries: list[Any]) -> str:
    path.write_text("".join(json.dumps(entry) + "\n" for entry in entries))
    return str(path)


@pytest.fixture
def small_set(quandary: Quandary, tmp_path: Path) -> tuple[str, list[dict[str, Any]]]:
    """Three Rush Hour puzzles with their solutions."""
    name = str(tmp_path / "set.jsonl")
    order = ("--count", "3", "--seed", "1", "--max-moves", "12", "--with-solutions", "--output", name)
    ran = quandary("export", "eval", "rush-hour", *order)
    assert (ran.status, ran.out, ran.err) == (0, "", f"3 puzzles written to {name}\n")
    return name, _lines(Path(name).read_text())


def test_a_seed_makes_the_same_set_however_many_jobs(quandary: Quandary) -> None:
    order = ("export", "eval", "sokoban", "--count", "4", "--seed", "7", "--level", "beginner")
    first = quandary(*order, "--jobs", "1")
    assert first.status == 0
    assert quandary(*order, "--jobs", "3").out == first.out
    assert [record["id"] for record in _lines(first.out)] == [f"sokoban:beginner#{seed}" for seed in (7, 8, 9, 10)]


def test_puzzles_of_files_are_exported_too(quandary: Quandary, tmp_path: Path) -> None:
    pack = tmp_path / "pack.txt"
    pack.write_text(f"{EASY}\n{STUCK}\nnonsense of a line\n")
    ran = quandary("export", "eval", "rush-hour", str(pack))
    assert ran.status == 2
    assert [record["puzzle"] for record in _lines(ran.out)] == [EASY]
    assert "puzzle 2 is left out: it is unsolvable" in ran.err
    assert "puzzle 3: line 3" in ran.err
    refused = quandary("export", "eval", "rush-hour", str(pack), "--level", "expert")
    assert (refused.status, refused.out) == (2, "")
    assert refused.err == "error: --level is for new puzzles, and these are given\n"


def test_a_budget_that_ends_is_told_by_the_exit_status(quandary: Quandary) -> None:
    ran = quandary("export", "eval", "rush-hour", EASY, "--nodes", "1")
    assert (ran.status, ran.out) == (3, "")
    assert "the nodes budget ended before it was solved" in ran.err


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (("rush-hour", "--metric", "pushes"), "no metric 'pushes'"),
        (("rush-hour", "--output", "/no/such/folder/set.jsonl"), "/no/such/folder/set.jsonl: cannot be written"),
        (("rush-hour", "--seed", "-1"), "Invalid value for '--seed'"),
        (("chess",), "there is no game 'chess'"),
        (("exponentile", "--moves", "9"), "1 to 4 moves, not 9"),
        ((), "say which game"),
    ],
)
def test_impossible_orders_are_refused(quandary: Quandary, arguments: tuple[str, ...], problem: str) -> None:
    ran = quandary("export", "eval", *arguments)
    assert (ran.status, ran.out) == (2, "")
    assert problem in ran.err.splitlines()[-1]


@pytest.mark.process
@pytest.mark.skipif(sys.platform == "win32", reason="Windows sends no Ctrl-C to one process")
def test_a_file_is_replaced_only_by_a_whole_one(tmp_path: Path) -> None:
    old, part = tmp_path / "set.jsonl", tmp_path / "set.jsonl.part"
    old.write_text("what was there before\n")
    pack = tmp_path / "pack.txt"
    made = subprocess.run(
        [sys.executable, "-m", "quandary", "generate", "rush-hour", "--count", "30", "--seed", "1", "--out", str(pack)],
        check=True,
        capture_output=True,
    )
    assert made.returncode == 0
    order = ("export", "eval", "rush-hour", *[str(pack)] * 40, "--jobs", "1", "--output", str(old))
    running = subprocess.Popen([sys.executable, "-m", "quandary", *order], stderr=subprocess.PIPE, text=True)
    try:
        while not (part.exists() and part.read_text().count("\n") >= 2):
            assert running.poll() is None
            time.sleep(0.05)
        running.send_signal(signal.SIGINT)
        _, said = running.communicate(timeout=60)
    finally:
        running.kill()
    assert running.returncode == 130
    assert "error: interrupted, " in said
    assert f"kept in {part}" in said
    assert old.read_text() == "what was there before\n"
    assert all(json.loads(line)["game"] == "rush-hour" for line in part.read_text().splitlines())


def test_all_answers_are_judged_and_summed_up(
    quandary: Quandary, small_set: tuple[str, list[dict[str, Any]]], tmp_path: Path
) -> None:
    name, records = small_set
    first, second, third = records
    answers = _write(
        tmp_path / "answers.jsonl",
        [
            {"id": first["id"], "answer": f"Let me think.\n\nANSWER: {first['solution']}"},
            {"id": first["id"], "answer": "ANSWER: X+9"},
            {"id": second["id"], "answer": "I do not know"},
        ],
    )
    ran = quandary("verify", "--set", name, "--answers", answers, "--json")
    assert (ran.status, ran.err) == (0, "")
    *judged, last = _lines(ran.out)
    assert [entry["id"] for entry in judged] == [first["id"], first["id"], second["id"], third["id"]]
    assert [entry["solved"] for entry in judged] == [True, False, False, False]
    assert [entry["readable"] for entry in judged] == [True, True, False, False]
    assert [entry["missing"] for entry in judged] == [False, False, False, True]
    assert judged[0]["optimal"] is True
    assert judged[1]["illegal"]["number"] == 1
    summary = last["summary"]
    assert summary["answers"] == 4
    assert (summary["missing"], summary["readable"], summary["legal"]) == (1, 2, 1)
    assert (summary["solved"], summary["solved_share"], summary["mean_ratio"]) == (1, 0.25, 1.0)
    assert sum(kind["answers"] for kind in summary["by_difficulty"]) == 4
    assert {kind["grade"] for kind in summary["by_difficulty"]} == {record["difficulty"]["grade"] for record in records}
    told = quandary("verify", "--set", name, "--answers", answers)
    assert f"{first['id']}: solved, " in told.out
    assert f"{third['id']}: there is no answer to this puzzle" in told.out
    assert "25.0%" in told.out


def test_the_summary_stands_apart_and_knows_samples_and_models(
    quandary: Quandary, small_set: tuple[str, list[dict[str, Any]]], tmp_path: Path
) -> None:
    name, records = small_set
    lines = [
        {"id": record["id"], "answer": answer, "model": model, "sample": sample}
        for record in records
        for model, good in (("one", 2), ("two", 0))
        for sample in range(4)
        for answer in (record["solution"] if sample < good else "ANSWER: X+9",)
    ]
    answers = _write(tmp_path / "answers.jsonl", lines)
    apart = tmp_path / "summary.json"
    ran = quandary("verify", "--set", name, "--answers", answers, "--summary", str(apart), "--json")
    assert (ran.status, ran.err) == (0, "")
    judged = _lines(ran.out)
    assert [(row["id"], row["model"], row["sample"]) for row in judged] == [
        (line["id"], line["model"], line["sample"]) for line in lines
    ]
    assert {row["mark"] for row in judged} == {0.0, 1.0}
    summary = json.loads(apart.read_text())
    assert (summary["answers"], summary["puzzles"], summary["mean_mark"]) == (24, 3, 0.25)
    one, two = summary["by_model"]
    assert [one["model"], two["model"]] == ["one", "two"]
    # Of four answers two are right: one of two is, but for one pair in six.
    assert one["pass_at"] == [
        {"k": 1, "share": 0.5},
        {"k": 2, "share": 0.8333},
        {"k": 3, "share": 1.0},
        {"k": 4, "share": 1.0},
    ]
    assert [passed["share"] for passed in two["pass_at"]] == [0.0] * 4
    low, high = one["solved_interval"]
    assert 0 < low < 0.5 < high < 1
    assert quandary("verify", "--summary", "x").status == 2


def test_names_of_models_are_texts_or_numbers(
    quandary: Quandary, small_set: tuple[str, list[dict[str, Any]]], tmp_path: Path
) -> None:
    name, (record, *_) = small_set
    answers = _write(tmp_path / "answers.jsonl", [{"id": record["id"], "answer": "", "model": ["one"]}])
    ran = quandary("verify", "--set", name, "--answers", answers, "--json")
    assert ran.status == 2
    assert "line 1: model: must be a text or a whole number" in ran.err


def test_bad_lines_are_told_and_the_others_judged(
    quandary: Quandary, small_set: tuple[str, list[dict[str, Any]]], tmp_path: Path
) -> None:
    name, records = small_set
    broken = tmp_path / "broken.jsonl"
    wrong = [
        {**records[1], "schema": "quandary-eval/99"},
        {**records[1], "game": "chess"},
        {**records[1], "puzzle": "\x1b[31m"},
        {**records[1], "puzzle": "rush-hour#1"},
        {**records[1], "cost": True},
        {**records[1], "metric": "pushes"},
        {**records[1], "task": {"goal": "score", "target": 5, "most_moves": 2}},
        {key: value for key, value in records[1].items() if key != "task"},
        records[0],
    ]
    broken.write_text(Path(name).read_text().splitlines()[0] + "\n" + "".join(json.dumps(one) + "\n" for one in wrong))
    answers = tmp_path / "answers.jsonl"
    answers.write_text(
        '{"id": "rush-hour:max#1"}\n[]\n{"id": 3, "answer": ""}\nnonsense\n{"id": "\\u001b[31m", "answer": "A"}\n'
        '{"id": "x", "answer": NaN}\n' + "[" * 100_000 + "\n"
        f"{json.dumps({'id': records[0]['id'], 'answer': records[0]['solution']})}\n"
    )
    ran = quandary("verify", "--set", str(broken), "--answers", str(answers), "--json")
    assert ran.status == 2
    *judged, _ = _lines(ran.out)
    assert [entry["solved"] for entry in judged] == [True]
    errors = ran.err.splitlines()
    assert all(line.startswith("error: ") and line.isprintable() for line in errors)
    for number in range(2, 11):
        assert sum(f"broken.jsonl: line {number}: " in line for line in errors) == 1
    for number in range(1, 8):
        assert sum(f"answers.jsonl: line {number}: " in line for line in errors) == 1
    assert "there is no puzzle '\\x1b[31m' in the set" in ran.err


def test_an_empty_set_is_told(quandary: Quandary, tmp_path: Path) -> None:
    empty = tmp_path / "empty.jsonl"
    empty.touch()
    result = quandary("verify", "--set", str(empty), "--answers", str(empty))
    assert result.status == 2
    assert "empty.jsonl: holds no record of an evaluation set" in result.err


def test_an_answer_that_beats_the_optimum_accuses_the_set(
    quandary: Quandary, small_set: tuple[str, list[dict[str, Any]]], tmp_path: Path
) -> None:
    _, (record, *_) = small_set
    name = _write(tmp_path / "lying.jsonl", [{**record, "cost": record["cost"] + 1}])
    answers = _write(tmp_path / "answers.jsonl", [{"id": record["id"], "answer": record["solution"]}])
    ran = quandary("verify", "--set", name, "--answers", answers)
    assert ran.status == 2
    assert "better than the optimum" in ran.err


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (("--set", "set.jsonl"), "--set and --answers go together"),
        (("--set", "no.jsonl", "--answers", "no.jsonl"), "no.jsonl: cannot be read: No such file"),
        (("--set", "a", "--answers", "b", "sokoban", "x", "y"), "a set says which game it is of"),
        ((), "say which game"),
    ],
)
def test_verify_refuses_what_makes_no_sense(quandary: Quandary, arguments: tuple[str, ...], problem: str) -> None:
    ran = quandary("verify", *arguments)
    assert (ran.status, ran.out) == (2, "")
    assert problem in ran.err


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(content=st.one_of(st.binary(max_size=200), st.text(alphabet='{}[]":,idanswer\\u00x1 \n', max_size=200)))
def test_no_file_makes_a_traceback(quandary: Quandary, tmp_path: Path, content: bytes | str) -> None:
    strange = tmp_path / "strange.jsonl"
    strange.write_bytes(content if isinstance(content, bytes) else content.encode())
    for ran in (
        quandary("verify", "--set", str(strange), "--answers", str(strange)),
        quandary("verify", "rush-hour", EASY, "-", stdin=content),
    ):
        assert ran.status in (0, 1, 2)
        _is_harmless(ran)


def _is_harmless(ran: Ran) -> None:
    for line in (ran.out + ran.err).splitlines():
        assert line.isprintable()


@pytest.mark.parametrize(
    "solution", ["\x1b[2J\x07", "C+3 \x9b31m", "ANSWER: \u202eA", "\x00", "\x7f", "C+3\u2028A+4 \x1b]0;title\x07"]
)
@pytest.mark.parametrize("form", [(), ("--json",)])
def test_nothing_reaches_the_terminal_raw(quandary: Quandary, solution: str, form: tuple[str, ...]) -> None:
    ran = quandary("verify", "rush-hour", EASY, solution, *form)
    assert ran.status in (1, 2)
    assert ran.err.startswith("error: ") or "illegal" in ran.out
    _is_harmless(ran)
    piped = quandary("verify", "rush-hour", EASY, "-", *form, stdin=solution)
    assert (piped.status, piped.out) == (ran.status, ran.out)


def test_the_optimum_is_searched_for_given_or_left_alone(quandary: Quandary) -> None:
    verify = ("verify", "rush-hour", EASY, SOLUTION)
    assert quandary(*verify).out == "1: solved, 4 moves; the optimum is 4\n"
    assert quandary(*verify, "--optimum").out == "1: solved, 4 moves; the optimum is 4\n"
    known = json.loads(quandary(*verify, "--optimum", "2", "--json").out)
    assert (known["optimum"], known["ratio"], known["optimal"]) == (2, 2.0, False)
    left = quandary(*verify, "--optimum", "none")
    assert (left.status, left.out) == (0, "1: solved, 4 moves; the optimum is not known\n")
    assert quandary(*verify, "--optimum", "much").err == "error: --optimum is search, none or a number, not 'much'\n"
    assert quandary(*verify, "--time", "0").status == 3


def test_whoever_asks_for_no_optimum_misses_none(quandary: Quandary) -> None:
    solution = json.loads(quandary("solve", "klondike", "--seed", "2", "--json").out)["solution"]
    assert quandary("verify", "klondike", "klondike#2", solution).status == 0


def test_chatty_answers_are_judged_on_the_command_line(quandary: Quandary) -> None:
    ran = quandary("verify", "rush-hour", EASY, "-", stdin=f"<think>C+9</think>Easy!\n\n**ANSWER:** `{SOLUTION}`\n")
    assert (ran.status, ran.out) == (0, "1: solved, 4 moves; the optimum is 4\n")


def test_help_has_examples(quandary: Quandary) -> None:
    for command in (("export", "eval", "sokoban"), ("verify",), ("export",)):
        ran = quandary(*command, "--help")
        assert ran.status == 0
        assert "quandary verify --set set.jsonl" in ran.out
