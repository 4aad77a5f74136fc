"""Every game played in a real browser, to its end: by pointer, by touch and by keyboard alone."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import Any

import pytest

from tests.web.pages import DESKTOP, PHONE, Open, asked, held, more, played, solve, status, watch

ROOM = "6%23%7C%23_%40__%23%7C%23_%24__%23%7C%23_.___%23%7C%23____%23%7C6%23"
LAST_TILES = "4,2,8%2F2,4,2%2F8,2,16%2Fscore=40%2Fmoves=3%2Fchance=12345"


@pytest.mark.parametrize(
    ("path", "following"),
    [
        ("/circuit/1/3", r"/circuit/1/\d+"),
        (f"/exponentile/{LAST_TILES}", r"/exponentile/\d+"),
        ("/klondike/draw=1%2Ffoundations=KCTDQHKS%2F2=JD%2F3=kdKH%2F4=QD", r"/klondike/draw1-winnable/\d+"),
        ("/rush-hour/............AA......................", r"/rush-hour/beginner/\d+"),
        (f"/sokoban/{ROOM}", r"/sokoban/beginner/\d+"),
    ],
)
def test_after_the_end_comes_the_next_puzzle(open_page: Open, path: str, following: str) -> None:
    page = open_page(path)
    if page.get_by_role("button", name="Solve", exact=True).count():
        solve(page)
    else:
        watch(page, "random")
    page.get_by_role("button", name="Next puzzle").click()
    page.wait_for_url(re.compile(f"{following}$"))
    status(page, "playing")


# Rush Hour


def test_rush_hour_by_mouse(open_page: Open) -> None:
    page = open_page("/rush-hour/............XX......................")
    car = page.locator("[data-vehicle=X]")
    box = car.bounding_box()
    cell = box["width"] / 2
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 2.1 * cell, y, steps=4)
    page.mouse.up()
    played(page, 1)
    assert page.locator("[data-figure=Steps]").text_content() == "2"
    # The same car once more is still one move, and back to where it was is none.
    page.locator("[data-vehicle=X]").focus()
    page.keyboard.press("ArrowLeft")
    page.locator("[data-figure=Steps]", has_text=re.compile("^1$")).wait_for()
    played(page, 1)
    page.keyboard.press("ArrowLeft")
    played(page, 0)


def test_rush_hour_by_keyboard_alone(open_page: Open) -> None:
    page = open_page("/rush-hour/............AA......................")
    for _ in range(40):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement?.dataset?.vehicle === 'X'"):
            break
    for _ in range(4):
        page.keyboard.press("ArrowRight")
    status(page, "won")
    played(page, 1)
    page.get_by_role("heading", name="Solved!").wait_for()


def test_hints_teach_and_lead_to_the_end(open_page: Open) -> None:
    page = open_page("/rush-hour/BB...C...D.CXX.D.C...D..........EEE.")
    said = page.locator(".message")
    hint = page.get_by_role("button", name="Hint")
    # Where to look, which piece, the move; asked once more, it is played.
    for words, lit, shown in (("", 0, 0), ("Look at ", 1, 0), ("", 1, 1)):
        before = said.text_content()
        hint.click()
        page.wait_for_function("before => document.querySelector('.message').textContent !== before", arg=before)
        page.wait_for_function("() => !document.querySelector('.message').textContent.includes('Thinking')")
        assert said.text_content().startswith(f"Hint: {words}")
        assert page.locator(".board .hinted").count() == lit
        assert page.locator(".board .ghost").count() == shown
    hint.click()
    played(page, 1)
    for count in range(2, 30):
        if page.evaluate("document.body.dataset.status") == "won":
            break
        for _ in range(4):
            page.keyboard.press("h")
        played(page, count)
    assert page.locator("[data-figure=Moves]").text_content() == "4 / 4"
    # Each position's hint counts once.
    page.locator(".win .stars").wait_for()
    assert page.evaluate("JSON.parse(localStorage['quandary.games'])[0].result.record.hints") == 4


@pytest.mark.parametrize("viewport", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_the_solver_plays_to_the_end(open_page: Open, viewport: dict[str, int]) -> None:
    page = open_page("/rush-hour/beginner/7", viewport)
    solve(page)
    moves, best = page.locator("[data-figure=Moves]").text_content().split(" / ")
    assert moves == best


# Klondike


def test_klondike_by_touch(open_page: Open) -> None:
    page = open_page("/klondike/draw1-winnable/7", PHONE, has_touch=True)
    page.locator("[data-part='place-D']").tap()
    played(page, 1)
    page.locator("[data-card=AH]").tap()
    played(page, 2)
    assert page.locator("[data-figure=Home]").text_content() == "1 of 52"


# A run of four that can go to the king of hearts, on a covered card; and a run of six.
RUNS = "/klondike/draw=1%2Ffoundations=KCQD7H8S%2F1=KSQHJSTH9S8H%2F2=kdQSJHTS9H%2F3=KH"


def test_the_cards_of_a_run_lie_apart_as_fingers_need_it(open_page: Open) -> None:
    page = open_page(RUNS, {"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    for run in (["KS", "QH", "JS", "TH", "9S", "8H"], ["QS", "JH", "TS", "9H"]):
        tops = [page.locator(f"[data-card='{card}']").bounding_box()["y"] for card in run]
        assert all(below - above >= 43.5 for above, below in pairwise(tops)), tops
    felt = page.locator(".board svg").bounding_box()
    assert felt["height"] <= 844 * 0.72 + 1
    # On a low screen they lie closer, and everything is still in view.
    page.set_viewport_size({"width": 844, "height": 390})
    page.wait_for_function("() => document.querySelector('.board svg').getBoundingClientRect().height < 340")


def test_a_touch_anywhere_on_a_pile_is_for_its_cards(open_page: Open) -> None:
    page = open_page(RUNS, {"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    covered = page.locator("[data-place='2']").first.bounding_box()
    page.touchscreen.tap(covered["x"] + 20, covered["y"] + 2)
    # The run goes to the king, which opens the last card; then all goes home.
    status(page, "won")


def test_klondike_is_solved(open_page: Open) -> None:
    page = open_page("/klondike/draw=1%2Ffoundations=KCTDQHKS%2F2=JD%2F3=kdKH%2F4=QD")
    for _ in range(2):
        page.keyboard.press("h")
    page.wait_for_selector(".board .hinted")
    solve(page)
    assert page.locator("[data-figure=Home]").text_content() == "52 of 52"


def test_klondike_by_keyboard_alone(open_page: Open) -> None:
    page = open_page("/klondike/draw1-winnable/7")
    page.locator("[data-part='place-D']").focus()
    page.keyboard.press("d")
    played(page, 1)
    page.keyboard.press("3")
    page.keyboard.press("f")
    played(page, 2)
    assert page.locator("[data-figure=Home]").text_content() == "1 of 52"


def test_klondike_by_drag(open_page: Open) -> None:
    page = open_page("/klondike/draw1-winnable/7")
    page.locator("[data-card=AH]").drag_to(page.locator("[data-place=FH]"))
    played(page, 1)


# Sokoban


def test_sokoban_by_keyboard_alone(open_page: Open) -> None:
    page = open_page(f"/sokoban/{ROOM}")
    page.locator("[data-player]").focus()
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowDown")
    status(page, "won")
    played(page, 3)
    assert page.locator("[data-figure=Pushes]").text_content() == "1 / 1"


def square(page: Any, row: int, column: int) -> tuple[float, float]:
    """Where a square is on the screen, by the picture's own measure."""
    where = """([row, column]) => {
        const svg = document.querySelector(".board svg");
        const [x, y] = [column, row].map((one) => (one - 0.5) * Number(svg.dataset.cellSize));
        const point = new DOMPoint(x, y).matrixTransform(svg.getScreenCTM());
        return [point.x, point.y];
    }"""
    x, y = page.evaluate(where, [row, column])
    return x, y


