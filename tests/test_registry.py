"""Games are found by name, ours and other people's."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

import quandary
from quandary.game import UsageError

FOREIGN_GAME = """
from quandary.games.template import Template

class Pond(Template):
    name = "pond"
    title = "Pond"
    is_example = False

GAME = Pond()
"""


def test_the_template_is_there_but_not_listed() -> None:
    assert quandary.game("template").name == "template"
    assert "template" not in quandary.names()
    assert "rush-hour" in quandary.names()


def test_an_unknown_game_is_named_with_the_nearest_one() -> None:
    with pytest.raises(UsageError, match=r"'rushhour'.*did you mean rush-hour"):
        quandary.game("rushhour")


@pytest.fixture
def foreign_package(tmp_path: Path) -> Path:
    """A package with a game written in Python alone, as pip would install it."""
    (tmp_path / "pond.py").write_text(FOREIGN_GAME)
    info = tmp_path / "pond-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: pond\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text("[quandary.games]\npond = pond:GAME\nbroken = pond:NOTHING\n")
    return tmp_path


def _python(path: Path, code: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(path), *sys.path])}
    return subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True)


def _run(path: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "quandary", *arguments],
        env={"PYTHONPATH": os.pathsep.join([str(path), *sys.path])}, capture_output=True, text=True, check=False,
    )  # fmt: skip


@pytest.mark.process
def test_another_packages_game_gets_solve_show_and_generate(foreign_package: Path) -> None:
    solved = _run(foreign_package, "solve", "pond", "FF_TT")
    assert "solved in 8 moves (optimal" in solved.stdout
    assert "F  F  _  T  T" in _run(foreign_package, "show", "pond", "FF_TT").stdout
    made = _run(foreign_package, "generate", "pond", "--seed", "3", "--frogs", "2", "--toads", "2")
    assert made.stdout.strip() == "FF_TT"


@pytest.mark.process
def test_a_game_that_cannot_draw_itself_is_shown_as_text_on_a_page(foreign_package: Path) -> None:
    with (foreign_package / "pond.py").open("a") as module:
        module.write("Pond.draw_svg = lambda self, position: None\n")
    code = """if True:
        from starlette.testclient import TestClient
        from quandary.web import create_app
        with TestClient(create_app(), base_url="http://127.0.0.1") as client:
            print(client.post("/api/new", json={"game": "pond", "puzzle": "FF_TT"}).json()["svg"])
    """
    ran = _python(foreign_package, code)
    assert re.fullmatch(r"<svg .*<text .*> F  F  _  T  T</text>.*</svg>\n", ran.stdout), ran
    assert ran.stderr.startswith("warning: the game 'broken'")


@pytest.mark.process
def test_a_game_that_does_not_load_is_one_clear_line(foreign_package: Path) -> None:
    failed = _run(foreign_package, "solve", "broken", "FF_TT")
    assert failed.returncode == 2
    assert failed.stderr.startswith("error: the game 'broken' of another package does not load")
    assert failed.stderr.count("\n") == 1


@pytest.mark.process
def test_a_game_that_does_not_load_takes_no_other_with_it(foreign_package: Path) -> None:
    entries = foreign_package / "pond-1.0.dist-info" / "entry_points.txt"
    entries.write_text(f"{entries.read_text()}other = pond:GAME\nPond 2 = pond:LOUD\nmute = pond:MUTE\n")
    with (foreign_package / "pond.py").open("a") as module:
        module.write("class Loud(Pond):\n    name = 'Pond 2'\nLOUD = Loud()\n")
        module.write("class Mute(Pond):\n    name = 'mute'\n    title = property()\nMUTE = Mute()\n")
    listed = _run(foreign_package, "games")
    assert listed.returncode == 0
    for name in (*quandary.names(), "pond"):
        assert re.search(rf"^{name}\b", listed.stdout, re.MULTILINE), listed.stdout
    warnings = listed.stderr.splitlines()
    assert [line.split(":")[0] for line in warnings] == ["warning"] * 4
    for told in ("'broken'", "'other'", "'Pond 2' is no name", "'mute' of another package does not say its title"):
        assert sum(told in line for line in warnings) == 1


@pytest.mark.process
def test_a_room_that_does_not_load_leaves_the_game_to_be_played(foreign_package: Path) -> None:
    package = foreign_package / "ponds"
    package.mkdir()
    (foreign_package / "pond.py").rename(package / "__init__.py")
    (foreign_package / "pond-1.0.dist-info" / "entry_points.txt").write_text("[quandary.games]\npond = ponds:GAME\n")
    (package / "terminal.py").write_text("import no_such_module\n")
    (package / "env.py").write_text("__all__ = []\n")
    code = """if True:
        import quandary, quandary.envs
        from quandary.tui.boards import board_class
        print(board_class(quandary.game("pond")).__name__, board_class(quandary.game("sokoban")).__name__)
        print("SokobanEnv" in quandary.envs.__all__, board_class(quandary.game("pond")).__name__)
    """
    ran = _python(foreign_package, code)
    assert ran.stdout.split() == ["TextBoard", "GameBoard", "True", "TextBoard"]
    assert ran.stderr.splitlines() == [
        "warning: ponds.env of another package does not load: module 'ponds.env' has no attribute 'GameEnv'",
        "warning: ponds.terminal of another package does not load: No module named 'no_such_module'",
    ]
