"""Every puzzle of a kind in one file: made part by part, in any order and on any number of machines, and then searched.

While it is made, a journal beside the file holds the puzzles of every part that is done, each part closed by a line
that says so: what follows the last such line was cut off, and is made again. When no part is missing, all lines are
sorted and packed by xz. They are lines of the game's packs, so that every tool that reads these reads them.
"""

from __future__ import annotations

import lzma
import os
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

import quandary
from quandary.core.abilities import Generator
from quandary.core.errors import UsageError
from quandary.core.whole_file import write_whole
from quandary.lab.runner import read_shard

Made = tuple[int, Sequence[str], float]
"""A part that is done: its number, its puzzles, and the CPU seconds that they took."""

JOURNAL = ".parts"
_DONE = re.compile(rb"# part ([0-9]+) of ([0-9]+), ([0-9]+) puzzles, ([0-9.]+) s, (.*)\n")


@dataclass(slots=True)
class Journal:
    """What a journal says."""

    what: str = ""
    """What is being made: the settings."""
    parts: int = 0
    done: set[int] = field(default_factory=set)
    puzzles: int = 0
    seconds: float = 0.0
    """CPU seconds of all parts together."""
    end: int = 0
    """Where the last part that is done ends in the file."""


def read_journal(path: Path, take: Callable[[list[bytes]], object] = lambda lines: None) -> Journal:
    """Reads a journal; `take` is given the lines of every part that is done, once."""
    journal = Journal()
    if not path.exists():
        return journal
    lines: list[bytes] = []
    end = 0
    with path.open("rb") as file:
        for line in file:
            end += len(line)
            match = _DONE.fullmatch(line)
            if match is None:
                lines.append(line)
                continue
            part, parts, count, what = int(match[1]), int(match[2]), int(match[3]), match[5].decode()
            if journal.what not in ("", what) or journal.parts not in (0, parts) or count != len(lines):
                raise UsageError(f"{path} is damaged, or of two kinds: {what}")
            if part not in journal.done:
                take(lines)
                journal.puzzles += count
                journal.seconds += float(match[4])
            journal.what, journal.parts, journal.end = what, parts, end
            journal.done.add(part)
            lines = []
    return journal


def enumerate_parts(
    path: Path,
    generator: Generator[Any],
    settings: Mapping[str, Any],
    *,
    jobs: int = 1,
    shard: str | None = None,
    scheduler: str | None = None,
    wait: float | None = None,
    watch: Callable[[Journal], None] = lambda journal: None,
    say: Callable[[str], None] = lambda text: None,
) -> Journal:
    """Makes what is missing of a journal, or only a shard's parts of it; with a `scheduler` on its cluster."""
    what = " ".join(f"{name}={value}" for name, value in sorted(settings.items()) if value)
    total = generator.parts(settings)
    journal = read_journal(path)
    if journal.what not in ("", what):
        raise UsageError(f"{path} was begun with {journal.what}, not with {what}")
    if journal.parts not in (0, total):
        raise UsageError(f"{path} was begun by a version that makes {journal.parts} parts of it, not {total}")
    part, parts = (1, 1) if shard is None else read_shard(shard)
    # Every so many of them, so that the heavy ones, which lie together, are shared out.
    wanted = [number for number in range(part - 1, total, parts) if number not in journal.done]
    journal.what, journal.parts = what, total
    watch(journal)
    if scheduler is None:
        made: Iterable[Made] = _made(generator, settings, wanted, jobs)
    else:
        from quandary.lab.cluster import results_of_cluster

        made = results_of_cluster(partial(_make, generator, settings), wanted, scheduler, wait=wait, say=say)
    try:
        with path.open("ab") as file:
            file.truncate(journal.end)
            for number, lines, seconds in made:
                text = "".join(f"{line}\n" for line in lines)
                file.write(
                    f"{text}# part {number} of {total}, {len(lines)} puzzles, {seconds:.6f} s, {what}\n".encode()
                )
                file.flush()
                journal.done.add(number)
                journal.puzzles += len(lines)
                journal.seconds += seconds
                watch(journal)
            os.fsync(file.fileno())
    except OSError as error:
        raise UsageError(f"{path}: cannot be written: {error.strerror}") from None
    return journal


def _made(generator: Generator[Any], settings: Mapping[str, Any], parts: Sequence[int], jobs: int) -> Iterator[Made]:
    for number, (lines, seconds) in zip(parts, generator.every_of(settings, parts, jobs), strict=True):
        yield number, lines, seconds


def _make(generator: Generator[Any], settings: Mapping[str, Any], parts: Sequence[int]) -> list[Made]:
    """What a worker of a cluster does."""
    return list(_made(generator, settings, parts, 1))


def pack(path: Path, journals: Sequence[Path], generator: Generator[Any]) -> Journal:
    """Makes the file of one or more journals that have all parts together."""
    lines: list[bytes] = []
    whole = Journal()
    for file in journals:
        journal = read_journal(file, lines.extend)
        if not journal.parts:
            said = (
                f"holds no part that is done: a journal's name ends in {JOURNAL}" if file.exists() else "is not there"
            )
            raise UsageError(f"{file} {said}")
        if both := journal.done & whole.done:
            raise UsageError(f"{file} and another journal both have part {min(both)}")
        if whole.what not in ("", journal.what):
            raise UsageError(f"{file} is about {journal.what}, not about {whole.what}")
        if whole.parts not in (0, journal.parts):
            raise UsageError(f"{file} has parts of {journal.parts}, another journal of {whole.parts}")
        whole.what, whole.parts = journal.what, journal.parts
        whole.done |= journal.done
        whole.puzzles += journal.puzzles
        whole.seconds += journal.seconds
    if len(whole.done) < whole.parts:
        raise UsageError(f"{len(whole.done)} of {whole.parts} parts are done: the others are missing")
    # Those that are hardest by the first measure come first; those that are equal, by their text.
    first = generator.measures[0]
    lines.sort()
    lines.sort(key=lambda line: -generator.measured(line.decode())[first])
    head = f"# every puzzle, {whole.what}: {len(lines)}; quandary {quandary.__version__}, {whole.seconds:.0f} s CPU\n"
    write_whole(path, lzma.compress(head.encode() + b"".join(lines), preset=6))
    return whole


def lines_of(path: Path) -> Iterator[str]:
    """The lines of a packed file."""
    try:
        with lzma.open(path, "rt", encoding="utf-8") as file:
            for line in file:
                if not line.startswith("#"):
                    yield line.rstrip("\n")
    except OSError as error:
        raise UsageError(f"{path}: {error.strerror or error}") from None
    except (lzma.LZMAError, EOFError, UnicodeDecodeError):
        raise UsageError(f"{path} is no file of lab enumerate") from None


def find(path: Path, generator: Generator[Any], ranges: Mapping[str, range]) -> Iterator[tuple[str, Mapping[str, int]]]:
    """The lines whose measures lie in all of these ranges, in the order of the file, with their measures."""
    for line in lines_of(path):
        measured = generator.measured(line)
        if all(measured[name] in allowed for name, allowed in ranges.items()):
            yield line, measured


def distribution(lines: Iterable[str], generator: Generator[Any], measure: str) -> dict[int, int]:
    """How many puzzles have how much of a measure."""
    return dict(sorted(Counter(generator.measured(line)[measure] for line in lines).items()))
