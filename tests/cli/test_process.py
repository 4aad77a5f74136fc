"""What only a real process shows: pipes, Ctrl-C, terminals."""

from __future__ import annotations

import json
import os
import pty
import signal
import subprocess
import time
from pathlib import Path

import pytest

from tests.cli.terminals import COMMAND, Terminal
from tests.games.rush_hour.boards import EASY, HUGE

HUGE_TEXT = HUGE.strip().replace("\n", "/")


def test_ctrl_c_ends_a_long_solve_at_once() -> None:
    process = subprocess.Popen([*COMMAND, "solve", "rush-hour", HUGE_TEXT, "--json"], stderr=subprocess.PIPE, text=True)
    time.sleep(1.5)
    sent = time.monotonic()
    process.send_signal(signal.SIGINT)
    _, error = process.communicate(timeout=10)
    assert process.returncode == 130
    assert error == "error: interrupted, 0 of 1 puzzles are done\n"
    assert time.monotonic() - sent < 2


def test_ctrl_c_in_a_batch_keeps_what_is_done(tmp_path: Path) -> None:
    pack = tmp_path / "pack.txt"
    pack.write_text(f"{EASY}\n{EASY}\n{HUGE_TEXT}\n{EASY}\n")
    process = subprocess.Popen(
        [*COMMAND, "solve", "rush-hour", str(pack), "--json"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    time.sleep(1.5)
    process.send_signal(signal.SIGINT)
    output, error = process.communicate(timeout=10)
    assert process.returncode == 130
    assert len(output.splitlines()) == 2
    assert error == "error: interrupted, 2 of 4 puzzles are done\n"


def test_results_go_to_their_file_while_a_bar_is_watched(tmp_path: Path) -> None:
    results = tmp_path / "results.jsonl"
    terminal = Terminal(tmp_path, "solve", "rush-hour", EASY, EASY, "--json", output=results)
    assert terminal.end() == 0
    assert [json.loads(line)["id"] for line in results.read_text().splitlines()] == ["1", "2"]
    assert "2/2" in terminal.seen


def test_a_reader_that_leaves_early_is_no_error(tmp_path: Path) -> None:
    pack = tmp_path / "pack.txt"
    pack.write_text(f"{EASY}\n" * 3000)
    command = f"{' '.join(COMMAND)} solve rush-hour {pack} | head -1"
    ran = subprocess.run(["bash", "-o", "pipefail", "-c", command], capture_output=True, text=True, check=False)
    assert (ran.returncode, ran.stderr) == (0, "")


@pytest.mark.parametrize(("variable", "coloured"), [("TERM", True), ("NO_COLOR", False)])
def test_colour_only_where_it_is_wanted(variable: str, coloured: bool) -> None:
    main, terminal = pty.openpty()
    environment = {**os.environ, variable: "xterm-256color"}
    subprocess.run([*COMMAND, "show", "rush-hour", EASY], stdout=terminal, env=environment, check=True)
    os.close(terminal)
    assert (b"\x1b[" in os.read(main, 100_000)) == coloured
    os.close(main)


def test_ctrl_c_in_a_benchmark_keeps_the_games_that_are_finished() -> None:
    process = subprocess.Popen(
        [*COMMAND, "lab", "bench", "exponentile", "--strategy", "first", "--games", "1000000", "--json"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    time.sleep(3)
    process.send_signal(signal.SIGINT)
    output, error = process.communicate(timeout=20)
    assert process.returncode == 130
    games = json.loads(output)["games"]
    assert 0 < games < 1_000_000
    assert error == f"error: interrupted, {games} of 1000000 games are done\n"


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "cp1252"])
def test_an_encoding_that_lacks_a_character_is_no_error(encoding: str) -> None:
    environment = {**os.environ, "PYTHONIOENCODING": encoding}
    ran = subprocess.run([*COMMAND, "show", "rush-hour", EASY], capture_output=True, env=environment, check=False)
    assert (ran.returncode, ran.stderr) == (0, b"")
    assert ran.stdout.decode(encoding).count("?") > 20
