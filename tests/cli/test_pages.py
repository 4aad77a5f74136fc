"""What pages say of exit statuses and numbers is what the program does."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from quandary import game as game_of_name
from tests.cli.conftest import Quandary
from tests.games.rush_hour.boards import EASY

DOCS = Path(__file__).parents[2] / "docs"
# What each exit status of `verify` is for, as docs/evaluation.md says, and a command that ends with it.
JUDGEMENTS = {
    0: ("solved", ("rush-hour", EASY, "C+3 E-2 D+2 X+4")),
    1: ("moves that do not solve it", ("rush-hour", EASY, "C+3")),
    2: ("no answer that can be read", ("rush-hour", EASY, "please")),
    3: (
        "solved, but the optimum was not found in time",
        ("rush-hour", EASY, "C+3 E-2 D+2 X+4", "--time", "0"),
    ),
}


@pytest.mark.parametrize("status", JUDGEMENTS)
def test_the_exit_status_of_verify_is_what_the_page_says(quandary: Quandary, status: int) -> None:
    meaning, arguments = JUDGEMENTS[status]
    text = " ".join((DOCS / "evaluation.md").read_text(encoding="utf-8").split())
    said = re.search(r"Exit status of one judgement: (.*?)\.", text)
    assert said
    assert f"{status} {meaning}" in said[1]
    assert quandary("verify", *arguments).status == status


def test_the_levels_are_those_of_the_page(quandary: Quandary, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("QUANDARY_DATA", str(tmp_path))
    page = (DOCS / "progress.md").read_text(encoding="utf-8")
    section = page.partition("## Levels\n")[2].partition("## ")[0]
    rows = dict(re.findall(r"^\| ([^|]+) \| (.*) \|$", section, re.MULTILINE))
    progress = [json.loads(line) for line in quandary("progress", "show", "--json").out.splitlines()]
    for game in progress:
        names, _, puzzles = rows[game_of_name(game["game"]).title].partition(" | ")
        assert {level["of"] for level in game["levels"]} == {int(re.findall("[0-9]+", puzzles)[0])}, game["game"]
        listed = ", ".join(level["title"] for level in game["levels"])
        assert listed in names or (names.startswith("the ten levels") and len(game["levels"]) == 10)
