"""What commands write as JSON is what docs/json.md says, and what other commands read."""

from __future__ import annotations

import itertools
import json
import re
from pathlib import Path
from typing import Any

import pytest

import quandary as package
from tests.cli.conftest import Quandary
from tests.games.rush_hour.boards import EASY, STUCK

# It comes with what checks notebooks.
jsonschema = pytest.importorskip("jsonschema")
PAGE = Path(__file__).parents[2] / "docs" / "json.md"
SOLVED = ["circuit", "klondike", "rush-hour", "sokoban", "template"]


def _check(kind: str, line: str) -> dict[str, Any]:
    """The object of a line, if it is of this kind."""
    (schema,) = re.findall(r"```json\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    found: dict[str, Any] = json.loads(line)
    jsonschema.validate(found, {**json.loads(schema), "$ref": f"#/$defs/{kind}"})
    return found


@pytest.mark.parametrize("name", SOLVED)
def test_what_is_made_is_solved(quandary: Quandary, name: str) -> None:
    made = quandary("generate", name, "--seed", "1", "--count", "2", "--json")
    puzzles = [_check("puzzle", line) for line in made.out.splitlines()]
    solved = quandary("solve", name, "-", "--json", "--time", "20", stdin=made.out)
    verdicts = [_check("verdict", line) for line in solved.out.splitlines()]
    assert [each["id"] for each in verdicts] == [each["id"] for each in puzzles]
    game = package.game(name)
    for puzzle, verdict in zip(puzzles, verdicts, strict=True):
        assert game.format_moves(map(game.parse_move, verdict["moves"])) == verdict["solution"]
        line = json.dumps(puzzle)
        assert package.puzzle(name, line).position == game.parse(puzzle["puzzle"])
        assert quandary("verify", name, line, verdict["solution"], "--optimum", "none").status == 0


def test_games_for_a_score_are_read_too(quandary: Quandary) -> None:
    made = quandary("generate", "exponentile", "--seed", "1", "--json")
    _check("puzzle", made.out)
    assert quandary("show", "exponentile", "-", stdin=made.out).status == 0


def test_a_bad_record_is_told_and_the_others_are_solved(quandary: Quandary) -> None:
    lines = [json.dumps({"puzzle": EASY}), "no json", '{"puzzle": "x"}', '{"puzzle": "@", "game": "sokoban"}', "", "[]"]
    ran = quandary("solve", "rush-hour", "-", "--json", stdin="\n".join(lines))
    assert (ran.status, len(ran.out.splitlines()), len(ran.err.splitlines())) == (2, 1, 4)
    assert "puzzle 2: line 2: is no puzzle (expected a JSON object" in ran.err
    assert "puzzle 4: line 4: is a puzzle of sokoban, not of rush-hour" in ran.err


def test_a_wrong_solution_is_not_a_bad_one(quandary: Quandary) -> None:
    right = quandary("verify", "rush-hour", EASY, "C+3 E-2 D+2 X+4")
    wrong = quandary("verify", "rush-hour", EASY, "C+3")
    unreadable = quandary("verify", "rush-hour", EASY, "please")
    no_puzzle = quandary("verify", "rush-hour", "please", "C+3")
    assert [ran.status for ran in (right, wrong, unreadable, no_puzzle)] == [0, 1, 2, 2]


def test_what_is_not_proven_says_why() -> None:
    verdict = package.solve("klondike", "klondike#1", metric="moves", nodes=30_000)
    assert (verdict.verdict, verdict.optimal, verdict.reason) == ("solved", False, "nodes")
    assert verdict.bound is not None
    assert verdict.cost is not None
    assert verdict.bound < verdict.cost


@pytest.mark.parametrize(
    "order",
    [
        ("solve", "rush-hour", EASY),
        ("show", "rush-hour", EASY),
        ("verify", "rush-hour", EASY, "C+3 E-2 D+2 X+4"),
        ("generate", "rush-hour", "--seed", "1", "--max-moves", "8"),
    ],
)
def test_results_go_to_a_file_of_any_command(quandary: Quandary, tmp_path: Path, order: tuple[str, ...]) -> None:
    file = tmp_path / "results"
    printed = re.sub(r"[0-9.]+ [mµ]?s\b", "", quandary(*order).out)
    ran = quandary(*order, "-o", str(file))
    assert (ran.status, ran.out) == (0, "")
    assert re.sub(r"[0-9.]+ [mµ]?s\b", "", file.read_text()) == printed
    assert quandary(*order, "--output", str(tmp_path)).status == 2


def test_a_pack_with_an_unsolvable_puzzle_fails(quandary: Quandary, tmp_path: Path) -> None:
    pack = tmp_path / "pack.txt"
    pack.write_text(f"-1 {STUCK}\n")
    ran = quandary("validate", "rush-hour", str(pack))
    assert (ran.status, "puzzle 1: unsolvable, as it is marked" in ran.err) == (2, True)


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_an_order_that_nothing_fills_ends_in_its_time(quandary: Quandary, jobs: str) -> None:
    # With three walls nobody knows how hard a puzzle can be, so that this is looked for.
    order = ("--min-moves", "90", "--walls", "3", "--time", "0.2", "--count", "2", "--effort", "100000000")
    ran = quandary("generate", "rush-hour", "--seed", "1", *order, "--jobs", jobs)
    assert (ran.status, ran.out) == (3, "")
    assert "no rush-hour puzzle found with these settings in 0.2 seconds" in ran.err


def test_the_time_is_each_puzzles_own_and_all_seeds_share_it(monkeypatch: pytest.MonkeyPatch) -> None:
    from quandary.games.rush_hour.generator import RushHourGenerator

    given: list[float] = []

    def make(self: object, seed: int, settings: object, task: package.budget.Task) -> None:
        given.append(task.budget.time or 0.0)

    monkeypatch.setattr(RushHourGenerator, "make", make)
    with pytest.raises(package.BudgetEnded):
        next(package.generate("rush-hour", seed=1, time=100.0))
    assert all(later < earlier for earlier, later in itertools.pairwise(given))


def test_show_draws_all_puzzles_of_a_file(quandary: Quandary, tmp_path: Path) -> None:
    pack = tmp_path / "pack.txt"
    pack.write_text(f"{EASY}\nnonsense\n{STUCK}\n")
    one, other = (quandary("show", "rush-hour", board).out for board in (EASY, STUCK))
    ran = quandary("show", "rush-hour", str(pack))
    assert (ran.status, len(ran.err.splitlines())) == (2, 1)
    assert ran.out == f"1:\n{one}\n3:\n{other}"
    written = quandary("show", "rush-hour", str(pack), "--json", "--difficulty").out.splitlines()
    assert [_check("puzzle", line)["difficulty"] is None for line in written] == [False, True]


def test_show_plays_what_the_solver_finds(quandary: Quandary) -> None:
    ran = quandary("show", "rush-hour", EASY, "--solve")
    played = quandary("show", "rush-hour", EASY, "--solution", "C+3 E-2 D+2 X+4")
    assert ran.out == f"1: solved in 4 moves (optimal): C+3 E-2 D+2 X+4\n{played.out}"
    assert quandary("show", "rush-hour", STUCK, "--solve").status == 2


def test_show_solves_every_puzzle_of_a_file(quandary: Quandary, tmp_path: Path) -> None:
    pack = tmp_path / "pack.txt"
    pack.write_text(f"{EASY}\n{STUCK}\n{EASY}\n")
    ran = quandary("show", "rush-hour", str(pack), "--solve")
    assert (ran.status, ran.err) == (2, "error: there is no solution to show: 2 is unsolvable\n")
    assert [line for line in ran.out.splitlines() if "solved in" in line] == [
        f"{number}: solved in 4 moves (optimal): C+3 E-2 D+2 X+4" for number in (1, 3)
    ]
    written = quandary("show", "rush-hour", str(pack), "--solve", "--json").out.splitlines()
    assert [_check("verdict", json.dumps(json.loads(line)["solved"]))["cost"] for line in written] == [4, 4]


def test_what_is_validated_is_told_as_a_verdict(quandary: Quandary, tmp_path: Path) -> None:
    pack = tmp_path / "pack.txt"
    pack.write_text(f"4 {EASY}\n")
    told = _check("verdict", quandary("validate", "rush-hour", str(pack), "--json").out)
    assert (told["valid"], told["moves"]) == (True, ["C+3", "E-2", "D+2", "X+4"])
