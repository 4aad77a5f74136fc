"""Open puzzles of all levels in a browser while the server's core is busy: `python -m tools.trial_busy`.

Each page must show its puzzle, or that it is being made: never an error, and never nothing. New master levels must
come from the shipped pack at once. Ends with status 1 where that does not hold. It takes minutes of two cores, so it
is no part of the tests; Linux only, since the server and the busy loops are pinned to one core.
"""

from __future__ import annotations

import argparse
import os
import re
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from tools.browser import find_browser, launched

LEVELS = {
    "rush-hour": ("", "beginner", "intermediate", "advanced", "expert"),
    "sokoban": ("", "beginner", "intermediate", "advanced", "expert", "master"),
    "klondike": (
        *("", "draw1", "winnable", "draw1-winnable", "easy", "medium", "hard"),
        *("draw1-easy", "draw1-medium", "draw1-hard"),
    ),
    "exponentile": ("", "web"),
    "circuit": tuple(map(str, range(1, 11))),
}
# Those that were reported not to exist, and others that take long.
HARD = (
    *("/rush-hour/expert/7", "/klondike/draw1-easy/101", "/klondike/draw1-hard/5", "/klondike/draw1-hard/9"),
    *("/rush-hour/expert/1", "/rush-hour/expert/2", "/sokoban/expert/7"),
)
LOOKS_EVERY = 0.2
MAKING, FAILED = "Making the puzzle…", "That did not work"
# What the page shows at the moment.
LOOK = """() => ({
    text: document.getElementById("main")?.innerText ?? "",
    shown: Boolean(document.body?.dataset.status && document.querySelector("[role=application] svg")),
    loading: Boolean(document.body) && !document.body.dataset.ready,
})"""


@dataclass
class Seen:
    """What a page showed, with the seconds after it was asked for."""

    address: str
    first: str = "nothing"
    first_after: float = 0.0
    end: str = "nothing"
    end_after: float = 0.0

    @property
    def is_good(self) -> bool:
        """Whether the page was of use all the time."""
        return self.end in ("puzzle", "not ready yet") and self.first != "nothing"


def main() -> None:
    """Run the trial and print what each page showed."""
    parser = argparse.ArgumentParser(prog="python -m tools.trial_busy", description=__doc__)
    parser.add_argument("--seed", type=int, default=7, help="seed of the ids (default 7)")
    parser.add_argument("--count", type=int, default=40, help="pages to open (default 40)")
    parser.add_argument("--loops", type=int, default=3, help="busy loops on the server's core (default 3)")
    parser.add_argument("--masters", type=int, default=14, help="new master levels (default 14)")
    parser.add_argument("--wait", type=float, default=30.0, help="seconds to watch each page (default 30)")
    given = parser.parse_args()
    program = find_browser()
    if program is None or sys.platform != "linux":
        sys.exit("this trial needs Linux and chromium")
    *others, core = sorted(os.sched_getaffinity(0))
    with busy_server(core, given.loops) as url, ExitStack() as stack:
        os.sched_setaffinity(0, set(others) or {core})
        browser = stack.enter_context(launched(program))
        pages = [opened(browser, url, address, given.wait) for address in addresses(given.seed, given.count)]
        masters = [new_master(browser, url, given.wait) for _ in range(given.masters)]
    bad = [one for one in pages if not one.is_good] + [one for one in masters if one.end != "puzzle"]
    print(f"\n{given.count} ids: {told(pages)}; {given.masters} new master levels: {told(masters)}")
    for one in bad:
        print(f"bad: {one}")
    sys.exit(1 if bad else 0)


def addresses(seed: int, count: int) -> list[str]:
    """Return the addresses of puzzles of every level of every game, the hard ones first."""
    levels = [f"/{game}/{words}/".replace("//", "/") for game, all_words in LEVELS.items() for words in all_words]
    return [*HARD, *(f"{level}{seed + number}" for number, level in enumerate(levels * count))][:count]


