"""The pages as people use them, in a real browser: what all games have in common, and the other pages."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from quandary.core.registry import names
from tests.web.conftest import Served
from tests.web.pages import DESKTOP, PATIENCE, PHONE, Open, asked, held, more, played, solve, swipe


def test_home_shows_a_picture_of_every_game(open_page: Open) -> None:
    page = open_page("/")
    for name in names():
        page.wait_for_selector(f".card[data-game={name}] .shown svg")
    page.locator(".card[data-game=rush-hour]").get_by_text("Play today's").click()
    page.wait_for_selector(".play[data-game=rush-hour] [data-vehicle]")
    assert "/rush-hour/intermediate/" in page.url


@pytest.mark.parametrize("name", names())
def test_the_first_load_is_light(browser: Any, served: Served, name: str) -> None:
    context = browser.new_context(viewport=DESKTOP)
    page = context.new_page()
    session = context.new_cdp_session(page)
    session.send("Network.enable")
    sizes: list[float] = []
    session.on("Network.loadingFinished", lambda event: sizes.append(event["encodedDataLength"]))
    page.goto(f"{served.url}/{name}")
    page.wait_for_selector("body[data-ready]", timeout=PATIENCE)
    context.close()
    assert 0 < sum(sizes) <= 150_000


def test_sharing_copies_the_address(open_page: Open) -> None:
    page = open_page("/rush-hour/beginner/7", permissions=["clipboard-read", "clipboard-write"])
    more(page)
    page.get_by_role("button", name="Share").click()
    page.get_by_text("address is copied").wait_for()
    assert page.evaluate("navigator.clipboard.readText()").endswith("/rush-hour/beginner/7")


def test_pasting_ones_own_puzzle(open_page: Open) -> None:
    page = open_page("/rush-hour/beginner/7")
    more(page)
    page.get_by_role("button", name="Paste").click()
    page.get_by_label("Puzzle", exact=True).fill("..B....B..AA.CC..D....D..")
    page.get_by_role("button", name="Play it").click()
    page.wait_for_url("**/rush-hour/..B....B..AA.CC..D....D..")
    page.wait_for_selector("[data-vehicle=D]")


def test_pasting_nonsense_is_told_and_shown_as_text(open_page: Open) -> None:
    page = open_page("/klondike/7", may_be_refused=True)
    more(page)
    page.get_by_role("button", name="Paste").click()
    page.get_by_label("Puzzle", exact=True).fill("<img src=x onerror=alert(1)>")
    page.get_by_role("button", name="Play it").click()
    page.wait_for_selector(".message.bad")
    assert "is not a card" in page.locator(".message").text_content()
    assert page.locator("img[src=x]").count() == 0


def test_a_new_puzzle_to_order(open_page: Open) -> None:
    page = open_page("/rush-hour/beginner/7")
    page.get_by_role("button", name="New").click()
    page.get_by_text("More settings").click()
    page.get_by_label("Seed").fill("5")
    page.get_by_role("button", name="intermediate").click()
    page.wait_for_url("**/rush-hour/intermediate/5")
    page.wait_for_selector("[data-vehicle]")


def test_the_coach_says_how_far_it_is(open_page: Open) -> None:
    page = open_page("/rush-hour/beginner/7")
    more(page)
    page.get_by_label("Coach").check()
    page.wait_for_selector("[data-figure='Still winnable']")
    assert page.locator("[data-figure='Still winnable']").text_content() == "yes"


def test_the_editor_says_at_once_what_it_is_worth(open_page: Open) -> None:
    page = open_page("/rush-hour/edit")
    page.get_by_text("Solvable in 1 move,").wait_for()
    page.get_by_role("button", name="Wall").click()
    page.get_by_role("gridcell", name="row 3 column 5").click()
    page.get_by_text("Cannot be solved").wait_for()
    page.get_by_role("button", name="Erase").click()
    page.get_by_role("gridcell", name="row 3 column 5").click()
    page.get_by_text("Solvable in 1 move,").wait_for()
    page.get_by_role("link", name="Play it").click()
    page.wait_for_selector("[data-vehicle=X]")


def test_a_worksheet_is_looked_at_and_downloaded(open_page: Open) -> None:
    page = open_page("/worksheets")
    page.wait_for_selector(".preview img")
    with page.expect_download() as waiting:
        page.get_by_role("button", name="Download the PDF").click()
    assert Path(waiting.value.path()).read_bytes().startswith(b"%PDF")


def test_undo_redo_restart_and_a_reload_that_loses_nothing(open_page: Open) -> None:
    page = open_page("/rush-hour/BB...C...D.CXX.D.C...D..........EEE.")
    page.locator("[data-vehicle=C]").focus()
    page.keyboard.press("ArrowDown")
    played(page, 1)
    page.keyboard.press("Control+z")
    played(page, 0)
    page.get_by_role("button", name="Redo").click()
    played(page, 1)
    page.reload()
    played(page, 1)
    page.get_by_role("button", name="Restart").click()
    played(page, 0)


def test_keys_play_as_soon_as_the_page_is_open_and_after_a_click_elsewhere(open_page: Open) -> None:
    page = open_page("/rush-hour/BB...C...D.CXX.D.C...D..........EEE.")
    page.keyboard.press("ArrowRight")
    played(page, 1)
    page.get_by_role("button", name="Undo").click()
    played(page, 0)
    page.keyboard.press("ArrowRight")
    played(page, 1)
    page.keyboard.press("u")
    played(page, 0)
    page.keyboard.press("r")
    played(page, 1)
    page.keyboard.press("Shift+C")
    page.keyboard.press("ArrowDown")
    played(page, 2)
    page.keyboard.press("x")
    played(page, 0)
    page.keyboard.press("h")
    page.locator(".message", has_text="Hint:").wait_for()
    page.keyboard.press("?")
    page.get_by_role("dialog", name="Help").wait_for()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Escape")
    played(page, 0)
    page.keyboard.press("n")
    page.get_by_role("dialog", name="New Rush Hour puzzle").wait_for()


@pytest.mark.parametrize(
    ("path", "keys", "count"),
    [
        ("/sokoban/6%23%7C%23_%40__%23%7C%23_%24__%23%7C%23_.___%23%7C%23____%23%7C6%23", ["ArrowLeft", "d"], 2),
        ("/klondike/draw1-winnable/7", ["d", "3", "f"], 2),
        ("/circuit/1/3", ["ArrowRight", "Enter"], 1),
    ],
)
def test_every_game_hears_keys_from_the_first_moment(open_page: Open, path: str, keys: list[str], count: int) -> None:
    page = open_page(path)
    for key in keys:
        page.keyboard.press(key)
    played(page, count)


def test_a_key_just_after_a_dialog_has_closed_is_the_games(open_page: Open) -> None:
    page = open_page("/rush-hour/BB...C...D.CXX.D.C...D..........EEE.")
    page.keyboard.press("n")
    page.locator("dialog[open]").wait_for()
    # In one go: no frame is drawn between the two, so the focus is still in the dialog.
    page.evaluate("""() => {
        document.querySelector("dialog").close();
        const key = new KeyboardEvent("keydown", { key: "ArrowRight", bubbles: true, cancelable: true });
        document.activeElement.dispatchEvent(key);
    }""")
    played(page, 1)


def test_a_restart_is_remembered(open_page: Open) -> None:
    page = open_page("/rush-hour/BB...C...D.CXX.D.C...D..........EEE.")
    page.keyboard.press("ArrowRight")
    played(page, 1)
    page.get_by_role("button", name="Restart").click()
    played(page, 0)
    page.reload()
    page.wait_for_selector("body[data-ready]")
    played(page, 0)


def test_what_a_machine_has_solved_stays_its_own(open_page: Open) -> None:
    page = open_page("/rush-hour/BB...C...D.CXX.D.C...D..........EEE.")
    solve(page)
    page.get_by_role("heading", name="That is how it goes").wait_for()
    page.reload()
    page.get_by_role("heading", name="That is how it goes").wait_for()
    assert "the best possible" not in page.locator(".win").text_content()


def test_two_tabs_of_a_puzzle_go_together(open_page: Open) -> None:
    page = open_page("/rush-hour/BB...C...D.CXX.D.C...D..........EEE.")
    other = page.context.new_page()
    other.goto(page.url)
    other.wait_for_selector("body[data-ready]")
    page.keyboard.press("ArrowRight")
    played(page, 1)
    played(other, 1)
    page.keyboard.press("Shift+C")
    page.keyboard.press("ArrowDown")
    played(page, 2)
    other.close()
    page.reload()
    page.wait_for_selector("body[data-ready]")
    played(page, 2)


def middle(page: Any, selector: str) -> tuple[float, float]:
    box = page.locator(selector).first.bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def scrolled(page: Any, beyond: float) -> None:
    """Waits until the page is further down; a browser takes its time to glide there."""
    for _ in range(400):
        if page.evaluate("scrollY") > beyond:
            return
        page.wait_for_timeout(50)
    raise AssertionError("the page did not scroll")


def test_a_swipe_over_a_board_on_the_home_page_scrolls_and_plays_nothing(open_page: Open) -> None:
    page = open_page("/", PHONE, has_touch=True, is_mobile=True)
    page.wait_for_selector(".card[data-game=sokoban] .shown svg")
    page.locator(".card[data-game=circuit] .shown").scroll_into_view_if_needed()
    before = page.evaluate("scrollY")
    swipe(page, *middle(page, ".card[data-game=circuit] .shown"), 0, -150)
    scrolled(page, before + 20)
    assert page.evaluate("localStorage.getItem('quandary.games')") is None


def test_a_finger_scrolls_the_page_unless_it_holds_a_part(open_page: Open) -> None:
    page = open_page("/rush-hour/BB...C...D.CXX.D.C...D..........EEE.", PHONE, has_touch=True, is_mobile=True)
    x, y = middle(page, "[data-vehicle=C]")
    swipe(page, x, y, 0, 45)
    played(page, 1)
    assert page.evaluate("scrollY") == 0
    x, y = middle(page, "[data-vehicle=E]")
    swipe(page, x - 150, y, 0, -120)
    scrolled(page, 20)
    played(page, 1)
    assert page.evaluate("getComputedStyle(document.querySelector('.board svg')).touchAction") == "manipulation"


def test_a_large_sheet_can_be_read_and_touched_on_a_phone(open_page: Open) -> None:
    page = open_page("/circuit/10/3", {"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    sizes = page.evaluate("""() => [...document.querySelectorAll("[data-cell]")].map((one) => {
        const { width, height } = one.getBoundingClientRect();
        return Math.min(width, height);
    })""")
    assert min(sizes) >= 43.9
    hint = asked(page, "hint", game="circuit", puzzle="circuit:10#3")["move"]
    page.locator(f"[data-cell={hint}]").tap()
    played(page, 1)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.parametrize("path", ["/rush-hour/beginner/7", "/circuit/10/3", "/klondike/7", "/sokoban/beginner/3"])
def test_a_phone_on_its_side_shows_board_and_controls(open_page: Open, path: str) -> None:
    page = open_page(path, {"width": 844, "height": 390}, has_touch=True, is_mobile=True)
    for selector in (".keys4", ".board"):
        box = page.locator(selector).first.bounding_box()
        assert box["y"] >= 0
        assert box["y"] + box["height"] <= 391
        assert box["x"] + box["width"] <= 845


@pytest.mark.parametrize("path", ["/", *(f"/{name}" for name in names())])
def test_targets_are_large_enough_for_fingers(open_page: Open, path: str) -> None:
    page = open_page(path, {"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    small = page.evaluate("""() => [...document.querySelectorAll("button, a, summary, select, label.switch")]
        .filter((one) => one.checkVisibility() && !one.matches(".skip, h3 a, .shown"))
        .map((one) => [one.textContent, one.getBoundingClientRect()])
        .filter(([, box]) => box.width && (box.width < 43.5 || box.height < 43.5))
        .map(([text, box]) => `${text} ${box.width}x${box.height}`)""")
    assert small == []


def test_paper_has_the_board_under_its_name_and_nothing_else(open_page: Open) -> None:
    page = open_page("/circuit/10/3", PHONE, has_touch=True, is_mobile=True, color_scheme="dark")
    page.emulate_media(media="print")
    assert page.get_by_role("heading", name="Circuit Challenge").is_visible()
    assert page.locator("header, footer, .tools, .zooms, .message, details").evaluate_all(
        "(all) => all.every((one) => !one.checkVisibility())"
    )
    # All of it, though on the screen it has to be panned.
    assert page.locator(".board svg").bounding_box()["width"] <= PHONE["width"]
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"


def test_the_current_game_is_in_view_in_the_navigation(open_page: Open) -> None:
    page = open_page("/sokoban/beginner/3", PHONE)
    box = page.locator("#nav [aria-current]").bounding_box()
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= PHONE["width"]


def test_the_solver_stays_within_the_page(open_page: Open) -> None:
    page = open_page("/rush-hour/beginner/7")
    page.get_by_role("button", name="Solve", exact=True).click()
    page.get_by_text("proven shortest").wait_for()
    for width in (320, 390, 560, 768, 900, 1000, 1280, 1600, 1920):
        page.set_viewport_size({"width": width, "height": 860})
        within = """() => {
            const side = document.querySelector(".side").getBoundingClientRect();
            return [...document.querySelectorAll(".playback, .playback *")].every((one) => {
                const box = one.getBoundingClientRect();
                return !box.width || (box.left >= side.left && box.right <= side.right);
            }) && document.documentElement.scrollWidth <= innerWidth;
        }"""
        assert page.evaluate(within), width


def test_the_app_starts_without_a_network_and_goes_on_with_a_known_game(open_page: Open) -> None:
    page = open_page("/rush-hour/BB...C...D.CXX.D.C...D..........EEE.", may_be_refused=True)
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    page.reload()
    page.wait_for_selector("body[data-ready]")
    page.keyboard.press("ArrowRight")
    played(page, 1)
    page.context.set_offline(True)
    page.reload()
    page.wait_for_selector("body[data-ready]")
    played(page, 1)
    page.keyboard.press("u")
    played(page, 0)
    page.keyboard.press("ArrowRight")
    played(page, 1)
    page.goto(page.url.partition("/rush-hour")[0])
    page.wait_for_selector("body[data-ready]")
    page.get_by_text("Continue where you left off").wait_for()
    page.context.set_offline(False)


def test_the_editor_draws_by_dragging_and_takes_a_stroke_back(open_page: Open) -> None:
    page = open_page("/sokoban/edit")
    # Until the board is drawn its cells move.
    page.locator(".art [data-player]").wait_for()
    page.get_by_role("button", name="Wall").click()
    marks = "[...document.querySelectorAll('.grid [data-mark]')].filter((one) => one.dataset.mark === '#').length"
    before = page.evaluate(marks)
    cells = [page.get_by_role("gridcell", name=f"row 3 column {col}").bounding_box() for col in (3, 5)]
    (x, y), (end, _) = ((box["x"] + box["width"] / 2, box["y"] + box["height"] / 2) for box in cells)
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(end, y, steps=8)
    page.mouse.up()
    assert page.evaluate(marks) > before
    page.get_by_role("button", name="Undo").click()
    assert page.evaluate(marks) == before


def test_the_editor_draws_with_the_real_art(open_page: Open) -> None:
    page = open_page("/sokoban/edit", service_workers="block")
    page.locator(".art [data-player]").wait_for()
    # The server's answer, which brings the picture, is held back until we have seen what is there without it.
    with held(page, "**/api/validate"):
        page.get_by_role("button", name="Box").click()
        page.get_by_role("gridcell", name="row 2 column 3").click()
        page.wait_for_function("() => document.querySelectorAll('.grid button:not(.drawn)').length === 1")
    page.get_by_role("button", name="Goal").click()
    page.get_by_role("gridcell", name="row 5 column 3").click()
    page.wait_for_function("() => document.querySelectorAll('.art [data-box]').length === 2")
    # Each cell lies over its part of the picture.
    page.wait_for_function("""() => {
        const [box, cell] = [".art [data-box=r2c3]", ".grid [data-at='1 2']"].map((one) => document.querySelector(one));
        if (!box || !cell) return false;
        const [inner, outer] = [box, cell].map((one) => one.getBoundingClientRect());
        const middle = ({ x, y, width, height }) => [x + width / 2, y + height / 2];
        const [[left, top], [column, row]] = [middle(inner), middle(outer)];
        return Math.hypot(left - column, top - row) < outer.width / 4;
    }""")


def test_sound_is_off_until_somebody_wants_it(open_page: Open) -> None:
    page = open_page("/rush-hour/beginner/7")
    page.evaluate("""() => {
        window.sounds = 0;
        const make = AudioContext.prototype.createOscillator;
        AudioContext.prototype.createOscillator = function () { window.sounds += 1; return make.call(this); };
    }""")
    page.locator("button.move").first.evaluate("element => element.click()")
    played(page, 1)
    assert page.evaluate("window.sounds") == 0
    more(page)
    page.get_by_label("Sound").check()
    page.keyboard.press("u")
    played(page, 0)
    assert page.evaluate("window.sounds") > 0


def test_a_pasted_pack_opens_as_a_list(open_page: Open) -> None:
    page = open_page("/rush-hour/beginner/7")
    more(page)
    page.get_by_role("button", name="Paste").click()
    page.get_by_label("Puzzle", exact=True).fill("..B....B..AA.CC..D....D..\nBB...C...D.CXX.D.C...D..........EEE.\n")
    page.get_by_role("button", name="Play it").click()
    page.get_by_role("dialog", name="2 puzzles").wait_for()
    page.locator(".pack button").nth(1).click()
    page.wait_for_selector("[data-vehicle=E]")


def test_a_damaged_or_swollen_link_is_told(open_page: Open) -> None:
    page = open_page("/rush-hour/beginner/7")
    swollen = page.evaluate("""async () => {
        const stream = new Blob(["#".repeat(4_000_000)]).stream().pipeThrough(new CompressionStream("deflate-raw"));
        const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
        return btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
    }""")
    other = open_page("/rush-hour/beginner/7", may_be_refused=True)
    other.goto(other.url.partition("/beginner")[0] + f"#p={swollen}")
    other.reload()
    other.get_by_role("heading", name="That did not work").wait_for()
