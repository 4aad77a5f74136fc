"""`make trial` finds the README's commands, and `tools/trial.py` tells those that never end from the others."""

from __future__ import annotations

import importlib
import sys
from pathlib import Path

import pytest

if sys.platform == "win32":
    pytest.skip("the trial needs pseudo terminals", allow_module_level=True)

import quandary
from quandary.game import Task
from tools.trial import ROOT, commands_of, never_ends, run, watch, without_comment

SAMPLE = """
# A page

```sh
make tour    # the first
source .venv/bin/activate
make test    # left out

# only a comment
```
Text.
```console
$ quandary solve klondike --seed 110
klondike#110: unsolvable
$ quandary games
```
```python
>>> $ quandary no
```
```sh
quandary lab run klondike --corpus 'klondike#1..9' \\
    --nodes 5
```
"""


def test_commands_of_a_page() -> None:
    assert commands_of(SAMPLE) == [
        "make tour",
        "source .venv/bin/activate",
        "quandary solve klondike --seed 110",
        "quandary games",
        "quandary lab run klondike --corpus 'klondike#1..9'      --nodes 5",
    ]


@pytest.mark.parametrize(
    ("line", "command"),
    [
        ("quandary   # the menu", "quandary"),
        ("lab run 'klondike#1..9' # seeds", "lab run 'klondike#1..9'"),
        ("solve klondike#110", "solve klondike#110"),
        ('say " # no comment"', 'say " # no comment"'),
        ("# nothing", ""),
    ],
)
def test_a_comment_is_left_out(line: str, command: str) -> None:
    assert without_comment(line) == command


def test_the_readme_sets_up_first_and_leaves_no_placeholder() -> None:
    commands = commands_of((ROOT / "README.md").read_text(encoding="utf-8"))
    assert commands[:2] == ["make tour", "source .venv/bin/activate"]
    assert "make test" not in commands
    assert "quandary lab compare 1 2" in commands
    assert [command for command in commands if never_ends(command)] == ["quandary", "quandary serve"]
    assert not [command for command in commands if "my_" in command or "…" in command]


@pytest.mark.process
def test_how_a_command_ended_is_seen(tmp_path: Path) -> None:
    environment = {"PATH": "/usr/bin:/bin"}
    assert run("true", tmp_path, "", environment) is None
    assert run("exit $STATUS", tmp_path, "export STATUS=3\n", environment) == "exit status 3"
    assert watch("sh -c 'echo there; sleep 60'", tmp_path, "", environment) is None
    assert watch("sleep 60", tmp_path, "", environment) == "shows nothing"
    fault = watch("sh -c 'echo no terminal; exit 2'", tmp_path, "", environment)
    assert fault is not None
    assert fault.startswith("ended with exit status 2: no terminal")


def test_the_readmes_solver_of_your_own_solves() -> None:
    solve = importlib.import_module("examples.beam_search").solve
    game = quandary.game("rush-hour")
    for puzzle in quandary.generate(game, count=5, seed=1):
        answer = solve(puzzle.position, Task())
        assert quandary.verify(game, puzzle, game.format_moves(answer.moves)).solved
        assert answer.bound is None
