"""What a player has reached, in a real browser: records, statistics, levels, days, lessons, and the file of it."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from quandary.cli.main import run
from quandary.core.registry import names
from tests.web.pages import Open, asked, played, solve, status

BOARD = "/rush-hour/BB...C...D.CXX.D.C...D..........EEE."
WAY = ["Shift+C", *["ArrowDown"] * 3, "Shift+E", *["ArrowLeft"] * 2, "Shift+D", *["ArrowDown"] * 2, "Shift+X"]
WIN = [*WAY, *["ArrowRight"] * 4]
LOST_ROOM = "/sokoban/6%23%7C%23_%40__%23%7C%23_%24__%23%7C%23_.__%23%7C%23____%23%7C6%23"


def go(page: Any, path: str) -> None:
    page.goto("/".join(page.url.split("/")[:3]) + path)
    page.wait_for_selector("body[data-ready]")


def press(page: Any, keys: Sequence[str]) -> None:
    for key in keys:
        page.keyboard.press(key)


def win(page: Any) -> None:
    """The puzzle of four moves, won by keys; its record is made when the stars are shown."""
    press(page, WIN)
    status(page, "won")
    page.locator(".win .stars").wait_for()


def kept(page: Any) -> list[dict[str, Any]]:
    """The records in the browser's store."""
    found: list[dict[str, Any]] = page.evaluate("import('/static/js/progress.js').then((file) => file.records())")
    return found


