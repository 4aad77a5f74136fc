"""The line between a driver and its worker process: a pipe whose far end the worker inherits.

What a process can inherit differs: a file descriptor, or on Windows a handle.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Sequence
from multiprocessing.connection import Pipe

if sys.platform == "win32":
    import os
    from multiprocessing.connection import PipeConnection as Connection
else:
    from multiprocessing.connection import Connection

__all__ = ["Connection", "inherited_end", "start"]


def start(command: Sequence[str]) -> tuple[subprocess.Popen[bytes], Connection]:
    """Starts a process with the name of its end as its last argument; the process, and our end."""
    ours, theirs = Pipe()
    # What a strategy prints is a message, never a result.
    printed = sys.__stderr__.fileno() if sys.__stderr__ is not None else subprocess.DEVNULL
    # Ours alone may stay open here: the line ends when the process does.
    with theirs:
        end = theirs.fileno()
        arguments = [*command, str(end)]
        if sys.platform == "win32":
            os.set_handle_inheritable(end, True)
            inherited = subprocess.STARTUPINFO(lpAttributeList={"handle_list": [end]})
            process = subprocess.Popen(arguments, stdin=subprocess.DEVNULL, stdout=printed, startupinfo=inherited)
        else:
            process = subprocess.Popen(arguments, stdin=subprocess.DEVNULL, stdout=printed, pass_fds=[end])
    return process, ours


def inherited_end(name: str) -> Connection:
    """The worker's end of the line."""
    return Connection(int(name))
