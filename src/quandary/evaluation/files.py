"""JSON Lines in and out: a file that appears when it is whole, and lines of strangers that are read with suspicion."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NoReturn

from quandary.errors import PuzzleError, UsageError

LONGEST_LINE = 32_000_000
"""Bytes; the longest answer there may be, with every character escaped, is shorter."""


class LineFile:
    """Writes objects line by line beside the file, and puts them in its place when all are there.

    Whatever was there before stays until then. What is done when somebody interrupts stays in the file beside it.
    """

    def __init__(self, name: str) -> None:
        self._path = Path(name)
        self._beside = self._path.with_name(self._path.name + ".part")
        self._lines = 0
        try:
            self._stream = self._beside.open("w", encoding="utf-8")
        except (OSError, ValueError) as error:
            raise UsageError(f"{name}: cannot be written: {_why(error)}") from error

    def write(self, record: Mapping[str, Any]) -> None:
        """One object more."""
        try:
            self._stream.write(json.dumps(record, ensure_ascii=False) + "\n")
            self._stream.flush()
        except OSError as error:
            raise UsageError(f"{self._beside}: cannot be written: {_why(error)}") from error
        self._lines += 1

    def finish(self) -> None:
        """Puts the file where it was asked for."""
        try:
            self._stream.flush()
            os.fsync(self._stream.fileno())
            self._stream.close()
            os.replace(self._beside, self._path)
        except OSError as error:
            raise UsageError(f"{self._path}: cannot be written: {_why(error)}") from error

    def keep(self) -> str:
        """Ends without the file: what is done stays beside it. Says so, for the end of a message."""
        self._stream.close()
        if self._lines == 0:
            self._beside.unlink(missing_ok=True)
            return ""
        return f" and kept in {self._beside}"


def _why(error: OSError | ValueError) -> str:
    return (error.strerror or str(error)) if isinstance(error, OSError) else str(error)


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
        raise UsageError(f"{name}: cannot be read: {_why(error)}") from error


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
