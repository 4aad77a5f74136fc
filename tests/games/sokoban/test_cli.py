"""Sokoban on the command line, as a player and a collector would use it."""

from __future__ import annotations

import json
from pathlib import Path
from xml.etree import ElementTree

from tests.cli.conftest import Quandary, quandary

__all__ = ["quandary"]  # the fixture

LEVEL = "######\n#@ $.#\n######"
ROOM = "6#|#_@__#|#_$__#|#_.$.#|#____#|6#"


def test_solve_in_every_metric(quandary: Quandary) -> None:
    for metric, cost in (("pushes", 2), ("pushes,moves", 2), ("moves", 9), ("any", None)):
        found = json.loads(quandary("solve", "sokoban", ROOM, "--metric", metric, "--json").out)
        assert (found["verdict"], found["metric"]) == ("solved", metric)
        if cost is not None:
            assert (found["cost"], found["optimal"], found["bound"]) == (cost, True, cost)
        assert set(found["solution"]) <= set("lurdLURD")


def test_solve_writes_a_file_for_other_programs(quandary: Quandary, tmp_path: Path) -> None:
    pack = tmp_path / "pack.txt"
    pack.write_text(f"Mine\n\n{LEVEL}\n")
    ran = quandary("solve", "sokoban", str(pack), "--notation", "sok")
    assert ran.out.splitlines()[0].startswith("Mine: solved in 1 push, 2 moves (optimal; ")
    assert ran.out.endswith(f"\n{LEVEL}\nSolution\nrR\n")


def test_solutions_in_capitals_are_written_and_read(quandary: Quandary) -> None:
    level = ROOM
    ran = quandary("solve", "sokoban", level, "--notation", "udlr", "--json")
    solution = json.loads(ran.out)["solution"]
    lurd = json.loads(quandary("solve", "sokoban", level, "--json").out)["solution"]
    assert solution == lurd.upper() != lurd
    assert quandary("verify", "sokoban", level, solution).status == 0
    drawn = quandary("show", "sokoban", level, "--solution", solution)
    assert (drawn.status, drawn.out) == (0, quandary("show", "sokoban", level, "--solution", lurd).out)
    assert quandary("verify", "sokoban", level, solution[:-1]).status == 1


def test_verify_judges_every_way_of_writing(quandary: Quandary) -> None:
    for solution in ("rR", "rr", "RR", "2r", " r \n R"):
        assert quandary("verify", "sokoban", LEVEL, solution).out == "1: solved, 1 push; the optimum is 1\n"
    wrong = quandary("verify", "sokoban", LEVEL, "Rr")
    assert (wrong.status, wrong.out) == (
        1,
        "1: not a solution: move 1, R, is illegal: a capital is a push, but there is no box to the right\n",
    )
    assert (
        quandary("verify", "sokoban", LEVEL, "rx").err
        == "error: move 2: 'x' is not a step (expected l u r d, or L U R D for a push)\n"
    )


def test_generate_validate_and_solve_a_pack(quandary: Quandary, tmp_path: Path) -> None:
    pack = tmp_path / "pack.txt"
    order = ("--width", "8", "--height", "8", "--boxes", "3", "--count", "4", "--seed", "3")
    assert quandary("generate", "sokoban", *order, "--out", str(pack)).status == 0
    assert quandary("generate", "sokoban", *order).out.replace("\n\n", "\n") == pack.read_text().replace("\n\n", "\n")
    checked = quandary("validate", "sokoban", str(pack))
    assert (checked.status, checked.err) == (0, f"{pack}: 4 puzzles checked, 0 bad, 0 unknown, 0 remarks\n")
    names = [json.loads(line)["id"] for line in quandary("solve", "sokoban", str(pack), "--json").out.splitlines()]
    assert names == [f"sokoban:width8-height8-boxes3#{seed}" for seed in (3, 4, 5, 6)]


def test_collections_older_than_utf_8_are_read(quandary: Quandary, tmp_path: Path) -> None:
    pack = tmp_path / "pack.txt"
    pack.write_bytes(f"Das Gewölbe\n\n{LEVEL}\n".encode("latin-1"))
    assert json.loads(quandary("solve", "sokoban", str(pack), "--json").out)["id"] == "Das Gewölbe"
    pack.write_bytes(bytes(range(256)))
    assert quandary("solve", "sokoban", str(pack)).status == 2


