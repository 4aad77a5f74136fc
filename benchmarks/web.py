"""The web app under load: many people at once on this machine, and many requests that make no sense.

`python -m benchmarks.web` starts the server on a free port of 127.0.0.1, lets clients play, ask for hints and for hard
searches for some seconds, and stops it again. People think between moves, so each client waits about a second after
every answer. `--garbage N` sends N fuzzed requests instead.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import re
import subprocess
import sys
import time
from collections import Counter, defaultdict
from pathlib import Path
from typing import Any

# What one client does next, and how often out of a hundred times.
MIX = {"play": 88, "hint": 9, "solve": 3}
GAMES = ("rush-hour:intermediate#{}", "klondike#{}", "circuit:4#{}", "sokoban:beginner#{}", "exponentile#{}")
HARD = {"game": "klondike", "puzzle": "klondike:draw1#{}", "metric": "moves", "time": 10}
ALLOWED = {200, 429, 503}


class Server:
    """The server as a process of its own, whose memory and time can be seen."""

    def __init__(self) -> None:
        command = [sys.executable, "-m", "quandary", "serve", "--port", "0"]
        self._process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
        assert self._process.stderr is not None
        self._first = self._process.stderr.readline()
        match = re.search(r":([0-9]+)/", self._first)
        assert match, self._first
        self.port = int(match[1])
        # Its log goes nowhere, but must be read, or the server would wait for us.
        self._drain = subprocess.Popen(["cat"], stdin=self._process.stderr, stdout=subprocess.DEVNULL)

    def megabytes(self) -> float:
        text = Path(f"/proc/{self._process.pid}/status").read_text(encoding="utf-8")
        return int(re.search(r"VmRSS:\s+([0-9]+)", text)[1]) / 1024  # type: ignore[index]

    def processor_seconds(self) -> float:
        fields = Path(f"/proc/{self._process.pid}/stat").read_text(encoding="utf-8").rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / 100

    def stop(self) -> float:
        """How long it takes to end."""
        started = time.perf_counter()
        self._process.terminate()
        self._process.wait(30)
        self._drain.wait(5)
        return time.perf_counter() - started


class Connection:
    """One client's connection, kept open from request to request."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def post(self, name: str, body: Any) -> tuple[int, Any, float]:
        """Status, answer and seconds."""
        content = json.dumps(body).encode()
        if self._streams is None:
            self._streams = await asyncio.open_connection("127.0.0.1", self._port)
        reader, writer = self._streams
        started = time.perf_counter()
        head = f"POST /api/{name} HTTP/1.1\r\nHost: 127.0.0.1:{self._port}\r\nContent-Type: application/json\r\n"
        writer.write(f"{head}Content-Length: {len(content)}\r\n\r\n".encode() + content)
        await writer.drain()
        lines = (await reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")
        length = next((int(line[15:]) for line in lines if line.lower().startswith("content-length:")), 0)
        answer = await reader.readexactly(length)
        took = time.perf_counter() - started
        return int(lines[0].split()[1]), json.loads(answer) if answer[:1] == b"{" else None, took

    def close(self) -> None:
        if self._streams is not None:
            self._streams[1].close()


class Tally:
    """What came of it all."""

    def __init__(self) -> None:
        self.seconds: dict[str, list[float]] = defaultdict(list)
        self.statuses: Counter[tuple[str, int]] = Counter()

    def count(self, name: str, status: int, seconds: float) -> None:
        self.statuses[name, status] += 1
        if status == 200:
            self.seconds[name].append(seconds)

    def percentile(self, name: str, share: float) -> float:
        times = sorted(self.seconds[name])
        return times[min(len(times) - 1, int(share * len(times)))] if times else float("nan")


async def person(number: int, port: int, until: float, think: float, games: list[str], tally: Tally) -> None:
    """Plays at random, asks now and then, and thinks in between."""
    chance = random.Random(number)
    connection = Connection(port)
    puzzle = games[number % len(games)].format(number % 20)
    game = puzzle.partition(":")[0].partition("#")[0]
    moves: list[str] = []
    legal: list[str] = []
    await asyncio.sleep(chance.uniform(0, think))
    while time.perf_counter() < until:
        if not legal:
            status, state, took = await connection.post("new", {"game": game, "puzzle": puzzle})
            moves = []
            tally.count("new", status, took)
        else:
            name = chance.choices(list(MIX), list(MIX.values()))[0]
            if name == "play":
                move = chance.choice(legal)
                body = {"game": game, "puzzle": puzzle, "moves": moves, "move": move}
                status, state, took = await connection.post("play", body)
                if status == 200:
                    moves = [*moves, move]
            elif name == "hint":
                status, state, took = await connection.post("hint", {"game": game, "puzzle": puzzle, "moves": moves})
            else:
                hard = {**HARD, "puzzle": str(HARD["puzzle"]).format(chance.randrange(1000))}
                status, state, took = await connection.post("solve", hard)
            tally.count(name, status, took)
        if status == 200 and "legal" in state:
            legal = state["legal"]
        await asyncio.sleep(chance.uniform(0.5, 1.5) * think)
    connection.close()


async def load(server: Server, clients: int, seconds: float, think: float, games: list[str]) -> bool:
    """Prints a table; whether nothing went wrong."""
    tally = Tally()
    connection = Connection(server.port)
    for template in games:
        # People come to a server that has been asked before: making each puzzle once is not what is measured.
        for number in range(20):
            puzzle = template.format(number)
            await connection.post("new", {"game": puzzle.partition(":")[0].partition("#")[0], "puzzle": puzzle})
    connection.close()
    until = time.perf_counter() + seconds
    before, processor = server.megabytes(), server.processor_seconds()
    memory: list[float] = []

    async def watch() -> None:
        while time.perf_counter() < until:
            await asyncio.sleep(seconds / 6)
            memory.append(server.megabytes())

    people = (person(number, server.port, until, think, games, tally) for number in range(clients))
    await asyncio.gather(watch(), *people)
    used = server.processor_seconds() - processor
    print(f"{clients} clients, {seconds:g} s, {used:.1f} s of the server's processor time")
    for name in ("new", *MIX):
        statuses = {status: count for (asked, status), count in sorted(tally.statuses.items()) if asked == name}
        shown = ", ".join(f"{share:.0%} {1000 * tally.percentile(name, share):.0f} ms" for share in (0.5, 0.95, 0.99))
        print(f"{name:6} {statuses}  {shown}")
    print(f"memory: {before:.0f} MB before; then {', '.join(f'{one:.0f}' for one in memory)} MB")
    wrong = {status for _, status in tally.statuses} - ALLOWED
    return not wrong and tally.percentile("play", 0.95) <= 0.1


async def garbage(server: Server, count: int) -> bool:
    """Sends what the tests' fuzzer thinks of; whether every answer was a proper one."""
    from hypothesis import HealthCheck, given, settings

    from tests.web.garbage import requests

    found: list[tuple[str, Any]] = []

    @settings(max_examples=count, database=None, deadline=None, suppress_health_check=list(HealthCheck))
    @given(requests())
    def collect(request: tuple[str, Any]) -> None:
        found.append(request)

    collect()
    statuses: Counter[int] = Counter()
    slowest = 0.0
    queue = iter(found)

    async def send() -> None:
        nonlocal slowest
        connection = Connection(server.port)
        for name, body in queue:
            status, _, took = await asyncio.wait_for(connection.post(name, body), 60)
            statuses[status] += 1
            slowest = max(slowest, took)
            if status >= 500 and status != 503:
                print(status, name, json.dumps(body)[:300])
        connection.close()

    await asyncio.gather(*(send() for _ in range(8)))
    print(f"{len(found)} requests: {dict(sorted(statuses.items()))}, the slowest {slowest:.1f} s")
    return all(status < 500 or status == 503 for status in statuses)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--clients", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=30.0)
    parser.add_argument("--think", type=float, default=1.0, help="seconds between an answer and the next request")
    parser.add_argument("--garbage", type=int, default=0, metavar="N", help="send N fuzzed requests instead")
    chosen = parser.parse_args()
    from quandary.core.registry import names

    games = [one for one in GAMES if one.partition(":")[0].partition("#")[0] in names()]
    server = Server()
    try:
        if chosen.garbage:
            good = asyncio.run(garbage(server, chosen.garbage))
        else:
            good = asyncio.run(load(server, chosen.clients, chosen.seconds, chosen.think, games))
    finally:
        print(f"stopped in {server.stop():.1f} s")
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
