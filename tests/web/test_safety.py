"""What strangers may not do: every refusal is a 4xx (or a 429/503) with a JSON reason, never a 500."""

from __future__ import annotations

import asyncio
import json
import socket
import sys
import threading
import time
from contextlib import ExitStack
from typing import Any
from urllib.request import Request, urlopen

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from starlette.testclient import TestClient

from quandary.core.budget import Cancel
from quandary.core.registry import game as game_of_name
from quandary.engine.generate import generate
from quandary.game import BudgetEnded, UsageError
from quandary.web import Limits, create_app, wire
from quandary.web.desk import Desk
from quandary.web.pools import Luggage, Pool, Refused, TooLong
from quandary.web.shelf import Shelf
from quandary.web.weight import weight
from tests.web.conftest import Client, Served, open_client, serving
from tests.web.garbage import QUESTIONS, requests

BOARD = "BB...C...D.CXX.D.C...D..........EEE."


def test_the_usual_headers_are_everywhere(client: Client) -> None:
    for path in ("/", "/rush-hour", "/api/games", "/static/style.css", "/nowhere", "/healthz"):
        headers = client.get(path).headers
        assert "script-src 'self'" in headers["content-security-policy"]
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["x-frame-options"] == "DENY"


def test_health_is_told(client: Client) -> None:
    assert client.get("/healthz").json()["status"] == "ok"


@pytest.mark.parametrize("host", ["evil.example", "127.0.0.1.evil.example", "localhost.evil.example:80", ""])
def test_another_host_name_is_refused(client: Client, host: str) -> None:
    answer = client.get("/api/games", headers={"Host": host})
    assert answer.status_code == 400
    assert "script-src 'self'" in answer.headers["content-security-policy"]


@pytest.mark.parametrize("host", ["127.0.0.1:8765", "LOCALHOST", "[::1]:8765"])
def test_its_own_names_are_answered(client: Client, host: str) -> None:
    assert client.get("/api/games", headers={"Host": host}).status_code == 200


def test_a_name_that_no_host_has_is_told_before_the_server_starts() -> None:
    create_app(Limits(hosts=("*",)))
    create_app(Limits(hosts=("*.puzzles.example",)))
    for name in ("puzzles.*", "*puzzles"):
        with pytest.raises(UsageError, match="is no host name"):
            create_app(Limits(hosts=(name,)))


