"""Every game from a first visit to its end: by keys alone, by touch alone, and by what a screen reader says alone."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest

from quandary.core.registry import game as game_of_name
from quandary.engine.solve import solve
from tests.web.pages import PATIENCE, Open, asked, played, status, swipe

PHONE = {"width": 390, "height": 844}
BOARDS = {
    "circuit": "/circuit/1/3",
    "exponentile": "/exponentile/4,2,8%2F2,4,2%2F8,2,16%2Fscore=40%2Fmoves=3%2Fchance=12345",
    "klondike": "/klondike/draw=1%2Ffoundations=KCJDQHKS%2F2=QD%2F3=KD%2F4=KH",
    "rush-hour": "/rush-hour/BB...C...D.CXX.D.C...D..........EEE.",
    "sokoban": "/sokoban/6%23%7C%23_%40__%23%7C%23_%24__%23%7C%23_.__%23%7C%23____%23%7C6%23",
}
ARROWS = {(0, 1): "ArrowRight", (0, -1): "ArrowLeft", (1, 0): "ArrowDown", (-1, 0): "ArrowUp"}
SOLVED = {"C": ("ArrowDown", 3), "E": ("ArrowLeft", 2), "D": ("ArrowDown", 2), "X": ("ArrowRight", 4)}


def count_of(page: Any) -> int:
    return int(page.evaluate("document.body.dataset.played"))


def is_over(page: Any) -> bool:
    return bool(page.evaluate("document.body.dataset.status !== 'playing'"))


def legal(page: Any) -> list[str]:
    """What may be played, as the buttons of all moves have it."""
    found: list[str] = page.evaluate("[...document.querySelectorAll('button.move')].map((one) => one.title)")
    return found


def cell_of(name: str) -> tuple[int, int]:
    row, column = map(int, re.findall("[0-9]+", name))
    return row, column


# By keys


def circuit_by_keys(page: Any) -> None:
    for cell in asked(page, "solve", game="circuit", puzzle="circuit:1#3")["moves"]:
        here = cell_of(page.locator("[data-here]").get_attribute("data-cell"))
        row, column = cell_of(cell)
        count = count_of(page)
        for _ in range(abs(row - here[0])):
            page.keyboard.press("ArrowDown" if row > here[0] else "ArrowUp")
        for _ in range(abs(column - here[1])):
            page.keyboard.press("ArrowRight" if column > here[1] else "ArrowLeft")
        page.keyboard.press("Enter")
        played(page, count + 1)


def exponentile_by_keys(page: Any) -> None:
    at = (1, 1)
    for _ in range(60):
        if is_over(page):
            return
        count = count_of(page)
        source, target = map(cell_of, legal(page)[0].split(">"))
        for _ in range(abs(source[0] - at[0])):
            page.keyboard.press("ArrowDown" if source[0] > at[0] else "ArrowUp")
        for _ in range(abs(source[1] - at[1])):
            page.keyboard.press("ArrowRight" if source[1] > at[1] else "ArrowLeft")
        page.keyboard.press("Enter")
        page.keyboard.press(ARROWS[target[0] - source[0], target[1] - source[1]])
        played(page, count + 1)
        at = target


def klondike_by_keys(page: Any) -> None:
    for key in ("3", "1"):
        page.keyboard.press(key)


def rush_hour_by_keys(page: Any) -> None:
    for letter, (arrow, times) in SOLVED.items():
        for key in [f"Shift+{letter}", *[arrow] * times]:
            page.keyboard.press(key)


def sokoban_by_keys(page: Any) -> None:
    page.keyboard.press("ArrowDown")


# By touch


def circuit_by_touch(page: Any) -> None:
    for cell in asked(page, "solve", game="circuit", puzzle="circuit:1#3")["moves"]:
        count = count_of(page)
        page.locator(f"[data-cell={cell}]").tap()
        played(page, count + 1)


def exponentile_by_touch(page: Any) -> None:
    for _ in range(60):
        if is_over(page):
            return
        count = count_of(page)
        for cell in legal(page)[0].split(">"):
            page.locator(f"[data-cell={cell}]").tap()
        played(page, count + 1)


def klondike_by_touch(page: Any) -> None:
    page.locator("[data-card=QD]").tap()


def rush_hour_by_touch(page: Any) -> None:
    for count, (letter, (arrow, times)) in enumerate(SOLVED.items(), start=1):
        box = page.locator(f"[data-vehicle={letter}]").bounding_box()
        cell = min(box["width"], box["height"]) * 1.07
        right, down = next((way[1], way[0]) for way, name in ARROWS.items() if name == arrow)
        middle = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        swipe(page, *middle, right * times * cell, down * times * cell)
        played(page, count)


def sokoban_by_touch(page: Any) -> None:
    box = page.locator("[data-player]").bounding_box()
    swipe(page, box["x"] + box["width"] / 2, box["y"] + box["height"] / 2, 0, 60)


# By what a screen reader says: names of parts, the board's table, the list of moves, and what is announced


def table_of(page: Any) -> list[list[str]]:
    rows = "[...document.querySelectorAll('.reader tr')].map((row) => [...row.cells].map((cell) => cell.textContent))"
    found: list[list[str]] = page.evaluate(rows)
    return found


def by_name(page: Any, name: str) -> None:
    """Activates the button of this name, as a screen reader does."""
    page.get_by_role("button", name=name, exact=True).focus()
    page.keyboard.press("Enter")


def circuit_by_name(page: Any) -> None:
    for _ in range(40):
        if is_over(page):
            return
        count = count_of(page)
        here = page.get_by_role("button", name=re.compile("you are here$")).get_attribute("aria-label")
        sum_of = here.partition(",")[0].replace("×", "*").replace("÷", "/").replace("−", "-").replace("–", "-")
        page.keyboard.type(str(int(eval(sum_of, {"__builtins__": {}}))))
        page.keyboard.press("Enter")
        played(page, count + 1)


def exponentile_by_name(page: Any) -> None:
    page.locator("details.moves summary").press("Enter")
    for _ in range(60):
        if is_over(page):
            return
        count = count_of(page)
        by_name(page, page.get_by_role("button", name=re.compile("^swap ")).first.text_content())
        played(page, count + 1)


def klondike_by_name(page: Any) -> None:
    page.get_by_role("button", name="queen of diamonds, pile 2").focus()
    page.keyboard.press("Enter")


def rush_hour_by_name(page: Any) -> None:
    board = "".join(cell if len(cell) == 1 else "." for row in table_of(page) for cell in row)
    game = game_of_name("rush-hour")
    found = solve(game, game.parse(board))
    page.locator("details.moves summary").press("Enter")
    position = game.parse(board)
    for count, move in enumerate(found.moves or (), start=1):
        # "truck C down 3" is "C down 3" in the list.
        *_, way, cells = game.say_move(position, move).split()
        by_name(page, f"{game.format_move(move)[0]} {way} {cells}")
        played(page, count)
        position = game.play(position, move).position


def sokoban_by_name(page: Any) -> None:
    marks = {"wall": "#", "floor": " ", "goal": ".", "box": "$", "you": "@", "box on goal": "*", "you on goal": "+"}
    game = game_of_name("sokoban")
    text = "\n".join("".join(marks[cell] for cell in row) for row in table_of(page))
    arrows = {"l": "ArrowLeft", "r": "ArrowRight", "u": "ArrowUp", "d": "ArrowDown"}
    for move in solve(game, game.parse(text)).moves or ():
        page.keyboard.press(arrows[move.direction])


WAYS: dict[str, dict[str, Callable[[Any], None]]] = {
    "keys": {
        "circuit": circuit_by_keys,
        "exponentile": exponentile_by_keys,
        "klondike": klondike_by_keys,
        "rush-hour": rush_hour_by_keys,
        "sokoban": sokoban_by_keys,
    },
    "touch": {
        "circuit": circuit_by_touch,
        "exponentile": exponentile_by_touch,
        "klondike": klondike_by_touch,
        "rush-hour": rush_hour_by_touch,
        "sokoban": sokoban_by_touch,
    },
    "names": {
        "circuit": circuit_by_name,
        "exponentile": exponentile_by_name,
        "klondike": klondike_by_name,
        "rush-hour": rush_hour_by_name,
        "sokoban": sokoban_by_name,
    },
}


@pytest.mark.parametrize("name", list(BOARDS))
@pytest.mark.parametrize("way", list(WAYS))
def test_from_a_first_visit_to_the_end(open_page: Open, way: str, name: str) -> None:
    touch = {"viewport": PHONE, "has_touch": True, "is_mobile": True} if way == "touch" else {}
    page = open_page(BOARDS[name], **touch)
    WAYS[way][name](page)
    status(page, "lost" if name == "exponentile" else "won")
    said = "Game over" if name == "exponentile" else "Solved!"
    page.locator("[role=status].message", has_text=said).wait_for(timeout=PATIENCE)


@pytest.mark.parametrize("width", [320, 390])
@pytest.mark.parametrize(("path", "part"), [("/exponentile/7", "[data-cell]"), ("/klondike/7", "[data-card]")])
def test_tiles_and_cards_are_large_enough_for_fingers(open_page: Open, path: str, part: str, width: int) -> None:
    page = open_page(path, {"width": width, "height": 640}, has_touch=True, is_mobile=True)
    widths = page.locator(part).evaluate_all("all => all.map((one) => one.getBoundingClientRect().width)")
    assert min(widths) >= 43.9
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    if page.get_by_role("button", name="Smaller").is_visible():
        page.get_by_role("button", name="Smaller").tap()
        assert page.evaluate("document.querySelector('.board').scrollWidth <= innerWidth")


def test_two_fingers_zoom_the_page_over_a_board(open_page: Open) -> None:
    page = open_page(BOARDS["rush-hour"], PHONE, has_touch=True, is_mobile=True)
    box = page.locator("[data-vehicle=D]").bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    session = page.context.new_cdp_session(page)

    def fingers(kind: str, apart: float) -> None:
        points = [{"x": x, "y": y + sign * apart, "id": number} for number, sign in enumerate((-1, 1))]
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points if apart else []})

    fingers("touchStart", 20)
    for apart in range(25, 100, 5):
        fingers("touchMove", apart)
    fingers("touchEnd", 0)
    page.wait_for_function("() => visualViewport.scale > 1.5")
    played(page, 0)
