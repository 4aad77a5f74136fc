"""What only a real process shows: pipes, Ctrl-C, terminals."""

from __future__ import annotations

import json
import os
import pty
import re
import resource
import signal
import subprocess
from pathlib import Path

import pytest

from tests.cli.terminals import COMMAND, Terminal
from tests.games.rush_hour.boards import EASY, HUGE

pytestmark = pytest.mark.process

HUGE_TEXT = HUGE.strip().replace("\n", "/")


def test_ctrl_c_ends_a_long_solve(tmp_path: Path) -> None:
    results = tmp_path / "results.jsonl"
    terminal = Terminal(tmp_path, "solve", "rush-hour", HUGE_TEXT, "--json", output=results)
    terminal.wait_for("positions, depth")
    assert terminal.interrupt() == 130
    assert "error: interrupted, 0 of 1 puzzles are done" in terminal.lines
    assert results.read_text() == ""


def test_ctrl_c_in_a_batch_keeps_what_is_done(tmp_path: Path) -> None:
    pack, results = tmp_path / "pack.txt", tmp_path / "results.jsonl"
    pack.write_text(f"{EASY}\n{EASY}\n{HUGE_TEXT}\n{EASY}\n")
    terminal = Terminal(tmp_path, "solve", "rush-hour", str(pack), "--json", output=results)
    terminal.wait_for("2/4")
    assert terminal.interrupt() == 130
    assert len(results.read_text().splitlines()) == 2
    assert "error: interrupted, 2 of 4 puzzles are done" in terminal.lines


def test_ctrl_c_ends_searches_on_threads(tmp_path: Path) -> None:
    order = ("solve", "rush-hour", HUGE_TEXT, HUGE_TEXT, "--strategy", "reference", "--jobs", "2")
    terminal = Terminal(tmp_path, *order)
    terminal.wait_for("0/2")
    assert terminal.interrupt() == 130
    assert "error: interrupted, 0 of 2 puzzles are done" in terminal.lines


def test_ctrl_c_while_the_command_is_loaded_shows_nothing(tmp_path: Path) -> None:
    hook = """
import os, signal, sys
class Finder:
    def find_spec(self, name, path=None, target=None):
        if name == "click":
            os.kill(os.getpid(), signal.SIGINT)
sys.meta_path.insert(0, Finder())
"""
    (tmp_path / "sitecustomize.py").write_text(hook)
    places = os.pathsep.join([str(tmp_path), os.environ.get("PYTHONPATH", "")])
    ran = subprocess.run(
        [*COMMAND, "games"], env={**os.environ, "PYTHONPATH": places}, capture_output=True, text=True, check=False
    )
    assert (ran.returncode, ran.stdout, ran.stderr) == (-signal.SIGINT, "", "")


def test_results_go_to_their_file_while_a_bar_is_watched(tmp_path: Path) -> None:
    results = tmp_path / "results.jsonl"
    terminal = Terminal(tmp_path, "solve", "rush-hour", EASY, EASY, "--json", output=results)
    assert terminal.end() == 0
    assert [json.loads(line)["id"] for line in results.read_text().splitlines()] == ["1", "2"]
    assert "2/2" in terminal.seen


def test_ctrl_c_keeps_the_certificates_that_are_done(tmp_path: Path) -> None:
    file, part = tmp_path / "proof.txt", tmp_path / "proof.txt.part"
    terminal = Terminal(tmp_path, "solve", "rush-hour", EASY, HUGE_TEXT, "--certificate", str(file))
    terminal.wait_for("1/2")
    assert terminal.interrupt() == 130
    assert f"error: interrupted, 1 of 2 puzzles are done and kept in {part}" in terminal.lines
    checked = subprocess.run([*COMMAND, "check", str(part)], capture_output=True, text=True, check=True)
    assert ": accepted: " in checked.stdout
    assert not file.exists()


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


def test_ctrl_c_in_a_benchmark_keeps_the_games_that_are_finished(tmp_path: Path) -> None:
    results = tmp_path / "results.json"
    order = ("lab", "bench", "exponentile", "--strategy", "first", "--games", "1000000", "--json")
    terminal = Terminal(tmp_path, *order, output=results)
    terminal.wait_for("[1-9][0-9]*/1000000")
    assert terminal.interrupt() == 130
    games = json.loads(results.read_text())["games"]
    assert 0 < games < 1_000_000
    assert f"error: interrupted, {games} of 1000000 games are done" in terminal.lines


