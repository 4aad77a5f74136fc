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


@pytest.mark.parametrize("name", names())
def test_monkeys_break_nothing(open_page: Open, name: str) -> None:
    chance = random.Random(f"{name} 19")
    level = {"circuit": "1/3", "exponentile": "7", "klondike": "draw1-winnable/7"}.get(name, "beginner/7")
    page = open_page(f"/{name}/{level}")
    address = page.url
    for _ in range(ACTIONS):
        act(page, chance)
    page.evaluate("document.querySelectorAll('dialog').forEach((box) => box.close())")
    page.wait_for_function("() => document.body.dataset.settled === 'yes'", timeout=PATIENCE)
    assert page.url.partition("#")[0] == address
    saved = page.evaluate(
        "(address) => JSON.parse(localStorage['quandary.games'] ?? '[]').find((one) => address.endsWith(one.address))",
        address,
    )
    if saved is None:
        assert page.evaluate("document.body.dataset.played") == "0"
        return
    line = saved["moves"]
    told = asked(page, "state", game=name, puzzle=saved["id"], moves=line, marks=saved["marks"][: len(line)])
    assert told["played"] == len(line) == int(page.evaluate("document.body.dataset.played"))
    assert told["status"] == page.evaluate("document.body.dataset.status")


def act(page: Any, chance: random.Random) -> None:
    kind = chance.random()
    if kind < 0.5:
        page.keyboard.press(chance.choice(KEYS))
    elif kind < 0.75:
        click_on_board(page, chance)
    else:
        pick = chance.random()
        page.evaluate(
            """([selector, pick]) => {
                const can = (one) => !one.disabled && one.checkVisibility();
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
