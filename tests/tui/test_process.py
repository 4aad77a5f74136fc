"""The app at a real terminal: killed, hung up on, told to end. No game is lost, and no terminal left broken."""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import termios
import time
from collections.abc import Callable
from itertools import cycle
from pathlib import Path
from typing import Any

import pytest

from quandary import Session, game, names
from tests.cli.terminals import PATIENCE, Terminal
from tests.tui.driving import skip_lessons

pytestmark = pytest.mark.process

ARROWS = {(0, -1): "\x1b[D", (0, 1): "\x1b[C", (-1, 0): "\x1b[A", (1, 0): "\x1b[B"}
MOVES = 5
Playing = Session[Any, Any]


def _rush_hour(session: Playing) -> str:
    """Slides by one cell, each of another vehicle than the last, for two of one in a row are one move."""
    keys, last = "", None
    for _ in range(MOVES):
        legal = session.game.moves(session.position)
        move = next(move for move in legal if move.vehicle != last and abs(move.cells) == 1)
        is_level = move.vehicle * 2 in session.position.cells
        keys += move.vehicle + ARROWS[(0, move.cells) if is_level else (move.cells, 0)]
        session.play(move)
        last = move.vehicle
    return keys


def _circuit(session: Playing) -> str:
    """Answers, typed."""
    line = session.advisor.advise(session.position).line or ()
    board = session.position.board
    for move in line[:MOVES]:
        session.play(move)
    return "".join(f"{board.tiles[cell].answer}\r" for cell in session.position.walked[:MOVES])


