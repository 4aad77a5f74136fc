"""Puzzles that take long to make: "not ready yet", and asking again gets them."""

from __future__ import annotations

import time
from typing import Any

import pytest
from starlette.testclient import TestClient

from quandary.core.registry import game as game_of_name
from quandary.engine.generate import puzzle_of_seed
from quandary.engine.packs import shipped_pack
from quandary.web import Limits
from tests.web.conftest import Client, open_client

EXPERT = "rush-hour:expert#7"
# Nobody waits: whatever has to be made is not ready at first.
HASTY = Limits(wait_time=0.0, patience=90.0)
# So much that it is not made while a test looks.
ENDLESS = {"game": "rush-hour", "settings": {"min_moves": 500, "effort": 1 << 53}}


def asked_again(http: TestClient, name: str, **body: Any) -> Any:
    """Ask until the answer is there, as the page does."""
    until = time.monotonic() + 90
    while time.monotonic() < until:
        answer = http.post(f"/api/{name}", json=body)
        if answer.status_code != 503:
            return answer
        body |= {"seed": answer.json()["seed"]} if "seed" in answer.json() else {}
        time.sleep(0.05)
    raise AssertionError("it is never ready")


def waited_for_load(http: TestClient, load: int) -> None:
    until = time.monotonic() + 30
    while http.get("/healthz").json()["load"]["make"] != load:
        assert time.monotonic() < until
        time.sleep(0.02)


@pytest.mark.slow
@pytest.mark.parametrize("body", [{"puzzle": EXPERT}, {"address": "expert/7"}])
def test_a_puzzle_in_the_making_is_not_ready_yet_and_is_there_later(body: dict[str, str]) -> None:
    with open_client(HASTY) as http:
        first = http.post("/api/new", json={"game": "rush-hour", **body})
        assert (first.status_code, first.json()) == (
            503,
            {"error": "not ready yet: the puzzle is still being made; ask again", "status": 503},
        )
        assert first.headers["retry-after"]
        made = asked_again(http, "new", game="rush-hour", **body)
        assert (made.status_code, made.json()["id"]) == (200, EXPERT)
        expected = puzzle_of_seed(game_of_name("rush-hour"), 7, {"level": "expert"})
        assert expected is not None
        assert made.json()["puzzle"] == expected.text
        # Now it is kept.
        assert http.post("/api/state", json={"game": "rush-hour", "puzzle": EXPERT}).status_code == 200


@pytest.mark.parametrize("name", ["state", "moves", "hint", "solve", "winnable", "draw"])
def test_every_question_about_it_waits_alike(name: str) -> None:
    body = {"game": "rush-hour", "puzzle": "rush-hour:beginner#3"}
    with open_client(HASTY) as http:
        assert http.post(f"/api/{name}", json=body).status_code == 503
        assert asked_again(http, name, **body).status_code == 200


def test_who_asks_again_with_the_seed_gets_the_same_order() -> None:
    with open_client(HASTY) as http:
        order = {"game": "rush-hour", "settings": {"level": "beginner"}}
        seed = http.post("/api/new", json=order).json()["seed"]
        made = asked_again(http, "new", **order, seed=seed)
        assert made.json()["id"] == f"rush-hour:beginner#{seed}"
        several = asked_again(http, "generate", game="rush-hour", count=3, seed=5)
        assert [puzzle["id"] for puzzle in several.json()["puzzles"]] == [f"rush-hour#{seed}" for seed in (5, 6, 7)]


def test_work_that_nobody_asks_for_again_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("quandary.web.making._LEASE", 0.2)
    with open_client(HASTY) as http:
        # The work is under way when this is answered, and may have ended before the load can be asked for.
        assert http.post("/api/new", json=ENDLESS).status_code == 503
        waited_for_load(http, 0)


def test_a_limit_on_time_is_reported_as_that() -> None:
    with open_client(Limits(make_time=0.0, wait_time=90.0)) as http:
        answer = http.post("/api/new", json={"game": "rush-hour", "puzzle": EXPERT})
    assert answer.status_code == 422
    assert answer.json()["error"] == f"puzzle {EXPERT}: the time ran out before the puzzle was made"
    assert "retry-after" not in answer.headers


@pytest.mark.slow
def test_a_new_master_level_is_there_at_once() -> None:
    pack = {puzzle.text for puzzle in shipped_pack(game_of_name("sokoban"), "master")}
    with open_client(HASTY) as http:
        first = http.post("/api/new", json={"game": "sokoban", "settings": {"level": "master"}})
        assert first.status_code == 200
        assert first.json()["puzzle"] in pack
        for _ in range(20):
            other = http.post("/api/new", json={"game": "sokoban", "like": first.json()["id"]}).json()
            assert other["puzzle"] in pack
            assert other["id"] != first.json()["id"]


def test_a_seed_that_makes_no_puzzle_is_said_to_make_none(client: Client) -> None:
    order = {"width": 3, "height": 3}
    made = client.ask("generate", game="exponentile", settings=order, count=30, seed=1)["puzzles"]
    seeds = [int(puzzle["id"].rpartition("#")[2]) for puzzle in made]
    words = made[0]["id"].rpartition("#")[0]
    stuck = next(seed for seed in range(1, max(seeds)) if seed not in seeds)
    status, reason = client.refusal("new", game="exponentile", puzzle=f"{words}#{stuck}")
    assert status == 422
    assert "this seed makes no puzzle" in reason