def test_sokoban_by_pointing_at_a_square(open_page: Open) -> None:
    page = open_page(f"/sokoban/{ROOM}")
    page.mouse.click(*square(page, 5, 5))
    played(page, 5)
    # A walk is one step.
    page.keyboard.press("u")
    played(page, 0)


def test_sokoban_by_pointing_at_a_box_and_where_it_should_go(open_page: Open) -> None:
    page = open_page(f"/sokoban/{ROOM}", PHONE, has_touch=True)
    page.touchscreen.tap(*square(page, 3, 3))
    page.locator("[data-box].chosen").wait_for()
    page.touchscreen.tap(*square(page, 3, 5))
    page.wait_for_function("() => document.querySelector('[data-box]').dataset.box === 'r3c5'")
    page.wait_for_function("() => Number(document.body.dataset.played) > 2")
    page.keyboard.press("u")
    played(page, 0)
    page.touchscreen.tap(*square(page, 3, 3))
    page.locator("[data-box].chosen").wait_for()
    page.touchscreen.tap(*square(page, 4, 3))
    status(page, "won")
    assert page.locator("[data-figure=Pushes]").text_content() == "1 / 1"


def test_sokoban_is_solved(open_page: Open) -> None:
    page = open_page("/sokoban/beginner/3", PHONE)
    for _ in range(2):
        page.keyboard.press("h")
    page.wait_for_selector(".board .hinted")
    solve(page)
    pushes, best = page.locator("[data-figure=Pushes]").text_content().split(" / ")
    assert pushes == best


