"""Observations, and the recordings that they are compared with."""

from __future__ import annotations

import contextlib
import hashlib
import io
import json
import os
import re
import sys
from collections.abc import Callable, Iterable, Mapping
from importlib.metadata import entry_points
from pathlib import Path
from typing import Any, NamedTuple
from unittest.mock import patch

RECORDINGS = Path(__file__).parent / "recordings"
FILES = Path(__file__).parent / "files"

TIMES = {
    *("seconds", "cpu_seconds", "wall_seconds", "mean_seconds", "mean_cpu_seconds", "time_ratio"),
    *("started", "ended", "at", "created", "code", "machine", "versions", "peak_memory"),
}
WORDS = {"illegal", "problem", "remarks", "sentence", "summary", "title"}
LEFT_OUT = TIMES | WORDS
"""Fields that differ from run to run or from machine to machine, and sentences for people."""

PLACE = re.compile(r"\b(?:line|puzzle|row|cell|move|word) [0-9]+|\br[0-9]+c[0-9]+")

LONGEST = 2000
"""Longer texts are recorded as their hash."""


class Case(NamedTuple):
    """One observation by its name; it gets an empty folder."""

    name: str
    observe: Callable[[Path], Any]


class Ran(NamedTuple):
    """What a command left behind."""

    status: int
    out: str
    err: str


def command(folder: Path, *arguments: str, stdin: str = "") -> Ran:
    """Run the installed command `quandary` in a folder, in this process."""
    (entry,) = entry_points(group="console_scripts", name="quandary")
    out, err = io.TextIOWrapper(io.BytesIO(), "utf-8"), io.TextIOWrapper(io.BytesIO(), "utf-8")
    given = io.TextIOWrapper(io.BytesIO(stdin.encode()), "utf-8")
    before = Path.cwd()
    environment = {"QUANDARY_DATA": str(folder / "data"), "XDG_DATA_HOME": str(folder / "data"), "COLUMNS": "80"}
    with (
        patch.object(sys, "argv", ["quandary", *arguments]),
        patch.object(sys, "stdin", given),
        patch.dict(os.environ, environment),
        contextlib.redirect_stdout(out),
        contextlib.redirect_stderr(err),
    ):
        os.chdir(folder)
        try:
            entry.load()()
            status = 0
        except SystemExit as end:
            status = int(end.code or 0)
        finally:
            os.chdir(before)
            out.flush()
            err.flush()
    return Ran(status, content_of(out), content_of(err))


def content_of(stream: io.TextIOWrapper) -> str:
    """Return what was written to a stream."""
    buffer = stream.buffer
    assert isinstance(buffer, io.BytesIO)
    return buffer.getvalue().decode()


def data(ran: Ran) -> Any:
    """Return the status of a command, its output as data, and the places that its errors name."""
    errors = [PLACE.findall(line) for line in ran.err.splitlines() if "error: " in line]
    assert "Traceback" not in ran.err, ran.err
    return {
        "status": ran.status,
        "output": [stable(json_or_text(line)) for line in ran.out.splitlines()],
        "errors": errors,
    }


def status(ran: Ran) -> Any:
    """Return the status of a command whose output is for people."""
    return {"status": ran.status, "errors": data(ran)["errors"], "silent": not ran.out}


def json_or_text(line: str) -> Any:
    """Return the object of a JSON line, or any other line itself."""
    try:
        return json.loads(line)
    except ValueError:
        return line


def stable(value: Any) -> Any:
    """Return a value without what changes from run to run; long texts and lists as their hash."""
    if isinstance(value, Mapping):
        return {key: stable(inner) for key, inner in value.items() if key not in LEFT_OUT}
    if isinstance(value, str):
        return value if len(value) <= LONGEST else digest(value)
    if isinstance(value, Iterable):
        values = [stable(inner) for inner in value]
        text = json.dumps(values)
        return values if len(text) <= LONGEST else digest(text)
    return value


def digest(content: str | bytes) -> str:
    """Return the SHA-256 of a text, marked as such."""
    return f"sha256:{hashlib.sha256(content.encode() if isinstance(content, str) else content).hexdigest()}"


def read_recording(area: str) -> dict[str, Any]:
    """Return the recorded observations of an area by name."""
    path = RECORDINGS / f"{area}.json"
    recorded: dict[str, Any] = json.loads(path.read_text("utf-8")) if path.exists() else {}
    return recorded


def write_recording(area: str, observations: Mapping[str, Any]) -> None:
    """Replace the recorded observations of an area, one line each."""
    lines = (f"{json.dumps(name)}: {json.dumps(seen, ensure_ascii=False)}" for name, seen in observations.items())
    RECORDINGS.mkdir(exist_ok=True)
    (RECORDINGS / f"{area}.json").write_text("{\n" + ",\n".join(lines) + "\n}\n", "utf-8")
