"""Whether a tag may become a release, and what its page says.

    python tools/release.py check v0.2.0 --repository ADDRESS
    python tools/release.py notes v0.2.0

The version stands in `Cargo.toml`, in `[workspace.package]`, and nowhere else: the crates, the package and
`quandary.__version__` take it from there. A release is right when its tag and the changelog's heading say the same.
"""

from __future__ import annotations

import argparse
import re
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).parent.parent
_SEMANTIC = re.compile(r"(0|[1-9][0-9]*)\.(0|[1-9][0-9]*)\.(0|[1-9][0-9]*)")
_HEADING = re.compile(r"^## \[?(?P<name>[^\]\s]+)\]?(?: - (?P<date>[0-9]{4}-[0-9]{2}-[0-9]{2}))?$", re.MULTILINE)
UNRELEASED = "Unreleased"


def version(root: Path = ROOT) -> str:
    """The version that the sources say they are."""
    manifest = tomllib.loads((root / "Cargo.toml").read_text(encoding="utf-8"))
    return str(manifest["workspace"]["package"]["version"])


def repository(root: Path = ROOT) -> str:
    """Where the package says that its sources are."""
    manifest = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))
    return str(manifest["project"]["urls"]["Repository"])


def entries(root: Path = ROOT) -> dict[str, tuple[str | None, str]]:
    """The changelog by version, newest first: the date (none for what is unreleased) and the text."""
    text = (root / "CHANGELOG.md").read_text(encoding="utf-8")
    headings = list(_HEADING.finditer(text))
    ends = [heading.start() for heading in headings[1:]] + [len(text)]
    return {
        heading["name"]: (heading["date"], text[heading.end() : end].strip())
        for heading, end in zip(headings, ends, strict=True)
    }


def problems(tag: str, address: str | None = None, root: Path = ROOT) -> list[str]:
    """Why this tag cannot be released; nothing if it can."""
    found = []
    ours = version(root)
    if not _SEMANTIC.fullmatch(ours):
        found.append(f"Cargo.toml: {ours} is not a semantic version like 1.2.3")
    if tag != f"v{ours}":
        found.append(f"the tag is {tag}, but Cargo.toml says {ours} (expected the tag v{ours})")
    told = entries(root)
    released = [name for name in told if name != UNRELEASED]
    if ours not in told:
        found.append(f"CHANGELOG.md has no heading for {ours}")
    else:
        date, text = told[ours]
        if released[0] != ours:
            found.append(f"CHANGELOG.md: {ours} stands below {released[0]}")
        if date is None:
            found.append(f"CHANGELOG.md: the heading of {ours} has no date")
        if not text:
            found.append(f"CHANGELOG.md says nothing of {ours}")
    if told.get(UNRELEASED, (None, ""))[1]:
        found.append(f"CHANGELOG.md still has something under {UNRELEASED}")
    if address is not None and address.rstrip("/") != repository(root).rstrip("/"):
        found.append(f"pyproject.toml names the repository {repository(root)}, but this is {address}")
    return found


def main(arguments: list[str]) -> int:
    """The exit status."""
    parser = argparse.ArgumentParser(description="Check a release, or print its notes.")
    parser.add_argument("action", choices=["check", "notes"])
    parser.add_argument("tag")
    parser.add_argument("--repository", help="The address that the release is made from.")
    asked = parser.parse_args(arguments)
    if asked.action == "notes":
        name = asked.tag.removeprefix("v")
        if name not in entries():
            print(f"error: CHANGELOG.md has no heading for {name}", file=sys.stderr)
            return 2
        print(entries()[name][1])
        return 0
    found = problems(asked.tag, asked.repository)
    for problem in found:
        print(f"error: {problem}", file=sys.stderr)
    if not found:
        print(f"{asked.tag}: tag, version and changelog agree")
    return 2 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
