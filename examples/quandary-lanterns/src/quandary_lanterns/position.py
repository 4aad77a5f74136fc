"""A position is the rows of lanterns."""

from __future__ import annotations

from dataclasses import dataclass

LIT, OUT = "*", "."


@dataclass(frozen=True, slots=True)
class Position:
    """Which lanterns are lit."""

    rows: tuple[str, ...]
    """From the top, `*` a lantern that is lit, `.` one that is out; all rows are as long as each other."""

    @property
    def width(self) -> int:
        """The number of columns."""
        return len(self.rows[0])

    @property
    def height(self) -> int:
        """The number of rows."""
        return len(self.rows)
