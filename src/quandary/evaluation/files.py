"""JSON Lines in and out: a file that appears when it is whole, and lines of strangers that are read with suspicion."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any, NoReturn

from quandary.core.errors import PuzzleError, UsageError
from quandary.core.whole_file import WholeFile, reason

LONGEST_LINE = 32_000_000
"""Bytes; the longest answer there may be, with every character escaped, is shorter."""


class LineFile(WholeFile):
    """Objects, one a line."""

    def write(self, record: Mapping[str, Any]) -> None:
        """One object more."""
        self.add(json.dumps(record, ensure_ascii=False) + "\n")


def read_objects(name: str) -> Iterator[tuple[int, dict[str, Any] | PuzzleError]]:
    """The objects of a JSON Lines file with their lines' numbers; a bad line comes as its error, the others go on."""
    try:
        with open(name, "rb") as stream:
            number = 0
            while line := stream.readline(LONGEST_LINE + 1):
                number += 1
                if len(line) > LONGEST_LINE:
                    yield (
                        number,
                        PuzzleError(f"is longer than {LONGEST_LINE:,} bytes", place=f"line {number}", source=name),
                    )
                    return
                if line.strip():
                    yield number, _read(line, name, number)
    except (OSError, ValueError) as error:
        raise UsageError(f"{name}: cannot be read: {reason(error)}") from error


def _read(line: bytes, name: str, number: int) -> dict[str, Any] | PuzzleError:
    def refuse(constant: str) -> NoReturn:
        raise ValueError(f"{constant} is no number")

    try:
        found = json.loads(line.decode("utf-8-sig" if number == 1 else "utf-8"), parse_constant=refuse)
    except UnicodeDecodeError:
        return PuzzleError("is not UTF-8 text", place=f"line {number}", source=name)
    except (ValueError, RecursionError):
        return PuzzleError("is not JSON (expected one object a line)", place=f"line {number}", source=name)
    if not isinstance(found, dict):
        return PuzzleError("is not a JSON object", place=f"line {number}", source=name)
    return found