def test_a_failure_of_ours_says_so_and_no_more(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(self: object, *more: object) -> None:
        raise RuntimeError("a secret")

    monkeypatch.setattr("quandary.web.desk.Desk.show", fail)
    with open_client() as http:
        answer = http.post("/api/state", json={"game": "rush-hour", "puzzle": BOARD})
    assert (answer.status_code, answer.json()["status"]) == (500, 500)
    assert "secret" not in answer.text
    assert answer.headers["x-frame-options"] == "DENY"
    assert "a secret" in caplog.text


def test_long_answers_are_packed_for_who_can_unpack_them(client: Client) -> None:
    for path in ("/api/games", "/static/style.css"):
        assert client.get(path).headers["content-encoding"] == "gzip"
        assert "content-encoding" not in client.get(path, headers={"Accept-Encoding": "identity"}).headers
    assert "content-encoding" not in client.get("/healthz").headers


def test_other_sites_pages_may_not_ask(client: Client) -> None:
    body = {"game": "rush-hour", "puzzle": BOARD}
    for headers in ({"Origin": "http://evil.example"}, {"Origin": "null"}, {"Sec-Fetch-Site": "cross-site"}):
        assert client.post("state", body, headers=headers).status_code == 403
    assert client.post("state", body, headers={"Origin": "http://127.0.0.1"}).status_code == 200


def asked_by_a_page(http: TestClient, origin: str, path: str = "/api/v1/state") -> tuple[int, int, str | None]:
    """How a browser fares: the status of its question before, that of the question, and who may read the answer."""
    wants = {
        "Origin": origin,
        "Access-Control-Request-Method": "POST",
        "Access-Control-Request-Headers": "content-type",
    }
    before = http.options(path, headers=wants)
    headers = {"Origin": origin, "Sec-Fetch-Site": "cross-site"}
    answer = http.post(path, json={"game": "rush-hour", "puzzle": BOARD}, headers=headers)
    for one in (before, answer):
        assert "access-control-allow-credentials" not in one.headers
    return before.status_code, answer.status_code, answer.headers.get("access-control-allow-origin")


def test_pages_of_chosen_sites_may_ask_the_api_and_nothing_else() -> None:
    friend, stranger = "https://friend.example", "https://friend.example.evil.example"
    with open_client(Limits(origins=(friend,))) as http:
        assert asked_by_a_page(http, friend) == (200, 200, friend)
        assert asked_by_a_page(http, stranger) == (405, 403, None)
        assert asked_by_a_page(http, "null") == (405, 403, None)
        assert http.get("/openapi.json", headers={"Origin": friend}).headers["access-control-allow-origin"] == friend
        for path in ("/", "/static/style.css", "/healthz"):
            assert "access-control-allow-origin" not in http.get(path, headers={"Origin": friend}).headers
    with open_client(Limits(origins=("*",))) as http:
        assert asked_by_a_page(http, stranger) == (200, 200, "*")
    with open_client() as http:
        assert asked_by_a_page(http, friend) == (405, 403, None)


@pytest.mark.parametrize("origin", ["friend.example", "https://friend.example/", "null", "ftp://friend.example", ""])
def test_what_no_browser_sends_as_an_origin_is_told_before_the_server_starts(origin: str) -> None:
    with pytest.raises(UsageError, match="is no origin"):
        create_app(Limits(origins=(origin,)))


def test_only_json_is_read(client: Client) -> None:
    answer = client.http.post("/api/state", content=b"{}", headers={"Content-Type": "text/plain"})
    assert answer.status_code == 415


def test_what_is_too_large_is_refused(client: Client) -> None:
    limits = Limits()
    assert client.post("new", {"game": "rush-hour", "puzzle": "." * limits.body}).status_code == 413
    assert client.post("new", {"game": "rush-hour", "puzzle": "." * (limits.puzzle + 1)}).status_code == 400
    assert client.post("state", {"game": "rush-hour", "puzzle": BOARD, "moves": ["A+1"] * 20_001}).status_code == 400


@pytest.mark.parametrize(
    ("path", "method", "status"),
    [
        ("/nowhere", "GET", 404),
        ("/api/nothing", "POST", 404),
        ("/api/solve", "GET", 405),
        ("/static/../app.py", "GET", 404),
        ("/static/%2e%2e/app.py", "GET", 404),
        ("/", "POST", 405),
        ("/healthz", "DELETE", 405),
    ],
)
def test_addresses_that_there_are_not(client: Client, path: str, method: str, status: int) -> None:
    answer = client.http.request(method, path)
    assert answer.status_code == status
    assert answer.json()["status"] == status


def test_a_request_gets_no_more_than_the_servers_caps() -> None:
    limits = Limits(solve_time=3.0, nodes=1000, memory=1 << 20)
    budget = limits.solving(time=1e9, nodes=10**12, memory=1 << 60)
    assert (budget.time, budget.nodes, budget.memory) == (3.0, 1000, 1 << 20)


def test_the_reference_search_is_not_for_strangers(client: Client) -> None:
    status, reason = client.refusal("solve", game="rush-hour", puzzle=BOARD, strategy="reference")
    assert status == 400
    assert "no strategy" in reason


def test_a_null_leaves_a_setting_as_it_is(client: Client) -> None:
    made = client.ask("generate", game="rush-hour", settings={"effort": None, "level": None}, seed=1)
    assert made["puzzles"][0]["id"] == "rush-hour#1"


def test_a_users_text_is_never_markup(client: Client) -> None:
    made = client.ask("generate", game="circuit", settings={"level": "1"}, seed=1)["puzzles"][0]
    own = {key: made[key] for key in ("seed", "difficulty", "rows", "cols", "cells", "connectors", "solution")}
    text = json.dumps({"id": "<script>alert(1)</script>", **own})
    svg = client.ask("new", game="circuit", puzzle=text)["svg"]
    assert "<script" not in svg
    assert "&lt;script" in svg


def test_logs_hold_no_puzzles(client: Client, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level("INFO", logger="quandary.web"):
        client.get(f"/rush-hour/{BOARD}")
        client.ask("state", game="rush-hour", puzzle=BOARD)
    assert "/api/state" in caplog.text
    assert BOARD not in caplog.text


# Slots


def test_a_full_pool_refuses_and_a_slot_comes_back() -> None:
    async def scenario() -> None:
        pool = Pool("test", slots=1, queue=1, per_client=2, patience=5)
        go = threading.Event()

        def work(cancel: Cancel) -> str:
            go.wait(20)
            return "done"

        first = await pool.start("a", work)
        second = asyncio.ensure_future(pool.run("b", work))
        while pool.load < 2:
            await asyncio.sleep(0)
        with pytest.raises(Refused) as busy:
            await pool.start("c", work)
        assert busy.value.status_code == 503
        go.set()
        assert await first.result() == "done"
        assert await second == "done"
        assert await pool.run("c", work) == "done"
        assert pool.load == 0

    asyncio.run(scenario())


def test_one_client_cannot_take_all_places_in_the_queue() -> None:
    async def scenario() -> None:
        pool = Pool("test", slots=1, queue=3, per_client=12, patience=20)
        go = threading.Event()
        greedy = [asyncio.ensure_future(pool.run("greedy", lambda cancel: go.wait(20))) for _ in range(4)]
        while pool.load < 4:
            await asyncio.sleep(0)
        other = asyncio.ensure_future(pool.run("other", lambda cancel: "served"))
        # The last of the greedy one's makes room, and is told to try again.
        with pytest.raises(Refused) as sent_away:
            await greedy.pop()
        assert (sent_away.value.status_code, sent_away.value.headers) == (503, {"Retry-After": "2"})
        go.set()
        assert await other == "served"
        assert await asyncio.gather(*greedy) == [True] * 3
        assert pool.load == 0

    asyncio.run(scenario())


def test_what_takes_too_long_is_not_to_be_tried_again() -> None:
    async def scenario() -> None:
        pool = Pool("test", slots=1, queue=1, per_client=2, patience=5)
        go = threading.Event()
        with pytest.raises(TooLong) as late:
            await pool.run("a", lambda cancel: go.wait(20), seconds=0.01)
        assert (late.value.status_code, late.value.headers) == (422, None)
        go.set()

    asyncio.run(scenario())


def test_one_client_cannot_take_all_slots() -> None:
    async def scenario() -> None:
        pool = Pool("test", slots=2, queue=8, per_client=1, patience=5)
        go = threading.Event()
        job = await pool.start("a", lambda cancel: go.wait(20))
        with pytest.raises(Refused) as greedy:
            await pool.start("a", lambda cancel: True)
        assert greedy.value.status_code == 429
        assert await pool.run("b", lambda cancel: True)
        go.set()
        await job.result()

    asyncio.run(scenario())


def test_who_stops_waiting_frees_the_slot() -> None:
    async def scenario() -> None:
        pool = Pool("test", slots=1, queue=1, per_client=2, patience=20)
        begun = threading.Event()

        def until_cancelled(cancel: Cancel) -> None:
            begun.set()
            while not cancel.cancelled:
                threading.Event().wait(0.005)

        waiting = asyncio.ensure_future(pool.run("a", until_cancelled))
        await asyncio.to_thread(begun.wait)
        waiting.cancel()
        assert await pool.run("b", lambda cancel: "free") == "free"

    asyncio.run(scenario())


def test_a_client_that_goes_frees_its_slot(served: Served) -> None:
    body = {"game": "klondike", "puzzle": "klondike:draw1#1", "metric": "moves", "time": 20}
    content = json.dumps(body).encode()
    host, port = "127.0.0.1", served.port
    head = f"POST /api/solve HTTP/1.1\r\nHost: {host}:{port}\r\nContent-Type: application/json\r\n"
    for accept in ("application/json", "text/event-stream"):
        with socket.create_connection((host, port)) as connection:
            lines = f"{head}Accept: {accept}\r\nContent-Length: {len(content)}\r\n\r\n"
            connection.sendall(lines.encode() + content)
            _wait_for_load(served, 1)
        _wait_for_load(served, 0)


def _wait_for_load(served: Served, load: int, kind: str = "solve") -> None:
    """Until so many searches are under way."""
    until = time.monotonic() + 30
    while time.monotonic() < until:
        with urlopen(f"{served.url}/healthz") as answer:
            if json.load(answer)["load"][kind] == load:
                return
        time.sleep(0.02)
    raise AssertionError(f"there never were {load} searches under way")


# Garbage

SMALL = Limits(solve_time=0.2, hint_time=0.2, make_time=0.3, patience=5.0)


@pytest.mark.slow
def test_no_request_is_a_500() -> None:
    with open_client(SMALL) as http:

        @settings(max_examples=500, deadline=None, suppress_health_check=list(HealthCheck))
        @given(requests())
        def ask(request: tuple[str, Any]) -> None:
            name, body = request
            answer = http.post(f"/api/{name}", json=body)
            assert answer.status_code == 200 or 400 <= answer.status_code < 500 or answer.status_code == 503, (
                answer.text
            )
            if answer.status_code != 200:
                assert answer.json()["error"]

        ask()
        assert http.get("/healthz").status_code == 200


@pytest.mark.slow
@settings(max_examples=200, deadline=None)
@given(body=st.binary(max_size=200), name=st.sampled_from(sorted(QUESTIONS)))
def test_no_bytes_are_a_500(client: Client, body: bytes, name: str) -> None:
    answer = client.http.post(f"/api/{name}", content=body, headers={"Content-Type": "application/json"})
    assert 400 <= answer.status_code < 500


# Shares


def test_a_free_slot_goes_to_who_has_fewest() -> None:
    async def scenario() -> None:
        pool = Pool("test", slots=2, queue=20, per_client=12, patience=20)
        go = threading.Event()
        greedy = [asyncio.ensure_future(pool.run("greedy", lambda cancel: go.wait(20))) for _ in range(12)]
        await asyncio.sleep(0)
        # However many the one has sent, the other is served before any of them has come back.
        assert await pool.run("other", lambda cancel: "served") == "served"
        go.set()
        await asyncio.gather(*greedy)
        assert pool.load == 0

    asyncio.run(scenario())


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux has more than one address on its own")
def test_orders_that_cannot_be_filled_take_nobody_elses_hints() -> None:
    order = json.dumps({"game": "rush-hour", "settings": {"walls": 3, "min_moves": 500}}).encode()
    head = "POST /api/generate HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
    with (
        serving(Limits(make_time=600.0, wait_time=60.0, hint_time=60.0, patience=60.0)) as running,
        ExitStack() as orders,
    ):
        address = ("127.0.0.1", running.port)
        for _ in range(12):
            greedy = orders.enter_context(socket.create_connection(address, source_address=("127.0.0.2", 0)))
            greedy.sendall(f"{head}Content-Length: {len(order)}\r\n\r\n".encode() + order)
        _wait_for_load(running, 12, "make")
        for moves in ([], ["C+1"], ["D-1"]):
            body = json.dumps({"game": "rush-hour", "puzzle": BOARD, "moves": moves}).encode()
            asked = Request(f"{running.url}/api/hint", body, {"Content-Type": "application/json"})
            with urlopen(asked) as answer:
                assert json.load(answer)["verdict"] == "solved"
        _wait_for_load(running, 12, "make")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "order"),
    [
        ("rush-hour", {"min_moves": 500}),
        ("rush-hour", {"walls": 3, "min_moves": 500}),
        ("rush-hour", {"min_moves": 60, "level": "beginner"}),
        ("rush-hour", {"min_moves": 500, "size": "16x16", "effort": 1 << 53}),
        ("rush-hour", {"walls": 1 << 40}),
        ("rush-hour", {"min_moves": 1 << 40}),
        ("rush-hour", {"max_moves": 1 << 40}),
        ("sokoban", {"width": 18, "height": 18, "boxes": 8, "min_pushes": 1000, "effort": 1 << 53}),
        ("sokoban", {"level": "expert", "min_detour": 1000, "effort": 1 << 53}),
        ("klondike", {"draw": 24, "difficulty": "easy"}),
        ("exponentile", {"width": 1 << 40}),
        ("circuit", {"rows": 1 << 40}),
    ],
)
def test_an_order_that_cannot_be_filled_is_refused_as_such(game: str, order: dict[str, Any]) -> None:
    # On a busy machine an order that has been given up takes a while to end, and the next waits for its slot.
    with open_client(Limits(make_time=0.3, wait_time=90.0, patience=90.0)) as http:
        for question, more in (("new", {}), ("generate", {}), ("generate", {"count": 5})):
            # A seed of its own would now and then make what hardly any does.
            answer = http.post(f"/api/{question}", json={"game": game, "settings": order, "seed": 1, **more})
            assert answer.status_code in (400, 422), answer.text
            assert "retry-after" not in answer.headers