# ExponenTile


def a_swap(page: Any, puzzle: str) -> tuple[str, str]:
    """The cells of a legal swap."""
    source, target = asked(page, "state", game="exponentile", puzzle=puzzle)["legal"][0].split(">")
    return source, target


def test_exponentile_by_drag_and_by_tapping(open_page: Open) -> None:
    page = open_page("/exponentile/7")
    source, target = a_swap(page, "exponentile#7")
    page.locator(f"[data-cell={source}]").drag_to(page.locator(f"[data-cell={target}]"))
    played(page, 1)
    page.keyboard.press("Control+z")
    played(page, 0)
    page.locator(f"[data-cell={source}]").click()
    page.locator(f"[data-cell={target}]").click()
    played(page, 1)
    assert int(page.evaluate("document.body.dataset.score")) > 0


def test_exponentile_by_keyboard_alone(open_page: Open) -> None:
    page = open_page("/exponentile/7")
    source, target = a_swap(page, "exponentile#7")
    (row, col), (end_row, end_col) = (map(int, re.findall("[0-9]+", cell)) for cell in (source, target))
    page.locator("[data-cell=r1c1]").focus()
    for _ in range(row - 1):
        page.keyboard.press("ArrowDown")
    for _ in range(col - 1):
        page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    way = {(1, 0): "ArrowDown", (-1, 0): "ArrowUp", (0, 1): "ArrowRight", (0, -1): "ArrowLeft"}
    page.keyboard.press(way[end_row - row, end_col - col])
    played(page, 1)


def test_exponentile_is_watched_to_its_end(open_page: Open) -> None:
    page = open_page(f"/exponentile/{LAST_TILES}")
    watch(page, "random")
    page.get_by_role("heading", name="Game over").wait_for()


# Circuit


def test_a_number_that_no_way_bears_is_told_in_words(open_page: Open) -> None:
    page = open_page("/circuit/1/3", may_be_refused=True)
    for key in ("9", "9", "9", "Enter"):
        page.keyboard.press(key)
    page.locator(".message", has_text=re.compile("^No connector of r0c0 bears 999$")).wait_for()


def test_circuit_by_touching(open_page: Open) -> None:
    page = open_page("/circuit/1/3")
    for cell in asked(page, "solve", game="circuit", puzzle="circuit:1#3")["moves"]:
        count = int(page.evaluate("document.body.dataset.played"))
        page.locator(f"[data-cell={cell}]").click()
        played(page, count + 1)
    status(page, "won")
    assert page.locator("[data-figure=Stars]").text_content() == "★★★"


