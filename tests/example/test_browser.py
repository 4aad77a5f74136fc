"""Another package's hand in the browser: it is found, and played by pointer and by keyboard."""

from __future__ import annotations

import quandary
from tests.web.pages import Open, played, status

CORNERS = "/lanterns/*.*%2F...%2F*.*"


def test_it_is_won_by_pointer(open_page: Open) -> None:
    page = open_page(CORNERS)
    for number, cell in enumerate(("r1c1", "r1c3", "r3c1", "r3c3"), start=1):
        page.locator(f"[data-cell={cell}]").click()
        played(page, number)
    status(page, "won")


def test_it_is_won_by_keyboard_alone_and_says_what_it_shows(open_page: Open) -> None:
    page = open_page(CORNERS)
    page.locator("[data-cell=r1c1]").focus()
    assert page.locator("[data-cell=r1c1]").get_attribute("aria-label") == "lantern, row 1 column 1, lit"
    touches = (["Enter"], [*["ArrowRight"] * 3, " "], [*["ArrowDown"] * 2, "Enter"])
    for number, keys in enumerate(touches, start=1):
        for key in keys:
            page.keyboard.press(key)
        played(page, number)
    page.get_by_role("button", name="Hint").click()
    page.wait_for_selector("[data-cell=r3c1].hinted")
    assert page.locator(".message").text_content() == "Hint: Touch row 3, column 1."
    page.locator("[data-cell=r3c3]").focus()
    for key in ("ArrowLeft", "ArrowLeft", "Enter"):
        page.keyboard.press(key)
    status(page, "won")


def test_home_shows_it_and_its_daily_puzzle_is_at_an_address(open_page: Open) -> None:
    page = open_page("/")
    assert page.locator("[data-game=lanterns]").count()
    page = open_page("/lanterns/today")
    level, seed = quandary.puzzle("lanterns", "today").id.removeprefix("lanterns:").split("#")
    page.wait_for_url(f"**/lanterns/{level}/{seed}")
    assert page.locator("[data-cell]").count() == 25
