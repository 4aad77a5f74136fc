"""A file of verdicts: which of very many seeds can be won, two bits each.

The first line is JSON and says what was decided, by what; then come the verdicts, four a byte, the first seed in the
lowest bits. The file has its whole size from the beginning and is filled in place: what is killed goes on where it
stopped, and files of several machines are laid over each other. No solution is kept, for a seed is a promise: whoever
doubts a verdict has the puzzle decided again (`check`), or proven.
"""

from __future__ import annotations

import json
import mmap
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Self

from quandary.core.arguments import check_type
from quandary.core.errors import UsageError
from quandary.core.rng import Rng
from quandary.lab.rows import SOLVED, UNKNOWN, UNSOLVABLE
from quandary.lab.significance import Interval, wilson_interval

FORMAT = "quandary verdicts 1"
MISSING = None
VERDICTS = (MISSING, SOLVED, UNSOLVABLE, UNKNOWN)
"""What two bits say, by number; MISSING is what nobody has looked at yet."""
_CODES = {verdict: code for code, verdict in enumerate(VERDICTS)}
_LONGEST_HEAD = 100_000


@dataclass(frozen=True, slots=True)
class Count:
    """How many seeds have which verdict."""

    seeds: int
    solved: int
    unsolvable: int
    unknown: int

    @property
    def missing(self) -> int:
        """Those that nobody has looked at yet."""
        return self.seeds - self.solved - self.unsolvable - self.unknown

    @property
    def rate(self) -> Interval | None:
        """The share of those that can be won among the decided ones, with Wilson's interval; None if none is."""
        decided = self.solved + self.unsolvable
        return Interval(self.solved / decided, *wilson_interval(self.solved, decided)) if decided else None

    def as_dict(self) -> dict[str, Any]:
        """Ready for JSON."""
        counts = {name: getattr(self, name) for name in ("seeds", "solved", "unsolvable", "unknown", "missing")}
        rate = self.rate
        return {**counts, "rate": rate and rate.value, "interval": rate and [rate.low, rate.high]}


class Verdicts:
    """An open file of verdicts."""

    def __init__(self, path: Path, head: Mapping[str, Any], content: mmap.mmap, start: int) -> None:
        self.path = path
        self.head = head
        self._content = content
        self._start = start

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self._content.close()

    def __len__(self) -> int:
        return int(self.head["count"])

    def __getitem__(self, number: int) -> str | None:
        return VERDICTS[self._content[self._start + number // 4] >> 2 * (number % 4) & 3]

    def __setitem__(self, number: int, verdict: str | None) -> None:
        place, shift = self._start + number // 4, 2 * (number % 4)
        self._content[place] = self._content[place] & ~(3 << shift) | _CODES[verdict] << shift

    @property
    def first(self) -> int:
        """The first seed."""
        return int(self.head["first"])

    def seed_of(self, number: int) -> int:
        """The seed of the verdict with this number."""
        return self.first + number

    def number_of(self, seed: int) -> int:
        """Where a seed's verdict stands."""
        if not self.first <= seed < self.first + len(self):
            raise UsageError(f"{self.path} has seeds from {self.first} to {self.first + len(self) - 1}, not {seed}")
        return seed - self.first

    def numbers(self, *verdicts: str | None) -> Iterator[int]:
        """The numbers that have one of these verdicts, in order."""
        wanted = {_CODES[verdict] for verdict in verdicts}
        # Whole bytes that hold none of them are skipped.
        is_of_use = [any(byte >> shift & 3 in wanted for shift in (0, 2, 4, 6)) for byte in range(256)]
        for place in range((len(self) + 3) // 4):
            byte = self._content[self._start + place]
            if is_of_use[byte]:
                for number in range(4 * place, min(4 * place + 4, len(self))):
                    if byte >> 2 * (number % 4) & 3 in wanted:
                        yield number

    def count(self) -> Count:
        """How many there are of each."""
        found: Counter[int] = Counter()
        for byte, times in Counter(self._content[self._start :]).items():
            for shift in (0, 2, 4, 6):
                found[byte >> shift & 3] += times
        return Count(len(self), found[1], found[2], found[3])

    def sample(self, verdict: str, size: int, seed: int) -> list[int]:
        """So many numbers with this verdict, drawn at random."""
        numbers = list(self.numbers(verdict))
        rng = Rng(seed)
        for place in range(min(size, len(numbers))):
            other = place + rng.below(len(numbers) - place)
            numbers[place], numbers[other] = numbers[other], numbers[place]
        return sorted(numbers[:size])

    def lay_over(self, other: Verdicts) -> int:
        """Takes over what another file has decided; how many that were. A contradiction is an error."""
        for name in ("game", "rules", "words", "first", "count"):
            if self.head[name] != other.head[name]:
                raise UsageError(f"{other.path} is about something else than {self.path}: {name} differs")
        taken = 0
        for number in other.numbers(SOLVED, UNSOLVABLE, UNKNOWN):
            ours, theirs = self[number], other[number]
            if {ours, theirs} == {SOLVED, UNSOLVABLE}:
                raise UsageError(f"{self.path} and {other.path} contradict each other at seed {self.seed_of(number)}")
            if ours in (MISSING, UNKNOWN) and ours != theirs:
                self[number] = theirs
                taken += 1
        return taken


def create_verdicts(path: Path, head: Mapping[str, Any]) -> Verdicts:
    """Opens a file of verdicts, a new one if there is none; one that is there must be about the same."""
    if not path.exists():
        line = json.dumps({"format": FORMAT, **head}).encode() + b"\n"
        beside = path.with_name(path.name + ".new")
        try:
            beside.write_bytes(line + bytes((head["count"] + 3) // 4))
            beside.replace(path)
        except OSError as error:
            raise UsageError(f"{path}: cannot be written: {error.strerror}") from None
    return open_verdicts(path)


def open_verdicts(path: Path) -> Verdicts:
    """Opens a file of verdicts."""
    check_type("a file of verdicts", path, Path, "a Path")
    try:
        with path.open("r+b") as file:
            line = file.readline(_LONGEST_HEAD)
            head = json.loads(line)
            if head["format"] != FORMAT:
                raise ValueError
            if path.stat().st_size != len(line) + (head["count"] + 3) // 4:
                raise UsageError(f"{path} is cut short")
            return Verdicts(path, head, mmap.mmap(file.fileno(), 0), len(line))
    except OSError as error:
        raise UsageError(f"{path}: {error.strerror}") from None
    except (ValueError, TypeError, KeyError):
        raise UsageError(f"{path} is no file of verdicts") from None


def merge_verdicts(path: Path, others: Iterable[Path]) -> int:
    """Lays files over each other into the first; how many verdicts that brought."""
    files = list(others)
    with open_verdicts(files[0]) as first:
        head = {name: value for name, value in first.head.items() if name != "format"}
    taken = 0
    with create_verdicts(path, head) as target:
        for file in files:
            with open_verdicts(file) as other:
                taken += target.lay_over(other)
    return taken
