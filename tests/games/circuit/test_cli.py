"""Circuit Challenge on the command line: every command as a teacher would use it."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from tests.cli.conftest import Quandary, quandary

__all__ = ["quandary"]  # the fixture


def test_generate_prints_a_puzzle_a_line(quandary: Quandary) -> None:
    ran = quandary("generate", "circuit", "--level", "5", "--count", "3", "--seed", "42")
    assert ran.status == 0
    assert [json.loads(line)["id"] for line in ran.out.splitlines()] == [f"circuit:5#{n}" for n in (42, 43, 44)]
    named = quandary("generate", "circuit", "--level", "Times Tables", "--seed", "42")
    assert named.out == ran.out.splitlines()[0] + "\n"


def test_solve_show_and_verify_by_id(quandary: Quandary) -> None:
    solved = json.loads(quandary("solve", "circuit", "circuit:5#42", "--json").out)
    assert (solved["verdict"], solved["metric"], solved["optimal"]) == ("solved", "steps", True)
    assert solved["cost"] == solved["bound"] == len(solved["solution"].split())
    judged = quandary("verify", "circuit", "circuit:5#42", solved["solution"])
    assert judged.out == f"circuit:5#42: solved, {solved['cost']} steps; the optimum is {solved['cost']}\n"
    assert "FINISH" in quandary("show", "circuit", "circuit:5#42").out
    assert "score: " in quandary("show", "circuit", "circuit:5#42", "--difficulty").out


def test_a_solution_may_be_written_as_its_answers(quandary: Quandary) -> None:
    puzzle = json.loads(quandary("generate", "circuit", "--seed", "7").out)
    answers = [puzzle["cells"][row][col]["answer"] for row, col in puzzle["solution"][:-1]]
    ran = quandary("verify", "circuit", "circuit:5#7", " ".join(map(str, answers)))
    assert (ran.status, ran.out.split(",")[0]) == (0, "circuit:5#7: solved")


def test_validate_names_what_is_wrong(quandary: Quandary, tmp_path: Path) -> None:
    lines = quandary("generate", "circuit", "--level", "3", "--count", "3", "--seed", "1").out.splitlines()
    broken = json.loads(lines[1])
    broken["cells"][1][1]["answer"] += 1
    renamed = json.loads(lines[2])
    renamed["id"] = "circuit:3#99"
    pack = tmp_path / "pack.jsonl"
    pack.write_text("\n".join([lines[0], json.dumps(broken), json.dumps(renamed)]) + "\n")
    ran = quandary("validate", "circuit", str(pack))
    assert ran.status == 2
    assert re.search(rf"error: {pack}: puzzle 2: r1c1: .* is not ", ran.err)
    assert f"error: {pack}: puzzle 3: the id circuit:3#99 makes another puzzle" in ran.err
    pack.write_text(lines[0] + "\n")
    assert quandary("validate", "circuit", str(pack), "--strict").status == 0


def test_worksheets_in_one_command(quandary: Quandary, tmp_path: Path) -> None:
    pdf = tmp_path / "sheets.pdf"
    ran = quandary("generate", "circuit", "--level", "5", "--count", "5", "--pdf", str(pdf), "--seed", "1")
    assert (ran.status, ran.out, ran.err) == (0, "", f"5 puzzles written to {pdf}\n")
    assert len(re.findall(rb"/Type /Page\b", pdf.read_bytes())) == 4


def test_worksheets_with_everything(quandary: Quandary, tmp_path: Path) -> None:
    svg, pack = tmp_path / "sheets.svg", tmp_path / "pack.jsonl"
    ran = quandary(
        "generate", "circuit", "--level", "1", "--count", "4", "--seed", "1", "--versions", "2", "--per-page", "4",
        "--paper", "Letter", "--large-print", "--no-answer-key", "--svg", str(svg), "--out", str(pack),
    )  # fmt: skip
    assert ran.status == 0
    assert sorted(file.name for file in tmp_path.glob("*.svg")) == ["sheets-1.svg", "sheets-2.svg"]
    assert len(pack.read_text().splitlines()) == 8


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (("--level", "11"), "there is no level '11' (levels: 1 Tiny Tot"),
        (("--rows", "2"), "rows must be a whole number from 3 to 20, not 2"),
        (("--operations", "?"), "'?' is not an operation"),
        (("--weights", "1,2"), "weights are four numbers"),
        (("--connector-max", "8"), "connector_max must be at least 10"),
        (("--level", "10", "--per-page", "4", "--pdf", "x.pdf"), "does not fit 4 to a page"),
        (("--pdf", "/no/such/folder/x.pdf"), "cannot be written"),
    ],
)
def test_impossible_orders_are_refused_in_one_line(
    quandary: Quandary, arguments: tuple[str, ...], problem: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    ran = quandary("generate", "circuit", "--seed", "1", *arguments)
    assert (ran.status, ran.out) == (2, "")
    assert problem in ran.err
    assert ran.err.count("\n") == 1
    assert list(tmp_path.iterdir()) == []


def test_a_game_is_played_by_numbers_and_cells(quandary: Quandary) -> None:
    puzzle = json.loads(quandary("generate", "circuit", "--level", "1", "--seed", "3").out)
    answers = [puzzle["cells"][row][col]["answer"] for row, col in puzzle["solution"][:-1]]
    script = f"hint\nr9c9\n{answers[0]}\nundo\n" + "\n".join(map(str, answers)) + "\n"
    ran = quandary("play", "circuit", "circuit:1#3", stdin=script)
    assert "error: there is no cell r9c9" in ran.err
    assert "won ★★★" in ran.out
    assert "Solved after 7 moves" in ran.out


def test_the_help_is_readable(quandary: Quandary) -> None:
    for command in ("solve", "show", "generate", "play", "verify", "validate"):
        ran = quandary(command, "circuit", "--help")
        assert "Examples:" in ran.out
        assert "connectors" not in ran.out.partition("Examples:")[2]


def test_json_lines_are_the_contracts_objects(quandary: Quandary) -> None:
    made = json.loads(quandary("generate", "circuit", "--level", "3", "--seed", "9", "--json").out)
    fields = {"id", "seed", "difficulty", "rows", "cols", "cells", "connectors", "solution"}
    assert fields <= set(made)
    assert (made["id"], made["seed"], made["rows"], made["cols"]) == ("circuit:3#9", 9, 4, 5)


def test_worksheets_take_a_language_and_a_paper_in_any_case(quandary: Quandary, tmp_path: Path) -> None:
    pages = [tmp_path / "one.svg", tmp_path / "two.svg"]
    for page, paper in zip(pages, ("letter", "Letter"), strict=True):
        flags = ("--language", "fr", "--paper", paper, "--no-answer-key", "--svg", str(page))
        assert quandary("generate", "circuit", "--level", "5", "--seed", "1", *flags).status == 0
    assert pages[0].read_text() == pages[1].read_text()
    assert "Labyrinthe de calcul, Page 1 sur 1" in pages[0].read_text()
    assert 'width="612pt" height="792pt"' in pages[0].read_text()
    refused = quandary("generate", "circuit", "--language", "it", "--svg", str(tmp_path / "no.svg"))
    assert refused.status == 2
    assert "'it' is not one of" in refused.err
