"""Random keys and clicks in every game: nothing fails, and the game that comes of them replays."""

from __future__ import annotations

import random
from typing import Any

import pytest

from quandary.core.registry import names
from tests.web.pages import PATIENCE, Open, asked

ACTIONS = 45
KEYS = ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "Enter", "Escape", " ", "Tab", *"uuurrxhhmldaAfw1234567BCDX"]
# What leads to another page, or asks for a long search, is not for monkeys.
BUTTONS = (
    ".keys4 button, .zooms button, button.move, .playback button, .morePanel .pair button, .win .row button,"
    " .message button, dialog [aria-label=Close]"
)
ON_A_BUTTON = "document.activeElement.closest('a, button, summary, label, input, select') !== null"


@pytest.mark.parametrize("name", names())
def test_monkeys_break_nothing(open_page: Open, name: str) -> None:
    chance = random.Random(f"{name} 19")
    level = {"circuit": "1/3", "exponentile": "7", "klondike": "draw1-winnable/7"}.get(name, "beginner/7")
    # A number that stands on no way out of a cell is refused, and said to be.
    page = open_page(f"/{name}/{level}", may_be_refused=name == "circuit")
    address = page.url
    for _ in range(ACTIONS):
        act(page, chance)
    page.evaluate("document.querySelectorAll('dialog').forEach((box) => box.close())")
    page.wait_for_function("() => document.body.dataset.settled === 'yes'", timeout=PATIENCE)
    assert page.url.partition("#")[0] == address
    saved, count, ending = page.evaluate(
        """(address) => {
        const all = JSON.parse(localStorage["quandary.games"] ?? "[]");
        const { played, status } = document.body.dataset;
        return [all.find((one) => address.endsWith(one.address)) ?? null, Number(played), status];
    }""",
        address,
    )
    if saved is None:
        assert count == 0
        return
    line = saved["moves"]
    told = asked(page, "state", game=name, puzzle=saved["id"], moves=line, marks=saved["marks"][: len(line)])
    assert told["played"] == len(line) == count
    assert told["status"] == ending


def act(page: Any, chance: random.Random) -> None:
    kind = chance.random()
    if kind < 0.5:
        key = chance.choice(KEYS)
        # What Enter does to a link or a button is none of the game's.
        if key not in ("Enter", " ") or not page.evaluate(ON_A_BUTTON):
            page.keyboard.press(key)
    elif kind < 0.75:
        click_on_board(page, chance)
    else:
        pick = chance.random()
        page.evaluate(
            """([selector, pick]) => {
                const can = (one) => !one.disabled && one.checkVisibility() && one.textContent !== "New";
                const found = [...document.querySelectorAll(selector)].filter(can);
                found[Math.floor(pick * found.length)]?.click();
            }""",
            [BUTTONS, pick],
        )


def click_on_board(page: Any, chance: random.Random) -> None:
    box = page.locator(".board").bounding_box()
    x, y = (box["x"] + chance.random() * box["width"], box["y"] + chance.random() * box["height"])
    if chance.random() < 0.5:
        page.mouse.click(x, y)
        return
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + chance.uniform(-150, 150), y + chance.uniform(-150, 150), steps=3)
    page.mouse.up()
