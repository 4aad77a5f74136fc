"""`quandary solve`: verdicts on stdout, everything else on stderr, the contract's exit status."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.conftest import Quandary
from tests.games.rush_hour.boards import EASY, SOLVED, STUCK

FIELDS = {"game", "id", "verdict", "cost", "metric", "optimal", "bound", "solution", "nodes", "seconds", "reason"}
# The solution move by move, which docs/json.md adds.
FIELDS |= {"moves"}


def test_a_board(quandary: Quandary) -> None:
    ran = quandary("solve", "rush-hour", EASY)
    assert ran.status == 0
    assert ran.out.startswith("1: solved in 4 moves, 11 steps (optimal; ")
    assert ran.err == ""


def test_json_lines_hold_the_contracts_fields_and_nothing_else(quandary: Quandary) -> None:
    ran = quandary("solve", "rush-hour", EASY, SOLVED, STUCK, "--json")
    verdicts = [json.loads(line) for line in ran.out.splitlines()]
    assert ran.status == 0
    assert all(set(verdict) == FIELDS for verdict in verdicts)
    assert [verdict["id"] for verdict in verdicts] == ["1", "2", "3"]
    assert [verdict["verdict"] for verdict in verdicts] == ["solved", "solved", "unsolvable"]
    assert [verdict["cost"] for verdict in verdicts] == [4, 0, None]
    assert [verdict["solution"] for verdict in verdicts[1:]] == ["", None]
    assert [verdict["optimal"] for verdict in verdicts] == [True, True, False]


@pytest.mark.parametrize(("metric", "cost"), [("moves", 4), ("steps", 11), ("moves,steps", 4)])
def test_metrics(quandary: Quandary, metric: str, cost: int) -> None:
    verdict = json.loads(quandary("solve", "rush-hour", EASY, "--metric", metric, "--json").out)
    assert (verdict["cost"], verdict["bound"], verdict["metric"]) == (cost, cost, metric)


def test_files_and_standard_input(quandary: Quandary, tmp_path: Path) -> None:
    pack = tmp_path / "pack.txt"
    pack.write_text(f"\ufeff# two boards\r\n03 {EASY} 360\r\n{SOLVED}\r\n")
    for ran in (
        quandary("solve", "rush-hour", str(pack)),
        quandary("solve", "rush-hour", "-", stdin=pack.read_bytes()),
    ):
        assert ran.status == 0
        assert [line.split(":")[0] for line in ran.out.splitlines() if line[0] != " "] == ["1", "2"]


def test_a_bad_puzzle_is_named_and_the_others_are_solved(quandary: Quandary, tmp_path: Path) -> None:
    pack = tmp_path / "pack.txt"
    pack.write_text(f"{EASY}\nAA.B.B\n......\n\n{SOLVED}\n")
    ran = quandary("solve", "rush-hour", str(pack), "--json")
    assert ran.status == 2
    assert [json.loads(line)["id"] for line in ran.out.splitlines()] == ["1", "3"]
    assert ran.err == f"error: {pack}: puzzle 2: line 2, r1c4: vehicle B is split: another part is at r1c6\n"


def test_a_budget_that_ends_is_unknown_with_status_3(quandary: Quandary) -> None:
    ran = quandary("solve", "rush-hour", EASY, "--nodes", "1", "--json")
    verdict = json.loads(ran.out)
    assert ran.status == 3
    assert (verdict["verdict"], verdict["reason"], verdict["cost"], verdict["solution"]) == (
        "unknown",
        "nodes",
        None,
        None,
    )


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (("solve", "rush-hour"), "Missing argument 'PUZZLE...' (see quandary solve rush-hour --help)"),
        (("solve",), "say which game: "),
        (("solve", "chess", EASY), "there is no game 'chess'"),
        (("solve", "rushhour", EASY), "did you mean rush-hour?"),
        (("sovle", "rush-hour", EASY), "there is no command 'sovle'"),
        (("sovle", "rush-hour", EASY), "did you mean solve?"),
        (("solve", "rush-hour", EASY, "--metric", "hours"), "no metric 'hours' (metrics: moves, steps, moves,steps)"),
        (("solve", "rush-hour", EASY, "--strategy", "luck"), "no strategy 'luck' (strategies: optimal, reference)"),
        (("solve", "rush-hour", EASY, "--option", "x=1"), "no option 'x'"),
        (("solve", "rush-hour", EASY, "--option", "x"), "--option takes name=value"),
        (("solve", "rush-hour", EASY, "--time", "-1"), "the time budget must be a number from 0 up"),
        (("solve", "rush-hour", EASY, "--memory", "much"), "'much' is not a size"),
        (("solve", "rush-hour", EASY, "--jobs", "0"), "Invalid value for '--jobs'"),
        (("solve", "rush-hour", EASY[:-1]), "puzzle 1: a board in one line must be square"),
        (("solve", "rush-hour", ""), "puzzle 1: the puzzle is empty"),
        (("solve", "rush-hour", "missing.txt"), "missing.txt: there is no such file"),
        (("solve", "rush-hour", "rush-hour:AA"), "rush-hour:AA: a board in one line"),
        (("solve", "rush-hour", "rush-hour:easy#1"), "rush-hour:easy#1: rush-hour has no setting like this"),
        (("solve", "rush-hour", "x" * 5000), "a board in one line must be square"),
        (("solve", "rush-hour", "a\0b\nAA."), "r1c2: unknown character '\\x00'"),
    ],
)
def test_a_bad_question_is_one_clear_line(quandary: Quandary, arguments: tuple[str, ...], problem: str) -> None:
    ran = quandary(*arguments)
    assert (ran.status, ran.out) == (2, "")
    assert ran.err.startswith("error: ")
    assert problem in ran.err
    assert ran.err.count("\n") == 1


def test_files_that_hold_no_puzzle(quandary: Quandary, tmp_path: Path) -> None:
    empty = tmp_path / "empty.txt"
    empty.write_text("# nothing\n\n")
    binary = tmp_path / "binary.txt"
    binary.write_bytes(b"\x89PNG\xff\xfe")
    assert quandary("solve", "rush-hour", str(empty)).err == f"error: {empty}: holds no rush-hour puzzle\n"
    assert quandary("solve", "rush-hour", str(binary)).err == f"error: {binary}: byte 0: is not UTF-8 text\n"
    assert quandary("solve", "rush-hour", str(tmp_path)).err == f"error: {tmp_path}: cannot be read: Is a directory\n"


def test_the_reference_search_solves_too(quandary: Quandary) -> None:
    verdict = json.loads(quandary("solve", "rush-hour", EASY, "--strategy", "reference", "--json").out)
    assert (verdict["cost"], verdict["optimal"]) == (4, True)
