"""What the API tells of a player's progress: records, stars, levels, days, the way back, a look back, lessons."""

from __future__ import annotations

import json
from datetime import UTC, date, datetime
from typing import Any

import pytest

from quandary.core.registry import game as game_of_name
from quandary.core.registry import names
from quandary.engine.daily import puzzle_of_day
from quandary.engine.progress import FORMAT, read_text
from tests.web.conftest import Client

BOARD = "rush-hour:BB...C...D.CXX.D.C...D..........EEE."
BEST = ["C+3", "E-2", "D+2", "X+4"]


def now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")


def recorded(client: Client, puzzle: str, moves: list[str], **more: Any) -> Any:
    game = puzzle.partition(":")[0]
    return client.ask("record", game=game, puzzle=puzzle, moves=moves, **{"at": now(), **more})


def text_of(*records: Any) -> str:
    return "\n".join(json.dumps(one) for one in ({"format": FORMAT}, *records)) + "\n"


def test_a_game_becomes_a_record_that_the_engine_reads(client: Client) -> None:
    told = recorded(client, BOARD, BEST, seconds=12, hints=0, undone=1)
    assert told["own"]
    assert told["record"]["stars"] == 3
    assert told["share"] == "Quandary Rush Hour ★★★ 4 moves, best 4"
    progress, bad = read_text(text_of(told["record"]))
    assert bad == 0
    assert progress.records[0].seconds == 12
    assert progress.records[0].undone == 1


def test_what_a_solver_has_finished_is_nobodys(client: Client) -> None:
    told = recorded(client, BOARD, BEST, marks=["player", "solver:x", "player", "player"])
    assert not told["own"]
    assert told["record"]["stars"] == 0
    stands = client.ask("standing", game="rush-hour", progress=text_of(told["record"]))
    assert stands["best"]["played"] == 0


def test_hints_cost_stars_and_broken_records_are_told(client: Client) -> None:
    first = recorded(client, BOARD, ["C+1", "C-1", *BEST], hints=1, seconds=50)["record"]
    assert first["stars"] == 2
    clean = recorded(client, BOARD, ["C+1", "C-1", *BEST], seconds=50)["record"]
    better = recorded(client, BOARD, BEST, seconds=20, earlier=text_of(clean))
    assert better["broken"] == ["fewest moves so far (before: 6)", "quickest so far (before: 0:50)"]


@pytest.mark.parametrize("at", ["yesterday", "2026-11-15T08:30:00", "2999-01-01T00:00:00+00:00"])
def test_a_record_needs_a_time(client: Client, at: str) -> None:
    assert client.refusal("record", game="rush-hour", puzzle=BOARD, moves=BEST, at=at)[0] == 400


def test_levels_count_stars_and_say_what_is_next(client: Client) -> None:
    before = client.ask("standing", game="rush-hour")
    level = before["levels"][0]
    assert (level["title"], level["words"], level["open"]) == ("Beginner", "0/30", True)
    first = level["rungs"][0]
    assert before["next"]["title"] == "Beginner 1"
    opened = client.ask("new", game="rush-hour", address=first["address"].removeprefix("/rush-hour/"))
    assert opened["id"] == first["id"]
    assert opened["caption"] == "Beginner 1"
    solution = client.ask("solve", game="rush-hour", puzzle=first["id"])["moves"]
    record = recorded(client, first["id"], solution)["record"]
    assert (record["level"], record["stars"]) == ("beginner", 3)
    after = client.ask("standing", game="rush-hour", progress=text_of(record))
    assert (after["levels"][0]["words"], after["levels"][0]["rungs"][0]["stars"]) == ("1/30", 3)
    assert after["next"]["title"] == "Beginner 2"
    assert (after["best"]["won"], after["wins"]["now"], after["stars"]) == (1, 1, [1, 0, 0])


def test_locked_levels_say_what_opens_them(client: Client) -> None:
    levels = client.ask("standing", game="circuit")["levels"]
    assert [levels[0]["open"], levels[1]["open"]] == [True, False]
    assert levels[1]["locked"] == "Win 5 puzzles of Tiny Tot first."


def test_the_days_puzzle_makes_a_streak_and_days_to_come_have_none(client: Client) -> None:
    today = date(2026, 11, 15)
    puzzle = puzzle_of_day(game_of_name("rush-hour"), today, today=today)
    solution = client.ask("solve", game="rush-hour", puzzle=puzzle)["moves"]
    record = recorded(client, puzzle, solution, at="2026-11-15T23:30:00+11:00")["record"]
    assert record["day"] == "2026-11-15"
    assert record["at"] == "2026-11-15T23:30:00+11:00"
    told = client.ask("standing", game="rush-hour", progress=text_of(record), today="2026-11-15")
    assert told["days"] == {"now": 1, "longest": 1}
    assert told["today"]["solved"]
    assert told["today"]["share"].startswith("Quandary 2026-11-15 Rush Hour ★★★")
    days = told["month"]["days"]
    assert (days[14]["state"], days[13]["state"], days[15]["state"]) == ("solved", "open", "ahead")
    assert days[15]["address"] is None
    assert told["month"]["after"] is None
    assert client.ask("standing", game="rush-hour", today="2026-11-15", month="2026-10")["month"]["days"][0]["address"]
    assert client.refusal("standing", game="rush-hour", today="2026-11-15", month="2026-12")[0] == 400
    assert client.refusal("standing", game="rush-hour", today="2999-01-01")[0] == 400


def test_progress_that_is_none_is_refused_and_damaged_lines_are_counted(client: Client) -> None:
    assert client.refusal("standing", game="rush-hour", progress="hello")[0] == 422
    assert client.ask("standing", game="rush-hour", progress=text_of({"game": 3}))["unreadable"] == 1
    assert client.refusal("standing", game="rush-hour", progress="x" * 2_000_000)[0] == 413


def test_the_way_back_to_where_it_could_be_won(client: Client) -> None:
    room = "sokoban:6#|#_@__#|#_$__#|#_.__#|#____#|6#"
    lost = ["l", "d", "R", "R"]
    told = client.ask("winnable", game="sokoban", puzzle=room, moves=lost)
    assert told == {"after": 3, "ago": 1, "words": "1 move ago it could still be won."}


def test_a_look_back_finds_where_the_best_line_was_left(client: Client) -> None:
    found = client.ask("review", game="rush-hour", puzzle=BOARD, moves=["C+1", "C-1", *BEST])["review"]
    assert (found["cost"], found["optimum"], len(found["best"])) == (6, 4, 4)
    assert found["left_at"] is not None
    assert client.ask("review", game="exponentile", puzzle="exponentile#7")["review"] is None


@pytest.mark.parametrize("name", names())
def test_every_lesson_is_told_with_the_boards_that_it_passes(client: Client, name: str) -> None:
    told = client.get(f"/api/lesson?game={name}").json()
    assert len(told["steps"]) == 5
    moves = [move for step in told["steps"] for move in step["moves"]]
    assert len(told["states"]) == len(moves) + 1
    assert all(state["svg"].startswith("<svg") for state in told["states"])
    assert client.get("/api/lesson?game=chess").status_code == 400
