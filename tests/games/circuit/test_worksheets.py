"""Worksheets: what was asked for and nothing less, readable, in black and white."""

from __future__ import annotations

import re
import zlib
from dataclasses import asdict
from itertools import combinations
from xml.etree import ElementTree

import pytest

from quandary.drawing.paper import PAPERS, Box, Line, Page, Text, text_width
from quandary.drawing.pdf import pdf_document
from quandary.drawing.stroke_font import CHARACTERS
from quandary.engine.generate import generate
from quandary.game import UsageError
from quandary.games.circuit.languages import LANGUAGES
from quandary.games.circuit.position import Board
from quandary.games.circuit.settings import PRESETS
from quandary.games.circuit.worksheets import CircuitWorksheets, Sheet, answer_lines, make_pages
from tests.games.circuit.boards import board

SIGNS = re.compile(r"[0-9]+ [+−×÷] [0-9]+")


def boards(level: int | str, count: int) -> list[Board]:
    return [board(str(level), seed) for seed in range(1, count + 1)]


def texts(page: Page) -> list[Text]:
    return [item for item in page.items if isinstance(item, Text)]


def expressions(page: Page) -> list[Text]:
    return [item for item in texts(page) if SIGNS.fullmatch(item.text)]


def is_key(page: Page) -> bool:
    return any(item.text == "Answer key" for item in texts(page))


@pytest.mark.slow
@pytest.mark.parametrize("level", range(1, 11))
@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("large_print", [False, True])
def test_every_level_fits_on_every_paper_also_in_large_print(level: int, paper: str, large_print: bool) -> None:
    pages = make_pages(boards(level, 3), Sheet(paper=paper, large_print=large_print))
    least = 18 if large_print else 14
    for page in pages:
        assert sorted((page.width, page.height)) == sorted(PAPERS[paper])
        if not is_key(page):
            assert all(item.size >= least for item in expressions(page))
            assert all(item.size >= 12 for item in texts(page) if item.text not in ("START", "FINISH"))
            assert len(expressions(page)) % (board(str(level), 1).settings.cells - 1) == 0
        assert_nothing_leaves_or_overlaps(page)


def assert_nothing_leaves_or_overlaps(page: Page) -> None:
    """All texts are on the page, and no two of them touch."""
    areas = []
    for item in texts(page):
        width = text_width(item.text, item.size, item.space)
        left = item.at[0] - {"start": 0.0, "middle": 0.5, "end": 1.0}[item.align] * width
        height = 0.72 * item.size
        areas.append((left, item.at[1] - height / 2, left + width, item.at[1] + height / 2, item.text))
        assert left >= 0
        assert left + width <= page.width
        assert 0 < item.at[1] < page.height
    for one, other in combinations(areas, 2):
        apart = one[2] <= other[0] or other[2] <= one[0] or one[3] <= other[1] or other[3] <= one[1]
        assert apart, (one, other)


@pytest.mark.parametrize(("per_page", "pages"), [(1, 6), (2, 3), (4, 2)])
def test_as_many_a_page_as_asked_for(per_page: int, pages: int) -> None:
    made = make_pages(boards(5, 6), Sheet(per_page=per_page, answer_key=False))
    assert len(made) == pages
    assert sum(len(expressions(page)) for page in made) == 6 * 19
    for page in made:
        assert_nothing_leaves_or_overlaps(page)


def test_every_puzzle_has_its_number_and_its_id_and_every_page_name_and_date() -> None:
    pages = make_pages(boards(5, 5), Sheet(answer_key=False))
    captions = [item.text for page in pages for item in texts(page) if "circuit:" in item.text]
    assert captions == [f"{number}   circuit:5#{number}" for number in range(1, 6)]
    for page in pages:
        assert {"Name", "Date"} <= {item.text for item in texts(page)}
        assert sum(isinstance(item, Line) and item.width == 0.7 for item in page.items) == 2


def test_the_key_has_every_id_and_every_answer_along_the_way() -> None:
    puzzles = boards(9, 5)
    keys = [page for page in make_pages(puzzles, Sheet()) if is_key(page)]
    words = [item.text for page in keys for item in texts(page)]
    for number, puzzle in enumerate(puzzles, start=1):
        assert f"{number}   {puzzle.id}" in words
        lines = answer_lines(puzzle, 500, 9)
        assert " ".join(lines).split() == [str(puzzle.tiles[cell].answer) for cell in puzzle.solution[:-1]]
    thick = [item for page in keys for item in page.items if isinstance(item, Line) and item.width > 1]
    assert len(thick) == sum(len(puzzle.solution) - 1 for puzzle in puzzles)


