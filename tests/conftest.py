"""What holds for all tests."""

from __future__ import annotations

import signal
import subprocess
import sys
from pathlib import Path

import pytest

EXAMPLE = Path(__file__).parent.parent / "examples" / "quandary-lanterns"

# They send signals, or sit at a terminal, as only POSIX systems know them.
collect_ignore = (
    [
        "cli/test_process.py",
        "cli/test_terminal.py",
        "lab/test_kill.py",
        "tui/test_process.py",
        "tui/test_storm.py",
        "web/test_serve.py",
    ]
    if sys.platform == "win32"
    else []
)


def pytest_itemcollected(item: pytest.Item) -> None:
    """Marks what drives a browser: whatever asks for one."""
    if "browser" in getattr(item, "fixturenames", ()):
        item.add_marker("browser")


# A run that a shell starts in the background inherits an ignored Ctrl-C, and its children would never hear theirs.
signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture(scope="session")
def lanterns(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder where pip has installed the example of a game in a package of its own."""
    folder = tmp_path_factory.mktemp("installed")
    order = [
        "install",
        "--quiet",
        "--no-index",
        "--no-deps",
        "--no-build-isolation",
        "--target",
        str(folder),
        str(EXAMPLE),
    ]
    subprocess.run([sys.executable, "-m", "pip", *order], check=True)
    return folder
