"""`quandary progress`, and what `play` can be asked for."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from quandary.engine.ladder import ladder
from quandary.engine.progress import ProgressFile, Record
from quandary.games.rush_hour import GAME
from tests.cli.conftest import Quandary

FIRST, SECOND = ladder(GAME)[:2]
WON = Record(
    "rush-hour", FIRST.id, "won", "2026-11-15T08:30:00+00:00", 7, 61.0, 7, 7, by={"player": 7}, stars=3,
    level="beginner",
)  # fmt: skip


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A data folder with one game in it."""
    monkeypatch.setenv("QUANDARY_DATA", str(tmp_path))
    ProgressFile(tmp_path, print).add(WON)
    return tmp_path


@pytest.mark.usefixtures("folder")
def test_what_was_reached_is_shown(quandary: Quandary) -> None:
    ran = quandary("progress", "show")
    assert ran.status == 0
    assert "Rush Hour: 1 won of 1 game, 1 in a row (longest 1)" in ran.out
    assert "1/30    3 stars" in ran.out
    assert "next: Beginner 2 (quandary play rush-hour rush-hour:beginner/2)" in ran.out
    assert "2026-11-15 08:30  Quandary Rush Hour ★★★ 7 moves, best 7  1:01  Beginner 1" in ran.out
    assert "Sokoban: not played yet" in ran.out


@pytest.mark.usefixtures("folder")
def test_what_was_reached_as_json(quandary: Quandary) -> None:
    ran = quandary("progress", "show", "rush-hour", "--json")
    told = json.loads(ran.out)
    assert (told["game"], told["played"], told["moves"], told["stars"]) == ("rush-hour", 1, 7, 3)
    assert told["levels"][0]["stars"][:2] == [3, 0]
    assert told["next"] == {"title": "Beginner 2", "id": "rush-hour:beginner/2"}
    assert len(quandary("progress", "show", "--json").out.splitlines()) == 5


def test_progress_goes_to_another_machine(quandary: Quandary, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    exported = folder / "mine.jsonl"
    assert quandary("progress", "export", "--out", str(exported)).status == 0
    assert quandary("progress", "export").out == exported.read_text()
    monkeypatch.setenv("QUANDARY_DATA", str(folder / "other"))
    assert quandary("progress", "import", str(exported)).out == "1 new game taken in\n"
    assert quandary("progress", "import", "-", stdin=exported.read_text()).out == "0 new games taken in\n"
    bad = quandary("progress", "import", "-", stdin="hello")
    assert (bad.status, bad.out) == (2, "")
    assert quandary("progress", "import", "nowhere").status == 2


@pytest.mark.usefixtures("folder")
def test_progress_is_not_forgotten_by_accident(quandary: Quandary) -> None:
    assert quandary("progress", "reset").status == 2
    assert quandary("progress", "reset", "sokoban", "--yes").status == 0
    assert json.loads(quandary("progress", "show", "rush-hour", "--json").out)["played"] == 1
    assert "a copy is in" in quandary("progress", "reset", "--yes").out
    assert json.loads(quandary("progress", "show", "rush-hour", "--json").out)["played"] == 0


def _begun(quandary: Quandary, *arguments: str) -> str:
    ran = quandary("play", *arguments, stdin="quit\n")
    assert ran.status == 0, ran.err
    return ran.out.partition(", ")[2].partition(". Type")[0]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("arguments", "begins"),
    [
        (["rush-hour", "--level", "expert"], "rush-hour:expert#"),
        (["rush-hour"], "rush-hour:beginner#"),
        (["rush-hour", "--level", "expert", "--seed", "3"], "rush-hour:expert#3"),
        (["rush-hour", "--seed", "3"], "rush-hour#3"),
        (["circuit", "--hidden"], "circuit:5-hidden#"),
        (["circuit", "--level", "3", "--hidden"], "circuit:3-hidden#"),
        (["klondike", "--difficulty", "hard", "--draw", "3"], "klondike:hard#"),
        (["klondike", "--draw", "3"], "klondike:winnable#"),
        (["klondike"], "klondike:draw1-winnable#"),
    ],
)
def test_play_takes_the_options_of_generate(quandary: Quandary, arguments: list[str], begins: str) -> None:
    assert _begun(quandary, *arguments).startswith(begins)


@pytest.mark.usefixtures("folder")
def test_a_pack_begins_with_what_is_not_won_yet(quandary: Quandary) -> None:
    assert _begun(quandary, "rush-hour", "--pack", "beginner") == "rush-hour:beginner/2"
    assert _begun(quandary, "rush-hour", "--pack", "beginner/1") == "rush-hour:beginner/1"
    assert "packs: beginner" in quandary("play", "rush-hour", "--pack", "impossible").err
    assert "1 to 30" in quandary("play", "rush-hour", "--pack", "beginner/31").err


def test_settings_are_for_new_puzzles(quandary: Quandary) -> None:
    ran = quandary("play", "rush-hour", "rush-hour#1", "--min-moves", "5")
    assert (ran.status, ran.err) == (2, "error: --min-moves is for a new puzzle, not for one that is there\n")


def test_a_wrong_try_is_told_and_stays(quandary: Quandary) -> None:
    ran = quandary("play", "circuit", "circuit:1#3", stdin="10\nundo\ntip\nhint\nquit\n")
    assert "7 + 2 is 9, not 10. A life is lost, 4 are left." in ran.out
    assert ran.err == "error: a wrong try stays: lives and coins do not come back\n"
    assert "Work out 7 + 2." in ran.out
    assert "r1c0\n7 + 2 is 9: go down\n" in ran.out


def test_how_far_it_is_in_words_that_fit(quandary: Quandary) -> None:
    lost = "7#|#@____#|#_$___#|#___._#|#_____#|7#"
    ran = quandary("play", "sokoban", lost, stdin="far\nrDDlu\nfar\nquit\n")
    assert "It can be won: 3 pushes from solved." in ran.out
    assert "It cannot be won any more; 3 moves ago it still could." in ran.out
    ran = quandary("play", "sokoban", "5#|#$__#|#@_.#|5#", stdin="far\nquit\n")
    assert "It cannot be won: that is proven." in ran.out


def test_one_move_is_one_move(quandary: Quandary) -> None:
    ran = quandary("play", "sokoban", "5#|#@$.#|5#", stdin="R\n")
    assert "Solved after 1 move in" in ran.out