def test_validate_finds_what_is_wrong(quandary: Quandary, tmp_path: Path) -> None:
    pack = tmp_path / "pack.txt"
    turned = "\n".join(row[::-1] for row in LEVEL.splitlines())
    pack.write_text(
        f"{LEVEL}\nTitle: right\nOptimum: 1 pushes\n\n{turned}\nTitle: turned\n\n{LEVEL}\nTitle: wrong\nOptimum: 3\n"
        f"Solution\nlR\n\n#####\n#$  #\n#@ .#\n#####\nTitle: lost\n\n#####\n#@$.\n#####\nTitle: open\n"
    )
    ran = quandary("validate", "sokoban", str(pack))
    assert ran.status == 2
    for problem in (
        "puzzle open: line 27, column 4: the walls do not close the level",
        "puzzle turned: a duplicate of puzzle right",
        "puzzle wrong: the recorded optimum is 3 pushes, the true one 1",
        "puzzle wrong: recorded solution 1 is none: move 1, l, is illegal",
        "puzzle lost: unsolvable",
    ):
        assert problem in ran.err


def test_show_draws_and_plays(quandary: Quandary, tmp_path: Path) -> None:
    assert quandary("show", "sokoban", LEVEL).out == "████████████\n██@   □ ○ ██\n████████████\n"
    assert quandary("show", "sokoban", LEVEL, "--solution", "rR").out == "████████████\n██    @ ■ ██\n████████████\n"
    picture = tmp_path / "solution.svg"
    assert quandary("show", "sokoban", LEVEL, "--solution", "rR", "--svg", str(picture)).status == 0
    assert b"animateTransform" in picture.read_bytes()
    ElementTree.parse(picture)
    refused = quandary("show", "sokoban", LEVEL, "--solution", "rRR")
    assert (refused.status, refused.err) == (2, "error: move 3, R: is illegal: the level is solved already\n")
    assert "score: " in quandary("show", "sokoban", ROOM, "--difficulty").out
    assert quandary("show", "sokoban", LEVEL, "--as", "rle").out == "6#|#@_$.#|6#\n"


def test_play_with_hints_and_warnings(quandary: Quandary) -> None:
    ran = quandary("play", "sokoban", ROOM, stdin="far\nhint\nwarn\nD\nRl\nlll\nundo\nquit\n")
    assert ran.status == 0
    assert "2 pushes from solved" in ran.out
    assert "×" in ran.out
    assert "error: a capital is a push, but there is no box to the right" in ran.err
    assert "error: there is a wall to the left at r3c1" in ran.err
    lost = quandary("play", "sokoban", ROOM, stdin="rd\nL\nfar\nwarn\nquit\n")
    assert "It cannot be won any more; 1 move ago it still could." in lost.out
    assert "lost since move 3: no goal can be reached from r3c2" in lost.out


def test_bad_input_is_one_line_with_its_place(quandary: Quandary, tmp_path: Path) -> None:
    pack = tmp_path / "pack.txt"
    pack.write_text(f"{LEVEL}\n\n#####\n#@$.@#\n######\n")
    for arguments, error in (
        (("solve", "sokoban", "#####\n#@$?#\n#####"), "error: puzzle 1: line 2, column 4: unknown character '?'"),
        (("solve", "sokoban", "nowhere.txt"), "error: nowhere.txt: there is no such file"),
        (("solve", "sokoban", str(pack)), f"error: {pack}: puzzle 2: line 6, column 5: there is a second player"),
        (("generate", "sokoban", "--boxes", "99"), "error: option boxes: 99 is above 10"),
        (
            ("show", "sokoban", "sokoban:nonsense#1"),
            "error: puzzle sokoban:nonsense#1: sokoban has no setting like this",
        ),
    ):
        ran = quandary(*arguments)
        assert ran.status == 2
        lines = [line for line in ran.err.splitlines() if not line.startswith("seed: ")]
        assert len(lines) == 1
        assert lines[0].startswith(error)
