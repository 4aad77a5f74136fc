"""A game in a package of its own: installed by pip, then driven like all others, in new processes."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.conftest import EXAMPLE
from tools.browser import find_browser

ROOT = Path(__file__).parent.parent
PAGE = ROOT / "docs" / "writing-a-game.md"
CODE = re.compile(r"```(?:python|js|toml)\n(.*?)```", re.DOTALL)
SUITES = {
    "its own tests": [str(EXAMPLE / "tests")],
    "conformance": ["tests/conformance", "-k", "lanterns"],
    "everywhere": ["tests/example/test_everywhere.py"],
    "environment": ["tests/example/test_environment.py"],
    "terminal": ["tests/example/test_terminal.py"],
    "terminal, as every game": ["tests/tui/test_every_game.py", "-k", "lanterns"],
    "browser": ["tests/example/test_browser.py"],
}


def _run(lanterns: Path, *module: str) -> subprocess.CompletedProcess[str]:
    search = os.pathsep.join([str(lanterns), *filter(None, [os.environ.get("PYTHONPATH")])])
    return subprocess.run(
        [sys.executable, "-m", *module],
        env={**os.environ, "PYTHONPATH": search}, cwd=ROOT, capture_output=True, text=True, check=False,
    )  # fmt: skip


@pytest.mark.process
@pytest.mark.slow
@pytest.mark.parametrize("suite", SUITES)
def test_it_passes_the_tests_that_our_games_pass(suite: str, lanterns: Path) -> None:
    if suite == "browser" and find_browser() is None:
        pytest.skip("no browser (Debian: apt-get install chromium)")
    ran = _run(lanterns, "pytest", "-p", "no:cacheprovider", *SUITES[suite])
    assert ran.returncode == 0, ran.stdout


@pytest.mark.process
def test_the_command_line_has_it_like_ours(lanterns: Path) -> None:
    def said(*arguments: str) -> str:
        ran = _run(lanterns, "quandary", *arguments)
        assert (ran.returncode, ran.stderr) == (0, ""), ran.stderr
        return ran.stdout

    assert "lanterns: Touch a lantern" in said("games")
    solved = json.loads(said("solve", "lanterns", "*.*/.../*.*", "--json"))
    assert (solved["cost"], solved["optimal"], solved["solution"]) == (4, True, "r1c1 r1c3 r3c1 r3c3")
    made = json.loads(said("generate", "lanterns", "--level", "dusk", "--seed", "1", "--json"))
    assert made["id"] == "lanterns:dusk#1"
    assert "●" in said("show", "lanterns", made["id"])
    assert "optimum" in said("verify", "lanterns", "*.*/.../*.*", "r1c1 r1c3 r3c1 r3c3")


def test_the_tutorial_shows_the_files_as_they_are() -> None:
    kinds = (".py", ".js", ".toml")
    files = "".join(file.read_text(encoding="utf-8") for file in EXAMPLE.rglob("*") if file.suffix in kinds)
    shown = [block for block in CODE.findall(PAGE.read_text(encoding="utf-8")) if ">>>" not in block]
    assert len(shown) > 5
    for block in shown:
        for piece in block.split("…\n"):
            assert piece in files, piece
