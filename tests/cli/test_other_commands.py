"""The other commands: make, check, draw, judge, play, look around."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from quandary.core.registry import game, names
from quandary.engine.puzzles import puzzle_of_id
from tests.cli.conftest import Quandary
from tests.games.rush_hour.boards import EASY, STUCK


def test_generate_writes_a_pack_that_validates(quandary: Quandary, tmp_path: Path) -> None:
    pack = tmp_path / "pack.txt"
    made = quandary("generate", "rush-hour", "--count", "3", "--seed", "5", "--max-moves", "12", "--out", str(pack))
    assert (made.status, made.out) == (0, "")
    assert len(pack.read_text().splitlines()) == 3
    checked = quandary("validate", "rush-hour", str(pack), "--strict", "--json")
    assert checked.status == 0
    assert all(json.loads(line)["valid"] for line in checked.out.splitlines())


def test_generate_prints_json_with_the_facts(quandary: Quandary) -> None:
    ran = quandary("generate", "rush-hour", "--seed", "8", "--level", "beginner", "--json")
    made = json.loads(ran.out)
    assert made["id"] == "rush-hour:beginner#8"
    assert made["grade"] == "beginner"
    again = quandary("solve", "rush-hour", made["id"], "--json")
    assert json.loads(again.out)["cost"] == made["moves"]


def test_generate_without_a_seed_says_which_it_took(quandary: Quandary) -> None:
    ran = quandary("generate", "rush-hour", "--max-moves", "6")
    seed = ran.err.removeprefix("seed: ").strip()
    assert quandary("generate", "rush-hour", "--max-moves", "6", "--seed", seed).out == ran.out


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (("--size", "6"), "size is columns x rows"),
        (("--size", "99x99"), "size is columns x rows"),
        (("--min-moves", "9", "--max-moves", "3"), "max_moves 3 is below min_moves 9"),
        (("--walls", "-1"), "walls must be 0 or more"),
        (("--level", "godlike"), "Invalid value for '--level'"),
        (("--seed", "-3"), "Invalid value for '--seed'"),
        (("--out", "/no/such/folder/pack.txt", "--max-moves", "5"), "cannot be written"),
    ],
)
def test_generate_refuses_impossible_orders(quandary: Quandary, arguments: tuple[str, ...], problem: str) -> None:
    ran = quandary("generate", "rush-hour", "--seed" if "--seed" not in arguments else "--count", "1", *arguments)
    assert ran.status == 2
    assert problem in ran.err


def test_plain_boards_become_a_pack_with_optima(quandary: Quandary, tmp_path: Path) -> None:
    plain, pack = tmp_path / "plain.txt", tmp_path / "pack.txt"
    plain.write_text(f"{EASY}\n{STUCK}\nXXX.../......\n")
    ran = quandary("generate", "rush-hour", "--from", str(plain), "-o", str(pack))
    assert ran.status == 2
    assert "puzzle 2: unsolvable, left out" in ran.err
    assert "puzzle 3: line 3, r1c1: the red car X has 3 cells" in ran.err
    assert pack.read_text() == f"04 {EASY} 486\n"
    assert quandary("validate", "rush-hour", str(pack)).status == 0
    longer = quandary("generate", "rush-hour", "--from", str(plain), "--any-length", "--json")
    assert [json.loads(line)["moves"] for line in longer.out.splitlines()] == [4, 1]
    for order in (("--seed", "3"), ("--level", "expert")):
        refused = quandary("generate", "rush-hour", "--from", str(plain), *order)
        assert (refused.status, refused.out) == (2, "")
        assert f"{order[0]} is for new puzzles" in refused.err
    assert quandary("generate", "rush-hour", "--from", str(tmp_path / "none.txt")).status == 2
    level = quandary("generate", "sokoban", "--from", "-", stdin="#####\n#@$.#\n#####\n")
    assert (level.status, level.out.splitlines()[-1]) == (0, "Optimum: 1 pushes")


def test_validate_names_what_is_wrong(quandary: Quandary, tmp_path: Path) -> None:
    pack = tmp_path / "pack.txt"
    moved = EASY.replace("EEE.", ".EEE")
    pack.write_text(f"05 {EASY}\n04 {moved}\n07 {STUCK}\n-1 {STUCK}\n04 {EASY} 5\nnonsense of a line\n")
    ran = quandary("validate", "rush-hour", str(pack))
    assert ran.status == 2
    assert "puzzle 1: the recorded optimum is 5 moves, the true one 4" in ran.err
    assert "puzzle 2: a duplicate of puzzle 1" in ran.err
    assert "puzzle 2: not minimal: without vehicle B the optimum is the same" in ran.err
    assert "puzzle 3: unsolvable" in ran.err
    assert "puzzle 4: unsolvable, as it is marked" in ran.err
    assert "puzzle 5: the recorded number of positions is 5, the true one" in ran.err
    assert "puzzle 6: line 6" in ran.err


def test_show_says_what_each_figure_of_the_difficulty_means(quandary: Quandary) -> None:
    for puzzle in ("rush-hour", "sokoban", "circuit"):
        told = quandary("show", puzzle, f"{puzzle}#42", "--difficulty").out.splitlines()
        measured = game(puzzle).difficulty(puzzle_of_id(game(puzzle), f"{puzzle}#42").position)
        assert measured is not None
        assert [line.partition(":")[0].replace(" ", "_") for line in told] == list(measured)
        assert set(game(puzzle).measures()) == set(measured)
        assert all(line.endswith(game(puzzle).measures()[name]) for line, name in zip(told, measured, strict=True))
    assert game("exponentile").measures() == {}


def test_show_solves(quandary: Quandary) -> None:
    ran = quandary("show", "rush-hour", EASY, "--solve")
    assert ran.out.startswith("1: solved in 4 moves (optimal): ")
    record = json.loads(quandary("show", "rush-hour", EASY, "--solve", "--json").out)
    assert (record["puzzle"], record["solved"]["cost"]) == (EASY, 4)
    refused = quandary("show", "rush-hour", STUCK, "--solve", "--json")
    assert (refused.status, refused.out) == (2, "")


def test_show_draws(quandary: Quandary, tmp_path: Path) -> None:
    assert "►" in quandary("show", "rush-hour", EASY).out
    svg, png, pdf = (tmp_path / f"board.{kind}" for kind in ("svg", "png", "pdf"))
    ran = quandary("show", "rush-hour", EASY, "--svg", str(svg), "--png", str(png), "--pdf", str(pdf))
    assert (ran.status, ran.out) == (0, "")
    assert svg.read_text().startswith("<svg")
    assert png.read_bytes().startswith(b"\x89PNG")
    assert pdf.read_bytes().startswith(b"%PDF")


@pytest.mark.parametrize(
    ("solution", "status", "said"),
    [
        ("C+3 E-2 D+2 X+4", 0, "solved, 4 moves; the optimum is 4"),
        ("B+1 C+3 E-2 D+2 X+4", 0, "solved, 5 moves; the optimum is 4"),
        ("C+3", 1, "not a solution: not solved after 1 move"),
        ("C+3 X+4", 1, "not a solution: move 2, X+4, is illegal: X is blocked by vehicle D at r3c4"),
    ],
)
def test_verify_judges(quandary: Quandary, solution: str, status: int, said: str) -> None:
    ran = quandary("verify", "rush-hour", EASY, solution)
    assert ran.status == status
    assert said in ran.out


def test_verify_reads_standard_input_and_prints_json(quandary: Quandary) -> None:
    ran = quandary("verify", "rush-hour", EASY, "-", "--json", stdin="C+3 E-2 D+2\nX+4\n")
    assert json.loads(ran.out)["solved"] is True
    assert quandary("verify", "rush-hour", EASY, "please").status == 2


def test_a_whole_game_is_played_line_by_line(quandary: Quandary, tmp_path: Path) -> None:
    save = tmp_path / "game.json"
    script = f"help\nmoves\nfar\nhint\nC+3\nC+9\nundo\nredo\nfly\nsave {save}\nquit\n"
    ran = quandary("play", "rush-hour", EASY, stdin=script)
    assert ran.status == 0
    assert "4 moves from solved" in ran.out
    assert "error: C would leave the board" in ran.err
    assert "error: 'fly' is not a move" in ran.err
    on = quandary("play", "rush-hour", "--resume", str(save), stdin="E-2 D+2 X+4\n")
    assert "Solved after 4 moves" in on.out


def test_the_solver_plays(quandary: Quandary) -> None:
    ran = quandary("play", "rush-hour", EASY, "--auto")
    assert "4/4: X+4" in ran.out


def test_the_tour_visits_every_game_without_questions(quandary: Quandary) -> None:
    ran = quandary("tour")
    assert ran.status == 0
    assert "verified by replay" in ran.out
    lines = ran.out.splitlines()
    # A story of two screens: each game is told, proven, and followed by what to try.
    assert len(lines) <= 84
    assert max(map(len, lines)) <= 80
    for name in names():
        assert any(line.startswith(f"{name}: {name}") for line in lines)
        assert f"quandary play {name}" in " ".join(ran.out.split()) or name == "klondike"


def test_help_has_examples(quandary: Quandary) -> None:
    for command in ("solve", "generate", "validate", "show", "verify", "play"):
        assert "Examples:" in quandary(command, "rush-hour", "--help").out
    assert quandary().out.startswith("Usage: quandary")


@pytest.mark.parametrize("command", ["generate", "play", "lab run", "lab sprt", "serve", "export trajectories"])
def test_help_tells_ranges_in_words(quandary: Quandary, command: str) -> None:
    told = quandary(*command.split(), *([] if command == "serve" else ["sokoban"]), "--help").out
    assert not re.search(r"[0-9]{12}|None|RANGE|<=|>=", told)
    assert re.search(r"\[(default: \d+; )?\d+ (to \d+|or more)\]", " ".join(told.split()))


def test_a_number_out_of_its_range_is_told_the_range(quandary: Quandary) -> None:
    for value, problem in (
        ("-1", "-1 is not in the range 0 or more"),
        ("9" * 30, "is beyond 64 bits"),
        ("x", "not a valid"),
    ):
        ran = quandary("generate", "sokoban", "--min-pushes", value)
        assert (ran.status, problem in ran.err) == (2, True), ran.err


def test_games_and_completion(quandary: Quandary) -> None:
    assert json.loads(quandary("games", "--json").out.splitlines()[0])["game"] in {"circuit", "rush-hour"}
    for shell in ("bash", "zsh", "fish"):
        assert "_QUANDARY_COMPLETE" in quandary("completion", shell).out