def test_a_refused_order_is_told_in_the_words_of_the_command_line(monkeypatch: pytest.MonkeyPatch) -> None:
    # A busy machine may take longer to end it than a visitor would be kept waiting.
    monkeypatch.setattr("quandary.web.api._ORDER_GRACE", 60.0)
    with open_client(Limits(make_time=0.3, wait_time=90.0)) as http:
        order = {"game": "rush-hour", "settings": {"walls": 3, "min_moves": 500}, "seed": 1}
        answer = http.post("/api/generate", json=order)
    assert answer.json()["error"].startswith(
        "no rush-hour puzzle found with these settings in 0.3 seconds, seeds 1 to "
    )


@pytest.mark.parametrize(("game", "settings_asked"), [("rush-hour", {}), ("klondike", {"winnable": True})])
def test_an_order_keeps_to_its_memory(game: str, settings_asked: dict[str, Any]) -> None:
    (usual,) = generate(game, seed=1, **settings_asked)
    (roomy,) = generate(game, seed=1, memory="64M", **settings_asked)
    assert roomy == usual
    with pytest.raises(BudgetEnded):
        next(generate(game, seed=1, memory="1K", **settings_asked))


def test_a_player_takes_only_seeds(client: Client) -> None:
    for seed in (-1, 1 << 64):
        status, reason = client.refusal("watch", game="exponentile", puzzle="exponentile#1", seed=seed)
        assert (status, "a seed is a number" in reason) == (400, True)


