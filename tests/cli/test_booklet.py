"""Any game's pack on paper, with its keys."""

from __future__ import annotations

import re
import zlib
from pathlib import Path

import pytest

from quandary.core.registry import game, names
from quandary.core.rooms import from_room
from quandary.drawing.pdf import BookletTexts, Entry
from quandary.engine.booklet import _WORDS, LANGUAGES
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

    def keep(entries: list[Entry], texts: BookletTexts, *, paper: str) -> bytes:
        printed.extend(entries)
        return f"{texts.title} on {paper}".encode()

    monkeypatch.setattr("quandary.drawing.pdf.booklet", keep)
    pack, paper = tmp_path / "pack.txt", tmp_path / "pack.pdf"
    pack.write_text(f"{EASY}\n{STUCK}\nno board at all\n")
    ran = quandary("show", "rush-hour", str(pack), "--booklet", str(paper))
    assert ran.status == 2
    assert "puzzle 3" in ran.err
    assert paper.read_bytes() == b"Rush Hour on A4"
    assert [(entry.caption, entry.key) for entry in printed] == [
        ("1  (shortest solution: 4 moves)", "4 moves: C+3 E-2 D+2 X+4"),
        ("2", "cannot be solved"),
    ]
    assert all(entry.picture.startswith("<svg") for entry in printed)


def _texts(content: bytes) -> list[str]:
    """All lines of text of a PDF, as they are written."""
    streams = re.findall(rb"stream\r?\n(.*?)\r?\nendstream", content, re.DOTALL)
    pages = b"".join(zlib.decompress(stream) for stream in streams if stream.startswith(b"\x78"))
    lines = re.findall(rb"\(((?:[^()\\]|\\.)*)\) Tj", pages)
    return [re.sub(rb"\\(.)", rb"\1", line).decode("latin-1") for line in lines]


@pytest.mark.slow
@pytest.mark.parametrize("name", ["rush-hour", "sokoban"])
@pytest.mark.parametrize(
    ("language", "words", "level", "shortest"),
    [
        ("en", ("Name", "Date", "answer key", "Page 16 of 16"), "beginner", "shortest solution: "),
        ("de", ("Name", "Datum", "Lösungen", "Seite 16 von 16"), "Anfänger", "kürzeste Lösung: "),
        ("fr", ("Nom", "Date", "corrigé", "Page 16 sur 16"), "débutant", "solution la plus courte : "),
        ("es", ("Nombre", "Fecha", "soluciones", "Página 16 de 16"), "principiante", "solución más corta: "),
    ],
)
def test_a_shipped_pack_is_printed_in_every_language(
    quandary: Quandary, tmp_path: Path, name: str, language: str, words: tuple[str, ...], level: str, shortest: str
) -> None:
    paper = tmp_path / "pack.pdf"
    ran = quandary("show", name, "beginner", "--booklet", str(paper), "--language", language, "--paper", "letter")
    assert (ran.status, ran.err) == (0, f"written: {paper}\n")
    content = paper.read_bytes()
    assert re.findall(rb"/MediaBox \[([^]]*)\]", content) == [b"0 0 612.00 792.00"]
    assert _pages(content) == 16
    texts = _texts(content)
    title = f"{game(name).title}, {level}"
    for word in (*words[:2], f"{title}: {words[2]}", words[3]):
        assert word in texts
    assert texts.count(title) == 16
    assert texts.count(words[0]) >= 15
    captions = [text for text in texts if shortest in text]
    assert len(captions) == 30
    assert captions[2].startswith(f"3.  {name}:beginner/3  (")
    rules = from_room(game(name), "booklet", "RULES")[language]
    told = " ".join(texts)
    for sentence in (rules.rules, rules.key_note):
        assert all(word in told for word in sentence.split())
    # The same number of moves stands in the key.
    costs = [re.search(r": ([0-9]+ [^ )]+)\)$", caption) for caption in captions]
    keys = [text for text in texts if re.match(r"[0-9]+\.  [0-9]+ [^ ]+: ", text)]
    assert [key.split(".  ")[1].split(":")[0] for key in keys] == [cost[1] for cost in costs if cost]


def test_the_texts_of_booklets_are_whole() -> None:
    for name in names():
        written = from_room(game(name), "booklet", "RULES") or {}
        assert set(written) in (set(), set(LANGUAGES))
        for rules in written.values():
            assert len(rules.rules) > 100
            assert len(rules.key_note) > 50
            f"{rules.rules}{rules.key_note}".encode("latin-1")
            assert all("{}" in several and "1" in one for one, several in rules.units.values())
    for language in LANGUAGES:
        assert _WORDS[language].page.count("{}") == 2


@pytest.mark.slow
def test_equal_packs_make_equal_booklets(quandary: Quandary, tmp_path: Path) -> None:
    papers = [tmp_path / "one.pdf", tmp_path / "two.pdf"]
    for paper in papers:
        assert quandary("show", "rush-hour", "rush-hour:expert", "--booklet", str(paper)).status == 0
    assert papers[0].read_bytes() == papers[1].read_bytes()
    assert set(re.findall(rb"D:([0-9]+)", papers[0].read_bytes())) == {b"20000101000000"}
    assert re.findall(rb"/MediaBox \[([^]]*)\]", papers[0].read_bytes()) == [b"0 0 595.28 841.89"]


def test_a_pack_of_a_game_without_translations_is_in_english(quandary: Quandary, tmp_path: Path) -> None:
    paper = tmp_path / "pack.pdf"
    ran = quandary("show", "klondike", "easy", "--booklet", str(paper), "--language", "de")
    assert (ran.status, ran.out) == (2, "")
    assert "booklets of klondike are in en only, not in 'de'" in ran.err
    assert not paper.exists()


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (("--paper", "letter"), "--paper is for what is printed"),
        (("--language", "de"), "--language is for booklets"),
        (("--language", "de", "--pdf", "page.pdf"), "--language is for booklets"),
        (("--booklet", "pack.pdf", "--paper", "a3"), "'a3' is not one of"),
        (("--booklet", "pack.pdf", "--language", "it"), "'it' is not one of"),
    ],
)
def test_what_cannot_be_printed_is_refused(quandary: Quandary, arguments: tuple[str, ...], problem: str) -> None:
    ran = quandary("show", "sokoban", "beginner", *arguments)
    assert (ran.status, ran.out) == (2, "")
    assert problem in ran.err


def test_a_single_picture_is_printed_on_either_paper(quandary: Quandary, tmp_path: Path) -> None:
    for paper, size in (("A4", b"595.28 841.89"), ("letter", b"612.00 792.00")):
        file = tmp_path / f"{paper}.pdf"
        assert quandary("show", "rush-hour", EASY, "--pdf", str(file), "--paper", paper).status == 0
        assert b"/MediaBox [0 0 " + size + b"]" in file.read_bytes()


def test_a_shipped_pack_is_a_source_and_a_file_goes_first(
    quandary: Quandary, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    shown = quandary("show", "rush-hour", "beginner").out
    assert shown == quandary("show", "rush-hour", "rush-hour:beginner").out
    assert [line for line in shown.split("\n") if line.endswith(":")][:2] == [
        "rush-hour:beginner/1:",
        "rush-hour:beginner/2:",
    ]
    (tmp_path / "beginner").write_text(EASY)
    assert "rush-hour:beginner/1" not in quandary("show", "rush-hour", "beginner").out
