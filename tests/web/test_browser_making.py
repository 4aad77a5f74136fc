"""A page whose puzzle takes long to make waits, says so, and lets the player cancel."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from quandary.core.registry import game as game_of_name
from quandary.engine.packs import shipped_pack
from quandary.web import Limits
from tests.web.conftest import Served, serving
from tests.web.pages import PATIENCE

MAKING = "Making the puzzle…"
# Minutes of one core.
LONG = "/sokoban/master-v2/4711"


@pytest.fixture(scope="module")
def hasty() -> Iterator[Served]:
    """A server that lets no request wait."""
    with serving(Limits(wait_time=0.0, patience=90.0, hint_time=30.0)) as running:
        yield running


@contextmanager
def page_at(browser: Any, url: str) -> Iterator[Any]:
    context = browser.new_context(reduced_motion="reduce")
    context.set_default_timeout(PATIENCE)
    page = context.new_page()
    page.goto(url)
    try:
        yield page
    finally:
        context.close()


def test_the_page_waits_until_the_puzzle_is_made(browser: Any, hasty: Served) -> None:
    with page_at(browser, f"{hasty.url}/rush-hour/expert/7") as page:
        page.get_by_text(MAKING).wait_for()
        page.get_by_role("button", name="Cancel").wait_for()
        page.wait_for_selector("body[data-ready][data-status='playing']", timeout=3 * PATIENCE)
        assert page.get_by_text(MAKING).count() == 0
        assert page.locator("[role=application] svg").count() >= 1


def test_waiting_can_be_cancelled(browser: Any, hasty: Served) -> None:
    with page_at(browser, hasty.url + LONG) as page:
        page.get_by_text(MAKING).wait_for()
        page.get_by_role("button", name="Cancel").click()
        page.get_by_text("Cancelled: the puzzle was not made.").wait_for()
        page.get_by_role("button", name="Try again").click()
        page.get_by_text(MAKING).wait_for()


def test_a_new_puzzle_can_be_cancelled_and_the_game_goes_on(browser: Any, hasty: Served) -> None:
    with page_at(browser, f"{hasty.url}/rush-hour/BB...C...D.CXX.D.C...D..........EEE.") as page:
        page.wait_for_selector("body[data-ready]")
        page.get_by_role("button", name="New", exact=True).click()
        page.get_by_text("More settings").click()
        page.get_by_label("Least moves").fill("500")
        page.get_by_label("Effort").fill("9000000000000")
        page.get_by_role("button", name="New puzzle", exact=True).click()
        page.get_by_text(MAKING).wait_for()
        page.get_by_role("button", name="Cancel").click()
        page.get_by_text("Cancelled: no new puzzle was made.").wait_for()
        assert "BB...C" in page.url


def test_a_new_master_level_is_a_shipped_one(browser: Any, hasty: Served) -> None:
    with page_at(browser, f"{hasty.url}/sokoban/beginner/1") as page:
        page.wait_for_selector("body[data-ready][data-status]", timeout=3 * PATIENCE)
        page.get_by_role("button", name="New", exact=True).click()
        page.get_by_role("button", name="master", exact=True).click()
        page.wait_for_url("**/sokoban/master*/*")
        page.wait_for_selector("body[data-ready][data-status='playing']", timeout=3 * PATIENCE)
        seeds = {puzzle.id.rpartition("#")[2] for puzzle in shipped_pack(game_of_name("sokoban"), "master")}
        assert page.url.rpartition("/")[2] in seeds
