"""When the app opens and when it does not, in real processes with and without a terminal."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest

from quandary import game
from tests.cli.terminals import COMMAND, Terminal
from tests.tui.driving import skip_lessons

pytestmark = pytest.mark.process

PUZZLE = game("rush-hour").examples[1]


def test_on_a_terminal_the_menu_opens(tmp_path: Path) -> None:
    terminal = Terminal(tmp_path)
    terminal.wait_for("Rush Hour")
    terminal.wait_for("Records")
    terminal.type("q")
    assert terminal.end() == 0


def test_on_a_terminal_a_game_opens_and_is_saved(tmp_path: Path) -> None:
    skip_lessons(tmp_path)
    terminal = Terminal(tmp_path, "play", "rush-hour", PUZZLE)
    terminal.wait_for("Get the red car out")
    terminal.type("\x1b[C")
    terminal.wait_for("Moves +1")
    terminal.type("q")
    assert terminal.end() == 0
    assert len(list((tmp_path / "saves").iterdir())) == 1


def test_a_dumb_terminal_and_the_flag_get_the_player_by_lines(tmp_path: Path) -> None:
    for arguments, environment in ((["--plain"], {}), ([], {"TERM": "dumb"})):
        terminal = Terminal(tmp_path, "play", "rush-hour", PUZZLE, *arguments, environment=environment)
        terminal.wait_for("Type help")
        terminal.type("quit\n")
        assert terminal.end() == 0


def test_a_dumb_terminal_gets_the_help(tmp_path: Path) -> None:
    terminal = Terminal(tmp_path, environment={"TERM": "dumb"})
    terminal.wait_for("Commands")
    assert terminal.end() == 0


def test_in_a_pipe_the_help_is_printed() -> None:
    ran = subprocess.run(COMMAND, capture_output=True, text=True, stdin=subprocess.DEVNULL, check=False)
    assert ran.returncode == 0
    assert "Commands" in ran.stdout


def test_nobody_of_that_name_to_watch(tmp_path: Path) -> None:
    terminal = Terminal(tmp_path, "play", "rush-hour", PUZZLE, "--auto", "--strategy", "nobody")
    terminal.wait_for("error: .*nobody")
    assert terminal.end() == 2


def test_without_colour_no_colour_is_sent(tmp_path: Path) -> None:
    skip_lessons(tmp_path)
    terminal = Terminal(tmp_path, "play", "rush-hour", PUZZLE, environment={"NO_COLOR": "1"})
    terminal.wait_for("Get the red car out")
    terminal.type("q")
    assert terminal.end() == 0
    codes = {code for found in re.findall(r"\x1b\[([0-9;]*)m", terminal.seen) for code in found.split(";")}
    assert not codes & {"38", "48", *map(str, range(30, 38)), *map(str, range(40, 48)), *map(str, range(90, 108))}


def test_a_puzzle_of_many_characters_is_drawn_for_people(tmp_path: Path) -> None:
    terminal = Terminal(tmp_path, "generate", "circuit", "--seed", "1", "--level", "1")
    assert terminal.end() == 0
    assert "circuit:1#1" in terminal.seen
    assert '"answer"' not in terminal.seen


def test_a_check_shows_how_far_it_is_on_a_terminal_and_nothing_in_a_pipe(tmp_path: Path) -> None:
    proof = tmp_path / "proof-of-a-deal-that-cannot-be-won-whatever-is-played.txt"
    made = subprocess.run(
        [*COMMAND, "solve", "klondike", "klondike#50002", "--certificate", str(proof)], capture_output=True, check=True
    )
    assert made.returncode == 0
    terminal = Terminal(tmp_path, "check", str(proof))
    terminal.wait_for("accepted")
    assert terminal.end() == 0
    shown = re.findall(r"\r\x1b\[2K(checking [^\r]+)(?=\r)", terminal.seen)
    assert any(re.fullmatch(r"checking .*: [0-9]+ of 744 states …", line) for line in shown)
    assert max(map(len, shown)) < 80
    piped = subprocess.run([*COMMAND, "check", str(proof)], capture_output=True, text=True, check=True)
    assert piped.stderr == ""
    assert piped.stdout.count("\n") == 1
