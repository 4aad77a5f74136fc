"""Makes the files of docs/ fit for a site, for mkdocs (see mkdocs.yml).

The documents are written to be read as they stand in the repository, so they link to the changelog, to source files
and to folders. On the site the root's documents become pages of their own, and what has no page there is named without
a link.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

ROOT = Path(__file__).resolve().parent.parent
LINK = re.compile(r"(?<!!)\[(?P<text>(?:[^\[\]]|\[[^\]]*\])*)\]\((?P<target>[^()\s]+)\)")
# GitHub lets a list follow a paragraph at once, and nests lists by two columns; mkdocs wants an empty line, and four.
LIST_AFTER_TEXT = re.compile(r"^(?![-*] |1\. |[ \t|#>])(.+)\n(?=(?:[-*]|1\.) )", re.MULTILINE)
NESTED_ITEM = re.compile(r"^ {2,3}(?=(?:[-*]|\d+\.) )", re.MULTILINE)
FENCE = re.compile(r"^(```|~~~).*?^\1", re.MULTILINE | re.DOTALL)


def on_config(config: MkDocsConfig) -> MkDocsConfig:
    """Leaves out the page for wrong addresses: its own links work only at the top of a server."""
    config.theme.static_templates.discard("404.html")
    return config


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the pages that the navigation names and docs/ does not hold, with the pictures beside them."""
    for name in nav_pages(config.nav):
        if files.get_file_from_path(name) is None and (ROOT / name).is_file():
            pictures = (ROOT / name).parent.glob("*.svg")
            for file in (ROOT / name, *pictures):
                files.append(File.generated(config, file.relative_to(ROOT).as_posix(), abs_src_path=str(file)))
    return files


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Links lead to pages of the site; what has none keeps its name only."""
    # A document of the root stands on the site as if it were in docs/, but its links start from the root.
    start = Path(page.file.src_uri).parent
    from_root = page.file.generated_by is not None
    folder = start if from_root else Path("docs") / start

    def on_site(match: re.Match[str]) -> str:
        target, _, anchor = match["target"].partition("#")
        if not target or re.match(r"[a-z]+:", target):
            return match[0]
        place = Path(os.path.normpath(folder / target))
        within = place.relative_to("docs") if place.is_relative_to("docs") else place
        # A folder is shown by its README, and the repository's own by the first page.
        name = "README.md" if within == Path() else within.as_posix()
        if files.get_file_from_path(name) is not None:
            path = os.path.relpath(name, start).replace(os.sep, "/")
            return f"[{match['text']}]({path}{'#' + anchor if anchor else ''})"
        # Only what the repository really has may be named so; anything else stays, and mkdocs refuses it.
        return match["text"] if (ROOT / place).exists() else match[0]

    return outside_fences(markdown, lambda text: with_clear_lists(LINK.sub(on_site, text)))


def with_clear_lists(markdown: str) -> str:
    """Lists as GitHub reads them, written so that mkdocs does too."""
    return NESTED_ITEM.sub("    ", LIST_AFTER_TEXT.sub("\\1\n\n", markdown))


def nav_pages(nav: Any) -> Iterator[str]:
    """The files that a navigation names."""
    if isinstance(nav, str):
        yield nav
    elif isinstance(nav, dict):
        for value in nav.values():
            yield from nav_pages(value)
    elif isinstance(nav, list):
        for value in nav:
            yield from nav_pages(value)


def outside_fences(markdown: str, change: Callable[[str], str], *, fences: bool = True) -> str:
    """The text with everything changed but the fenced examples, which can also be left out."""
    done, at = [], 0
    for fence in FENCE.finditer(markdown):
        done += [change(markdown[at : fence.start()]), fence[0] if fences else ""]
        at = fence.end()
    return "".join([*done, change(markdown[at:])])
