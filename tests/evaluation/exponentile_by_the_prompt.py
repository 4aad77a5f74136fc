"""ExponenTile as its prompt tells it, and nothing else of it."""

from __future__ import annotations

import re

from tests.evaluation.reading_prompts import Refused, Result, block, found, run, sections


class _Tiles:
    def __init__(self, prompt: str) -> None:
        lines = block(prompt)
        gap = lines.index("")
        self.board = [[int(tile) for tile in line.split()] for line in lines[1:gap]]
        self.queue = [int(tile) for tile in lines[gap + 1].partition(": ")[2].split()]
        self.rows, self.columns = len(self.board), len(self.board[0])
        rules = sections(prompt)["Rules"]
        self.torus = "torus" in rules
        self.classic = "n x v points" in rules
        self.score = 0

    def line(self, row: int, column: int, down: int, right: int) -> set[tuple[int, int]]:
        """The unbroken line of equal tiles through a cell."""
        value, found = self.board[row][column], {(row, column)}
        for way in (1, -1):
            r, c = row, column
            while True:
                r, c = r + way * down, c + way * right
                if self.torus:
                    r, c = r % self.rows, c % self.columns
                if not (0 <= r < self.rows and 0 <= c < self.columns) or self.board[r][c] != value or (r, c) in found:
                    break
                found.add((r, c))
        return found if len(found) >= 3 else set()

    def group(self, cell: tuple[int, int]) -> set[tuple[int, int]]:
        return self.line(*cell, 0, 1) | self.line(*cell, 1, 0)

    def step(self, move: str) -> int:
        first, second = ((int(r) - 1, int(c) - 1) for r, c in re.findall(r"r(\d+)c(\d+)", move))
        for r, c in (first, second):
            if not (0 <= r < self.rows and 0 <= c < self.columns):
                raise Refused
        apart = (abs(first[0] - second[0]), abs(first[1] - second[1]))
        near = {(0, 1), (1, 0)}
        if self.torus:
            near |= {(0, self.columns - 1), (self.rows - 1, 0)}
        if apart not in near:
            raise Refused
        self.swap(first, second)
        if not self.group(first) and not self.group(second):
            self.swap(first, second)
            raise Refused
        if self.classic:
            merging = [second if self.group(second) else first]
        else:
            merging = self.apart([cell for cell in (second, first) if self.group(cell)])
        while merging:
            self.merge(merging)
            if self.classic:
                order = [(r, c) for r in reversed(range(self.rows)) for c in range(self.columns)]
                merging = [cell for cell in order if self.group(cell)][:1]
            else:
                order = [(r, c) for c in range(self.columns) for r in range(self.rows)]
                merging = self.apart([cell for cell in order if self.group(cell)])
        return 0

    def swap(self, one: tuple[int, int], other: tuple[int, int]) -> None:
        a, b = self.board[one[0]][one[1]], self.board[other[0]][other[1]]
        self.board[one[0]][one[1]], self.board[other[0]][other[1]] = b, a

    def new_tile(self, cell: tuple[int, int]) -> int:
        return self.board[cell[0]][cell[1]] << (len(self.group(cell)) - 2)

    def apart(self, cells: list[tuple[int, int]]) -> list[tuple[int, int]]:
        """Those whose groups have no tile in common with one taken before, the highest new tile first."""
        taken: list[tuple[int, int]] = []
        used: set[tuple[int, int]] = set()
        for cell in sorted(cells, key=self.new_tile, reverse=True):
            if not used & self.group(cell):
                taken.append(cell)
                used |= self.group(cell)
        return taken

    def merge(self, cells: list[tuple[int, int]]) -> None:
        groups = [(cell, self.group(cell), self.new_tile(cell)) for cell in cells]
        vanished: list[tuple[int, int]] = []
        for (row, column), group, new in groups:
            self.score += len(group) * self.board[row][column] if self.classic else new
            others = group - {(row, column)}
            vanished += sorted(cell for cell in others if cell[0] == row)
            vanished += sorted(cell for cell in others if cell[0] != row)
        for (row, column), _, new in groups:
            self.board[row][column] = new
        for c in range(self.columns):
            left = [self.board[r][c] for r in range(self.rows) if (r, c) not in vanished]
            for r, tile in enumerate([0] * (self.rows - len(left)) + left):
                self.board[r][c] = tile
        if self.classic:
            for _, c in vanished:
                lowest = max(r for r in range(self.rows) if self.board[r][c] == 0)
                self.board[lowest][c] = self.queue.pop(0)
        else:
            for c in range(self.columns):
                for r in range(self.rows):
                    if self.board[r][c] == 0:
                        self.board[r][c] = self.queue.pop(0)


def exponentile(prompt: str, moves: list[str]) -> Result:
    game = _Tiles(prompt)
    goal = sections(prompt)["Goal"]
    target = int(found(r"score of (\d+) points", goal))
    most = int(found(r"at most (\d+) move", goal))
    played = run(game.step, lambda: False, moves[:most])
    all_legal = played.legal == len(moves)
    return Result(all_legal and game.score >= target, played.legal, game.score)
