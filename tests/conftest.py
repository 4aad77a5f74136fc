"""What holds for all tests."""

from __future__ import annotations

import signal
import sys

import pytest

# They send signals, or sit at a terminal, as only POSIX systems know them.
collect_ignore = (
    ["cli/test_process.py", "cli/test_terminal.py", "lab/test_kill.py", "web/test_serve.py"]
    if sys.platform == "win32"
    else []
)


def pytest_itemcollected(item: pytest.Item) -> None:
    """Marks what drives a browser: whatever asks for one."""
    if "browser" in getattr(item, "fixturenames", ()):
        item.add_marker("browser")


# A run that a shell starts in the background inherits an ignored Ctrl-C, and its children would never hear theirs.
signal.signal(signal.SIGINT, signal.default_int_handler)
