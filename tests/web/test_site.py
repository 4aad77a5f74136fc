"""The documents' site, opened as files: it can be searched, fits on a phone, and asks nobody for anything."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest

from tests.web.pages import DESKTOP, PATIENCE, PHONE
from tools.site_pages import ROOT

# The site is built by a process of its own.
pytestmark = pytest.mark.process

# What a browser fetches by itself, in the pages and style sheets of the site.
FETCHED = re.compile(
    r"""<(?:script|img|iframe|source|object|embed|audio|video)\b[^>]*?\s(?:src|data|poster|srcset)=["']?([^"'\s>]+)"""
    r"""|<link\b(?=[^>]*rel=["']?(?:stylesheet|icon|preload|preconnect|prefetch|modulepreload|manifest))[^>]*?href=["']?([^"'\s>]+)"""
    r"""|url\(\s*["']?([^"')\s]+)|@import\s+["']([^"']+)"""
)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Built as `make docs` does: a warning is a failure."""
    folder = tmp_path_factory.mktemp("site")
    # Not --quiet: what is not said is not counted either.
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--site-dir", str(folder)]
    built = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert built.returncode == 0, built.stderr
    return folder


def test_the_site_fetches_nothing_from_elsewhere(site: Path) -> None:
    files = [path for path in site.rglob("*") if path.suffix in (".html", ".css", ".svg")]
    assert len(files) > 20
    for file in files:
        for match in FETCHED.finditer(file.read_text(encoding="utf-8")):
            target = next(group for group in match.groups() if group)
            parts = urlsplit(target)
            assert parts.scheme in ("", "data"), f"{file.relative_to(site)} fetches {target}"
            assert not target.startswith("/"), f"{file.relative_to(site)} works only at the top of a server: {target}"


@pytest.mark.parametrize(("page", "viewport"), [("index", DESKTOP), ("gallery", PHONE), ("comparison", PHONE)])
def test_a_page_fits_and_stays_at_home(browser: Any, site: Path, page: str, viewport: dict[str, int]) -> None:
    requests: list[str] = []
    problems: list[str] = []
    context = browser.new_context(viewport=viewport)
    context.set_default_timeout(3 * PATIENCE)
    opened = context.new_page()
    opened.on("request", lambda request: requests.append(request.url))
    opened.on("pageerror", lambda error: problems.append(str(error)))
    opened.goto((site / f"{page}.html").as_uri())
    assert opened.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert opened.evaluate("[...document.images].every((image) => image.complete && image.naturalWidth > 0)")
    context.close()
    assert not problems
    assert all(url.startswith((site.as_uri(), "data:", "about:", "blob:")) for url in requests)


def test_search_works_without_a_server(browser: Any, site: Path) -> None:
    context = browser.new_context(viewport=DESKTOP)
    context.set_default_timeout(3 * PATIENCE)
    opened = context.new_page()
    opened.goto((site / "index.html").as_uri())
    opened.get_by_role("textbox", name="Search").click()
    opened.keyboard.type("hill climbing")
    found = opened.locator(".md-search-result__item").first
    found.wait_for()
    assert "Rush Hour" in found.inner_text()
    context.close()
