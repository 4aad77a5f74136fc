"""A Rush Hour position is its board's text.

Vehicles never leave their line and never turn, so the letters on the board say everything: where each vehicle
is, how long it is and which way it drives. Text is also what Python compares, hashes and slices fastest.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

EMPTY = "."
WALL = "x"
LARGEST_SIDE = 16
MOST_VEHICLES = 26


class Vehicle(NamedTuple):
    """Where one vehicle stands."""

    first: int
    """Index of its topmost or leftmost cell."""
    length: int
    stride: int
    """From one of its cells to the next: 1 for a horizontal vehicle, the board's width for a vertical one."""

    @property
    def is_horizontal(self) -> bool:
        """Whether it drives along its row; else it drives along its column."""
        return self.stride == 1

    @property
    def orientation(self) -> str:
        """`horizontal` or `vertical`."""
        return "horizontal" if self.is_horizontal else "vertical"

    @property
    def cells(self) -> tuple[int, ...]:
        """The indices of its cells, row by row from 0, the topmost or leftmost first."""
        return tuple(range(self.first, self.first + self.length * self.stride, self.stride))


@dataclass(frozen=True, slots=True)
class Position:
    """A board with its vehicles. Made by `notation.parse`, which checks it; not checked again here."""

    cells: str
    """Row by row: `.` empty, `x` a wall, any other letter a vehicle."""
    width: int

    @property
    def height(self) -> int:
        """The number of rows."""
        return len(self.cells) // self.width

    @property
    def red(self) -> str:
        """The letter of the car that must get out: `X`, or `A` where there is no `X`."""
        return "X" if "X" in self.cells else "A"

    @property
    def letters(self) -> list[str]:
        """The letters of all vehicles, in alphabetical order."""
        return sorted(set(self.cells) - {EMPTY, WALL})

    def vehicle(self, letter: str) -> Vehicle:
        """Where the vehicle `letter`, which must be on the board, stands."""
        first = self.cells.index(letter)
        length = self.cells.count(letter)
        stride = (self.cells.rindex(letter) - first) // (length - 1)
        return Vehicle(first, length, stride)

    @property
    def vehicles(self) -> dict[str, Vehicle]:
        """All vehicles by their letters."""
        return {letter: self.vehicle(letter) for letter in self.letters}

    @property
    def occupancy(self) -> dict[int, str]:
        """Which vehicle stands on which cell; empty cells and walls are not there."""
        return {cell: letter for letter, vehicle in self.vehicles.items() for cell in vehicle.cells}

    def rows(self) -> list[str]:
        """The board's rows from the top."""
        return [self.cells[start : start + self.width] for start in range(0, len(self.cells), self.width)]

    def _repr_svg_(self) -> str:
        """The picture that notebooks show."""
        from quandary.games.rush_hour.scene import scene_of

        return scene_of(self).svg()


def place(index: int, width: int) -> str:
    """The name of a cell for people: `r3c5`, rows and columns from 1."""
    return f"r{index // width + 1}c{index % width + 1}"