def test_circuit_by_typing_the_answer(open_page: Open) -> None:
    page = open_page("/circuit/1/3")
    answer = asked(page, "generate", game="circuit", settings={"level": "1"}, seed=3)["puzzles"][0]["cells"][0][0][
        "answer"
    ]
    page.locator("[data-here]").focus()
    page.keyboard.type(str(answer))
    page.keyboard.press("Enter")
    played(page, 1)
    assert page.locator("[data-figure=Lives]").text_content() == "♥♥♥♥♥"


def test_circuit_takes_a_life_for_a_mistake(open_page: Open) -> None:
    page = open_page("/circuit/1/3")
    hint = asked(page, "hint", game="circuit", puzzle="circuit:1#3")["move"]
    wrong = next(cell for cell in ("r0c1", "r1c0") if cell != hint)
    page.locator(f"[data-cell={wrong}]").click()
    played(page, 1)
    assert page.locator("[data-figure=Lives]").text_content() == "♥♥♥♥♡"


# Far from the server

FAR = 300  # milliseconds there and back


def slow_down(page: Any) -> list[str]:
    """Lets every question take as long as from another continent; returns what is asked, as it comes."""
    asked_for: list[str] = []

    session = page.context.new_cdp_session(page)
    session.send("Network.enable")
    conditions = {"offline": False, "latency": FAR, "downloadThroughput": -1, "uploadThroughput": -1}
    session.send("Network.emulateNetworkConditions", conditions)
    page.on("request", lambda request: asked_for.append(request.url.rpartition("/")[2]))
    return asked_for


def test_moves_are_shown_as_they_are_typed_and_sent_together(open_page: Open) -> None:
    page = open_page(f"/sokoban/{ROOM}")
    asked_for = slow_down(page)
    for key in ["ArrowLeft", "ArrowRight", "ArrowRight", "ArrowLeft"] * 11:
        page.keyboard.press(key)
    # The player is where the keys say before the server has answered more than a few of them.
    settled = int(page.evaluate("document.body.dataset.played"))
    assert settled < 44
    at = "document.querySelector('[data-player]').transform.baseVal.getItem(0).matrix.e"
    assert page.evaluate(at) == pytest.approx(2.5 * 48)
    played(page, 44)
    assert page.evaluate(at) == pytest.approx(2.5 * 48)
    assert asked_for.count("play") < 15
    # A wall is not walked through, even when nobody has been asked.
    for key in ["ArrowUp", "ArrowRight", "ArrowUp", "ArrowDown", "ArrowDown"]:
        page.keyboard.press(key)
    played(page, 47)


def test_an_answer_does_not_replace_what_is_being_dragged(open_page: Open) -> None:
    page = open_page("/rush-hour/BB...C...D.CXX.D.C...D..........EEE.", service_workers="block")
    with held(page, "**/api/play"):
        page.keyboard.press("ArrowRight")
        page.wait_for_function("() => document.body.dataset.settled === 'no'")
        truck = page.locator("[data-vehicle=E]")
        box = truck.bounding_box()
        x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        page.mouse.move(x, y)
        page.mouse.down()
        page.mouse.move(x + box["width"] / 3, y, steps=3)
        truck.evaluate("element => { element.dataset.same = 'yes'; }")
    # Only now the server answers.
    played(page, 1)
    assert page.locator("[data-vehicle=E]").get_attribute("data-same") == "yes"
    page.mouse.up()
    played(page, 2)
    assert page.locator("[data-figure=Moves]").text_content().startswith("2")


def test_klondike_sends_home_once_for_a_double_click(open_page: Open) -> None:
    page = open_page("/klondike/draw1-winnable/7")
    page.locator("[data-card=AH]").dblclick()
    played(page, 1)
    page.wait_for_timeout(300)
    played(page, 1)
    assert page.locator("[data-figure=Home]").text_content() == "1 of 52"


