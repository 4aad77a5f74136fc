"""Small random levels, the same ones every time; many cannot be solved."""

from __future__ import annotations

from quandary.game import Rng
from quandary.games.sokoban.notation import parse
from quandary.games.sokoban.position import Position


def random_level(seed: int, *, spare: int = 0) -> Position:
    """A level of up to 5x5 squares with walls strewn in, up to three goals, and so many boxes more than goals."""
    rng = Rng(seed)
    while True:
        width, height = 3 + rng.below(3), 3 + rng.below(3)
        cells = [[" "] * width for _ in range(height)]
        for _ in range(rng.below(6)):
            cells[rng.below(height)][rng.below(width)] = "#"
        free = [(row, column) for row in range(height) for column in range(width) if cells[row][column] == " "]
        inside = _connected(free)
        goals = 1 + rng.below(3)
        if len(inside) < 2 * goals + spare + 2:
            continue
        rng.shuffle(inside)
        for row, column in inside[:goals]:
            cells[row][column] = "."
        rng.shuffle(inside)
        for row, column in inside[: goals + spare]:
            cells[row][column] = "*" if cells[row][column] == "." else "$"
        row, column = inside[-1]
        cells[row][column] = "+" if cells[row][column] == "." else "@"
        kept = set(inside)
        rows = ["".join(c if (r, k) in kept else "#" for k, c in enumerate(line)) for r, line in enumerate(cells)]
        return parse("\n".join(["#" * (width + 2), *(f"#{line}#" for line in rows), "#" * (width + 2)]))


def _connected(free: list[tuple[int, int]]) -> list[tuple[int, int]]:
    found = free[:1]
    for row, column in found:
        for there in ((row, column - 1), (row, column + 1), (row - 1, column), (row + 1, column)):
            if there in free and there not in found:
                found.append(there)
    return sorted(found)