def test_a_run_of_the_lab_tells_its_rate_and_the_time_left_in_80_columns(tmp_path: Path) -> None:
    db = str(tmp_path / "results.sqlite")
    run = ("lab", "run", "klondike", "--corpus", "klondike#1..1000000", "--nodes", "2000", "--jobs", "1", "--db", db)
    terminal = Terminal(tmp_path, *run, environment={"NO_COLOR": "1"})
    terminal.wait_for(
        r"[0-9]+/1000000 [0-9]+:[0-9]{2}:[0-9]{2}\s+"
        r"[0-9,.]+ a second, [0-9]+ solved, [0-9]+ unsolvable, [0-9]+ unknown"
    )
    assert terminal.interrupt() == 130


def test_a_search_for_one_puzzle_shows_its_time_and_its_seeds(tmp_path: Path) -> None:
    order = ("--level", "beginner", "--min-moves", "18", "--effort", "3000", "--seed", "1")
    terminal = Terminal(tmp_path, "generate", "rush-hour", *order, environment={"NO_COLOR": "1"})
    terminal.wait_for(r"making … [1-9][0-9]* s [1-9][0-9]* of at most 20 seeds without result")
    assert terminal.interrupt() == 130


def test_worksheets_in_the_making_show_a_bar(tmp_path: Path) -> None:
    order = ("circuit", "--count", "10000", "--seed", "1", "--svg", str(tmp_path / "sheet.svg"))
    terminal = Terminal(tmp_path, "generate", *order, environment={"NO_COLOR": "1"})
    terminal.wait_for(r"making .* [1-9][0-9]*/[0-9]+ ")
    assert terminal.interrupt() == 130


def test_a_long_result_above_the_bar_stays_in_one_line(tmp_path: Path) -> None:
    terminal = Terminal(tmp_path, "generate", "klondike", "--seed", "1", "--count", "3")
    assert terminal.end() == 0
    assert [len(line) for line in terminal.lines if line.endswith(("H", "C", "D", "S"))] == [104, 104, 104]


def test_a_passing_line_stays_in_one_row(tmp_path: Path) -> None:
    proof = tmp_path / f"{'long' * 30}.txt"
    subprocess.run([*COMMAND, "solve", "rush-hour", EASY, "--certificate", str(proof)], check=True)
    terminal = Terminal(tmp_path, "check", str(proof))
    assert terminal.end() == 0
    passing = re.findall(r"\r\x1b\[2K(checking [^\r]*)\r", terminal.seen)
    assert passing
    assert all(len(line) < 80 and line.endswith("…") for line in passing)


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "cp1252"])
def test_an_encoding_that_lacks_a_character_is_no_error(encoding: str) -> None:
    environment = {**os.environ, "PYTHONIOENCODING": encoding}
    ran = subprocess.run([*COMMAND, "show", "rush-hour", EASY], capture_output=True, env=environment, check=False)
    assert (ran.returncode, ran.stderr) == (0, b"")
    assert ran.stdout.decode(encoding).count("?") > 20


@pytest.mark.parametrize(
    ("order", "status", "out", "err"),
    [
        ("games > /dev/full", 2, "", "error: standard output: cannot be written: No space left on device\n"),
        ("solve --help > /dev/full", 2, "", "error: standard output: cannot be written: No space left on device\n"),
        ("games >&-", 2, "", "error: standard output: cannot be written: Bad file descriptor\n"),
        ("solve rush-hour nonsense 2>&-", 2, "", ""),
        ("solve rush-hour nonsense 2> /dev/full", 2, "", ""),
        ("generate rush-hour --max-moves 8 --seed 1 --out pack.txt >&-", 0, "", "1 puzzle written to pack.txt\n"),
        ("generate rush-hour --max-moves 8 --count 0 2>&-", 0, "", ""),
        ("solve rush-hour - <&-", 2, "", "error: standard input: holds no rush-hour puzzle\n"),
        ("solve rush-hour nonsense <&- >&- 2>&-", 2, "", ""),
    ],
)
def test_streams_that_are_full_or_closed(tmp_path: Path, order: str, status: int, out: str, err: str) -> None:
    ran = subprocess.run(
        f"{' '.join(COMMAND)} {order}", shell=True, cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert (ran.returncode, ran.stdout, ran.stderr) == (status, out, err)


@pytest.mark.parametrize(
    "order",
    [
        ("lab", "run", "rush-hour", "--corpus", "rush-hour#1..100000000000"),
        ("generate", "circuit", "--versions", "1000000000", "--pdf", "sheet.pdf"),
        ("validate", "sokoban", "level.txt"),
    ],
)
def test_what_is_too_much_takes_little_memory(tmp_path: Path, order: tuple[str, ...]) -> None:
    size = 1 << 30
    (tmp_path / "level.txt").write_text(f"{2000 * '#'}\n" * 2000)
    ran = subprocess.run(
        [*COMMAND, *order],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (size, size)),
    )
    assert ran.returncode == 2
    assert "memory" not in ran.stderr
    assert os.listdir(tmp_path) == ["level.txt"]
