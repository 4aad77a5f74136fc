"""Files that appear when they are whole."""

from __future__ import annotations

import os
from pathlib import Path

from quandary.core.errors import UsageError


class WholeFile:
    """Writes texts beside the file, and puts them in its place when all are there.

    Whatever was there before stays until then. What is done when somebody interrupts stays in the file beside
    it.
    """

    def __init__(self, name: str) -> None:
        self._path = Path(name)
        self._beside = self._path.with_name(self._path.name + ".part")
        self._is_empty = True
        try:
            self._stream = self._beside.open("w", encoding="utf-8", newline="\n")
        except (OSError, ValueError) as error:
            raise UsageError(f"{name}: cannot be written: {reason(error)}") from error

    def add(self, text: str) -> None:
        """Goes on with this text."""
        try:
            self._stream.write(text)
            self._stream.flush()
        except OSError as error:
            raise UsageError(f"{self._beside}: cannot be written: {reason(error)}") from error
        self._is_empty = False

    def finish(self) -> None:
        """Puts the file where it was asked for."""
        try:
            self._stream.flush()
            os.fsync(self._stream.fileno())
            self._stream.close()
            os.replace(self._beside, self._path)
        except OSError as error:
            raise UsageError(f"{self._path}: cannot be written: {reason(error)}") from error

    def keep(self) -> str:
        """Ends without the file: what is done stays beside it. Says so, for the end of a message."""
        self._stream.close()
        if self._is_empty:
            self._beside.unlink(missing_ok=True)
            return ""
        return f" and kept in {self._beside}"


def reason(error: OSError | ValueError) -> str:
    """Why a file cannot be read or written."""
    return (error.strerror or str(error)) if isinstance(error, OSError) else str(error)
