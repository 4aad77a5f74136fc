"""JSON Lines of strangers, read with suspicion."""

from __future__ import annotations

import io
import json
from collections.abc import Iterator
from typing import IO, Any, NoReturn

from quandary.core.errors import PuzzleError, UsageError
from quandary.core.whole_file import reason
from quandary.evaluation.benchmark import FROZEN, content_of

LONGEST_LINE = 32_000_000
"""Bytes; the longest answer there may be, with every character escaped, is shorter."""


def read_objects(name: str) -> Iterator[tuple[int, dict[str, Any] | PuzzleError]]:
    """The objects of a JSON Lines file with their lines' numbers; a bad line comes as its error, the others go on."""
    try:
        with open(name, "rb") as stream:
            yield from _objects(stream, name)
    except (OSError, ValueError) as error:
        raise UsageError(f"{name}: cannot be read: {reason(error)}") from error


def read_records(name: str) -> Iterator[tuple[int, dict[str, Any] | PuzzleError]]:
    """The same of an evaluation set, which may also be a frozen benchmark, by its name."""
    return _objects(io.BytesIO(content_of(name)), name) if name in FROZEN else read_objects(name)


def _objects(stream: IO[bytes], name: str) -> Iterator[tuple[int, dict[str, Any] | PuzzleError]]:
    number = 0
    while line := stream.readline(LONGEST_LINE + 1):
        number += 1
        if len(line) > LONGEST_LINE:
            problem = f"is longer than {LONGEST_LINE:,} bytes"
            yield number, PuzzleError(problem, place=f"line {number}", source=name)
            return
        if line.strip():
            yield number, _read(line, name, number)


def _read(line: bytes, name: str, number: int) -> dict[str, Any] | PuzzleError:
    def refuse(constant: str) -> NoReturn:
        raise ValueError(f"{constant} is no number")

    try:
        found = json.loads(line.decode("utf-8-sig" if number == 1 else "utf-8"), parse_constant=refuse)
        problem = None if isinstance(found, dict) else "is not a JSON object"
    except UnicodeDecodeError:
        problem = "is not UTF-8 text"
    except (ValueError, RecursionError):
        problem = "is not JSON (expected one object a line)"
    return PuzzleError(problem, place=f"line {number}", source=name) if problem else found
