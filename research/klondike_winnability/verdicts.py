"""A file of verdicts: which of many seeds can be won, two bits each.

The first line is JSON: what was decided, and how. The verdicts follow, four in each byte, the first seed in the lowest
bits. The file has its full size from the start and is filled in place, so a killed run can go on, and the files of
several machines can be merged. It holds no solutions: a seed makes the same deal in every version, so anybody can
decide it again.
"""

from __future__ import annotations

import json
import mmap
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Self

from quandary import UsageError
from quandary.game import Rng
from quandary.lab import Interval, wilson_interval

FORMAT = "quandary verdicts 1"
MISSING, SOLVED, UNSOLVABLE, UNKNOWN = None, "solved", "unsolvable", "unknown"
VERDICTS = (MISSING, SOLVED, UNSOLVABLE, UNKNOWN)
"""The verdict for each value of the two bits. MISSING marks a seed that was not decided yet."""
_CODES = {verdict: code for code, verdict in enumerate(VERDICTS)}
_MAX_HEAD_LENGTH = 100_000


@dataclass(frozen=True, slots=True)
class Count:
    """The number of seeds with each verdict."""

    seeds: int
    solved: int
    unsolvable: int
    unknown: int

    @property
    def missing(self) -> int:
        """The seeds that were not decided yet."""
        return self.seeds - self.solved - self.unsolvable - self.unknown

    @property
    def rate(self) -> Interval | None:
        """The share of solved seeds among the decided ones, with Wilson's interval; None if none was decided."""
        decided = self.solved + self.unsolvable
        return Interval(self.solved / decided, *wilson_interval(self.solved, decided)) if decided else None


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
        """Return the seed of the verdict with this number."""
        return self.first + number

    def number_of(self, seed: int) -> int:
        """Return the number of a seed's verdict."""
        if not self.first <= seed < self.first + len(self):
            raise UsageError(f"{self.path} has seeds from {self.first} to {self.first + len(self) - 1}, not {seed}")
        return seed - self.first

    def numbers(self, *verdicts: str | None) -> Iterator[int]:
        """Yield the numbers that have one of these verdicts, in order."""
        wanted = {_CODES[verdict] for verdict in verdicts}
        # Skip a byte at once if none of its four verdicts is wanted.
        is_wanted = [any(byte >> shift & 3 in wanted for shift in (0, 2, 4, 6)) for byte in range(256)]
        for place in range((len(self) + 3) // 4):
            byte = self._content[self._start + place]
            if is_wanted[byte]:
                for number in range(4 * place, min(4 * place + 4, len(self))):
                    if byte >> 2 * (number % 4) & 3 in wanted:
                        yield number

    def count(self) -> Count:
        """Count the verdicts."""
        found: Counter[int] = Counter()
        for byte, times in Counter(self._content[self._start :]).items():
            for shift in (0, 2, 4, 6):
                found[byte >> shift & 3] += times
        return Count(len(self), found[1], found[2], found[3])

    def sample(self, verdict: str, size: int, seed: int) -> list[int]:
        """Draw `size` numbers with this verdict at random, without repetition."""
        numbers = list(self.numbers(verdict))
        rng = Rng(seed)
        for place in range(min(size, len(numbers))):
            other = place + rng.below(len(numbers) - place)
            numbers[place], numbers[other] = numbers[other], numbers[place]
        return sorted(numbers[:size])

    def merge(self, other: Verdicts) -> int:
        """Take over the verdicts that another file has and this one lacks, and return their number.

        Raises `UsageError` if the files contradict each other or are about different seeds.
        """
        for name in ("game", "rules", "words", "first", "count"):
            if self.head[name] != other.head[name]:
                raise UsageError(f"{other.path} cannot be merged with {self.path}: {name} differs")
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
    """Open a file of verdicts; create it with this head if it does not exist."""
    if not path.exists():
        line = json.dumps({"format": FORMAT, **head}).encode() + b"\n"
        new = path.with_name(path.name + ".new")
        try:
            new.write_bytes(line + bytes((head["count"] + 3) // 4))
            new.replace(path)
        except OSError as error:
            raise UsageError(f"{path}: cannot be written: {error.strerror}") from None
    return open_verdicts(path)


def open_verdicts(path: Path) -> Verdicts:
    """Open an existing file of verdicts."""
    try:
        with path.open("r+b") as file:
            line = file.readline(_MAX_HEAD_LENGTH)
            head = json.loads(line)
            if head["format"] != FORMAT:
                raise ValueError
            if path.stat().st_size != len(line) + (head["count"] + 3) // 4:
                raise UsageError(f"{path} is cut short")
            return Verdicts(path, head, mmap.mmap(file.fileno(), 0), len(line))
    except OSError as error:
        raise UsageError(f"{path}: {error.strerror}") from None
    except (ValueError, TypeError, KeyError):
        raise UsageError(f"{path} is not a file of verdicts") from None


def merge_verdicts(path: Path, others: Iterable[Path]) -> int:
    """Merge files into the first, which is created if it does not exist, and return how many verdicts were taken."""
    files = list(others)
    with open_verdicts(files[0]) as first:
        head = {name: value for name, value in first.head.items() if name != "format"}
    taken = 0
    with create_verdicts(path, head) as target:
        for file in files:
            with open_verdicts(file) as other:
                taken += target.merge(other)
    return taken
