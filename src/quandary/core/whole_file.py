"""Files that appear when they are whole: the one place that writes what somebody asked for by name.

A regular file is written beside its place and put there when all of it is there; what a link points to is replaced,
and the link stays. Anything else, a pipe, a terminal or another device, is no file to be replaced: it is written to.
"""

from __future__ import annotations

import errno
import os
import stat
from contextlib import suppress
from pathlib import Path

from quandary.core.errors import UsageError

# What stands here is a door to something open, even where that something is a regular file: /dev/stdout.
_DOORS = ("/dev/", "/proc/")


class WholeFile:
    """Writes texts beside the file, and puts them in its place when all are there.

    Whatever was there before stays until then. What is done when somebody interrupts stays in the file beside
    it.
    """

    def __init__(self, name: str | Path) -> None:
        self._name = str(name)
        self._is_empty = True
        try:
            self._target = None if _is_written_through(self._name) else Path(os.path.realpath(self._name))
            if self._target is None:
                self._written = Path(self._name)
            else:
                self._refuse_what_is_protected(self._target)
                self._written = self._target.with_name(self._target.name + ".part")
                # Whatever bears this name is not ours to follow.
                if self._written.is_symlink():
                    self._written.unlink()
            self._stream = self._written.open("wb")
        except (OSError, ValueError) as error:
            raise self._refusal(error) from error

    def add(self, text: str | bytes) -> None:
        """Goes on with this text."""
        try:
            self._stream.write(text.encode() if isinstance(text, str) else text)
            self._stream.flush()
        except OSError as error:
            raise self._refusal(error) from error
        self._is_empty = False

    def finish(self) -> None:
        """Puts the file where it was asked for."""
        try:
            if self._target is None:
                self._stream.close()
                return
            self._stream.flush()
            os.fsync(self._stream.fileno())
            self._stream.close()
            if self._target.exists():
                os.chmod(self._written, stat.S_IMODE(self._target.stat().st_mode))
            os.replace(self._written, self._target)
        except OSError as error:
            raise self._refusal(error) from error

    def keep(self) -> str:
        """Ends without the file: what is done stays beside it. Says so, for the end of a message."""
        if self._is_empty or self._target is None:
            self.discard()
            return ""
        self._stream.close()
        return f" and kept in {self._written}"

    def discard(self) -> None:
        """Ends without the file, and without what is beside it."""
        # What could not be written before cannot be written now.
        with suppress(OSError):
            self._stream.close()
        if self._target is not None:
            self._written.unlink(missing_ok=True)

    def _refusal(self, error: OSError | ValueError) -> UsageError:
        return UsageError(f"{self._name}: cannot be written: {reason(error)}")

    @staticmethod
    def _refuse_what_is_protected(target: Path) -> None:
        """A folder would let us put another file in the place of one that nobody may write."""
        if target.exists() and not os.access(target, os.W_OK):
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))


def write_whole(name: str | Path, content: str | bytes) -> None:
    """Writes a file all at once; if that fails, what was there before is there still, and nothing beside it."""
    file = WholeFile(name)
    try:
        file.add(content)
        file.finish()
    except BaseException:
        file.discard()
        raise


def _is_written_through(name: str) -> bool:
    if os.path.abspath(name).startswith(_DOORS):
        return True
    try:
        return not stat.S_ISREG(os.stat(name).st_mode)
    except FileNotFoundError:
        return False


def reason(error: OSError | ValueError) -> str:
    """Why a file cannot be read or written."""
    return (error.strerror or str(error)) if isinstance(error, OSError) else str(error)
