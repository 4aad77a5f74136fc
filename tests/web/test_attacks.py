"""What attackers try, on a real port: every answer is a proper one, and the server goes on."""

from __future__ import annotations

import json
import socket
from contextlib import suppress
from typing import Any
from urllib.request import urlopen

import pytest

from quandary.web.connections import HEAD_BYTES, Line
from tests.web.conftest import Served

BOARD = "BB...C...D.CXX.D.C...D..........EEE."
ABOUT = b'"game":"rush-hour","puzzle":"%s"' % BOARD.encode()


def sent(served: Served, request: bytes) -> bytes:
    """All that comes back until the server closes the connection."""
    answer = b""
    with socket.create_connection(("127.0.0.1", served.port), timeout=60) as connection, suppress(ConnectionError):
        connection.sendall(request)
        while chunk := connection.recv(1 << 16):
            answer += chunk
    return answer


def asking(path: str, method: str = "GET", more: str = "", connection: str = "close") -> bytes:
    return f"{method} {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: {connection}\r\n{more}\r\n".encode()


def posting(name: str, body: bytes, more: str = "", kind: str = "application/json") -> bytes:
    head = f"Content-Type: {kind}\r\n{more}Content-Length: {len(body)}\r\n"
    return asking(f"/api/v1/{name}", "POST", head) + body


def status_of(answer: bytes) -> int:
    assert answer.startswith(b"HTTP/1.1 "), answer[:100]
    return int(answer[9:12])


def refused(answer: bytes) -> Any:
    """The refusal in an answer that is one."""
    assert 400 <= status_of(answer) < 500, answer[:300]
    return json.loads(answer.partition(b"\r\n\r\n")[2])


@pytest.mark.parametrize(
    "path",
    [
        "/static/..%2f..%2fapp.py",
        "/static/%2e%2e/app.py",
        "/static/js/../../app.py",
        "/static//etc/passwd",
        "/static/..\\..\\app.py",
        "/static/%00",
        "/static/style.css%00.js",
        "/static/%ff",
        "/static/",
    ],
)
def test_no_path_leads_out_of_the_static_files(served: Served, path: str) -> None:
    assert refused(sent(served, asking(path)))["status"] == 404


@pytest.mark.parametrize("path", ["/rush-hour/%0d%0aSet-Cookie:%20a=b", "/api/daily?date=%0d%0aSet-Cookie:%20a=b"])
def test_no_line_of_a_request_becomes_a_header(served: Served, path: str) -> None:
    assert b"set-cookie" not in sent(served, asking(path)).lower().partition(b"\r\n\r\n")[0]


@pytest.mark.parametrize(
    "body",
    [
        b"[" * 200_000,
        b'{"game":' * 50_000,
        b'{"game":"rush-hour","settings":{"a":' + b"[" * 5000 + b"]" * 5000 + b"}}",
        b"\x1f\x8b" + b"\0" * 100,
        b'{%s,"time":NaN}' % ABOUT,
        b'{%s,"time":-Infinity}' % ABOUT,
        b'{%s,"time":1e999}' % ABOUT,
        b'{%s,"time":-1}' % ABOUT,
        b'{%s,"nodes":%s}' % (ABOUT, b"9" * 400),
        b'{%s,"memory":-1}' % ABOUT,
        b'{"game":"rush-hour","puzzle":"\\ud800"}',
        b'{"game":"rush-hour","puzzle":"\xff"}',
        b'{"game":"\\ud800\\u0000","puzzle":""}',
        b"null",
        b"",
    ],
)
def test_no_body_is_more_than_refused(served: Served, body: bytes) -> None:
    for name in ("solve", "new", "generate", "play"):
        refused(sent(served, posting(name, body)))