def test_klondike_finishes_by_itself_when_all_cards_are_open(open_page: Open) -> None:
    page = open_page("/klondike/draw=1%2Ffoundations=KCJDQHKS%2F2=QD%2F3=KD%2F4=KH")
    page.keyboard.press("3")
    page.keyboard.press("1")
    status(page, "won")
    assert page.locator(".message").text_content().startswith("Solved!")


def test_klondike_keeps_its_felt(open_page: Open) -> None:
    page = open_page("/klondike/draw1-winnable/7")
    height = "document.querySelector('.board svg').viewBox.baseVal.height"
    before = page.evaluate(height)
    for count in range(1, 9):
        page.locator("button.move").first.evaluate("element => element.click()")
        played(page, count)
        now = page.evaluate(height)
        assert now >= before
        before = now


def test_a_board_is_read_cell_by_cell(open_page: Open) -> None:
    page = open_page(f"/sokoban/{ROOM}")
    read = "[...document.querySelectorAll('.reader tr')].map((row) => [...row.cells].map((cell) => cell.textContent))"
    rows = page.evaluate(read)
    assert rows[1] == ["wall", "floor", "you", "floor", "floor", "wall"]
    assert [rows[2][2], rows[3][2]] == ["box", "goal"]
    page.keyboard.press("ArrowDown")
    status(page, "won")
    assert page.evaluate(read)[3][2] == "box on goal"
    assert page.locator("[role=status].message").text_content().startswith("Solved!")
    page = open_page("/rush-hour/............AA......................")
    assert page.evaluate(read)[2] == ["A", "A", "empty", "empty", "empty", "empty"]


def test_exponentile_shows_its_waves_one_after_the_other(open_page: Open) -> None:
    page = open_page("/exponentile/7")
    source, target = a_swap(page, "exponentile#7")
    page.emulate_media(reduced_motion="no-preference")
    more(page)
    page.get_by_label("Waves").select_option("slow")
    page.locator(f"[data-cell={source}]").click()
    page.locator(f"[data-cell={target}]").click()
    # While the waves run, the tiles of the old picture are what is seen, and the score counts up from what it was.
    page.wait_for_selector(".waving .waves", state="attached")
    played(page, 1)
    seen = page.evaluate("""async () => {
        const counts = new Set();
        while (document.querySelector(".waving")) {
            counts.add(document.querySelectorAll(".waves > g").length);
            await new Promise(requestAnimationFrame);
        }
        return [...counts];
    }""")
    # All tiles, then fewer where some have merged, then all again.
    assert len(seen) > 1
    assert max(seen) == page.locator(".board [data-cell]").count()
    score = page.locator("[data-figure=Score]").text_content().replace(",", "")
    assert score == page.evaluate("document.body.dataset.score")


def test_exponentile_takes_the_next_move_before_the_waves_have_ended(open_page: Open) -> None:
    page = open_page("/exponentile/7")
    page.emulate_media(reduced_motion="no-preference")
    for count in range(1, 4):
        page.locator("button.move").first.evaluate("element => element.click()")
        played(page, count)
    page.wait_for_function("() => document.querySelector('.waving, .waves') === null")


def test_keys_that_come_too_early_are_kept_and_no_others(open_page: Open) -> None:
    page = open_page("/klondike/draw1-winnable/7")
    slow_down(page)
    page.keyboard.press("d")
    page.keyboard.press("3")
    page.keyboard.press("f")
    # The browser's own keys are not the game's.
    before = page.evaluate("document.activeElement.dataset.part ?? ''")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.dataset.part ?? ''") != before
    played(page, 2)
    assert page.locator("[data-figure=Home]").text_content() == "1 of 52"


def test_a_large_sokoban_level_follows_the_player_on_a_phone(open_page: Open) -> None:
    board = "60%23%7C%23%40%24.55_%23%7C60%23"
    page = open_page(f"/sokoban/{board}", PHONE, has_touch=True, is_mobile=True)
    box = page.locator("[data-player]").bounding_box()
    assert box["width"] >= 14
    assert 0 <= box["x"] <= PHONE["width"] - box["width"]
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
