"""What browser tests do with a page."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

PATIENCE = 40_000  # milliseconds; the machine may be busy
DESKTOP = {"width": 1280, "height": 860}
PHONE = {"width": 320, "height": 640}
Open = Callable[..., Any]


def played(page: Any, count: int) -> None:
    page.wait_for_selector(f"body[data-played='{count}']")


def status(page: Any, name: str) -> None:
    page.wait_for_selector(f"body[data-status='{name}']", timeout=3 * PATIENCE)


def asked(page: Any, name: str, **body: Any) -> Any:
    """What the API answers to the page."""
    question = """([name, body]) => fetch(`/api/${name}`, {
        method: "POST", headers: {"Content-Type": "application/json"}, body: JSON.stringify(body),
    }).then((answer) => answer.json())"""
    return page.evaluate(question, [name, body])


@contextmanager
def held(page: Any, questions: str) -> Iterator[None]:
    """Within it the page waits for the answers to these questions; at its end they come, and later ones at once."""
    waiting: list[Any] = []
    is_held = True

    def hold(question: Any) -> None:
        if is_held:
            waiting.append(question)
        else:
            question.continue_()

    # The route stays: taking it away would answer what waits, and whether anything waits yet is a matter of luck.
    page.route(questions, hold)
    yield
    is_held = False
    for question in waiting:
        question.continue_()


def more(page: Any) -> None:
    """Unfolds the rest of the toolbar."""
    if page.locator("#more").is_hidden():
        page.get_by_role("button", name="More", exact=True).click()
    page.locator("#more").wait_for()


def swipe(page: Any, x: float, y: float, dx: float, dy: float) -> None:
    """A finger goes down, moves and lifts, as the browser hears it from a touch screen."""
    session = page.context.new_cdp_session(page)
    session.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]})
    for step in range(1, 11):
        points = [{"x": x + dx * step / 10, "y": y + dy * step / 10}]
        session.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": points})
    session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


def solve(page: Any) -> None:
    """Lets the solver play to the end, as fast as it can be watched."""
    page.get_by_role("button", name="Solve", exact=True).click()
    page.get_by_label("Speed").fill("4")
    status(page, "won")


def watch(page: Any, player: str) -> None:
    """Lets a player play to the end of a game for a score."""
    more(page)
    page.get_by_label("Player").select_option(player)
    page.get_by_role("button", name="Watch").click()
    page.get_by_label("Speed").fill("4")
    status(page, "lost")
