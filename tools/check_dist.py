"""Looks into wheels and source distributions: all that is needed must be inside, and nothing else.

    python tools/check_dist.py dist [--tag manylinux_2_17_x86_64]

The package's files are compared one by one with those of the checkout, so that a pack, a picture or a stub that is
forgotten is named here and not missed by a user.
"""

from __future__ import annotations

import argparse
import re
import subprocess
import sys
import tarfile
import zipfile
from collections.abc import Iterable
from pathlib import Path

ROOT = Path(__file__).parent.parent
PACKAGE = Path("src", "quandary")
NATIVE = re.compile(r"quandary/_native\.(abi3\.so|pyd)")
# What a source distribution must hold beside the package, to be built and to be read.
BUILD_FILES = {"pyproject.toml", "Cargo.toml", "Cargo.lock", "README.md", "LICENSE", "CHANGELOG.md", "PKG-INFO"}
# Crates that are built into the package; the others are for developers.
CRATES = ("core", "python")
# Folders that have no business in either.
FORBIDDEN = ("tests", "benchmarks", "research", "docs", ".github", ".ci", "tools", "target", ".venv")
LARGEST_WHEEL = 12 << 20


def package_files() -> set[str]:
    """The package's files that are under version control (or about to be), as they are named inside a wheel."""
    command = ["git", "ls-files", "--cached", "--others", "--exclude-standard", "--deduplicate", str(PACKAGE)]
    listed = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, encoding="utf-8", check=True).stdout
    return {name.removeprefix("src/") for name in listed.splitlines() if (ROOT / name).exists()}


def problems_of_wheel(names: Iterable[str], package: set[str]) -> list[str]:
    """What is wrong with a wheel that holds files of these names."""
    held = {name for name in names if not name.endswith("/")}
    native = {name for name in held if NATIVE.fullmatch(name)}
    about = {name for name in held if re.match(r"quandary-[^/]+\.dist-info/", name)}
    # maturin writes down what went in.
    about |= {name for name in held if name.startswith("quandary.libs/")}
    found = [f"{name} is missing" for name in sorted(package - held)]
    found += [f"{name} has no business here" for name in sorted(held - package - native - about)]
    if len(native) != 1:
        found.append(f"there should be one native module for every Python, not {len(native)}")
    found += [f"there is no {name}" for name in ("METADATA", "entry_points.txt") if not _has(about, name)]
    found += ["there is no licence"] if not _has(about, "LICENSE") else []
    return found


def problems_of_sdist(names: Iterable[str], package: set[str]) -> list[str]:
    """What is wrong with a source distribution that holds files of these names."""
    held = {name.partition("/")[2] for name in names}
    wanted = {f"src/{name}" for name in package} | BUILD_FILES
    for crate in (ROOT / "crates" / name for name in CRATES):
        wanted |= {path.relative_to(ROOT).as_posix() for path in crate.glob("src/**/*.rs")}
        wanted.add((crate / "Cargo.toml").relative_to(ROOT).as_posix())
    found = [f"{name} is missing" for name in sorted(wanted - held)]
    strangers = {name for name in held if name.partition("/")[0] in FORBIDDEN or name.endswith((".so", ".pyd"))}
    strangers |= {name for name in held if re.match(rf"crates/(?!({'|'.join(CRATES)})/)", name)}
    return found + [f"{name} has no business here" for name in sorted(strangers)]


def _has(names: Iterable[str], file: str) -> bool:
    return any(name.rpartition("/")[2] == file for name in names)


def problems(file: Path, package: set[str], tag: str | None) -> list[str]:
    """What is wrong with a file that `make wheel` or `make sdist` has built."""
    if file.suffix != ".whl":
        with tarfile.open(file) as archive:
            return problems_of_sdist((member.name for member in archive if member.isfile()), package)
    found = []
    *_, python, abi, platform = file.stem.split("-")
    if (python, abi) != ("cp311", "abi3"):
        found.append(f"{python}-{abi} should be cp311-abi3: one wheel for every Python")
    if platform.startswith("linux_"):
        found.append(f"{platform} serves this machine only: it has no manylinux tag")
    if tag is not None and tag not in platform.split("."):
        found.append(f"{platform} is not {tag}")
    if file.stat().st_size > LARGEST_WHEEL:
        found.append(f"{file.stat().st_size >> 20} MB is too much")
    with zipfile.ZipFile(file) as archive:
        return found + problems_of_wheel(archive.namelist(), package)


def main(arguments: list[str]) -> int:
    """The exit status."""
    parser = argparse.ArgumentParser(description="Check what was built.")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--tag", help="A platform tag that every wheel must bear.")
    asked = parser.parse_args(arguments)
    files = sorted([*asked.folder.glob("*.whl"), *asked.folder.glob("*.tar.gz")])
    if not files:
        print(f"error: {asked.folder} holds neither a wheel nor a source distribution", file=sys.stderr)
        return 2
    package = package_files()
    status = 0
    for file in files:
        found = problems(file, package, asked.tag)
        for problem in found:
            print(f"error: {file.name}: {problem}", file=sys.stderr)
        print(f"{file.name}: {'wrong' if found else 'right'}, {file.stat().st_size / (1 << 20):.1f} MB")
        status = 2 if found else status
    return status


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
