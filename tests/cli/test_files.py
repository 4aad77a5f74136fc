"""Whatever is asked for by name is written whole, and nothing is harmed that stands there."""

from __future__ import annotations

import os
import stat
import sys
import threading
from collections.abc import Callable
from pathlib import Path

import pytest

from quandary.core.errors import UsageError
from quandary.core.whole_file import WholeFile, write_whole
from tests.cli.conftest import Quandary
from tests.games.rush_hour.boards import EASY


def _orders(file: str) -> dict[str, tuple[str, ...]]:
    """Every command that writes a file, told to write this one."""
    made = ("--seed", "1", "--max-moves", "8")
    return {
        "export": ("export", "eval", "rush-hour", EASY, "--output", file),
        "generate": ("generate", "rush-hour", *made, "--out", file),
        "svg": ("show", "rush-hour", EASY, "--svg", file),
        "certificate": ("solve", "rush-hour", EASY, "--certificate", file),
    }


@pytest.fixture(params=sorted(_orders("")))
def write(request: pytest.FixtureRequest, quandary: Quandary) -> Callable[[Path], None]:
    """A command that writes the file it is given."""

    def run(file: Path) -> None:
        ran = quandary(*_orders(str(file))[request.param])
        assert ran.status == 0, ran.err

    return run


def test_a_link_stays_and_its_target_is_written(write: Callable[[Path], None], tmp_path: Path) -> None:
    target, link = tmp_path / "there" / "target.txt", tmp_path / "link.txt"
    target.parent.mkdir()
    target.write_text("old")
    link.symlink_to(target)
    write(link)
    assert link.is_symlink()
    assert target.read_text() not in ("", "old")
    assert os.listdir(target.parent) == ["target.txt"]
    assert os.listdir(tmp_path) in (["there", "link.txt"], ["link.txt", "there"])


@pytest.mark.skipif(sys.platform == "win32", reason="there are no such pipes")
def test_a_pipe_is_written_to_and_stays_one(write: Callable[[Path], None], tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    read: list[bytes] = []
    reader = threading.Thread(target=lambda: read.append(pipe.read_bytes()), daemon=True)
    reader.start()
    write(pipe)
    assert stat.S_ISFIFO(pipe.stat().st_mode)
    assert os.listdir(tmp_path) == ["pipe"]
    reader.join()
    assert read[0]


def test_a_file_keeps_its_rights(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text("old")
    file.chmod(0o640)
    write_whole(file, "new")
    assert (file.read_text(), stat.S_IMODE(file.stat().st_mode)) == ("new", 0o640)


def test_what_fails_leaves_everything_as_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(self: WholeFile, text: str | bytes) -> None:
        raise UsageError("full")

    file = tmp_path / "file"
    file.write_text("old")
    monkeypatch.setattr(WholeFile, "add", full)
    with pytest.raises(UsageError):
        write_whole(file, "new")
    assert (file.read_text(), os.listdir(tmp_path)) == ("old", ["file"])


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no such device")
def test_a_full_device_is_one_line(quandary: Quandary) -> None:
    for name, order in _orders("/dev/full").items():
        ran = quandary(*order)
        assert (ran.status, ran.err.count("error:")) == (2, 1), name
        assert "/dev/full: cannot be written: No space left on device" in ran.err


@pytest.mark.skipif(sys.platform == "win32" or os.geteuid() == 0, reason="nothing is protected from root")
def test_a_protected_file_is_not_replaced(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text("old")
    file.chmod(0o400)
    with pytest.raises(UsageError, match="Permission denied"):
        write_whole(file, "new")
    assert file.read_text() == "old"
