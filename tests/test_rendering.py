"""Pictures become PNG and PDF files that show something, on machines without fonts too."""

from __future__ import annotations

import logging
import re
import subprocess
import sys
import zlib
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image

from quandary.drawing.pdf import svg_to_pdf
from quandary.drawing.raster import svg_to_png
from quandary.drawing.stroke_font import CHARACTERS, text_path, text_width
from quandary.game import UsageError
from quandary.games.rush_hour.notation import parse
from quandary.games.rush_hour.scene import scene_of
from tests.games.rush_hour.boards import WALLED

BOARD = scene_of(parse(WALLED)).svg()
LARGEST = scene_of(parse("\n".join(["XX" + "." * 14, *["x" * 16] * 15]))).svg()


def picture(content: str) -> str:
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 60 40">{content}</svg>'


# PNG


def test_a_png_file_has_the_pictures_size_and_colours(tmp_path: Path) -> None:
    file = tmp_path / "board.png"
    file.write_bytes(svg_to_png(BOARD))

    assert file.read_bytes().startswith(b"\x89PNG\r\n\x1a\n")
    with Image.open(file) as image:
        assert image.size == (2 * (6 * 64 + 38 + 30), 2 * (6 * 64 + 38))
        colours = {colour for _, colour in image.convert("RGB").getcolors(1 << 24) or ()}
        corner = image.convert("RGBA").getpixel((0, 0))
    assert {(0xD6, 0x28, 0x39), (0xE6, 0x9F, 0x00), (0x3C, 0x4A, 0x5E)} <= colours
    assert corner == (0, 0, 0, 0)


def test_scale_sets_the_size() -> None:
    sizes = [Image.open(BytesIO(svg_to_png(picture(""), scale=scale))).size for scale in (0.5, 1, 3)]

    assert sizes == [(30, 20), (60, 40), (180, 120)]


@pytest.mark.parametrize("scale", [0, -1, 1000, float("nan")])
def test_a_senseless_scale_is_refused(scale: float) -> None:
    with pytest.raises(UsageError, match="scale"):
        svg_to_png(BOARD, scale=scale)


@pytest.mark.parametrize("character", sorted(CHARACTERS - {" "}))
def test_every_character_appears_around_its_middle(character: str) -> None:
    png = svg_to_png(picture(text_path(character, (30, 20), 20, "#000000")), scale=1)

    left, top, right, bottom = Image.open(BytesIO(png)).convert("RGBA").getbbox() or (0, 0, 0, 0)
    assert abs((left + right) / 2 - 30) <= 2
    # An accent may be wider than a letter without width.
    assert right - left <= max(text_width(character, 20), 4) + 6
    # Signs stand on the middle line of the digits, not in the middle of their own height; these three never reach it.
    assert top < 20 < bottom + 3 or character in "'.,"
    assert bottom - top <= 31


def test_no_two_characters_look_alike() -> None:
    def seen(character: str) -> bytes:
        return svg_to_png(picture(text_path(character, (30, 20), 20, "#000000")), scale=1)

    assert len({seen(character) for character in CHARACTERS}) == len(CHARACTERS)


def test_a_longer_text_is_set_in_the_middle_too() -> None:
    png = svg_to_png(picture(text_path("12 + 3", (30, 20), 8, "#000000")), scale=4)

    left, top, right, bottom = Image.open(BytesIO(png)).convert("RGBA").getbbox() or (0, 0, 0, 0)
    assert abs((left + right) / 2 - 4 * 30) <= 3
    assert abs((top + bottom) / 2 - 4 * 20) <= 3


# PDF


def page_contents(pdf: bytes) -> list[bytes]:
    """The drawing commands of the pages."""
    streams = re.findall(rb"stream\r?\n(.*?)\r?\nendstream", pdf, re.DOTALL)
    return [zlib.decompress(stream) for stream in streams if stream.startswith(b"\x78")]


@pytest.mark.slow
def test_a_pdf_file_has_a_page_for_every_picture(tmp_path: Path) -> None:
    file = tmp_path / "boards.pdf"
    file.write_bytes(svg_to_pdf([BOARD, LARGEST, BOARD]))

    pdf = file.read_bytes()
    assert pdf.startswith(b"%PDF-")
    assert len(re.findall(rb"/Type /Page\b", pdf)) == 3
    assert re.search(rb"/MediaBox \[0 0 595\.\d+ 841\.\d+\]", pdf)  # A4
    drawn = [content for content in page_contents(pdf) if b"0.8392 0.1569 0.2235 rg" in content]  # the red car's red
    assert len(drawn) == 3


def test_a_pdf_is_made_without_a_word(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.WARNING):
        svg_to_pdf([BOARD])

    assert not caplog.records  # fpdf2 logs whatever it cannot draw


def test_a_pdf_of_nothing_is_refused() -> None:
    with pytest.raises(UsageError, match="at least one picture"):
        svg_to_pdf([])


# Extras


def test_a_missing_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    monkeypatch.setitem(sys.modules, "fpdf", None)

    with pytest.raises(UsageError, match=r"pip install 'quandary\[png\]'"):
        svg_to_png(BOARD)
    with pytest.raises(UsageError, match=r"pip install 'quandary\[print\]'"):
        svg_to_pdf([BOARD])


@pytest.mark.process
def test_renderers_are_imported_only_when_used() -> None:
    renderers = "import sys, quandary; quandary.svg_to_pdf, quandary.svg_to_png"
    program = f"{renderers}; print(sorted({{'fpdf', 'resvg_py', 'PIL'}} & sys.modules.keys()))"

    printed = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout

    assert printed.strip() == "[]"
