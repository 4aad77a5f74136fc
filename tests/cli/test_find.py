"""`quandary find` in a small file: all puzzles of 4x4, as research/rush_hour_enumeration makes them."""

from __future__ import annotations

import json
from pathlib import Path

import quandary as package
from quandary.games.rush_hour.database import MEASURES, measure, read_lines
from tests.cli.conftest import Quandary

FILE = Path(__file__).parent / "files" / "rush-hour-4x4.txt.xz"


def test_the_hardest_comes_first_and_takes_the_moves_it_claims(quandary: Quandary) -> None:
    found = quandary("find", "rush-hour", "--moves", "2..", "--count", "1", "--file", str(FILE), "--json")
    puzzle = json.loads(found.out)
    assert puzzle == {
        "game": "rush-hour",
        "puzzle": package.puzzle("rush-hour", "BB.F/AA.F/ECCC/E.DD").text,
        "moves": 7,
        "positions": 34,
        "vehicles": 6,
        "walls": 0,
    }
    assert package.solve("rush-hour", puzzle["puzzle"]).cost == 7


def test_puzzles_are_found_by_all_measures(quandary: Quandary) -> None:
    lines = list(read_lines(FILE))
    assert len(lines) == 32
    few = [line for line in lines if measure(line)["vehicles"] < 4 and measure(line)["moves"] >= 2]
    order = ("find", "rush-hour", "--file", str(FILE), "--count", "0")
    assert 0 < len(few) < len(lines)
    assert quandary(*order, "--vehicles", "..3", "--moves", "2..").out.splitlines() == few
    for name in MEASURES:
        value = measure(lines[5])[name]
        expected = [line for line in lines if measure(line)[name] == value]
        assert quandary(*order, f"--{name}", str(value)).out.splitlines() == expected
    assert len(quandary("find", "rush-hour", "--file", str(FILE)).out.splitlines()) == 20


def test_a_line_with_a_wall_is_measured() -> None:
    line = "60 IBB.x.I..LDDJAAL..J.KEEMFFK..MGGHHHM 2332"
    assert measure(line) == {"moves": 60, "positions": 2332, "vehicles": 12, "walls": 1}


def test_what_is_not_there_or_not_a_file_of_puzzles_is_said(quandary: Quandary, tmp_path: Path) -> None:
    nothing = quandary("find", "rush-hour", "--moves", "99", "--file", str(FILE))
    assert (nothing.status, nothing.out, nothing.err) == (0, "", f"no puzzle in {FILE} is like this\n")
    backwards = quandary("find", "rush-hour", "--moves", "3..1", "--file", str(FILE))
    assert (backwards.status, "3 to 1 is no range" in backwards.err) == (2, True)
    assert quandary("find", "rush-hour", "--moves", "few", "--file", str(FILE)).status == 2
    missing = quandary("find", "rush-hour", "--file", str(tmp_path / "none"))
    assert (missing.status, "there is no " in missing.err) == (2, True)
    (tmp_path / "cut").write_bytes(FILE.read_bytes()[:200])
    for content in ("cut", "text"):
        (tmp_path / "text").write_text("07 BB.F/AA.F/ECCC/E.DD 34\n")
        refused = quandary("find", "rush-hour", "--file", str(tmp_path / content))
        assert (refused.status, refused.err) == (2, f"error: {tmp_path / content} is not a whole xz file of puzzles\n")
    assert quandary("find", "klondike").status == 2
