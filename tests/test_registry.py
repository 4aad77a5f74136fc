"""Games are found by name, ours and other people's."""

from __future__ import annotations

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


def _run(path: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "quandary", *arguments],
        env={"PYTHONPATH": str(path)}, capture_output=True, text=True, check=False,
    )  # fmt: skip


@pytest.mark.process
def test_another_packages_game_gets_solve_show_and_generate(foreign_package: Path) -> None:
    solved = _run(foreign_package, "solve", "pond", "FF_TT")
    assert "solved in 8 moves (optimal" in solved.stdout
    assert "F  F  _  T  T" in _run(foreign_package, "show", "pond", "FF_TT").stdout
    made = _run(foreign_package, "generate", "pond", "--seed", "3", "--frogs", "2", "--toads", "2")
    assert made.stdout.strip() == "FF_TT"


@pytest.mark.process
def test_a_game_that_does_not_load_is_one_clear_line(foreign_package: Path) -> None:
    failed = _run(foreign_package, "solve", "broken", "FF_TT")
    assert failed.returncode == 2
    assert failed.stderr.startswith("error: the game 'broken' of another package does not load")
    assert failed.stderr.count("\n") == 1