def test_requests_under_way_are_weighed_in_bytes() -> None:
    luggage = Luggage(of_a_client=10, of_all=15)
    luggage.take("a", 10)
    with pytest.raises(Refused) as greedy:
        luggage.take("a", 1)
    with pytest.raises(Refused) as busy:
        luggage.take("b", 6)
    assert (greedy.value.status_code, busy.value.status_code) == (429, 503)
    luggage.give_back("a", 10)
    luggage.take("b", 6)
    luggage.take("a", 9)


def test_what_was_asked_leaves_nothing_behind() -> None:
    large = {"game": "rush-hour", "puzzle": BOARD, "solution": "C+1 " * 20}
    with open_client(Limits(bodies=4 * 300)) as http:
        for _ in range(20):
            assert http.post("/api/verify", json=large).status_code == 200
            assert http.post("/api/verify", json={**large, "solution": "x" * 400}).status_code == 429
            assert (
                http.post("/api/verify", content=b"{", headers={"Content-Type": "application/json"}).status_code == 400
            )


def test_what_is_kept_is_weighed_in_bytes() -> None:
    limits = Limits(kept=1 << 19)
    shelf = Shelf(limits)
    made = 0
    game = game_of_name("sokoban")
    before = weight(shelf)
    for number in range(60):
        boxes, goals = "@" + "$" * 40 + " " * number, "." * 40
        rows = ["#" * 120, *(f"#{row:118}#" for row in (boxes, goals)), "#" * 120]
        made += weight(shelf.puzzle(game, "\n".join(rows)))
    assert made > limits.kept
    assert weight(shelf) - before < limits.kept


def test_half_a_request_keeps_nobody_waiting() -> None:
    with serving(limit_concurrency=150) as running, ExitStack() as silent:
        for _ in range(300):
            connection = silent.enter_context(socket.create_connection(("127.0.0.1", running.port)))
            connection.sendall(b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: ")
        with urlopen(f"{running.url}/healthz") as answer:
            assert json.load(answer)["status"] == "ok"


def test_many_moves_at_a_time_are_played_in_a_thread() -> None:
    desk = Desk(Limits())
    question: dict[str, Any] = {"game": "rush-hour", "puzzle": "............AA......................", "move": "A+1"}
    desk.play(wire.Play(**question), Cancel())
    assert desk.is_at_hand(wire.Play(**question, more=["A-1", "A+1"]))
    assert not desk.is_at_hand(wire.Play(**question, more=["A-1", "A+1"] * 1000))
