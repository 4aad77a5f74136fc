"""Runs the command line as a user would, in this process."""

from __future__ import annotations

import io
from collections.abc import Callable
from dataclasses import dataclass

import pytest

from quandary.cli.main import run


@dataclass
class Ran:
    """What a command left behind."""

    status: int
    out: str
    err: str


Quandary = Callable[..., Ran]


@pytest.fixture
def quandary(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Quandary:
    """`quandary("solve", "rush-hour", …, stdin="…")`."""

    def command(*arguments: str, stdin: str | bytes = "") -> Ran:
        content = stdin.encode() if isinstance(stdin, str) else stdin
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(content), encoding="utf-8"))
        capsys.readouterr()
        status = run(list(arguments))
        captured = capsys.readouterr()
        return Ran(status, captured.out, captured.err)

    return command
