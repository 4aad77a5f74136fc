"""Every puzzle of a small board, in parts: cut off, sharded and merged it is the same file as in one go."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import quandary as package
from quandary._native import rush_hour as native
from quandary.game import Generator, UsageError
from quandary.games.rush_hour.generator import RushHourGenerator
from quandary.lab.catalogue import enumerate_parts, find, lines_of, pack, read_journal
from tests.lab.conftest import Quandary

GENERATOR: Generator[Any] = RushHourGenerator()
SIZE = {"size": "4x4", "walls": 0}
PARTS = 27


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The file, made in one go."""
    folder = tmp_path_factory.mktemp("catalogue")
    enumerate_parts(folder / "journal", GENERATOR, SIZE)
    pack(folder / "all.xz", [folder / "journal"], GENERATOR)
    return folder / "all.xz"


def test_it_holds_what_plain_enumeration_finds(whole: Path) -> None:
    found = {(puzzle.moves, puzzle.cells, puzzle.positions) for puzzle in native.enumerate_minimal(4, 4).puzzles}
    lines = [line.split() for line in lines_of(whole)]
    assert len(found) == len(lines) > 10
    assert {(int(moves), board.replace("/", ""), int(positions)) for moves, board, positions in lines} == found
    assert [int(line[0]) for line in lines] == sorted((int(line[0]) for line in lines), reverse=True)


def test_a_journal_that_was_cut_off_goes_on(whole: Path, tmp_path: Path) -> None:
    journal, parts = tmp_path / "journal", []
    enumerate_parts(journal, GENERATOR, SIZE, watch=lambda now: parts.append(len(now.done)))
    assert parts == list(range(PARTS + 1))
    content = journal.read_bytes()
    for length in (0, 1, len(content) // 2, len(content) - 1):
        journal.write_bytes(content[:length])
        before = len(read_journal(journal).done)
        assert before < PARTS
        assert len(enumerate_parts(journal, GENERATOR, SIZE).done) == PARTS
        pack(tmp_path / "all.xz", [journal], GENERATOR)
        assert list(lines_of(tmp_path / "all.xz")) == list(lines_of(whole))


def test_shards_make_the_same_file(whole: Path, tmp_path: Path) -> None:
    journals = [tmp_path / str(number) for number in (1, 2, 3)]
    for number, journal in enumerate(journals, start=1):
        enumerate_parts(journal, GENERATOR, SIZE, shard=f"{number}/3", jobs=2)
    with pytest.raises(UsageError, match="18 of 27 parts are done"):
        pack(tmp_path / "all.xz", journals[:2], GENERATOR)
    with pytest.raises(UsageError, match="both have part 0"):
        pack(tmp_path / "all.xz", [journals[0], *journals], GENERATOR)
    pack(tmp_path / "all.xz", journals, GENERATOR)
    assert list(lines_of(tmp_path / "all.xz")) == list(lines_of(whole))


def test_a_journal_is_of_one_kind(tmp_path: Path) -> None:
    enumerate_parts(tmp_path / "journal", GENERATOR, {"size": "3x3", "walls": 0})
    with pytest.raises(UsageError, match="was begun with size=3x3"):
        enumerate_parts(tmp_path / "journal", GENERATOR, SIZE)


def test_parts_that_are_counted_otherwise_are_not_mixed(tmp_path: Path) -> None:
    journal, older = tmp_path / "journal", tmp_path / "older"
    enumerate_parts(journal, GENERATOR, SIZE, shard="1/3")
    older.write_bytes(b"# part 1 of 99, 0 puzzles, 0.1 s, size=4x4\n")
    with pytest.raises(UsageError, match="makes 99 parts of it, not 27"):
        enumerate_parts(older, GENERATOR, SIZE)
    with pytest.raises(UsageError, match="has parts of 99, another journal of 27"):
        pack(tmp_path / "all.xz", [journal, older], GENERATOR)
    journal.write_bytes(journal.read_bytes() + older.read_bytes())
    with pytest.raises(UsageError, match="of two kinds"):
        enumerate_parts(journal, GENERATOR, SIZE)


def test_what_is_no_journal_is_named(whole: Path, tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="nowhere is not there"):
        pack(tmp_path / "all.xz", [tmp_path / "nowhere"], GENERATOR)
    with pytest.raises(UsageError, match=r"holds no part that is done: a journal's name ends in \.parts"):
        pack(tmp_path / "all.xz", [whole], GENERATOR)


def test_puzzles_are_found_by_their_measures(whole: Path) -> None:
    every = [GENERATOR.measured(line) for line in lines_of(whole)]
    few = {"vehicles": range(4), "moves": range(2, 100)}
    found = [measured for _, measured in find(whole, GENERATOR, few)]
    assert found == [one for one in every if one["vehicles"] < 4 and one["moves"] >= 2]
    assert 0 < len(found) < len(every)


def test_walls_are_of_another_kind(tmp_path: Path) -> None:
    walled = {"size": "3x5", "walls": 1}
    journal = enumerate_parts(tmp_path / "journal", GENERATOR, walled, jobs=2)
    assert journal.parts == 2**4, "the last wall is in every part at each of its cells"
    pack(tmp_path / "walled.xz", [tmp_path / "journal"], GENERATOR)
    found = {puzzle.cells for puzzle in native.enumerate_minimal(3, 5, 1).puzzles}
    assert {line.split()[1].replace("/", "") for line in lines_of(tmp_path / "walled.xz")} == found
    assert {GENERATOR.measured(line)["walls"] for line in lines_of(tmp_path / "walled.xz")} == {1}
    with pytest.raises(UsageError, match=r"begun with size=3x5 walls=1, not with size=3x5$"):
        enumerate_parts(tmp_path / "journal", GENERATOR, {"size": "3x5", "walls": 0})


def test_what_a_line_tells() -> None:
    line = "60 IBB.x.I..LDDJAAL..J.KEEMFFK..MGGHHHM 2332"
    assert GENERATOR.measured(line) == {"moves": 60, "positions": 2332, "vehicles": 12, "walls": 1}


def test_by_command(quandary: Quandary, tmp_path: Path) -> None:
    file = str(tmp_path / "all.xz")
    made = json.loads(quandary("lab", "enumerate", "rush-hour", "--size", "4x4", "--file", file, "--json").out)
    assert sum(made["distribution"].values()) == made["puzzles"]
    first = quandary("find", "rush-hour", "--moves", "2..", "--count", "1", "--file", file, "--json").out
    puzzle = json.loads(first)
    assert package.solve("rush-hour", puzzle["puzzle"]).cost == puzzle["moves"] == max(map(int, made["distribution"]))
    nothing = quandary("find", "rush-hour", "--moves", "99", "--file", file)
    assert (nothing.out, nothing.err) == ("", f"no puzzle in {file} is like this\n")
    backwards = quandary("find", "rush-hour", "--moves", "3..1", "--file", file)
    assert (backwards.status, "3 to 1 is no range" in backwards.err) == (2, True)
    missing = quandary("find", "rush-hour", "--file", str(tmp_path / "none"))
    assert (missing.status, "lab enumerate" in missing.err) == (2, True)
    assert quandary("find", "rush-hour", "--moves", "few", "--file", file).status == 2
    assert quandary("find", "klondike").status == 2
