"""The lab's figures: what it adds to a native batch, rows a second, a million rows, and twenty kills.

    python -m benchmarks.lab [overhead] [rows] [million] [kills]

Everything is made here. Times are CPU seconds of all threads, medians of interleaved rounds, unless they
are called wall.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from benchmarks.timing import cpu_of, interleaved
from quandary.engine.generate import generate
from quandary.engine.packs import shipped_packs
from quandary.engine.solve import solve_many
from quandary.game import Game, Puzzle, Rng, Strategy, Task, UsageError
from quandary.games.klondike import GAME as KLONDIKE
from quandary.games.klondike.solver import Complete
from quandary.games.rush_hour import GAME
from quandary.games.rush_hour.position import Position
from quandary.games.rush_hour.solver import Optimal
from quandary.lab.corpus import make_corpus
from quandary.lab.experiment import Experiment, design
from quandary.lab.rows import Row
from quandary.lab.runner import carry_on, start_run
from quandary.lab.store import Store, open_store

PUZZLES = 10_000
DEALS = 500
WALK = 30
ROUNDS = 3
KILLS = 20
KILLED_RUN = ("klondike", "--corpus", "klondike#1..2000", "--nodes", "20000", "--jobs", "2")
QUANDARY = (sys.executable, "-m", "quandary")


def main() -> None:
    """Prints the figures that are named, or all."""
    measures: dict[str, Callable[[Path], None]] = {
        "overhead": overhead,
        "rows": rows_a_second,
        "million": million,
        "kills": kills,
    }
    for name in sys.argv[1:] or measures:
        with tempfile.TemporaryDirectory() as folder:
            measures[name](Path(folder))


def rush_hour_puzzles(count: int) -> list[Puzzle[Position]]:
    """Hard boards: random walks from the shipped expert and advanced packs."""
    packs = shipped_packs(GAME)
    rng = Rng(1)
    puzzles: list[Puzzle[Position]] = []
    while len(puzzles) < count:
        for start in (*packs["expert"], *packs["advanced"]):
            position = start.position
            for _ in range(WALK):
                after = GAME.play(position, rng.choice(GAME.moves(position))).position
                position = after if GAME.moves(after) else position
            puzzles.append(Puzzle(GAME.name, str(len(puzzles) + 1), position, GAME.format(position)))
    return puzzles[:count]


def overhead(folder: Path) -> None:
    """CPU and wall time of a run against the bare native batch, and against the batch whose answers are replayed."""
    _overhead(folder, GAME, Optimal(), rush_hour_puzzles(PUZZLES))
    _overhead(folder, KLONDIKE, Complete(), list(generate(KLONDIKE, count=DEALS, seed=1)))


def _overhead(folder: Path, game: Game[Any, Any], strategy: Strategy[Any, Any], puzzles: list[Puzzle[Any]]) -> None:
    positions = [puzzle.position for puzzle in puzzles]
    corpus = make_corpus(game.name, "made", puzzles)
    task = Task(strategy.metrics[0])
    wall: dict[str, list[float]] = {"native batch": [], "replayed": [], "lab": []}

    def timed(name: str, work: Callable[[], object]) -> Callable[[], float]:
        def measure() -> float:
            started = time.perf_counter()
            cpu = cpu_of(work)
            wall[name].append(time.perf_counter() - started)
            return cpu

        return measure

    def lab() -> None:
        file = folder / f"{time.monotonic_ns()}.sqlite"
        store = open_store(file, create=True)
        carry_on(store, start_run(store, design(game), corpus, jobs=1), jobs=1, positions=corpus.positions)
        store.close()

    medians = interleaved(
        {
            "native batch": timed("native batch", lambda: list(strategy.solve_batch(positions, task, 1) or ())),
            "replayed": timed("replayed", lambda: list(solve_many(game, puzzles, jobs=1))),
            "lab": timed("lab", lab),
        },
        ROUNDS,
    )
    for name, cpu in medians.items():
        each, fastest = 1e6 * cpu / len(puzzles), min(wall[name])
        print(f"{len(puzzles)} {game.name}, one thread, {name}: {each:.0f} µs CPU each, wall at best {fastest:.2f} s")
    for base in ("native batch", "replayed"):
        cpu, best = medians["lab"] / medians[base] - 1, min(wall["lab"]) / min(wall[base]) - 1
        print(f"the lab over {base}: {100 * cpu:+.1f}% CPU, {100 * best:+.1f}% wall at best")


def rows_a_second(folder: Path) -> None:
    """How quickly rows are stored, in transactions as a run makes them."""
    store = open_store(folder / "rows.sqlite", create=True)
    rows = _made_rows(200_000, Rng(1), 0)
    run = _made_run(store, len(rows))

    def write() -> None:
        for start in range(0, len(rows), 2000):
            store.add_rows(run, rows[start : start + 2000])

    started = time.perf_counter()
    cpu = cpu_of(write)
    wall = time.perf_counter() - started
    print(f"rows: {len(rows) / cpu:,.0f} a CPU second, {len(rows) / wall:,.0f} a second by the wall")
    store.close()


def million(folder: Path) -> None:
    """`compare` and `report` on results files of a million rows."""
    for runs, size in ((2, 500_000), (10, 100_000)):
        db = folder / f"{runs}.sqlite"
        store = open_store(db, create=True)
        rng = Rng(1)
        for number in range(runs):
            run = _made_run(store, size)
            rows = _made_rows(size, rng, number)
            for start in range(0, size, 10_000):
                store.add_rows(run, rows[start : start + 10_000])
        store.close()
        report = ("lab", "report", "--html", str(folder / "log.html"), "--db", str(db))
        for name, command in (("compare", ("lab", "compare", "1", "2", "--db", str(db))), ("report", report)):
            started = time.perf_counter()
            cpu, memory = _cost(command)
            wall = time.perf_counter() - started
            print(f"{runs} runs of {size:,}: {name} {cpu:.1f} s CPU, {wall:.1f} s wall, {memory / (1 << 20):.0f} MB")


def _cost(arguments: Sequence[str]) -> tuple[float, int]:
    """CPU seconds and peak bytes of a command, measured by a process of its own."""
    code = (
        "import json, resource, subprocess, sys; subprocess.run(sys.argv[1:], check=True, capture_output=True);"
        "used = resource.getrusage(resource.RUSAGE_CHILDREN);"
        "print(json.dumps([used.ru_utime + used.ru_stime, used.ru_maxrss]))"
    )
    ran = subprocess.run(
        [sys.executable, "-c", code, *QUANDARY, *arguments], capture_output=True, text=True, check=True
    )
    cpu, kilobytes = json.loads(ran.stdout)
    return cpu, kilobytes << 10


def kills(folder: Path) -> None:
    """Twenty times kill -9 at a random moment of a run of 2,000 instances, each time resumed."""
    calm, killed = folder / "calm.sqlite", folder / "killed.sqlite"
    subprocess.run([*QUANDARY, "lab", "run", *KILLED_RUN, "--db", str(calm)], stdout=subprocess.DEVNULL, check=False)
    rng = Rng(2)
    command = ["lab", "run", *KILLED_RUN, "--db", str(killed)]
    moments = []
    for _ in range(KILLS):
        process = subprocess.Popen([*QUANDARY, *command], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        before = _stored(killed)
        while _stored(killed) <= before and process.poll() is None:
            time.sleep(0.01)
        time.sleep(rng.below(1000) / 2000)
        process.kill()
        process.wait()
        moments.append(_stored(killed))
        command = ["lab", "resume", "1", "--db", str(killed), "--jobs", "2"]
    subprocess.run([*QUANDARY, *command], stdout=subprocess.DEVNULL, check=False)
    same = _rows(calm) == _rows(killed)
    print(
        f"killed at {moments} rows; then resumed: {len(_rows(killed))} rows, {'the same' if same else 'NOT the same'}"
    )


def _rows(db: Path) -> list[Row]:
    store = open_store(db)
    rows = [row._replace(cpu=None, wall=None, memory=None) for row in store.rows(1)]
    store.close()
    return rows


def _stored(db: Path) -> int:
    try:
        store = open_store(db)
    except UsageError:
        return 0
    count = int(store.select("SELECT count(*) FROM result")[0][0])
    store.close()
    return count


def _made_run(store: Store, size: int) -> int:
    corpus = make_corpus(
        "klondike", "made", [Puzzle("klondike", f"klondike#{n}", None, "AC2C" * 26) for n in range(size)]
    )
    nothing: dict[str, Any] = {"versions": {}, "machine": {}, "started": "2026-11-15T00:00:00Z", "driver": None}
    experiment = Experiment("klondike", "complete", metric="any", time=5.0)
    return store.add_run(
        experiment, store.add_corpus(corpus, {}), description="", shard=None, jobs=1, engine="threads", **nothing
    )


def _made_rows(count: int, rng: Rng, number: int) -> list[Row]:
    """Rows as a solver of deals would leave them; later runs decide a little less."""
    rows = []
    for index in range(count):
        chance = rng.below(1000)
        verdict = "solved" if chance < 800 - 10 * number else "unsolvable" if chance < 950 else "unknown"
        is_unknown = verdict == "unknown"
        rows.append(
            Row(
                index,
                verdict,
                "time" if is_unknown else None,
                cost=100 if verdict == "solved" else None,
                nodes=rng.below(1 << 24),
                wall=5.0 if is_unknown else (1 + rng.below(1 << 16)) / (1 << 16),
                solution="D W>F " * 20 if verdict == "solved" else None,
            )
        )
    return rows


if __name__ == "__main__":
    main()