def _exponentile(session: Playing) -> str:
    """The cursor goes to a tile, takes it, and an arrow swaps it."""
    keys, (row, column) = "", (session.position.height // 2, session.position.width // 2)
    for _ in range(MOVES):
        move = session.game.moves(session.position)[0]
        down, right = move.source[0] - row, move.source[1] - column
        keys += ARROWS[(1 if down > 0 else -1, 0)] * abs(down) + ARROWS[(0, 1 if right > 0 else -1)] * abs(right)
        keys += "\r" + ARROWS[(move.target[0] - move.source[0], move.target[1] - move.source[1])]
        row, column = move.target
        session.play(move)
    return keys


def _klondike(session: Playing) -> str:
    """The stock, card by card."""
    for _ in range(MOVES):
        session.play("D")
    return "d" * MOVES


def _sokoban(session: Playing) -> str:
    """To and fro."""
    for step in "rlrlr"[:MOVES]:
        session.play(step)
    return (ARROWS[0, 1] + ARROWS[0, -1]) * (MOVES // 2) + ARROWS[0, 1]


HANDS: dict[str, tuple[str, Callable[[Playing], str]]] = {
    "circuit": ("circuit:5#42", _circuit),
    "exponentile": ("exponentile#42", _exponentile),
    "klondike": ("klondike#11", _klondike),
    "rush-hour": (game("rush-hour").examples[1], _rush_hour),
    "sokoban": (game("sokoban").examples[1], _sokoban),
}


def _wait_for_save(terminal: Terminal, folder: Path, moves: int = MOVES) -> Playing:
    """Waits until the game is on the disk with all its moves."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        terminal.read()
        for file in (folder / "saves").glob("*.json") if (folder / "saves").exists() else ():
            text = file.read_text(encoding="utf-8")
            if len(json.loads(text)["moves"]) == moves:
                return Session.load(text)
    raise AssertionError(f"never saved: {terminal.seen[-2000:]!r}")


def _open(folder: Path, name: str) -> Terminal:
    skip_lessons(folder)
    return Terminal(folder, "play", name, HANDS[name][0])


def _play(folder: Path, name: str) -> tuple[Terminal, Playing]:
    """A game in which five moves were made, all keys in one burst; and the game as it should stand."""
    puzzle, hand = HANDS[name]
    expected: Playing = Session.start(name, puzzle)
    keys = hand(expected)
    terminal = _open(folder, name)
    terminal.wait_for("Moves +0")
    terminal.type(keys)
    return terminal, expected


@pytest.mark.parametrize("name", names())
def test_a_game_that_was_killed_goes_on_where_it_was(name: str, tmp_path: Path) -> None:
    terminal, expected = _play(tmp_path, name)
    saved = _wait_for_save(terminal, tmp_path)
    assert saved.position == expected.position
    terminal.process.send_signal(signal.SIGKILL)
    assert terminal.end() == -signal.SIGKILL

    again = _open(tmp_path, name)
    again.wait_for("Back after 5")
    again.type("u")
    undone = _wait_for_save(again, tmp_path, MOVES - 1)
    assert undone.history == expected.history[:-1]
    again.type("q")
    assert again.end() == 0


@pytest.mark.parametrize(("name", "number"), list(zip(names(), cycle([signal.SIGTERM, signal.SIGHUP]), strict=False)))
def test_a_signal_saves_the_game_and_leaves_the_terminal_as_it_was(
    name: str, number: signal.Signals, tmp_path: Path
) -> None:
    terminal, expected = _play(tmp_path, name)
    _wait_for_save(terminal, tmp_path)
    assert not terminal.flags & (termios.ECHO | termios.ICANON)
    terminal.process.send_signal(number)
    terminal.wait_for(r"\?1049l")
    terminal.process.wait(PATIENCE)
    assert terminal.flags & termios.ECHO
    assert terminal.flags & termios.ICANON
    assert terminal.end() == 128 + number
    for mode in ("?1000l", "?25h"):
        assert mode in terminal.seen
    assert Session.load(_only_save(tmp_path)).position == expected.position


def test_a_terminal_that_is_gone_ends_the_process_and_the_game_is_there(tmp_path: Path) -> None:
    terminal, expected = _play(tmp_path, "klondike")
    _wait_for_save(terminal, tmp_path)
    terminal.hang_up()
    assert terminal.process.wait(PATIENCE) != 0
    assert Session.load(_only_save(tmp_path)).position == expected.position


def test_a_terminal_that_goes_without_a_word_ends_the_process(tmp_path: Path) -> None:
    """A process in a session of its own hears no signal when its terminal is closed."""
    terminal, expected = _play(tmp_path, "sokoban")
    _wait_for_save(terminal, tmp_path)
    terminal.close()
    assert terminal.process.wait(PATIENCE) == 128 + signal.SIGHUP
    assert Session.load(_only_save(tmp_path)).position == expected.position


def _only_save(folder: Path) -> str:
    (file,) = (folder / "saves").glob("*.json")
    return file.read_text(encoding="utf-8")


# In which method of the board an error is, when, and how many moves were made by then.
_BREAKS = {"press": ("arguments[0] == 'b'", 2), "frames": ("True", 1), "paint": ("True", 0)}
_BROKEN = """

_original = GameBoard.{place}


def _broken(self, *arguments):
    if {condition}:
        raise ValueError("the board\\nis broken")
    return _original(self, *arguments)


GameBoard.{place} = _broken
"""


@pytest.mark.parametrize("place", list(_BREAKS))
def test_a_crash_says_one_line_and_the_game_goes_on(place: str, lanterns: Path, tmp_path: Path) -> None:
    """A board with an error in it, from another package, makes the app fail in different places."""
    condition, moves = _BREAKS[place]
    broken = tmp_path / "broken"
    shutil.copytree(lanterns, broken)
    with (broken / "quandary_lanterns" / "terminal.py").open("a", encoding="utf-8") as file:
        file.write(_BROKEN.format(place=place, condition=condition))
    data = tmp_path / "crashed"
    data.mkdir()
    (data / "preferences.json").write_text(json.dumps({"lessons": ["lanterns"]}), encoding="utf-8")

    def start(folder: Path) -> Terminal:
        path = os.pathsep.join([str(folder), os.environ.get("PYTHONPATH", "")])
        return Terminal(data, "play", "lanterns", "*.*/.../*.*", environment={"PYTHONPATH": path})

    terminal = start(broken)
    if place != "paint":
        terminal.wait_for("Moves +0")
        terminal.type("\r\x1b[C\x1b[C\x1b[C\r" + "b")
    assert terminal.end() == 1
    told = terminal.seen.rpartition("?1049l")[2]
    lines = [line for line in re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", told).splitlines() if line.strip()]
    assert len(lines) == 1
    assert lines[0].startswith("error: internal: the terminal app failed: ValueError: the board is broken; ")
    (report,) = (data / "crashes").iterdir()
    assert str(report) in lines[0]
    assert "Traceback" in report.read_text()
    if moves:
        assert len(json.loads(_only_save(data))["moves"]) == moves

    again = start(lanterns)
    again.wait_for(f"Back after {moves}" if moves else "Moves +0")
    again.type("q")
    assert again.end() == 0
