"""All puzzles of a small board in parts: interrupted, sharded and merged, the file is that of one run."""

from __future__ import annotations

from pathlib import Path

import pytest

import quandary
from quandary import UsageError
from quandary._native import rush_hour as native
from quandary.games.rush_hour.database import measure, read_lines
from research.rush_hour_enumeration.__main__ import main
from research.rush_hour_enumeration.analysis import main as analyze
from research.rush_hour_enumeration.enumeration import Board, enumerate_parts, pack, read_journal

BOARD = Board(4, 4)
PARTS = 27


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The file, made in one run."""
    folder = tmp_path_factory.mktemp("enumeration")
    enumerate_parts(folder / "journal", BOARD)
    pack(folder / "all.xz", [folder / "journal"])
    return folder / "all.xz"


def test_it_holds_what_a_plain_enumeration_finds(whole: Path) -> None:
    found = {(puzzle.moves, puzzle.cells, puzzle.positions) for puzzle in native.enumerate_minimal(4, 4).puzzles}
    lines = [line.split() for line in read_lines(whole)]
    assert len(found) == len(lines) > 10
    assert {(int(moves), board.replace("/", ""), int(positions)) for moves, board, positions in lines} == found
    assert [int(line[0]) for line in lines] == sorted((int(line[0]) for line in lines), reverse=True)


def test_an_interrupted_journal_goes_on(whole: Path, tmp_path: Path) -> None:
    journal, parts = tmp_path / "journal", []
    enumerate_parts(journal, BOARD, watch=lambda now: parts.append(len(now.done)))
    assert parts == list(range(PARTS + 1))
    content = journal.read_bytes()
    for length in (0, 1, len(content) // 2, len(content) - 1):
        journal.write_bytes(content[:length])
        before = len(read_journal(journal).done)
        assert before < PARTS
        assert len(enumerate_parts(journal, BOARD).done) == PARTS
        pack(tmp_path / "all.xz", [journal])
        assert list(read_lines(tmp_path / "all.xz")) == list(read_lines(whole))


def test_shards_make_the_same_file(whole: Path, tmp_path: Path) -> None:
    journals = [tmp_path / str(number) for number in (1, 2, 3)]
    for number, journal in enumerate(journals, start=1):
        enumerate_parts(journal, BOARD, shard=f"{number}/3", jobs=2)
    with pytest.raises(UsageError, match="18 of 27 parts are done"):
        pack(tmp_path / "all.xz", journals[:2])
    with pytest.raises(UsageError, match="both have part 0"):
        pack(tmp_path / "all.xz", [journals[0], *journals])
    pack(tmp_path / "all.xz", journals)
    assert list(read_lines(tmp_path / "all.xz")) == list(read_lines(whole))


def test_a_journal_is_about_one_board(tmp_path: Path) -> None:
    journal, older = tmp_path / "journal", tmp_path / "older"
    enumerate_parts(journal, BOARD, shard="1/3")
    with pytest.raises(UsageError, match="was begun with size=4x4, not with size=3x3"):
        enumerate_parts(journal, Board(3, 3))
    older.write_bytes(b"# part 1 of 99, 0 puzzles, 0.1 s, size=4x4\n")
    with pytest.raises(UsageError, match="makes 99 parts of it, not 27"):
        enumerate_parts(older, BOARD)
    with pytest.raises(UsageError, match="has parts of 99, another journal of 27"):
        pack(tmp_path / "all.xz", [journal, older])
    journal.write_bytes(journal.read_bytes() + older.read_bytes())
    with pytest.raises(UsageError, match="mixes two boards"):
        enumerate_parts(journal, BOARD)


def test_other_files_are_not_journals(whole: Path, tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="nowhere does not exist"):
        pack(tmp_path / "all.xz", [tmp_path / "nowhere"])
    with pytest.raises(UsageError, match="has no finished part"):
        pack(tmp_path / "all.xz", [whole])


def test_puzzles_with_a_wall(tmp_path: Path) -> None:
    journal = enumerate_parts(tmp_path / "journal", Board(3, 5, 1), jobs=2)
    assert journal.parts == 2**4, "each part tries the last wall at all of its cells"
    pack(tmp_path / "walled.xz", [tmp_path / "journal"])
    found = {puzzle.cells for puzzle in native.enumerate_minimal(3, 5, 1).puzzles}
    assert {line.split()[1].replace("/", "") for line in read_lines(tmp_path / "walled.xz")} == found
    assert {measure(line)["walls"] for line in read_lines(tmp_path / "walled.xz")} == {1}
    with pytest.raises(UsageError, match=r"begun with size=3x5 walls=1, not with size=3x5$"):
        enumerate_parts(tmp_path / "journal", Board(3, 5))


def test_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "all.xz"
    assert main([str(file), "--size", "4x4", "--jobs", "2"]) == 0
    told = capsys.readouterr().out.splitlines()
    assert told[0].startswith("32 puzzles in 27 of 27 parts")
    hardest, board, _ = next(read_lines(file)).split()
    assert quandary.solve("rush-hour", board).cost == int(hardest) == int(told[-1].split()[0])
    assert sum(int(line.split()[1]) for line in told[1:]) == 32
    for shard in ("1/2", "2/2"):
        assert main([str(tmp_path / shard[0]), "--size", "4x4", "--shard", shard]) == 0
    assert main([str(tmp_path / "again.xz"), "--merge", *(str(tmp_path / f"{n}.parts") for n in (1, 2))]) == 0
    assert list(read_lines(tmp_path / "again.xz")) == list(read_lines(file))
    assert main([str(file), "--size", "7x7"]) == 2
    assert capsys.readouterr().err.endswith("error: only boards up to 6x6 can be enumerated, not 7x7\n")


def test_a_file_is_described(whole: Path, capsys: pytest.CaptureFixture[str]) -> None:
    analyze(["tell", str(whole), "--top", "3"])
    assert capsys.readouterr().out.startswith("32 puzzles\n\n| moves | puzzles |\n")