def test_a_class_set_has_versions_and_one_key() -> None:
    pages = make_pages(boards(1, 6), Sheet(versions=3))
    labels = [next((item.text for item in texts(page) if item.text.startswith("Version")), None) for page in pages]
    assert labels[:3] == ["Version A", "Version B", "Version C"]
    assert [is_key(page) for page in pages] == [False, False, False, True]
    key = [item.text for item in texts(pages[3]) if "circuit:" in item.text]
    assert key[0] == "Version A 1   circuit:1#1"
    assert key[-1] == "Version C 2   circuit:1#6"


def test_everything_is_black_on_white() -> None:
    for page in make_pages(boards(5, 2), Sheet()):
        for item in page.items:
            assert item.ink == "#000000"
            assert not isinstance(item, Box) or item.fill == "#ffffff"


@pytest.mark.parametrize(
    ("level", "sheet", "problem"),
    [
        (10, Sheet(per_page=4), "does not fit 4 to a page of A4 at 14 pt (1 to a page would fit)"),
        (9, Sheet(per_page=2, large_print=True), "does not fit 2 to a page of A4 at 18 pt (1 to a page would fit)"),
        (10, Sheet(points=30), "does not fit 1 to a page of A4 at 30 pt (19 pt would fit)"),
        (5, Sheet(per_page=3), "per_page must be 1, 2 or 4, not 3"),
        (5, Sheet(language="it"), "language must be one of en, de, fr, es, not 'it'"),
        (5, Sheet(paper="A5"), "paper must be one of A4, Letter, not 'A5'"),
        (5, Sheet(points=5), "points must be from 8 to 36, not 5"),
        (5, Sheet(versions=0), "versions must be from 1 to 26, not 0"),
        (5, Sheet(versions=3), "2 puzzles cannot be divided into 3 sheets"),
    ],
)
def test_what_cannot_be_printed_is_refused(level: int, sheet: Sheet, problem: str) -> None:
    with pytest.raises(UsageError, match=re.escape(problem)):
        make_pages(boards(level, 2), sheet)


def test_a_grid_that_no_paper_holds_is_refused_too() -> None:
    with pytest.raises(UsageError, match=r"does not fit 1 to a page of A4 at 14 pt \(it is too large"):
        make_pages([board("10-rows20-cols20", 1)], Sheet())
    assert make_pages([board("10-rows12-cols12", 1)], Sheet(points=8))


# Files


def test_a_pdf_has_the_pages_and_texts_that_can_be_searched() -> None:
    pages = make_pages(boards(5, 4), Sheet())
    pdf = pdf_document(pages, title="Circuit Challenge")
    assert len(re.findall(rb"/Type /Page\b", pdf)) == len(pages) == 3
    streams = re.findall(rb"stream\r?\n(.*?)\r?\nendstream", pdf, re.DOTALL)
    contents = b"".join(zlib.decompress(stream) for stream in streams if stream.startswith(b"\x78"))
    assert contents.count(b"(circuit:5#1) Tj") == 2  # on the sheet and in the key
    assert b"14.00 Tf" in contents
    assert b"3 Tr" in contents  # unseen: what is seen are strokes
    assert pdf_document(pages, title="Circuit Challenge")[:4] == b"%PDF"


def test_worksheets_of_the_game_as_pdf_and_svg() -> None:
    worksheets = CircuitWorksheets()
    settings = {option.name: option.default for option in worksheets.options} | {"versions": 2}
    assert worksheets.puzzles_needed(3, settings) == 6
    puzzles = list(generate("circuit", level=2, count=6, seed=1))
    pages = worksheets.svg(puzzles, settings)
    assert len(pages) == 5
    for page in pages:
        root = ElementTree.fromstring(page)
        assert (root.get("width"), root.get("height")) == ("595.28pt", "841.89pt")
        assert "<text" not in page
    assert worksheets.pdf(puzzles, settings).startswith(b"%PDF")


# Languages


