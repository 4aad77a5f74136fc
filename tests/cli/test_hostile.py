"""Command lines that nobody should write: each is refused in one line, with status 2, and nothing is touched.

The table is made of what every command takes, so that a new game or command is tried as well.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from quandary.cli.output import MOST_TOLD
from quandary.core.registry import names
from tests.cli.conftest import Quandary, Ran
from tests.games.rush_hour.boards import EASY

HUGE = "9" * 30
GAMES = names()
SOLVED = [name for name in GAMES if name != "exponentile"]
# Files that every command line finds where it runs.
FILES = {
    "binary.bin": bytes(range(256)) * 8,
    "empty.txt": b"",
    "blank.txt": b"\n\n   \n",
    "nul.txt": b"\0" * 1000,
    "deep.json": b"[" * 100_000,
    "object.json": b"{}",
    "not-utf8.txt": b"\xff\xfe\xfa" * 50,
    "good.txt": EASY.encode() + b"\n",
    "long-line.txt": b"." * 1_000_000,
    "huge-level.txt": (b"#" * 2000 + b"\n") * 2000,
    "dots.txt": (b"." * 2000 + b"\n") * 2000,
    "lab.sqlite": b"this is no database",
    "records.jsonl": b'{"id": 1}\n[]\n"text"\n{"id": NaN}\n',
}
NO_NUMBER = ("nan", "x", "", "1e3x", "--")
Line = tuple[str, ...]
# The table is tried in so many tests, for a finger to point with.
PARTS = 20


def _of_every_command() -> Iterator[Line]:
    yield from [("nonsense",), ("--nonsense",), ("solv",), ("",), ("\0",), ("lab",), ("lab", "nonsense"), ("export",)]
    for command in ("solve", "generate", "validate", "show", "verify", "play"):
        yield (command, "no-such-game")
        yield (command, "")
        yield (command, "rush_hour")
        yield (command, "rush-hour", "--no-such-flag")
    for command in ("validate", "verify", "check", "serve", "bench", "completion"):
        yield (command, "--no-such-flag")
    yield from [("check",), ("verify",), ("validate",), ("completion",), ("completion", "cmd"), ("export", "eval")]


def _of_every_game() -> Iterator[Line]:
    for name in SOLVED:
        for bad in ("nonsense", "", "-", "\ud800", f"{name}#", f"{name}#{HUGE}", f"{name}:nonsense#1", f"{name}#-1"):
            yield ("solve", name, bad)
        yield ("solve", name)
        yield ("solve", name, f"{name}#1", "--seed", "2")
        for flag, values in {
            "--time": ("nan", "-1", "x", "-inf"),
            "--nodes": (HUGE, "-1", "1.5", "nan"),
            "--memory": ("", "x", "-1", "1X", "nan"),
            "--jobs": ("0", HUGE, "x"),
            "--metric": ("nonsense", ""),
            "--strategy": ("nonsense", ""),
            "--option": ("nonsense", "a=b", "=", ""),
        }.items():
            for value in values:
                yield ("solve", name, f"{name}#1", flag, value)
        yield ("verify", name, f"{name}#1", "x", "--optimum", "-1")
        yield ("verify", name, f"{name}#1", "x", "--time", "nan")
        yield ("verify", name, "nonsense", "x")
        yield ("verify", name, f"{name}#1")
    for name in GAMES:
        for file in FILES:
            if not (name == "rush-hour" and file == "good.txt"):
                yield ("validate", name, file)
        yield ("validate", name, "no-such-file")
        yield ("validate", name, "no-such-file.txt")
        yield ("validate", name, ".")
        yield ("show", name, "no-such-file.txt")
        yield ("show", name, f"{name}#1", "--seed", "2")
        yield ("show", name, f"{name}#1", "--svg", "no/such/folder.svg")
        yield ("show", name, f"{name}#1", "--svg", ".")
        yield ("show", name, f"{name}#1", "--html", "film.html")
        yield ("show", name, f"{name}#1", "--solution", "nonsense nonsense")
        yield ("play", name, "nonsense")
        yield ("generate", name, "--count", "-1")
        yield ("generate", name, "--count", HUGE)
        yield ("generate", name, "--seed", HUGE)
        yield ("generate", name, "--seed", "-1")
        yield ("generate", name, "--time", "nan")
        yield ("generate", name, "--jobs", "0")
        yield ("export", "eval", name, "--count", "-1")
        yield ("export", "eval", name, "nonsense", "--output", "set.jsonl")
        yield ("export", "eval", name, f"{name}#1", "--seed", "3")
        yield ("lab", "run", name, "--corpus", f"{name}#1..100000000000", "--db", "new.sqlite")
        yield ("lab", "run", name, "--corpus", f"{name}#2..1", "--db", "new.sqlite")
        yield ("lab", "run", name, "--corpus", "no-such-corpus", "--db", "new.sqlite")
        yield ("lab", "run", name, "--corpus", f"{name}#1..2", "--strategy", "nonsense", "--db", "new.sqlite")
        yield ("lab", "run", name, "--corpus", f"{name}#1..2", "--time", "nan", "--db", "new.sqlite")


def _of_settings() -> Iterator[Line]:
    numbers = {
        "rush-hour": ("min-moves", "max-moves", "walls", "effort"),
        "sokoban": ("width", "height", "boxes", "min-pushes", "max-pushes", "min-detour", "effort"),
        "circuit": ("rows", "cols", "add-sub-range", "mult-div-range", "connector-min", "seconds-per-step"),
        "exponentile": ("width", "height"),
        "klondike": ("redeals",),
    }
    for name, flags in numbers.items():
        for flag in flags:
            for value in (HUGE, f"-{HUGE}", *NO_NUMBER):
                yield ("generate", name, "--seed", "1", f"--{flag}", value)
    for size in ("0x0", "6", "99x99", "-1x6", "6x", "x", f"{HUGE}x{HUGE}"):
        yield ("generate", "rush-hour", "--size", size)
    for value in ("1000000000", HUGE, "0", "-1"):
        yield ("generate", "circuit", "--versions", value, "--pdf", "sheet.pdf")
    for value in ("", "?", "+?", "%"):
        yield ("generate", "circuit", "--seed", "1", "--operations", value)
    for value in ("1", "a,b,c,d", "0,0,0,0", f"{HUGE},1,1,1", "-1,1,1,1"):
        yield ("generate", "circuit", "--seed", "1", "--weights", value)
    yield ("solve", "klondike", "klondike#1", "--draw", "0")
    yield ("solve", "klondike", "klondike#1", "--draw", HUGE)
    yield ("solve", "klondike", "klondike#1", "--redeals", f"-{HUGE}")
    yield ("solve", "exponentile", "exponentile#1")
    yield ("verify", "exponentile", "exponentile#1", "x", "--target", HUGE)
    for flag in ("--games", "--moves", "--limit", "--seed", "--jobs"):
        yield ("lab", "bench", "exponentile", flag, "-1")
    yield ("lab", "bench", "exponentile", "--strategy", "nonsense")
    yield ("lab", "bench", "rush-hour")
    yield ("lab", "train", "exponentile", "good.txt")
    yield ("lab", "train", "exponentile", "good.txt/inside")
    yield ("lab", "train", "exponentile", "folder", "--rate", "nan")
    yield ("lab", "train", "rush-hour", "folder")


def _of_the_others() -> Iterator[Line]:
    for command in (("resume", "1"), ("list",), ("compare", "1", "2"), ("note", "1", "x"), ("export", "1")):
        yield ("lab", *command, "--db", "lab.sqlite")
        yield ("lab", *command, "--db", "no-such.sqlite")
        yield ("lab", *command, "--db", ".")
    for run in (HUGE, "-1", "0", "x", "1.5"):
        yield ("lab", "export", run, "--db", "no-such.sqlite")
    yield ("lab", "report", "--db", "no-such.sqlite", "--html", "x.html")
    yield ("lab", "report", HUGE, "--db", "no-such.sqlite", "--html", "x.html")
    yield ("lab", "merge", "no-such.sqlite", "--db", "other.sqlite")
    yield ("lab", "merge", "binary.bin", "--db", "other.sqlite")
    for file in FILES:
        yield ("check", file)
        yield ("verify", "--set", file, "--answers", file)
    yield ("check", "no-such-file")
    yield ("verify", "--set", "no-such-file", "--answers", "good.txt")
    yield ("verify", "--set", "good.txt")
    yield ("bench", "no-such-game")
    yield ("bench", "rush-hour", "--data", "no-such-folder")
    yield ("bench", "rush-hour", "--baseline", "no-such-file.cpp")
    yield ("serve", "--port", "70000")
    yield ("serve", "--time", "nan")
    yield ("serve", "--memory", "x")


LINES = list(dict.fromkeys([*_of_every_command(), *_of_every_game(), *_of_settings(), *_of_the_others()]))


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with files to trip over."""
    for name, content in FILES.items():
        (tmp_path / name).write_bytes(content)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def _content(folder: Path) -> dict[str, bytes]:
    return {str(file.relative_to(folder)): file.read_bytes() for file in folder.rglob("*") if file.is_file()}


