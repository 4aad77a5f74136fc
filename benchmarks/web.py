"""The web app under load and under attack, on this machine only; every run stops by itself.

`python -m benchmarks.web` starts the server on a free port of 127.0.0.1, lets clients play, ask for hints and for hard
searches for some seconds, and stops it again. People think between moves, so each client waits about a second after
every answer. Each has an address of its own (127.1.0.1 and so on), as people have. Instead of that, or beside it:

    --attack N     another client sends N orders a second that nobody can fill
    --hostile N    N requests for the largest levels, the longest games and the deepest ids, and the memory they take
    --slow N       N connections that never finish their request, from one address and from many
    --garbage N    N fuzzed requests
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import re
import signal
import subprocess
import sys
import time
from collections import Counter, defaultdict
from contextlib import suppress
from os import getloadavg
from pathlib import Path
from typing import Any

# What one client does next, and how often out of a hundred times.
MIX = {"play": 88, "hint": 9, "solve": 3}
GAMES = ("rush-hour:intermediate#{}", "klondike#{}", "circuit:4#{}", "sokoban:beginner#{}", "exponentile#{}")
HARD = {"game": "klondike", "puzzle": "klondike:draw1#{}", "metric": "moves", "time": 10}
ALLOWED = {200, 429, 503}
# What a server of 600 MB may take at most, and what it may still have when it has come to rest.
MOST_MEGABYTES, REST_MEGABYTES = 600, 300
UNFILLABLE: tuple[dict[str, Any], ...] = (
    {"game": "rush-hour", "settings": {"min_moves": 500}},
    {"game": "rush-hour", "settings": {"min_moves": 500, "size": "16x16", "effort": 1 << 50}},
    {"game": "sokoban", "settings": {"width": 18, "height": 18, "boxes": 8, "min_pushes": 1000, "effort": 1 << 50}},
    {"game": "klondike", "settings": {"difficulty": "hard", "draw": 24}},
)
ATTACKER = "127.2.0.1"


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

    def megabytes(self, what: str = "VmRSS") -> float:
        """What it has now; with `VmHWM`, the most that it ever had."""
        text = Path(f"/proc/{self._process.pid}/status").read_text(encoding="utf-8")
        return int(re.search(rf"{what}:\s+([0-9]+)", text)[1]) / 1024  # type: ignore[index]

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

    def __init__(self, port: int, address: str = "127.0.0.1") -> None:
        self._port = port
        self._address = address
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def post(self, name: str, body: Any) -> tuple[int, Any, float]:
        """Status, answer and seconds."""
        content = json.dumps(body).encode()
        if self._streams is None:
            local = (self._address, 0)
            self._streams = await asyncio.open_connection("127.0.0.1", self._port, local_addr=local)
        reader, writer = self._streams
        started = time.perf_counter()
        head = f"POST /api/{name} HTTP/1.1\r\nHost: 127.0.0.1:{self._port}\r\nContent-Type: application/json\r\n"
        writer.write(f"{head}Content-Length: {len(content)}\r\n\r\n".encode() + content)
        await writer.drain()
        lines = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
        length = next((int(line[15:]) for line in lines if line.lower().startswith("content-length:")), 0)
        answer = await reader.readexactly(length)
        took = time.perf_counter() - started
        return int(lines[0].split()[1]), json.loads(answer) if answer[:1] == b"{" else None, took

    def close(self) -> None:
        if self._streams is not None:
            self._streams[1].close()
            self._streams = None


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
    connection = Connection(port, f"127.1.{number // 250}.{1 + number % 250}")
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


async def attacker(port: int, until: float, rate: float, tally: Tally) -> None:
    """Sends orders that nobody can fill, so many a second, whatever comes of them."""

    async def order(number: int) -> None:
        connection = Connection(port, ATTACKER)
        try:
            status, _, took = await connection.post("generate", UNFILLABLE[number % len(UNFILLABLE)])
            tally.count("attack", status, took)
        except (OSError, asyncio.IncompleteReadError):
            tally.count("attack", 0, 0)
        finally:
            connection.close()

    orders = set()
    for number in range(1_000_000):
        if time.perf_counter() >= until:
            break
        orders.add(asyncio.ensure_future(order(number)))
        await asyncio.sleep(1 / rate)
    await asyncio.gather(*orders)


async def load(server: Server, clients: int, seconds: float, think: float, games: list[str], attack: float = 0) -> bool:
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
    attacks = [attacker(server.port, until, attack, tally)] if attack else []
    await asyncio.gather(watch(), *people, *attacks)
    used = server.processor_seconds() - processor
    print(f"{clients} clients, {seconds:g} s, {used:.1f} s of the server's processor time")
    for name in ("new", *MIX, *(["attack"] if attack else [])):
        statuses = {status: count for (asked, status), count in sorted(tally.statuses.items()) if asked == name}
        shown = ", ".join(f"{share:.0%} {1000 * tally.percentile(name, share):.0f} ms" for share in (0.5, 0.95, 0.99))
        print(f"{name:6} {statuses}  {shown}")
    print(f"memory: {before:.0f} MB before; then {', '.join(f'{one:.0f}' for one in memory)} MB")
    wrong = {status for name, status in tally.statuses if name != "attack"} - ALLOWED
    failed = sum(count for (name, status), count in tally.statuses.items() if name == "play" and status != 200)
    hints = sum(count for (name, _), count in tally.statuses.items() if name == "hint")
    served = tally.statuses["hint", 200] / hints if hints else 1.0
    print(f"{failed} moves failed; {served:.1%} of {hints} hints were served")
    return not wrong and not failed and served >= 0.95 and tally.percentile("play", 0.95) <= 0.1


def hostile(number: int) -> tuple[str, Any]:
    """A request that costs as much as one may: the largest levels, the longest games, the deepest ids, no two alike."""
    chance = random.Random(number)
    kind = number % 8
    side = 126 - number % 7
    inner = [f"#{' ' * (side - 2)}#" for _ in range(side - 3)]
    at = chance.randrange(len(inner))
    inner[at] = "#" + "$" * 40 + "." * 40 + " " * (side - 82) + "#"
    level = "\n".join(["#" * side, f"#@{' ' * (side - 3)}#", *inner, "#" * side])
    packed = "|".join([f"{side}#", f"#@{side - 3}_#", *[f"#{side - 2}_#"] * at, f"#40$40.{side - 82}_#", f"{side}#"])
    board = "............AA......................"
    walk = [chance.choice("lr") for _ in range(20_000)]
    requests: list[tuple[str, Any]] = [
        ("new", {"game": "sokoban", "puzzle": level}),
        ("state", {"game": "sokoban", "puzzle": f"sokoban:{packed}", "moves": walk[:2000]}),
        ("state", {"game": "rush-hour", "puzzle": board, "moves": ["A+1", "A-1"] * chance.randrange(9000, 10_000)}),
        (
            "play",
            {"game": "klondike", "puzzle": f"klondike#{number}", "moves": ["D"] * 8, "move": "D", "more": ["D"] * 5000},
        ),
        ("hint", {"game": "sokoban", "puzzle": level, "moves": []}),
        ("solve", {"game": "klondike", "puzzle": f"klondike:draw1#{number}", "metric": "moves"}),
        ("generate", {**UNFILLABLE[number // 8 % len(UNFILLABLE)], "count": 50}),
        ("validate", {"game": "sokoban", "text": f"{level}\n\n" * 7}),
    ]
    return requests[kind]


async def besiege(server: Server, count: int) -> bool:
    """Sends hostile requests of many clients at a time; whether the server keeps to its memory, and gives it back."""
    statuses: Counter[tuple[str, int]] = Counter()
    numbers = iter(range(count))
    before = server.megabytes()

    async def send(client: int) -> None:
        for number in numbers:
            name, body = hostile(number)
            connection = Connection(server.port, f"127.1.0.{1 + client}")
            try:
                status, _, _ = await asyncio.wait_for(connection.post(name, body), 5 if name == "solve" else 60)
                statuses[name, status] += 1
            except TimeoutError:
                statuses[name, 0] += 1
            connection.close()

    started = time.perf_counter()
    await asyncio.gather(*(send(client) for client in range(24)))
    took = time.perf_counter() - started
    # Until the last searches, whose clients have gone, have come back.
    await asyncio.sleep(15)
    peak, rest = server.megabytes("VmHWM"), server.megabytes()
    for name in sorted({name for name, _ in statuses}):
        print(f"{name:9}", {status: count for (asked, status), count in sorted(statuses.items()) if asked == name})
    print(f"{count} hostile requests in {took:.0f} s: {before:.0f} MB before, {peak:.0f} at most, {rest:.0f} at rest")
    wrong = {status for _, status in statuses if status >= 500 and status != 503}
    return not wrong and peak <= MOST_MEGABYTES and rest <= REST_MEGABYTES


async def slow(server: Server, count: int) -> bool:
    """Opens connections that never finish their request; whether others are served within a second all the while."""
    alone = await held(server, [ATTACKER] * count, "one address")
    spread = await held(server, [f"127.3.{number % 250}.1" for number in range(count)], "250 addresses")
    return max(alone, spread) <= 1.0


async def held(server: Server, addresses: list[str], words: str) -> float:
    """The longest that a visitor waits while so many connections owe their request."""
    silent: list[asyncio.StreamWriter] = []
    waits: list[float] = []
    opened = asyncio.Event()
    waiting = iter(addresses)

    async def hold() -> None:
        for address in waiting:
            with suppress(OSError, TimeoutError):
                streams = asyncio.open_connection("127.0.0.1", server.port, local_addr=(address, 0))
                _, writer = await asyncio.wait_for(streams, 10)
                writer.write(b"POST /api/state HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: ")
                silent.append(writer)

    async def visit() -> None:
        while not opened.is_set():
            connection = Connection(server.port, f"127.1.0.{1 + len(waits) % 250}")
            started = time.perf_counter()
            status, _, _ = await connection.post("new", {"game": "klondike", "puzzle": "klondike#1"})
            waits.append(time.perf_counter() - started if status == 200 else float("inf"))
            connection.close()
            await asyncio.sleep(0.05)

    visitor = asyncio.ensure_future(visit())
    await asyncio.gather(*(hold() for _ in range(10)))
    await asyncio.sleep(5)
    opened.set()
    await visitor
    print(f"{len(silent)} slow connections from {words}: {len(waits)} visits, the slowest {1000 * max(waits):.0f} ms")
    for writer in silent:
        writer.transport.abort()
    await asyncio.sleep(1)
    return max(waits)


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
    parser.add_argument("--attack", type=float, default=0, metavar="N", help="N hostile orders a second beside that")
    parser.add_argument("--hostile", type=int, default=0, metavar="N", help="send N hostile requests instead")
    parser.add_argument("--slow", type=int, default=0, metavar="N", help="open N connections that say nothing instead")
    parser.add_argument("--garbage", type=int, default=0, metavar="N", help="send N fuzzed requests instead")
    chosen = parser.parse_args()
    # Who stops us stops the server too.
    signal.signal(signal.SIGTERM, lambda number, frame: sys.exit(1))
    from quandary.core.registry import names

    games = [one for one in GAMES if one.partition(":")[0].partition("#")[0] in names()]
    server = Server()
    try:
        if chosen.garbage:
            good = asyncio.run(garbage(server, chosen.garbage))
        elif chosen.hostile:
            good = asyncio.run(besiege(server, chosen.hostile))
        elif chosen.slow:
            good = asyncio.run(slow(server, chosen.slow))
        else:
            good = asyncio.run(load(server, chosen.clients, chosen.seconds, chosen.think, games, chosen.attack))
    finally:
        print(
            f"stopped in {server.stop():.1f} s; load of the machine {', '.join(f'{one:.1f}' for one in getloadavg())}"
        )
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main())
