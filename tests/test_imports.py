"""Imports point one way: front ends → session, solving, lab → games → game.py. Nothing heavy at start-up."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import quandary

ROOT = Path(quandary.__file__).parent
FRONT_ENDS = ("cli", "tui", "web", "envs")
# What a game may stand on.
FOUNDATION = {"quandary.game", "quandary.budget", "quandary.rng", "quandary._native", "quandary.stroke_font"}


def _imports(file: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{file}: imports are absolute"
            yield node.module or ""
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def _modules(folder: str) -> list[Path]:
    return sorted((ROOT / folder).rglob("*.py"))


def test_a_game_imports_the_foundation_and_itself_only() -> None:
    for file in _modules("games"):
        parts = file.relative_to(ROOT / "games").parts
        own = f"quandary.games.{parts[0]}"
        for name in _imports(file):
            if name.startswith("quandary."):
                allowed = name.startswith(own) or name in FOUNDATION or name.rpartition(".")[0] in FOUNDATION
                assert allowed, f"{file} imports {name}"


def test_nothing_below_imports_a_front_end() -> None:
    for file in _modules("."):
        if file.relative_to(ROOT).parts[0] not in (*FRONT_ENDS, "__main__.py"):
            for name in _imports(file):
                assert not name.startswith(tuple(f"quandary.{front}" for front in FRONT_ENDS)), f"{file} imports {name}"


def test_the_bottom_of_the_house_imports_no_game() -> None:
    for name in ("game.py", "budget.py", "rng.py", "search.py"):
        for imported in _imports(ROOT / name):
            assert not imported.startswith(
                ("quandary.games", "quandary.session", "quandary.solving", "quandary.registry")
            )


def test_start_up_imports_nothing_heavy() -> None:
    code = "import sys, quandary.cli; print(' '.join(sys.modules))"
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split()
    assert not {"rich", "fpdf", "resvg_py", "numpy", "textual", "asyncio"} & set(loaded)
