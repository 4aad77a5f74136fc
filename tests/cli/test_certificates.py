"""`quandary solve … --certificate FILE` and `quandary check FILE…`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.conftest import Quandary
from tests.games.rush_hour.boards import EASY, HARD, HUGE, STUCK

HUGE_TEXT = HUGE.strip().replace("\n", "/")


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "proof.txt"


@pytest.mark.parametrize("metric", ["moves", "steps", "moves,steps"])
def test_what_solve_writes_check_accepts(quandary: Quandary, file: Path, metric: str) -> None:
    solved = quandary("solve", "rush-hour", EASY, "--metric", metric, "--certificate", str(file), "--json")
    assert (solved.status, solved.err) == (0, f"{file}: 1 certificate\n")
    checked = quandary("check", str(file))
    assert checked.status == 0
    assert checked.out.startswith(f"{file}: accepted: rush-hour {EASY}, solved in {json.loads(solved.out)['cost']} ")
    assert checked.out.count("\n") == 1


def test_a_batch_is_one_file_and_every_certificate_is_told_of(quandary: Quandary, file: Path) -> None:
    solved = quandary("solve", "rush-hour", EASY, STUCK, "nonsense", "--certificate", str(file))
    assert solved.status == 2
    assert solved.err.endswith(f"{file}: 2 certificates\n")
    checked = quandary("check", str(file), "--json")
    found = [json.loads(line) for line in checked.out.splitlines()]
    assert [(each["number"], each["accepted"], each["verdict"]) for each in found] == [
        (1, True, "solved"),
        (2, True, "unsolvable"),
    ]
    assert found[1]["counts"] == {"positions": 3, "vehicles": 2}
    told = f"{file}, certificate 2: accepted: rush-hour {STUCK}, unsolvable (3 positions, 2 vehicles"
    assert told in quandary("check", str(file)).out
    assert quandary("check", "-", stdin=file.read_bytes()).status == 0


def test_damage_and_forgery_are_refused(quandary: Quandary, file: Path) -> None:
    quandary("solve", "rush-hour", EASY, STUCK, "--certificate", str(file))
    content = file.read_text()
    file.write_text(content.replace('"cost": 4', '"cost": 3'))
    ran = quandary("check", str(file))
    first, second = ran.out.splitlines()
    assert (ran.status, ran.err) == (1, "")
    assert first == f"{file}, certificate 1: refused: is damaged: its checksum is not that of its content"
    assert ": accepted: " in second
    refused = json.loads(quandary("check", str(file), "--json").out.splitlines()[0])
    assert (refused["accepted"], refused["problem"].split(":")[0]) == (False, "is damaged")


def test_what_is_no_certificate_is_bad_input(quandary: Quandary, file: Path) -> None:
    quandary("solve", "rush-hour", EASY, "--certificate", str(file))
    other = file.with_name("other.txt")
    other.write_text("something else\n")
    ran = quandary("check", str(other), str(file), str(file.with_name("missing.txt")))
    assert ran.status == 2
    assert ran.err.splitlines() == [
        f"error: {other}: is not a certificate (expected 'quandary certificate 1' in the first line)",
        f"error: {file.with_name('missing.txt')}: cannot be read: No such file or directory",
    ]
    assert f"{file}: accepted" in ran.out
    assert quandary("check").status == 2


def test_nothing_is_certified_that_is_not_known(quandary: Quandary, file: Path) -> None:
    ran = quandary("solve", "rush-hour", HARD, "--nodes", "10", "--certificate", str(file))
    assert ran.status == 3
    assert ran.err == "error: puzzle 1: there is no certificate, because there is no verdict\n"
    assert list(file.parent.iterdir()) == []


def test_a_proof_that_the_budget_ends_leaves_the_verdict(quandary: Quandary, file: Path) -> None:
    ran = quandary("solve", "template", "FFF_TTT", "TF_", "--memory", "120K", "--certificate", str(file))
    assert ran.status == 3
    assert "1: solved in 15 moves" in ran.out
    problem = "error: puzzle 1: there is no certificate: the proof is too long for the memory budget\n"
    assert problem in ran.err
    assert quandary("check", str(file)).out.count("accepted") == 1


def test_games_that_are_played_for_a_score_have_no_certificates(quandary: Quandary, file: Path) -> None:
    ran = quandary("solve", "exponentile", "exponentile#1", "--certificate", str(file))
    assert ran.status == 2
    assert ran.err.startswith("error: exponentile is played for a score: there is nothing to solve")


def test_a_file_that_cannot_be_written_is_said_before_any_work(quandary: Quandary) -> None:
    ran = quandary("solve", "rush-hour", HUGE_TEXT, "--certificate", "/no/such/folder/proof.txt")
    assert (ran.status, ran.out) == (2, "")
    assert ran.err == "error: /no/such/folder/proof.txt: cannot be written: No such file or directory\n"
