"""The player in a real browser: buttons, keys, speed, less motion, two on a page, and nothing asked of anybody."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

import quandary
from quandary.notebook import Animation

BOARD = "BB...C...D.CXX.D.C...D..........EEE."
OTHER = "......\nXX...B\n.....B\n......\n......\n......"
PATIENCE = 30_000
Open = Callable[..., Any]


@pytest.fixture
def open_page(browser: Any) -> Iterator[Open]:
    """Opens a page from its text. At the end nothing may have gone wrong, and nothing been asked of anybody."""
    problems: list[str] = []
    contexts = []

    def open_it(html: str, **more: Any) -> Any:
        context = browser.new_context(viewport={"width": 800, "height": 800}, **more)
        contexts.append(context)
        context.set_default_timeout(PATIENCE)
        page = context.new_page()
        page.on("pageerror", lambda error: problems.append(str(error)))
        page.on("console", lambda note: problems.append(note.text) if note.type == "error" else None)
        page.on("request", lambda request: problems.append(request.url))
        page.set_content(html)
        return page

    yield open_it
    for context in contexts:
        context.close()
    assert not problems


@pytest.fixture(scope="module")
def animation() -> Animation:
    return quandary.solve("rush-hour", BOARD).animation()


def _said(page: Any) -> str:
    return " ".join(page.locator("output").first.text_content().split())


def _places(page: Any, nth: int = 0) -> list[list[int]]:
    """Where everything that can be seen and can move is now, in the picture's units."""
    found: list[list[int]] = page.evaluate(
        """(nth) => {
          const svg = document.querySelectorAll("svg[role=img]")[nth];
          const group = svg.querySelector("[data-film=moving]");
          return [...group.children]
            .filter((thing) => getComputedStyle(group).display !== "none" && getComputedStyle(thing).opacity === "1")
            .map((thing) => thing.transform.animVal)
            .map((list) => (list.numberOfItems ? list.getItem(0).matrix : null))
            .filter(Boolean).map((matrix) => [Math.round(matrix.e), Math.round(matrix.f)]);
        }""",
        nth,
    )
    return found


