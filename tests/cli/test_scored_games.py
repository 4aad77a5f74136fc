"""The commands of a game that is played for a score: nothing to solve, but much to watch and to compare."""

from __future__ import annotations

import json
from datetime import date
from pathlib import Path

import pytest

import quandary as api
from quandary.engine.generate import daily_seed
from tests.cli.conftest import Quandary

SMALL = "2,4,2,8/4,2,4,16/2,8,4,2/8,2,16,4/rules=web"


def test_solve_says_in_one_line_that_there_is_nothing_to_solve(quandary: Quandary) -> None:
    ran = quandary("solve", "exponentile", "exponentile#1")
    assert (ran.status, ran.out) == (2, "")
    assert ran.err.startswith("error: exponentile is played for a score")
    assert ran.err.count("\n") == 1
    with pytest.raises(api.UsageError, match="played for a score"):
        api.solve("exponentile", SMALL)


def test_verify_replays_and_tells_the_score(quandary: Quandary) -> None:
    ran = quandary("verify", "exponentile", SMALL, "r2c1>r2c2 r3c1>r3c2")
    assert (ran.status, ran.out) == (0, "1: 2 moves, all legal, 28 points; the game goes on\n")
    told = json.loads(quandary("verify", "exponentile", SMALL, "r2c1>r2c2 r1c1>r1c2", "--json").out)
    assert (
        told.items()
        >= {
            "game": "exponentile",
            "id": "1",
            "legal": 1,
            "problem": "move 2, r1c1>r1c2, is illegal: to swap 16 at r1c1 with 2 at r1c2 matches nothing",
            "score": 12,
            "over": False,
        }.items()
    )
    refused = quandary("verify", "exponentile", SMALL, "r1c1>r1c2")
    assert refused.status == 1
    assert "move 1, r1c1>r1c2, is illegal" in refused.out


def test_the_rules_are_a_choice_of_every_command(quandary: Quandary) -> None:
    board = SMALL.removesuffix("/rules=web")
    classic = quandary("verify", "exponentile", board, "r2c1>r2c2")
    web = quandary("verify", "exponentile", board, "r2c1>r2c2", "--rules", "web")
    assert (classic.status, web.status) == (0, 0)
    assert classic.out != web.out
    made = json.loads(quandary("generate", "exponentile", "--seed", "42", "--rules", "web", "--json").out)
    assert made["id"] == "exponentile:web#42"
    assert "web rules" in quandary("show", "exponentile", "--seed", "42", "--rules", "web").out


def test_validate_checks_what_can_be_checked(quandary: Quandary, tmp_path: Path) -> None:
    pack = tmp_path / "boards.txt"
    pack.write_text(quandary("generate", "exponentile", "--count", "3", "--seed", "1").out)
    ran = quandary("validate", "exponentile", str(pack), "--json")
    assert (ran.status, ran.err) == (0, f"{pack}: 3 puzzles checked, 0 bad, 0 unknown, 0 remarks\n")
    assert [json.loads(line)["valid"] for line in ran.out.splitlines()] == [True] * 3
    pack.write_text("2 4 8\n4 2 4\n8 4 6\n\n2 4 8\n4 2 4\n8 4 2\n")
    broken = quandary("validate", "exponentile", str(pack))
    assert broken.status == 2
    assert "puzzle 1: line 3, number 3: 6 is no tile" in broken.err
    assert "1 puzzle checked, 1 bad" in broken.err


def test_a_game_is_watched_to_its_end(quandary: Quandary) -> None:
    ran = quandary("play", "exponentile", SMALL, "--auto", "--strategy", "first")
    assert ran.status == 0
    assert ran.out.rstrip().endswith("first: Over after 11 moves, 320 points")
    assert "no player 'nobody' (players: " in quandary("play", "exponentile", "--auto", "--strategy", "nobody").err


def test_play_gives_hints_and_tells_the_score(quandary: Quandary) -> None:
    ran = quandary("play", "exponentile", SMALL, stdin="hint\nfar\nr2c1>r2c2\nr1c1>r1c2\nundo\nquit\n")
    assert ran.status == 0
    assert "it is played for a score" in ran.out
    assert "score 12   moves 1" in ran.out
    assert "error: to swap 16 at r1c1 with 2 at r1c2 matches nothing" in ran.err
    hint = ran.out.split("8    2   16    4 \n")[1].splitlines()[0]
    game = api.game("exponentile")
    assert game.parse_move(hint) in game.moves(game.parse(SMALL))


def test_the_daily_puzzle_is_the_same_for_everybody(quandary: Quandary) -> None:
    assert daily_seed(date(2026, 11, 15)) == 20261115
    ran = quandary("play", "exponentile", "--daily", "--rules", "web", stdin="quit\n")
    assert f"exponentile:web#{daily_seed()}." in ran.out
    assert quandary("play", "rush-hour", "--daily", "--seed", "3").status == 2


def test_the_tour_lets_a_player_play(quandary: Quandary) -> None:
    assert "exponentile: exponentile#2026 played for 20 moves by" in quandary("tour").out


def test_bench_lets_everybody_play_who_knows_the_board(quandary: Quandary) -> None:
    ran = quandary(
        "lab", "bench", "exponentile", "--width", "4", "--height", "4", "--games", "2", "--limit", "2", "--json"
    )
    assert ran.status == 0
    played = {json.loads(line)["strategy"] for line in ran.out.splitlines()}
    assert {"random", "first", "top-bottom", "bottom-top", "greedy", "lowest", "mobility", "rollout"} <= played
    assert not played & {"learned", "learned-2ply"}


BENCH = ("lab", "bench", "exponentile", "--strategy", "first", "--strategy", "random", "--width", "4", "--height", "4")


def test_bench_compares_players_on_the_same_games(quandary: Quandary) -> None:
    ran = quandary(*BENCH, "--games", "30", "--moves", "5", "--rules", "web", "--json")
    assert ran.status == 0
    first, random = map(json.loads, ran.out.splitlines())
    assert (first["strategy"], random["strategy"]) == ("first", "random")
    assert (first["games"], first["rules"], first["moves"], first["against"]) == (30, "web", 5, [])
    assert first["p10"] <= first["median"] <= first["p90"] <= first["best"]
    assert 0 < first["score_after"] <= first["mean"]
    assert sum(first["endings"].values()) == pytest.approx(1, abs=0.01)
    (compared,) = random["against"]
    assert compared["strategy"] == "first"
    assert compared["difference"] == pytest.approx(random["mean"] - first["mean"], abs=0.01)
    assert compared["interval"][0] < compared["difference"] < compared["interval"][1]


def test_bench_prints_a_table_for_people(quandary: Quandary) -> None:
    ran = quandary(*BENCH, "--games", "4", "--limit", "3")
    assert "first: 4 games, mean" in ran.out
    assert "against first: " in ran.out


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (("exponentile", "--strategy", "nobody"), "has no player 'nobody'"),
        (("exponentile", "--strategy", "first:depth=3"), "there is no option 'depth' here"),
        (("exponentile", "--games", "0"), "Invalid value for '--games'"),
        (("rush-hour",), "rush-hour has no players to compare"),
    ],
)
def test_bench_refuses_what_makes_no_sense(quandary: Quandary, arguments: tuple[str, ...], problem: str) -> None:
    ran = quandary("lab", "bench", *arguments)
    assert ran.status == 2
    assert problem in ran.err
