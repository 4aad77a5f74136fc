"""A browser that is on the machine already, for photographs and for tests."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from shutil import which
from typing import Any

NAMES = ("chromium", "chromium-browser", "google-chrome", "chrome")


def find_browser() -> str | None:
    """The program's path."""
    return next(filter(None, map(which, NAMES)), None)


@contextmanager
def launched(program: str) -> Iterator[Any]:
    """The browser, driven by Playwright. While it runs, nothing else can have an event loop on this thread."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox", "--disable-gpu"])
        yield browser
        browser.close()