def _cars(moves: str) -> list[list[int]]:
    """Where the cars of the board are after moves, by the rules."""
    game = quandary.game("rush-hour")
    position = game.parse(BOARD)
    for move in game.parse_moves(moves):
        position = game.play(position, move).position
    starts = [position.vehicle(letter).first for letter in position.letters]
    places = [[64 * (first % 6), 64 * (first // 6)] for first in starts]
    return [place for place in places if place != [0, 0]]


def test_buttons_step_through_the_moves(open_page: Open, animation: Animation) -> None:
    page = open_page(animation.html(), reduced_motion="reduce")
    assert page.locator("h1").text_content() == "Rush Hour: 1"
    assert _said(page) == "4 moves"
    assert sorted(_places(page)) == sorted(_cars(""))
    page.get_by_label("one move on").click()
    page.locator("output", has_text="1 / 4").wait_for()
    assert _said(page) == "1 / 4 C+3"
    assert sorted(_places(page)) == sorted(_cars("C+3"))
    page.get_by_label("to the end").click()
    assert _said(page) == "4 / 4 X+4"
    assert sorted(_places(page)) == sorted(_cars("C+3 E-2 D+2 X+4"))
    page.get_by_label("one move back").click()
    assert _said(page) == "3 / 4 D+2"
    assert sorted(_places(page)) == sorted(_cars("C+3 E-2 D+2"))
    page.get_by_label("to the start").click()
    assert sorted(_places(page)) == sorted(_cars(""))
    page.get_by_label("move", exact=True).fill("2")
    assert _said(page) == "2 / 4 E-2"


def test_keys_do_the_same(open_page: Open, animation: Animation) -> None:
    page = open_page(animation.html(), reduced_motion="reduce")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.hasAttribute('data-quandary-player')")
    page.keyboard.press("End")
    assert _said(page) == "4 / 4 X+4"
    page.keyboard.press("ArrowLeft")
    assert _said(page) == "3 / 4 D+2"
    page.keyboard.press("Home")
    assert _said(page) == "4 moves"
    page.keyboard.press("+")
    assert page.get_by_label("speed").input_value() == "2"
    page.keyboard.press("-")
    page.keyboard.press("-")
    assert page.get_by_label("speed").input_value() == "0.5"
    page.keyboard.press("ArrowRight")
    page.locator("output", has_text="1 / 4").wait_for()


def test_it_plays_to_the_end_and_can_be_paused(open_page: Open, animation: Animation) -> None:
    page = open_page(animation.html())
    page.get_by_label("speed").select_option("8")
    page.get_by_label("play").click()
    page.locator("output", has_text="4 / 4").wait_for()
    page.get_by_label("play").wait_for()
    assert sorted(_places(page)) == sorted(_cars("C+3 E-2 D+2 X+4"))
    page.get_by_label("speed").select_option("0.25")
    page.get_by_label("play").click()
    page.locator("output", has_text="1 / 4").wait_for()
    page.get_by_label("pause").click()
    assert _said(page) == "1 / 4 C+3"
    assert sorted(_places(page)) == sorted(_cars("C+3"))


def test_in_between_things_are_under_way_unless_less_motion_is_wanted(open_page: Open, animation: Animation) -> None:
    under_way = """() => {
      const speed = document.querySelector("select");
      speed.options[0].value = "0.05";
      speed.selectedIndex = 0;
      document.querySelector("[data-do=play]").click();
    }"""
    for motion, expected in (("no-preference", True), ("reduce", False)):
        page = open_page(animation.html(), reduced_motion=motion)
        page.evaluate(under_way)
        page.wait_for_timeout(700)
        assert (sorted(_places(page)) not in (sorted(_cars("")), sorted(_cars("C+3")))) is expected


def test_a_film_alone_stands_still_where_less_motion_is_wanted(open_page: Open, animation: Animation) -> None:
    shown = {}
    for motion in ("no-preference", "reduce"):
        page = open_page(animation.svg(), reduced_motion=motion)
        shown[motion] = [
            page.evaluate(f"getComputedStyle(document.querySelector('[data-film={name}]')).display")
            for name in ("moving", "still")
        ]
    assert shown == {"no-preference": ["inline", "none"], "reduce": ["none", "inline"]}


def test_two_players_on_a_page_do_not_meet(open_page: Open, animation: Animation) -> None:
    other = quandary.solve("rush-hour", OTHER).animation()
    page = open_page(f"{animation._repr_html_()}{other._repr_html_()}{animation._repr_html_()}")
    page.get_by_label("to the end").nth(1).click()
    assert sorted(_places(page)) == sorted(_cars(""))
    page.get_by_label("to the end").nth(2).click()
    assert sorted(_places(page)) == sorted(_cars(""))
    assert sorted(_places(page, 2)) == sorted(_cars("C+3 E-2 D+2 X+4"))
    outputs = [" ".join(text.split()) for text in page.locator("output").all_text_contents()]
    assert outputs == ["4 moves", f"{len(other.moves)} / {len(other.moves)} X+4", "4 / 4 X+4"]


def test_without_scripts_the_film_plays_itself(open_page: Open, animation: Animation) -> None:
    page = open_page(animation.html(), java_script_enabled=False)
    picture = page.locator("svg[role=img]")
    first = picture.screenshot()
    for _ in range(100):
        page.wait_for_timeout(100)
        if picture.screenshot() != first:
            break
    else:
        pytest.fail("nothing moves")
    # What a script would say is not said.
    assert _said(page) == ""


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_words_can_be_read_by_day_and_by_night(open_page: Open, animation: Animation, scheme: str) -> None:
    page = open_page(animation.html(), color_scheme=scheme)
    ink, paper = page.evaluate(
        """() => [getComputedStyle(document.querySelector("output")).color,
                  getComputedStyle(document.documentElement).getPropertyValue("color-scheme")]"""
    )
    assert paper == "light dark"
    assert (ink == "rgb(255, 255, 255)") is (scheme == "dark")


def test_it_fits_a_phone(open_page: Open, animation: Animation) -> None:
    page = open_page(animation.html())
    page.set_viewport_size({"width": 320, "height": 640})
    assert page.evaluate("document.documentElement.scrollWidth") <= 320