@pytest.fixture
def quandary(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Any:
    """The command line, with a data folder of its own."""
    monkeypatch.setenv("QUANDARY_DATA", str(tmp_path / "data"))

    def command(*arguments: str) -> str:
        capsys.readouterr()
        assert run(list(arguments)) == 0
        return capsys.readouterr().out

    return command


def test_a_win_is_recorded_once_and_shown_with_its_stars(open_page: Open) -> None:
    page = open_page(BOARD)
    win(page)
    assert page.locator(".win .stars").get_attribute("aria-label") == "3 of 3 stars"
    assert page.locator(".win .trophy svg").is_visible()
    page.locator(".win", has_text="1 won of 1 · 1 in a row").wait_for()
    page.keyboard.press("u")
    played(page, 3)
    page.keyboard.press("r")
    status(page, "won")
    page.reload()
    page.wait_for_selector("body[data-ready]")
    page.locator(".win .stars").wait_for()
    [record] = kept(page)
    assert (record["ended"], record["cost"], record["optimum"], record["by"]) == ("won", 4, 4, {"player": 4})
    page.keyboard.press("x")
    played(page, 0)
    win(page)
    # The stars of the first win may still be on the screen, and the second record is on its way.
    page.wait_for_function(
        "() => import('/static/js/progress.js').then((file) => file.records()).then((all) => all.length === 2)"
    )
    go(page, "/progress")
    assert page.locator(".stats[data-game=rush-hour] [data-figure=Won]").text_content() == "2 of 2"
    assert page.locator(".stats[data-game=rush-hour] .plot rect").count() == 2


def test_what_a_machine_has_finished_never_counts(open_page: Open) -> None:
    page = open_page(BOARD)
    solve(page)
    page.get_by_text("it is not among your records").wait_for()
    # Undone, reloaded and played again by hand it is what the machine has shown.
    for count in (3, 2, 1, 0):
        page.keyboard.press("u")
        played(page, count)
    page.reload()
    page.wait_for_selector("body[data-ready]")
    for count in (1, 2, 3, 4):
        page.keyboard.press("r")
        played(page, count)
    page.get_by_role("heading", name="That is how it goes").wait_for()
    assert page.locator(".win .stars").count() == 0
    page.keyboard.press("x")
    played(page, 0)
    win(page)
    assert page.locator(".win .stars").get_attribute("aria-label") != "3 of 3 stars"
    go(page, "/progress")
    assert page.locator(".stats[data-game=rush-hour] [data-figure=Won]").text_content() == "1 of 1"


def test_progress_goes_to_the_terminal_and_back(open_page: Open, quandary: Any, tmp_path: Path) -> None:
    page = open_page(BOARD)
    win(page)
    go(page, "/progress")
    with page.expect_download() as waiting:
        page.get_by_role("button", name="Export").click()
    file = tmp_path / "browser.jsonl"
    waiting.value.save_as(file)
    assert "1 new game taken in" in quandary("progress", "import", str(file))
    assert "1 won of 1 game" in quandary("progress", "show", "rush-hour")
    back = tmp_path / "terminal.jsonl"
    quandary("progress", "export", "--out", str(back))
    # What went there and comes back is known; what is new is counted.
    lines = back.read_text(encoding="utf-8").splitlines()
    other = {**json.loads(lines[1]), "at": "2026-11-14T08:30:00+01:00", "seconds": 75.0}
    both = tmp_path / "both.jsonl"
    both.write_text("\n".join([*lines, json.dumps(other)]) + "\n", encoding="utf-8")
    page.get_by_label("A file of progress").set_input_files(both)
    page.get_by_text("1 new game taken in.").wait_for()
    page.locator("[data-figure=Won]", has_text="2 of 2").wait_for()
    page.get_by_label("A file of progress").set_input_files(both)
    page.get_by_text("0 new games taken in.").wait_for()
    broken = tmp_path / "broken.jsonl"
    broken.write_text("hello\n", encoding="utf-8")
    page.get_by_label("A file of progress").set_input_files(broken)
    page.get_by_text("This is no exported progress").wait_for()


def test_open_pages_follow_what_another_tab_has_won(open_page: Open) -> None:
    page = open_page(BOARD)

    def beside(path: str) -> Any:
        other = page.context.new_page()
        other.goto(page.url.partition("/rush-hour")[0] + path)
        other.wait_for_selector("body[data-ready]")
        return other

    statistics, levels, home = beside("/progress"), beside("/rush-hour/levels"), beside("/")
    win(page)
    statistics.locator(".stats[data-game=rush-hour] [data-figure=Won]", has_text="1 of 1").wait_for()
    [record] = kept(page)
    told = asked(page, "standing", game="rush-hour")
    rung = {**record, "id": told["levels"][0]["rungs"][0]["id"]}
    todays = {**record, "id": told["today"]["id"], "day": told["today"]["date"]}
    lines = [{"format": "quandary-progress/1"}, rung, todays]
    take_in = "(text) => import('/static/js/progress.js').then((file) => file.takeIn(text))"
    page.evaluate(take_in, "\n".join(map(json.dumps, lines)))
    levels.locator(".rung.won").wait_for()
    home.locator("[data-game=rush-hour] .cardNote", has_text="solved").wait_for()


def test_two_tabs_add_to_the_same_records(open_page: Open) -> None:
    page = open_page(BOARD)
    other = page.context.new_page()
    other.goto(page.url.partition("/rush-hour")[0] + "/rush-hour/............AA......................")
    other.wait_for_selector("body[data-ready]")
    press(other, ["ArrowRight"] * 4)
    other.locator(".win .stars").wait_for()
    win(page)
    assert len(kept(page)) == 2


def test_a_level_counts_what_is_won_and_the_next_puzzle_is_its_next(open_page: Open) -> None:
    page = open_page("/rush-hour/levels")
    page.get_by_role("link", name="Next unsolved: Beginner 1").click()
    page.wait_for_selector("body[data-ready]")
    assert page.locator(".caption").text_content().startswith("Beginner 1")
    for _ in range(40):
        if page.evaluate("document.body.dataset.status") == "won":
            break
        count = int(page.evaluate("document.body.dataset.played"))
        press(page, ["h"] * 4)
        played(page, count + 1)
    page.locator(".win .stars").wait_for()
    page.get_by_role("button", name="Next puzzle").click()
    page.locator(".caption", has_text="Beginner 2").wait_for()
    go(page, "/rush-hour/levels")
    assert page.get_by_role("link", name="Beginner 1, 1 of 3 stars").is_visible()
    assert page.locator(".level", has_text="Beginner").locator(".cardNote").text_content() == "1/30"


def test_the_calendar_has_no_days_to_come(open_page: Open) -> None:
    page = open_page("/sokoban/daily")
    assert page.locator(".day.ahead a").count() == 0
    assert page.get_by_role("button", name="The month after").is_disabled()
    month = page.locator("h2").text_content()
    page.get_by_role("button", name="The month before").click()
    page.wait_for_function("month => document.querySelector('h2').textContent !== month", arg=month)
    assert page.locator(".day.ahead").count() == 0
    page.get_by_role("link", name="Play today's").click()
    page.wait_for_selector(".play[data-game=sokoban] [data-player]")


def test_restart_and_jumps_can_be_undone_and_survive_a_reload(open_page: Open) -> None:
    page = open_page(BOARD)
    press(page, WAY[:6])
    played(page, 2)
    page.keyboard.press("m")
    page.get_by_text("Marked as 1").wait_for()
    page.keyboard.press("x")
    played(page, 0)
    page.reload()
    page.wait_for_selector("body[data-ready]")
    page.keyboard.press("u")
    played(page, 2)
    press(page, WAY[7:10])
    played(page, 3)
    page.get_by_role("button", name="More", exact=True).click()
    page.get_by_role("button", name="Back to mark 1, after 2 moves").click()
    played(page, 2)
    page.keyboard.press("u")
    played(page, 3)


def test_a_lost_game_leads_back_to_where_it_could_be_won(open_page: Open) -> None:
    page = open_page(LOST_ROOM)
    press(page, ["ArrowLeft", "ArrowDown", "ArrowRight", "ArrowRight"])
    played(page, 4)
    page.keyboard.press("h")
    page.get_by_text("1 move ago it could still be won.").wait_for()
    page.get_by_role("button", name="Go back there").click()
    played(page, 3)
    page.keyboard.press("u")
    played(page, 4)
    page.keyboard.press("l")
    played(page, 3)


def test_a_game_is_looked_back_at_beside_the_best_one(open_page: Open) -> None:
    page = open_page(BOARD)
    press(page, ["Shift+B", "ArrowRight", *WIN])
    status(page, "won")
    page.get_by_role("button", name="Beside the best").click()
    box = page.get_by_role("dialog", name="Your game beside the best")
    box.get_by_text("5 moves, the best is 4. You left the best line with move 1").wait_for()
    box.get_by_text("here you left the best line").wait_for()
    assert box.locator("svg[aria-hidden]").count() >= 2
    box.get_by_role("button", name="Step").click()
    box.get_by_text("Move 2 of 5").wait_for()


@pytest.mark.parametrize("name", names())
def test_a_lesson_is_offered_and_can_be_shown_and_skipped(open_page: Open, name: str) -> None:
    page = open_page(f"/{name}")
    page.get_by_role("link", name="A lesson in five steps").click()
    page.wait_for_selector("body[data-step='1']")
    for step in range(2, 6):
        show = page.get_by_role("button", name="Show me")
        if show.is_enabled():
            show.click()
            page.wait_for_function("() => document.querySelector('.lessonWords').textContent.includes('Well done.')")
        page.get_by_role("button", name="Next").click()
        page.wait_for_selector(f"body[data-step='{step}']")
    page.get_by_role("link", name="Skip the lesson").click()
    page.wait_for_selector("body[data-status=playing]")
    # Nothing of it is the player's, and nobody is asked twice.
    assert kept(page) == []
    assert page.get_by_role("link", name="A lesson in five steps").count() == 0


def test_a_lesson_is_learned_by_doing(open_page: Open) -> None:
    page = open_page("/rush-hour/lesson")
    page.get_by_role("button", name="Next").click()
    page.wait_for_selector("body[data-step='2']")
    press(page, ["Shift+B", "ArrowRight"])
    page.get_by_text("That is another way").wait_for()
    page.keyboard.press("u")
    played(page, 0)
    press(page, ["Shift+C", *["ArrowDown"] * 3])
    page.get_by_text("Well done.").wait_for()


def test_without_a_network_a_win_waits_and_statistics_and_lessons_are_shown(open_page: Open) -> None:
    page = open_page(BOARD, may_be_refused=True)
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    page.reload()
    page.wait_for_selector("body[data-ready]")
    win(page)
    go(page, "/progress")
    page.locator("[data-figure=Won]").wait_for()
    go(page, BOARD)
    page.keyboard.press("x")
    played(page, 0)
    page.context.set_offline(True)
    page.evaluate(
        "import('/static/js/progress.js').then((file) => file.finish({"
        "game: 'rush-hour', puzzle: 'rush-hour:BB...C...D.CXX.D.C...D..........EEE.',"
        "moves: ['C+3', 'E-2', 'D+2', 'X+4'], at: file.moment(), hints: 0, undone: 0, seconds: 9}))"
    )
    go(page, "/progress")
    assert page.locator(".stats[data-game=rush-hour] [data-figure=Won]").text_content() == "1 of 1"
    go(page, "/klondike/lesson")
    page.get_by_text("Step 1 of 5").wait_for()
    page.get_by_role("button", name="Next").click()
    page.get_by_role("button", name="Show me").click()
    page.get_by_text("Well done.").wait_for()
    page.context.set_offline(False)
    go(page, "/progress")
    page.locator(".stats[data-game=rush-hour] [data-figure=Won]", has_text="2 of 2").wait_for()
