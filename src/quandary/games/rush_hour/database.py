"""Read a file of all puzzles of a kind: xz-packed lines `MOVES BOARD POSITIONS`, the most moves first.

`quandary find` searches it; research/rush_hour_enumeration makes it.
"""

from __future__ import annotations

import lzma
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from quandary.game import UsageError
from quandary.games.rush_hour.position import EMPTY, WALL

MEASURES = ("moves", "positions", "vehicles", "walls")
"""The measures of a puzzle, hardness first."""


def read_lines(path: Path) -> Iterator[str]:
    """Yield the lines of a file, in order, without comments."""
    try:
        with lzma.open(path, "rt", encoding="utf-8") as file:
            for line in file:
                if not line.startswith("#"):
                    yield line.rstrip("\n")
    except OSError as error:
        raise UsageError(f"{path}: {error.strerror or error}") from None
    except (lzma.LZMAError, EOFError, UnicodeDecodeError):
        raise UsageError(f"{path} is not a whole xz file of puzzles") from None


def measure(line: str) -> dict[str, int]:
    """Return the measures of a line's puzzle."""
    moves, board, positions = line.split()
    cells = Counter(board)
    vehicles = len(cells.keys() - {EMPTY, WALL, "/"})
    return {"moves": int(moves), "positions": int(positions), "vehicles": vehicles, "walls": cells[WALL]}