@contextmanager
def busy_server(core: int, loops: int) -> Iterator[str]:
    """Start a server and busy loops on one core; yield its address."""
    with ExitStack() as stack:
        for _ in range(loops):
            pinned(stack, core, "-c", "while True: pass")
        # A file, since the server logs every request: a pipe that is not read would stop it.
        log = Path(stack.enter_context(TemporaryDirectory())) / "log.txt"
        server = pinned(
            stack, core, "-m", "quandary", "serve", "--port", "0", stderr=stack.enter_context(log.open("w"))
        )
        while not (found := re.search(r"http://\S+?(?=/?\s)", log.read_text())):
            if server.poll() is not None:
                sys.exit("the server did not start")
            time.sleep(LOOKS_EVERY)
        yield found[0]


def pinned(stack: ExitStack, core: int, *arguments: str, **more: Any) -> subprocess.Popen[str]:
    """Start Python on one core; it ends with the stack."""
    process = subprocess.Popen([sys.executable, *arguments], text=True, **more)
    stack.callback(process.wait)
    stack.callback(process.kill)
    os.sched_setaffinity(process.pid, {core})
    return process


def opened(browser: Any, url: str, address: str, wait: float) -> Seen:
    """Open an address and watch the page until it shows its puzzle or an error, or the time is over."""
    page = browser.new_page()
    seen = Seen(address)
    begun = time.monotonic()
    page.goto(url + address, wait_until="commit", timeout=1000 * 10 * wait)
    watched(page, seen, begun, wait)
    page.close()
    report(seen)
    return seen


def new_master(browser: Any, url: str, wait: float) -> Seen:
    """Press New and then Master in a game of Sokoban."""
    page = browser.new_page()
    page.set_default_timeout(1000 * 10 * wait)
    page.goto(f"{url}/sokoban/beginner/1")
    page.wait_for_selector("body[data-ready][data-status]")
    page.get_by_role("button", name="New", exact=True).click()
    seen = Seen("New, Master")
    begun = time.monotonic()
    before = page.url
    page.get_by_role("button", name="master", exact=True).click()
    while page.url == before and time.monotonic() - begun < wait:
        page.wait_for_timeout(1000 * LOOKS_EVERY)
    if page.url != before:
        watched(page, seen, begun, wait)
    else:
        seen.end = page.locator(".message").inner_text() or "nothing"
    page.close()
    report(seen)
    return seen


def watched(page: Any, seen: Seen, begun: float, wait: float) -> None:
    """Note what the page shows, until it is a puzzle or an error or the time is over."""
    while (passed := time.monotonic() - begun) < wait or seen.end == "nothing":
        now = look(page)
        if now != "nothing" and seen.first == "nothing":
            seen.first, seen.first_after = now, passed
        seen.end, seen.end_after = now, passed
        if now not in ("nothing", "loading", "not ready yet") or passed > 2 * wait:
            return
        page.wait_for_timeout(1000 * LOOKS_EVERY)


def look(page: Any) -> str:
    """Return what the page shows: a puzzle, that it is not ready yet, an error, or that the page itself is loading."""
    try:
        now = page.evaluate(LOOK)
    except Exception:
        # The page is just being replaced by another.
        return "loading"
    if now["shown"]:
        return "puzzle"
    if MAKING in now["text"]:
        return "not ready yet"
    if FAILED in now["text"]:
        return "error: " + " ".join(now["text"].split())
    return "loading" if now["loading"] else "nothing"


def report(seen: Seen) -> None:
    """Print one line of the table."""
    first = f"{seen.first} after {seen.first_after:.1f} s"
    print(f"{seen.address:34} {first:30} {seen.end} after {seen.end_after:.1f} s", flush=True)


def told(seen: list[Seen]) -> str:
    """Return how many pages ended with what."""
    return ", ".join(f"{count} {end}" for end, count in Counter(one.end for one in seen).items())


if __name__ == "__main__":
    main()
