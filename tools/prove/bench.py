"""What a bench is, and how many of them share the time of many processes."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from dataclasses import dataclass, field
from typing import Protocol

from quandary.game import Rng

# A task of a worker: short enough that everybody ends on time, long enough that starting it costs nothing.
_SECONDS_A_TASK = 2.0
_SECONDS_BETWEEN_LINES = 10.0
_KEPT = 3


@dataclass
class Findings:
    """What came of one case."""

    claims: Counter[str] = field(default_factory=Counter)
    """How often each claim was checked."""
    wrong: dict[str, str] = field(default_factory=dict)
    """What is wrong with a claim, by its name."""
    too_large: bool = False

    def check(self, claim: str, is_right: bool, told: str = "") -> None:
        """Counts a claim, and keeps what is wrong with it."""
        self.claims[claim] += 1
        if not is_right:
            self.wrong.setdefault(claim, told)


class Bench(Protocol):
    """Cases of one kind, and the claims about them."""

    name: str

    def draw(self, rng: Rng) -> str | None:
        """A case in text, or None if this attempt led to nothing."""

    def check(self, text: str) -> Findings:
        """What is true of a case."""

    def smaller(self, text: str) -> Iterable[str]:
        """Simpler cases; none where a case is a seed."""


@dataclass
class Tally:
    """What came of a bench."""

    drawn: int = 0
    too_large: int = 0
    claims: Counter[str] = field(default_factory=Counter)
    wrong: list[tuple[str, str, str]] = field(default_factory=list)
    """Claim, case, and what is wrong; only the first few are kept."""
    wrong_cases: int = 0
    seconds: float = 0.0

    def add(self, other: Tally) -> None:
        """Takes in what another process has counted."""
        self.drawn += other.drawn
        self.too_large += other.too_large
        self.claims += other.claims
        self.wrong = (self.wrong + other.wrong)[:_KEPT]
        self.wrong_cases += other.wrong_cases
        self.seconds += other.seconds

    def note(self, text: str, findings: Findings) -> None:
        """Counts one case."""
        self.drawn += 1
        self.too_large += findings.too_large
        self.claims += findings.claims
        self.wrong_cases += bool(findings.wrong)
        self.wrong += [(claim, text, told) for claim, told in findings.wrong.items()]
        del self.wrong[_KEPT:]


def case_rng(seed: int, name: str, number: int) -> Rng:
    """The chance of one case: the same in every run with this seed, however many processes share it."""
    mixed = Rng(seed).next_u64()
    for byte in name.encode():
        mixed = Rng(mixed ^ byte).next_u64()
    return Rng(Rng(mixed ^ number).next_u64())


def judged(bench: Bench, text: str) -> Findings:
    """A case's findings; an error that nobody foresaw is one, too."""
    try:
        return bench.check(text)
    except Exception as error:  # whatever it is, it is a finding
        return Findings(wrong={"no error": f"{type(error).__name__}: {error}"})


def work(bench: Bench, seed: int, first: int, step: int, most: int, seconds: float) -> tuple[Tally, int]:
    """Checks the cases `first`, `first + step` …; how it went, and how many numbers were used."""
    tally, begun, used = Tally(), time.monotonic(), 0
    while used < most and time.monotonic() - begun < seconds:
        text = bench.draw(case_rng(seed, bench.name, first + used * step))
        used += 1
        if text is not None:
            tally.note(text, judged(bench, text))
    tally.seconds = time.monotonic() - begun
    return tally, used


def shrunk(bench: Bench, claim: str, text: str) -> str:
    """The smallest case found about which the claim is wrong."""
    while True:
        fewer = (less for less in bench.smaller(text) if claim in judged(bench, less).wrong)
        less = next(fewer, None)
        if less is None:
            return text
        text = less


def run(
    benches: Sequence[Bench],
    *,
    seconds: float,
    seed: int,
    jobs: int,
    show: Callable[[str], None] = lambda line: None,
) -> dict[str, Tally]:
    """Runs all benches in so many processes, each bench for the same time."""
    tallies = {bench.name: Tally() for bench in benches}
    # Each process walks a sequence of its own through the numbers of a bench, so that none is drawn twice.
    used = {(bench.name, job): 0 for bench in benches for job in range(jobs)}
    spent = dict.fromkeys(tallies, 0.0)
    begun = time.monotonic()
    next_line = begun + _SECONDS_BETWEEN_LINES
    by_name = {bench.name: bench for bench in benches}
    with ProcessPoolExecutor(jobs) as pool:
        running: dict[Future[tuple[Tally, int]], tuple[str, int]] = {}
        idle = list(range(jobs))
        while True:
            left = seconds - (time.monotonic() - begun)
            while idle and left > 0:
                job = idle.pop()
                name = min(spent, key=lambda name: spent[name])
                share = min(_SECONDS_A_TASK, left)
                first = job + used[name, job] * jobs
                task = pool.submit(work, by_name[name], seed, first, jobs, 1 << 30, share)
                running[task] = (name, job)
                spent[name] += share
            if not running:
                return tallies
            done, _ = wait(running, return_when=FIRST_COMPLETED)
            for task in done:
                name, job = running.pop(task)
                tally, count = task.result()
                tallies[name].add(tally)
                used[name, job] += count
                idle.append(job)
            if time.monotonic() >= next_line:
                next_line = time.monotonic() + _SECONDS_BETWEEN_LINES
                counts = "  ".join(
                    f"{name} {tally.drawn} ({tally.wrong_cases} wrong)" for name, tally in tallies.items()
                )
                show(f"{time.monotonic() - begun:5.0f} s  {counts}")


def table(rows: Sequence[Sequence[str]]) -> str:
    """Columns: the first to the left, the others to the right."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = (
        "  ".join(cell.ljust(width) if at == 0 else cell.rjust(width) for at, (cell, width) in enumerate(pairs))
        for pairs in (list(zip(row, widths, strict=True)) for row in rows)
    )
    return "\n".join(lines)
