"""When the app opens and when it does not, in real processes with and without a terminal."""

from __future__ import annotations

import contextlib
import fcntl
import os
import pty
import re
import select
import struct
import subprocess
import sys
import termios
import time
from pathlib import Path

from quandary import game

COMMAND = [sys.executable, "-m", "quandary"]
PUZZLE = game("rush-hour").examples[1]
# Long enough for a loaded machine; what is waited for comes much sooner.
PATIENCE = 60.0


class Terminal:
    """A process with a terminal of its own."""

    def __init__(self, folder: Path, *arguments: str, **environment: str) -> None:
        env = {name: value for name, value in os.environ.items() if name not in ("NO_COLOR", "TERM")}
        env |= {"QUANDARY_DATA": str(folder), "TERM": "xterm-256color", **environment}
        self._master, slave = pty.openpty()
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
        self.process = subprocess.Popen(
            [*COMMAND, *arguments], stdin=slave, stdout=slave, stderr=slave, env=env, start_new_session=True
        )
        os.close(slave)
        self.seen = ""

    def wait_for(self, pattern: str) -> None:
        """Reads until the pattern has come."""
        end = time.monotonic() + PATIENCE
        while not re.search(pattern, self.seen):
            assert time.monotonic() < end, f"{pattern!r} never came: {self.seen[-2000:]!r}"
            self._read()

    def _read(self) -> None:
        """Takes what has been written; a terminal that nobody reads from holds the process up."""
        if select.select([self._master], [], [], 0.05)[0]:
            # On Linux, a terminal whose other end is closed gives an error instead of an end.
            with contextlib.suppress(OSError):
                self.seen += os.read(self._master, 65536).decode(errors="replace")

    def type(self, text: str) -> None:
        """Types on the keyboard."""
        os.write(self._master, text.encode())

    def end(self) -> int:
        """Waits for the process to end."""
        end = time.monotonic() + PATIENCE
        while self.process.poll() is None and time.monotonic() < end:
            self._read()
        self._read()
        self.process.kill()
        os.close(self._master)
        return self.process.wait()


def test_on_a_terminal_the_menu_opens(tmp_path: Path) -> None:
    terminal = Terminal(tmp_path)
    terminal.wait_for("Rush Hour")
    terminal.wait_for("Records")
    terminal.type("q")
    assert terminal.end() == 0


def test_on_a_terminal_a_game_opens_and_is_saved(tmp_path: Path) -> None:
    terminal = Terminal(tmp_path, "play", "rush-hour", PUZZLE)
    terminal.wait_for("Get the red car out")
    terminal.type("\x1b[C")
    terminal.wait_for("Moves +1")
    terminal.type("q")
    assert terminal.end() == 0
    assert len(list((tmp_path / "saves").iterdir())) == 1


def test_a_dumb_terminal_and_the_flag_get_the_player_by_lines(tmp_path: Path) -> None:
    for arguments, environment in ((["--plain"], {}), ([], {"TERM": "dumb"})):
        terminal = Terminal(tmp_path, "play", "rush-hour", PUZZLE, *arguments, **environment)
        terminal.wait_for("Type help")
        terminal.type("quit\n")
        assert terminal.end() == 0


def test_a_dumb_terminal_gets_the_help(tmp_path: Path) -> None:
    terminal = Terminal(tmp_path, TERM="dumb")
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
    terminal = Terminal(tmp_path, "play", "rush-hour", PUZZLE, NO_COLOR="1")
    terminal.wait_for("Get the red car out")
    terminal.type("q")
    assert terminal.end() == 0
    codes = {code for found in re.findall(r"\x1b\[([0-9;]*)m", terminal.seen) for code in found.split(";")}
    assert not codes & {"38", "48", *map(str, range(30, 38)), *map(str, range(40, 48)), *map(str, range(90, 108))}
