"""Every link of the documents leads somewhere, every page is in the navigation, and the gallery is as it should be."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest
import yaml

from tools.gallery import FOLDER, STORIES, Story, board
from tools.site_pages import LINK, ROOT, nav_pages, outside_fences

DOCUMENTS = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md"), *(ROOT / "research").rglob("*.md")])
HEADING = re.compile(r"^#{1,6} +(.*?) *#*$", re.MULTILINE)
PICTURE = re.compile(r"!\[[^\]]*\]\(([^()\s]+)\)|<img [^>]*src=\"([^\"]+)\"")
CODE = re.compile(r"(`+)(?!`).*?(?<!`)\1(?!`)", re.DOTALL)


def _prose(document: Path) -> str:
    """The text without what stands in code, where brackets mean something else."""
    text = outside_fences(document.read_text(encoding="utf-8"), lambda part: part, fences=False)
    return CODE.sub(lambda code: code[0] if "](" not in code[0] else "", text)


def _targets(document: Path) -> Iterator[str]:
    text = _prose(document)
    yield from (match["target"] for match in LINK.finditer(text))
    yield from (first or second for first, second in PICTURE.findall(text))


@cache
def _anchors(document: Path) -> frozenset[str]:
    """The names that GitHub gives to the headings."""
    seen: dict[str, int] = {}
    names = set()
    for heading in HEADING.findall(
        outside_fences(document.read_text(encoding="utf-8"), lambda part: part, fences=False)
    ):
        words = LINK.sub(lambda match: match["text"], heading)
        name = re.sub(r"[^\w\- ]", "", words.lower()).replace(" ", "-")
        count = seen[name] = seen.get(name, -1) + 1
        names.add(f"{name}-{count}" if count else name)
    return frozenset(names)


def _fault(document: Path, target: str) -> str | None:
    parts = urlsplit(target)
    if parts.scheme or parts.netloc:
        fine = parts.scheme in ("https", "http", "mailto") and (parts.netloc or parts.path)
        return None if fine else "is no address"
    file = (document.parent / unquote(parts.path)).resolve() if parts.path else document
    if not file.is_relative_to(ROOT) or not file.exists():
        return "leads nowhere"
    if parts.fragment and (file.suffix != ".md" or unquote(parts.fragment) not in _anchors(file)):
        return "has no such heading"
    return None


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_links_lead_somewhere(document: Path) -> None:
    faults = [f"{target} {fault}" for target in _targets(document) if (fault := _fault(document, target))]
    assert not faults


def test_a_bad_link_is_seen() -> None:
    readme = ROOT / "README.md"
    assert _fault(readme, "docs/nothing.md") == "leads nowhere"
    assert _fault(readme, "../outside.md") == "leads nowhere"
    assert _fault(readme, "docs/lab.md#nothing") == "has no such heading"
    assert _fault(readme, "https:") == "is no address"
    assert _fault(readme, "docs/lab.md#corpus") is None


@pytest.mark.slow
@pytest.mark.parametrize("story", STORIES, ids=lambda story: story.game)
def test_the_gallery_shows_what_the_games_draw_today(story: Story) -> None:
    assert (FOLDER / f"{story.game}.svg").read_bytes() == board(story)


def test_every_picture_of_the_gallery_is_shown_and_they_are_small() -> None:
    shown = {(document.parent / target).resolve() for document in DOCUMENTS for target in _targets(document)}
    pictures = set(FOLDER.iterdir())
    assert pictures <= shown
    assert sum(picture.stat().st_size for picture in pictures) < 1_500_000


def test_the_navigation_names_every_page_once() -> None:
    class Loader(yaml.SafeLoader):
        """Knows that the slug function is one, without making it."""

    Loader.add_multi_constructor("tag:yaml.org,2002:python/", lambda loader, suffix, node: suffix)
    nav = list(nav_pages(yaml.load((ROOT / "mkdocs.yml").read_text(encoding="utf-8"), Loader)["nav"]))
    assert len(nav) == len(set(nav))
    pages = {str(path.relative_to(ROOT / "docs")) for path in (ROOT / "docs").rglob("*.md")}
    assert pages <= set(nav)
    assert {str(path.relative_to(ROOT)) for path in (ROOT / "research").rglob("*.md")} <= set(nav)
    assert all((ROOT / name).is_file() for name in set(nav) - pages)
