"""Imports point one way: front ends → engine, lab → games → core. Nothing heavy at start-up."""

from __future__ import annotations

import ast
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import quandary

ROOT = Path(quandary.__file__).parent
FRONT_ENDS = ("cli", "tui", "web", "envs", "notebook")
# None of them imports another; but a command starts the app or the server and saves what can be watched, and imports
# them when it runs.
STARTED_BY_COMMANDS = ("quandary.tui", "quandary.web", "quandary.notebook", "quandary.envs")
# What a game may stand on: what who writes one is given, the core, the pen.
FOUNDATION = ("quandary.game", "quandary._native", "quandary.core", "quandary.drawing")
# A game's rooms for one kind of front end, and what else each of them may stand on.
ROOMS = {"terminal.py": "quandary.tui", "env.py": "quandary.envs"}
# What a checker of proofs may stand on: what a game is, the loop that reads layers, and its own game's rules.
TRUSTED = {
    "quandary.game",
    "quandary.core.abilities",
    "quandary.core.errors",
    "quandary.core.game",
    "quandary.core.layers",
}
CHECKERS = sorted((ROOT / "games").glob("*/checker.py"))
SOLVERS = (
    "quandary._native",
    "quandary.core.layer_search",
    "quandary.core.search",
    "quandary.engine.solve",
    "quandary.game.ReferenceSearch",
    "quandary.game.a_star",
    "quandary.game.breadth_first",
)
TRUSTED_ROOMS = {"position", "rules", "notation", "board"}


def _imports(file: Path, *, late: bool | None = None) -> Iterator[str]:
    """What a module imports: at once, or late, within a function; both where nobody says which."""
    tree = ast.parse(file.read_text(encoding="utf-8"))
    functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)]
    within = {id(inner) for function in functions for inner in ast.walk(function)}
    for node in ast.walk(tree):
        if late is not None and (id(node) in within) != late:
            continue
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{file}: imports are absolute"
            yield node.module or ""
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def _modules(folder: str) -> list[Path]:
    return sorted((ROOT / folder).rglob("*.py"))


@pytest.mark.slow
def test_a_game_imports_the_foundation_and_itself_only() -> None:
    for file in _modules("games"):
        parts = file.relative_to(ROOT / "games").parts
        own = f"quandary.games.{parts[0]}"
        for name in _imports(file):
            if name.startswith("quandary."):
                allowed = (own, *FOUNDATION, *(["quandary.engine", ROOMS[file.name]] if file.name in ROOMS else []))
                assert any(f"{name}.".startswith(f"{one}.") for one in allowed), f"{file} imports {name}"


@pytest.mark.slow
def test_a_games_rooms_for_front_ends_are_imported_by_nobody() -> None:
    for file in _modules("."):
        for name in _imports(file):
            assert not re.match(r"quandary\.games\.\w+\.(terminal|env)\b", name), f"{file} imports {name}"


def _reached_by(file: Path) -> set[Path]:
    """The modules of a checker's own game that it leads to, over all imports."""
    folder, found, waiting = file.parent, {file}, [file]
    while waiting:
        for name in _imports(waiting.pop()):
            module = folder / f"{name.removeprefix(f'quandary.games.{folder.name}.')}.py"
            if module.exists() and module not in found:
                found.add(module)
                waiting.append(module)
    return found


def test_a_checker_imports_no_solver() -> None:
    assert CHECKERS
    for file in [*CHECKERS, ROOT / "core" / "layers.py"]:
        own = f"quandary.games.{file.parent.name}"
        rooms = {f"{own}.{room}" for room in TRUSTED_ROOMS}
        for name in _imports(file):
            module = name.rpartition(".")[0]
            trusted = {name, module} & (TRUSTED | rooms) or name.partition(".")[0] in sys.stdlib_module_names
            assert trusted or name == own, f"{file} imports {name}"


@pytest.mark.parametrize("file", CHECKERS, ids=lambda file: file.parent.name)
def test_a_checker_leads_to_no_solver(file: Path) -> None:
    for module in _reached_by(file):
        for name in _imports(module):
            assert not name.startswith(SOLVERS), f"{module} imports {name}"


@pytest.mark.slow
def test_nothing_below_imports_a_front_end() -> None:
    for file in _modules("."):
        below = file.relative_to(ROOT).parts[0].removesuffix(".py") not in (*FRONT_ENDS, "__main__")
        if below and file.name not in ROOMS:
            for name in _imports(file):
                assert not name.startswith(tuple(f"quandary.{front}" for front in FRONT_ENDS)), f"{file} imports {name}"


@pytest.mark.slow
@pytest.mark.parametrize("front", FRONT_ENDS)
def test_front_ends_do_not_import_each_other(front: str) -> None:
    others = tuple(f"quandary.{other}" for other in FRONT_ENDS if other != front)
    for file in _modules(front):
        at_once = [name for name in _imports(file, late=False) if name.startswith(others)]
        late = [name for name in _imports(file, late=True) if name.startswith(others)]
        if front == "cli":
            late = [name for name in late if not name.startswith(STARTED_BY_COMMANDS)]
        assert not at_once + late, f"{file} imports {at_once + late}"


def test_the_core_imports_nothing_else() -> None:
    for file in _modules("core"):
        for name in _imports(file):
            # The registry looks through the folder of games and imports none before somebody asks for it; a scene is a
            # plain value, and only its type is named.
            if name.startswith("quandary.") and name != "quandary.games":
                known = ("quandary.core", "quandary._native", "quandary.drawing.scene")
                assert name.startswith(known), f"{file} imports {name}"


@pytest.mark.process
def test_start_up_imports_nothing_heavy() -> None:
    code = "import sys, quandary.cli; print(' '.join(sys.modules))"
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split()
    assert not {"rich", "fpdf", "resvg_py", "numpy", "textual", "asyncio"} & set(loaded)


@pytest.mark.process
def test_importing_the_package_loads_the_light_core_and_changes_nothing() -> None:
    code = """
import signal, sys, threading
handlers = {one: signal.getsignal(one) for one in signal.Signals}
sys.argv[0] = "quandary"
import quandary
assert {one: signal.getsignal(one) for one in signal.Signals} == handlers
assert threading.enumerate() == [threading.main_thread()]
packages = {name.partition(".")[0] for name in sys.modules} - sys.stdlib_module_names
parts = {".".join(name.split(".")[:2]) for name in sys.modules if name.startswith("quandary.")}
print(*sorted(parts), *sorted(packages - {"sitecustomize", "__main__", "__mp_main__", "quandary"}))
"""
    # Without `site`, no other package is there to be loaded.
    environment = {**os.environ, "PYTHONPATH": str(ROOT.parent)}
    loaded = subprocess.run(
        [sys.executable, "-S", "-c", code], env=environment, capture_output=True, text=True, check=True
    ).stdout
    assert loaded.split() == ["quandary.core", "quandary.drawing", "quandary.game", "quandary.games"]


@pytest.mark.process
def test_the_function_game_and_the_module_game_work_side_by_side() -> None:
    code = """
import quandary
from quandary.game import Game
import quandary.game
assert isinstance(quandary.game("sokoban"), Game)
"""
    subprocess.run([sys.executable, "-c", code], check=True)