def test_the_table_is_long() -> None:
    assert len(LINES) >= 300


@pytest.mark.slow
@pytest.mark.parametrize("part", range(PARTS))
def test_what_nobody_should_write_is_one_line(quandary: Quandary, folder: Path, part: int) -> None:
    wrong = []
    for line in LINES[part::PARTS]:
        ran = quandary(*line)
        problem = _problem(line, ran)
        if problem:
            wrong.append(f"{line}: {problem}: {ran.err[:300]}")
        assert _content(folder) == FILES, line
    assert not wrong, "\n".join(wrong)


def _problem(line: Line, ran: Ran) -> str | None:
    """What is wrong with how a line was refused."""
    told = [text for text in ran.err.splitlines() if not text.startswith(("seed: ", "remark: "))]
    if told and "puzzles checked, " in told[-1]:
        told.pop()
    # A file may hold many bad puzzles: some of them are told, and the rest counted.
    most = MOST_TOLD + 1 if line[0] in ("validate", "verify") else 1
    if ran.status != 2:
        return f"status {ran.status}"
    if not 1 <= len(told) <= most or not all(text.startswith("error: ") for text in told):
        return "not one line"
    return "our fault" if "internal" in ran.err else None


def test_two_million_bad_lines_are_twenty_and_a_count(quandary: Quandary, tmp_path: Path) -> None:
    file = tmp_path / "bad.txt"
    file.write_text("no board\n" * 20_000)
    ran = quandary("solve", "rush-hour", str(file))
    lines = ran.err.splitlines()
    assert (ran.status, len(lines)) == (2, MOST_TOLD + 1)
    assert lines[-1] == "error: and 19,980 more like these"
