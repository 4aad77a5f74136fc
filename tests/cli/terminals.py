"""Real processes that sit at a terminal, for tests that watch them, type, and interrupt."""

from __future__ import annotations

import contextlib
import fcntl
import os
import pty
import re
import select
import signal
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Mapping, Sequence
from pathlib import Path

COMMAND = [sys.executable, "-m", "quandary"]
# Long enough for a loaded machine; what is waited for comes much sooner.
PATIENCE = 60.0


class Terminal:
    """A process with a terminal of its own; `output` is a file for its results, as by `quandary … > file`."""

    def __init__(
        self,
        folder: Path,
        *arguments: str,
        output: Path | None = None,
        environment: Mapping[str, str] | None = None,
        command: Sequence[str] = COMMAND,
        inherited: Sequence[int] = (),
    ) -> None:
        env = {name: value for name, value in os.environ.items() if name not in ("NO_COLOR", "TERM")}
        env |= {"QUANDARY_DATA": str(folder), "TERM": "xterm-256color", **(environment or {})}
        self._master, slave = pty.openpty()
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
        with contextlib.ExitStack() as opened:
            stdout = slave if output is None else opened.enter_context(output.open("wb"))
            self.process = subprocess.Popen(
                [*command, *arguments],
                stdin=slave,
                stdout=stdout,
                stderr=slave,
                env=env,
                start_new_session=True,
                pass_fds=inherited,
            )
        os.close(slave)
        self.seen = ""

    def wait_for(self, pattern: str) -> None:
        """Reads until the pattern has come."""
        end = time.monotonic() + PATIENCE
        while not re.search(pattern, self.seen):
            assert time.monotonic() < end, f"{pattern!r} never came: {self.seen[-2000:]!r}"
            self.read()

    def read(self) -> None:
        """Takes what has been written; a terminal that nobody reads from holds the process up."""
        if select.select([self._master], [], [], 0.05)[0]:
            # On Linux, a terminal whose other end is closed gives an error instead of an end.
            with contextlib.suppress(OSError):
                self.seen += os.read(self._master, 65536).decode(errors="replace")

    def fileno(self) -> int:
        """Return the descriptor from which the output is read, for `select`."""
        return self._master

    def type(self, text: str) -> None:
        """Types on the keyboard."""
        os.write(self._master, text.encode())

    def resize(self, rows: int, columns: int) -> None:
        """Change the size of the terminal, and signal it to the process as a terminal does."""
        fcntl.ioctl(self._master, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
        self.process.send_signal(signal.SIGWINCH)

    def interrupt(self) -> int:
        """Ctrl-C, and what the process ends with."""
        self.process.send_signal(signal.SIGINT)
        return self.end()

    @property
    def flags(self) -> int:
        """How the terminal treats what is typed: whether it shows it, and waits for whole lines."""
        return int(termios.tcgetattr(self._master)[3])

    def close(self) -> None:
        """The terminal is gone, and says nothing."""
        os.close(self._master)

    def hang_up(self) -> None:
        """The terminal is gone, as when its window is closed, and says so."""
        self.close()
        self.process.send_signal(signal.SIGHUP)

    @property
    def lines(self) -> list[str]:
        """What is left to be read on the terminal, line by line: without colours, and what was written over."""
        text = re.sub(r"\x1b\[[0-9;?]*[A-Za-z]", "", self.seen)
        return [line.rpartition("\r")[2] for line in text.replace("\r\n", "\n").split("\n")]

    def end(self) -> int:
        """Waits for the process to end."""
        end = time.monotonic() + PATIENCE
        while self.process.poll() is None and time.monotonic() < end:
            self.read()
        self.read()
        self.process.kill()
        os.close(self._master)
        return self.process.wait()