@pytest.mark.parametrize(
    ("game", "puzzle"),
    [
        ("rush-hour", "rush-hour:\0#1"),
        ("rush-hour", "rush-hour:\N{COLLISION SYMBOL}#\N{ARABIC-INDIC DIGIT ONE}"),
        ("rush-hour", "rush-hour#\N{SUPERSCRIPT TWO}"),
        ("rush-hour", "template#1"),
        ("sokoban", "\N{RIGHT-TO-LEFT OVERRIDE}#@$.#"),
        ("sokoban", "sokoban#" + "9" * 5000),
        ("sokoban", "sokoban:" + "9" * 5000 + "#"),
        ("sokoban", "sokoban:" + "99(" * 600 + "#" + ")" * 600),
        ("sokoban", "sokoban:" + "(" * 20_000),
        ("klondike", "klondike:draw=" + "9" * 5000 + "/1=KS"),
        ("exponentile", "9" * 5000 + ",2,4/2,4,2/8,2,16"),
        ("exponentile", "4,2,8/2,4,2/8,2,16/score=40/moves=3/chance=" + "9" * 5000),
        ("circuit", "circuit:" + "9" * 5000 + "#1"),
        ("circuit", "[" * 100_000),
        ("circuit", '{"seed":1e999}'),
    ],
)
def test_no_id_is_more_than_refused(served: Served, game: str, puzzle: str) -> None:
    for name in ("state", "draw", "hint", "new"):
        answer = sent(served, posting(name, json.dumps({"game": game, "puzzle": puzzle}).encode()))
        assert refused(answer)["error"]
        assert len(answer) < 10_000


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [
        ("HEAD", "/", 200),
        ("HEAD", "/api/v1/games", 200),
        ("HEAD", "/api/v1/state", 405),
        ("OPTIONS", "/api/v1/state", 405),
        ("OPTIONS", "*", 404),
        ("TRACE", "/", 405),
        ("PUT", "/api/v1/state", 405),
        ("FOO", "/", 400),
        ("CONNECT", "127.0.0.1:1", 400),
    ],
)
def test_other_methods_have_proper_answers(served: Served, method: str, path: str, status: int) -> None:
    answer = sent(served, asking(path, method))
    assert status_of(answer) == status
    if method == "HEAD":
        assert answer.endswith(b"\r\n\r\n")


@pytest.mark.parametrize(
    "kind", ["text/plain", "application/x-www-form-urlencoded", "application/jsonx", "", "a/b;json"]
)
def test_other_kinds_of_content_are_not_read(served: Served, kind: str) -> None:
    assert refused(sent(served, posting("state", b"{%s}" % ABOUT, kind=kind)))["status"] == 415


@pytest.mark.parametrize(
    "request_",
    [
        posting("state", b"{}", "Content-Length: 5\r\n"),
        posting("state", b"0\r\n\r\n", "Transfer-Encoding: chunked\r\n"),
        posting("state", b"").replace(b"Content-Length: 0", b"Content-Length: -5"),
        posting("state", b"").replace(b"Content-Length: 0", b"Transfer-Encoding: gzip"),
        "GET /rush-hour/é HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".encode(),
        b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
        b"\x16\x03\x01\x02\x00\x01\x00",
    ],
)
def test_what_is_no_request_ends_the_connection(served: Served, request_: bytes) -> None:
    assert status_of(sent(served, request_)) == 400


@pytest.mark.parametrize("wanted", ["websocket", "h2c"])
def test_nothing_is_upgraded(served: Served, wanted: str) -> None:
    more = f"Upgrade: {wanted}\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n"
    assert status_of(sent(served, asking("/healthz", more=more, connection="Upgrade, close"))) == 200


def test_requests_in_a_row_are_answered_in_a_row(served: Served) -> None:
    answer = sent(served, asking("/healthz", connection="keep-alive") * 300 + asking("/nowhere"))
    assert answer.count(b"HTTP/1.1 200 OK") == 300
    assert answer.rindex(b"HTTP/1.1 404") > answer.rindex(b"HTTP/1.1 200")


@pytest.mark.parametrize("line", [b"X: " + b"a" * 4 * HEAD_BYTES, b"X: a\r\n" * HEAD_BYTES, b"X" * 4 * HEAD_BYTES])
def test_a_head_without_end_ends_the_connection(served: Served, line: bytes) -> None:
    # It is heard of as a closed connection, or as a refusal where that was quicker; never as an answer.
    answer = sent(served, b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n" + line)
    assert answer == b"" or status_of(answer) == 400
    with urlopen(f"{served.url}/healthz") as other:
        assert json.load(other)["status"] == "ok"


class Fake:
    """As much of a connection as a line needs."""

    def __init__(self, peer: str, line: Line) -> None:
        self.peer = peer
        self.is_given_up = False
        self._line = line

    def give_up(self) -> None:
        self.is_given_up = True
        self._line.leave(self)  # type: ignore[arg-type]


def test_who_has_waited_longest_is_given_up_first_his_own_client_s_before_others() -> None:
    line = Line(of_a_client=3, of_all=6)
    fakes = [Fake(peer, line) for peer in ("a", "b", "a", "a", "a", "c", "d", "e")]
    for fake in fakes:
        line.add(fake)  # type: ignore[arg-type]
    # The fourth of a's made its first go; the last of all, b's, which was then the oldest.
    assert [fake.is_given_up for fake in fakes] == [True, True, *[False] * 6]
