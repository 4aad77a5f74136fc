"""Any game's pack on paper, with its keys."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from quandary.core.registry import game, names
from quandary.drawing.pdf import Entry
from tests.cli.conftest import Quandary
from tests.games.rush_hour.boards import EASY, STUCK


def _pages(content: bytes) -> int:
    return len(re.findall(rb"/Type /Page\b", content))


@pytest.mark.slow
@pytest.mark.parametrize("name", names())
def test_every_game_prints_its_pack(quandary: Quandary, tmp_path: Path, name: str) -> None:
    pack, paper = tmp_path / "pack.txt", tmp_path / "pack.pdf"
    assert quandary("generate", name, "--count", "3", "--seed", "5", "-o", str(pack)).status == 0
    ran = quandary("show", name, str(pack), "--booklet", str(paper))
    assert (ran.status, ran.err) == (0, f"written: {paper}\n")
    # Two puzzles a page, and a page of keys where there is anything to solve.
    assert _pages(paper.read_bytes()) == (2 if game(name).is_scored else 3)


def test_a_key_is_the_solution(quandary: Quandary, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    printed: list[Entry] = []

    def keep(entries: list[Entry], *, title: str) -> bytes:
        printed.extend(entries)
        return title.encode()

    monkeypatch.setattr("quandary.drawing.pdf.booklet", keep)
    pack, paper = tmp_path / "pack.txt", tmp_path / "pack.pdf"
    pack.write_text(f"{EASY}\n{STUCK}\nno board at all\n")
    ran = quandary("show", "rush-hour", str(pack), "--booklet", str(paper))
    assert ran.status == 2
    assert "puzzle 3" in ran.err
    assert paper.read_bytes() == b"Rush Hour"
    assert [(entry.caption, entry.key) for entry in printed] == [
        ("1", "4 moves: C+3 E-2 D+2 X+4"),
        ("2", "cannot be solved"),
    ]
    assert all(entry.picture.startswith("<svg") for entry in printed)
