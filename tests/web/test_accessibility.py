"""Every page in every state, looked over by axe-core: on a phone and on a desk, by day and by night."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.resources import files
from typing import Any

import pytest

from quandary.core.registry import game as game_of_name
from quandary.core.registry import names
from tests.web.pages import DESKTOP, PHONE, Open, more, solve, watch

# The very file that `npm pack axe-core` gives; this package of the dev extra brings it along.
AXE = (files("axe_playwright_python") / "axe.min.js").read_text(encoding="utf-8")
LOOK = """async () => {
    const { violations } = await axe.run(document, { resultTypes: ["violations"] });
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map((one) => `${one.target} ${one.failureSummary}`)}`);
}"""
FITS = "document.documentElement.scrollWidth <= document.documentElement.clientWidth + 1"
OF_GAMES = [f"/{name}/{page}" for name in names() for page in ("edit", "levels", "daily", "lesson")]
PAGES = ["/", "/worksheets", "/progress", "/nowhere", *OF_GAMES]


def look_over(page: Any) -> None:
    """Nothing is wrong with the page as it stands, in any size or light."""
    page.evaluate(AXE)
    for viewport in (PHONE, DESKTOP):
        page.set_viewport_size(viewport)
        for scheme in ("light", "dark"):
            page.emulate_media(color_scheme=scheme)
            assert page.evaluate(LOOK) == [], (viewport, scheme)
            assert page.evaluate(FITS), (viewport, scheme)


def unfold(page: Any) -> None:
    """Opens whatever is folded."""
    page.evaluate("document.querySelectorAll('details').forEach((one) => { one.open = true; })")
    page.evaluate("document.querySelectorAll('#more').forEach((one) => { one.hidden = false; })")


@contextmanager
def opened(page: Any, key: str) -> Iterator[Any]:
    """The dialog that a key opens."""
    page.keyboard.press(key)
    box = page.locator("dialog[open]")
    box.wait_for()
    yield box
    page.keyboard.press("Escape")
    box.wait_for(state="detached")


def test_what_is_wrong_is_found(open_page: Open) -> None:
    page = open_page("/nowhere", may_be_refused=True)
    page.evaluate("document.querySelector('main').append(document.createElement('img'))")
    with pytest.raises(AssertionError, match="image-alt"):
        look_over(page)


@pytest.mark.parametrize("path", PAGES)
def test_pages_are_accessible(open_page: Open, path: str) -> None:
    page = open_page(path, may_be_refused=path == "/nowhere")
    unfold(page)
    look_over(page)


def test_what_is_pasted_and_what_is_forgotten_is_asked_accessibly(open_page: Open) -> None:
    page = open_page(SHORT["rush-hour"])
    more(page)
    page.get_by_role("button", name="Paste").click()
    page.get_by_role("dialog", name="Your own puzzle").wait_for()
    look_over(page)
    page.get_by_label("Puzzle", exact=True).fill("..B....B..AA.CC..D....D..\nBB...C...D.CXX.D.C...D..........EEE.\n")
    page.get_by_role("button", name="Play it").click()
    page.get_by_role("dialog", name="2 puzzles").wait_for()
    look_over(page)
    page.goto(page.url.partition("/rush-hour")[0] + "/progress")
    page.wait_for_selector("body[data-ready]")
    page.get_by_role("button", name="Forget all").click()
    page.get_by_role("dialog", name="Forget all progress?").wait_for()
    look_over(page)


# Of every game one that is soon over.
SHORT = {
    "rush-hour": "/rush-hour/BB...C...D.CXX.D.C...D..........EEE.",
    "klondike": "/klondike/draw=1%2Ffoundations=KCTDQHKS%2F2=JD%2F3=kdKH%2F4=QD",
    "circuit": "/circuit/1/3",
    "sokoban": "/sokoban/6%23%7C%23_%40__%23%7C%23_%24__%23%7C%23_.___%23%7C%23____%23%7C6%23",
    "exponentile": "/exponentile/4,2,8%2F2,4,2%2F8,2,16%2Fscore=40%2Fmoves=3%2Fchance=12345",
}


def test_every_game_is_looked_over() -> None:
    assert sorted(SHORT) == sorted(names())


@pytest.mark.parametrize("path", SHORT.values(), ids=SHORT)
def test_a_game_is_accessible_from_its_beginning_to_its_end(open_page: Open, path: str) -> None:
    game = game_of_name(path.split("/")[1])
    page = open_page(path)
    look_over(page)
    for key in ("?", "n"):
        with opened(page, key):
            unfold(page)
            look_over(page)
    page.keyboard.press("h")
    # On a busy machine it may be told that the hint took too long.
    page.locator(".message", has_text=re.compile(r"[a-z]\b(?! …)")).wait_for()
    unfold(page)
    look_over(page)
    if game.is_scored:
        watch(page, "random")
    else:
        solve(page)
    page.wait_for_selector(".win")
    look_over(page)
