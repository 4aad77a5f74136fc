"""The user's files: preferences, saved games, progress.

A file is written beside its place and then moved onto it, so that a crash leaves the old one or the new one, never
half of one; a line is added in one write. A file that cannot be read is set aside under another name, with a message:
nothing is ever thrown away.
"""

from __future__ import annotations

import os
import shutil
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

Tell = Callable[[str], None]
T = TypeVar("T")
D = TypeVar("D")


def data_folder() -> Path:
    """Where this user's files are; `QUANDARY_DATA` says otherwise."""
    if chosen := os.environ.get("QUANDARY_DATA"):
        return Path(chosen)
    try:
        from platformdirs import user_data_path
    except ImportError:
        return Path.home() / ".local" / "share" / "quandary"
    return user_data_path("quandary", appauthor=False)


class DataFolder:
    """The files of one folder. Whatever goes wrong is told, and the game goes on."""

    def __init__(self, folder: Path, tell: Tell) -> None:
        self.folder = folder
        self.tell = tell

    def read(self, name: str, convert: Callable[[str], T], default: D) -> T | D:
        """What a file holds; the default where there is none, or none that `convert` can read."""
        file = self.folder / name
        try:
            return convert(file.read_text(encoding="utf-8"))
        except FileNotFoundError:
            return default
        except OSError as error:
            self.tell(f"{file} cannot be read: {error.strerror}")
            return default
        except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
            self.set_aside(name, f"is damaged ({type(error).__name__})")
            return default

    def write(self, name: str, text: str) -> None:
        """Puts a whole file into its place."""
        file = self.folder / name
        try:
            file.parent.mkdir(parents=True, exist_ok=True)
            handle, beside = tempfile.mkstemp(dir=file.parent, prefix=f".{file.name}-")
            try:
                with open(handle, "w", encoding="utf-8") as stream:
                    stream.write(text)
                    stream.flush()
                    os.fsync(stream.fileno())
                os.replace(beside, file)
            except BaseException:
                Path(beside).unlink(missing_ok=True)
                raise
        except OSError as error:
            self.tell(f"{file} cannot be written: {error.strerror}")

    def append(self, name: str, line: str) -> None:
        """Adds a line to a file, after whatever a crash has left of the last one."""
        file = self.folder / name
        try:
            with file.open("ab+") as stream:
                if stream.tell():
                    stream.seek(-1, os.SEEK_END)
                    line = line if stream.read(1) == b"\n" else f"\n{line}"
                stream.write(f"{line}\n".encode())
                stream.flush()
                os.fsync(stream.fileno())
        except OSError as error:
            self.tell(f"{file} cannot be written: {error.strerror}")

    def set_aside(self, name: str, why: str, word: str = "damaged", *, keep: bool = False) -> Path | None:
        """Gives a file another name, under which nobody reads it; or only a copy of it, which is to `keep` the file."""
        file = self.folder / name
        aside = file.with_name(f"{file.stem}.{word}-{time.strftime('%Y%m%d-%H%M%S')}")
        number = 1
        while aside.exists():
            number += 1
            aside = aside.with_name(f"{aside.name.partition('~')[0]}~{number}")
        try:
            if keep:
                shutil.copyfile(file, aside)
            else:
                file.rename(aside)
        except OSError as failure:
            self.tell(f"{file} {why} and cannot be moved: {failure.strerror}")
            return None
        self.tell(f"{file.name} {why} and was set aside as {aside}")
        return aside