def contents(pdf: bytes) -> bytes:
    """What stands on the pages of a PDF, without compression."""
    streams = re.findall(rb"stream\r?\n(.*?)\r?\nendstream", pdf, re.DOTALL)
    return b"".join(zlib.decompress(stream) for stream in streams if stream.startswith(b"\x78"))


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_text_can_be_written(language: str) -> None:
    words = LANGUAGES[language]
    texts = [text for text in asdict(words).values() if isinstance(text, str)]
    texts += [*words.levels, *asdict(words.labels).values()]
    for text in texts:
        assert text.strip()
        assert set(text) <= CHARACTERS | set("{}"), text
    assert len(words.levels) == len(set(words.levels)) == len(PRESETS)


@pytest.mark.slow
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("large_print", [False, True])
@pytest.mark.parametrize("level", [1, 5, 8, 10])
def test_every_language_fits_on_every_paper(language: str, paper: str, large_print: bool, level: int) -> None:
    sheet = Sheet(paper=paper, large_print=large_print, language=language, versions=2)
    pages = make_pages(boards(level, 4), sheet)
    for page in pages:
        assert_nothing_leaves_or_overlaps(page)
        foot = min(item.at[1] - item.capital / 2 for item in texts(page) if item.at[1] > page.height - 20)
        assert all(item.top + item.height < foot for item in page.items if isinstance(item, Box))
        names = {item.text: item for item in texts(page)}
        for name in {LANGUAGES[language].name, LANGUAGES[language].date} & set(names):
            end = names[name].at[0] + text_width(name, names[name].size)
            assert any(isinstance(item, Line) and 0 < item.start[0] - end < 10 for item in page.items)


@pytest.mark.parametrize(
    ("language", "times", "divided_by", "others"),
    [("en", "×", "÷", "·:"), ("de", "·", ":", "×÷"), ("fr", "×", "÷", "·:"), ("es", "×", ":", "·÷")],
)
def test_signs_are_those_of_the_schools(language: str, times: str, divided_by: str, others: str) -> None:
    pages = make_pages(boards(8, 2), Sheet(language=language))
    cells = [item.text for page in pages for item in texts(page) if re.fullmatch("[0-9]+ . [0-9]+", item.text)]
    signs = {cell.split(" ")[1] for cell in cells}
    assert signs == {"+", "−", times, divided_by}
    assert not signs & set(others)
    # Twice each: on the sheet and in the key.
    assert len(cells) == 2 * 2 * 29


@pytest.mark.parametrize(
    ("language", "title", "key", "page"),
    [
        ("en", "Circuit Challenge - Level 5: Times Tables", "Answer key", "Page 1 of 3"),
        ("de", "Rechenlabyrinth - Stufe 5: Einmaleins", "Lösungen", "Seite 1 von 3"),
        ("fr", "Labyrinthe de calcul - Niveau 5 : Tables de multiplication", "Corrigé", "Page 1 sur 3"),
        ("es", "Laberinto de cálculo - Nivel 5: Tablas de multiplicar", "Soluciones", "Página 1 de 3"),
    ],
)
def test_pages_tell_level_and_number(language: str, title: str, key: str, page: str) -> None:
    pages = make_pages(boards(5, 4), Sheet(language=language))
    assert all(title in {item.text for item in texts(one)} for one in pages)
    assert page in {item.text for item in texts(pages[0])}
    assert page.replace("1", "3", 1) in {item.text for item in texts(pages[-1])}
    assert key in {item.text for item in texts(pages[-1])}


def test_settings_of_no_level_are_called_so_in_the_language() -> None:
    pages = make_pages([board("5-rows3-cols3", 1)], Sheet(language="de"))
    assert "Rechenlabyrinth - Stufe 5: Eigene Einstellungen" in {item.text for item in texts(pages[0])}


def test_a_printed_file_has_its_language_and_no_time() -> None:
    worksheets = CircuitWorksheets()
    settings = {option.name: option.default for option in worksheets.options} | {"language": "de"}
    puzzles = list(generate("circuit", level=8, count=2, seed=1))
    pdf = worksheets.pdf(puzzles, settings)
    assert pdf == worksheets.pdf(puzzles, settings)
    # The only date is one that never changes.
    assert set(re.findall(rb"D:([0-9]+)", pdf)) == {b"20000101000000"}
    assert b"/Lang (de)" in pdf
    written = contents(pdf)
    for word in ("ZIEL", "Rechenlabyrinth", "Datum", "L\u00f6sungen", "\u00b7"):
        assert b"(" + word.encode("latin-1") + b") Tj" in written, word
    for english in (b"FINISH", b"Answer"):
        assert english not in written
