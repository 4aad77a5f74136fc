"""The game in words, for somebody who has never heard of it: points in a few moves, with nothing left to luck.

A game of chance is no fair question to somebody who answers once, so the new tiles are told, in the order in which they
come. Then every line of play can be tried: the core plays them all, and what it calls the best is the best. How many
tiles the hungriest line takes is known then, too, and so many are told.
"""

from __future__ import annotations

from typing import Any

from quandary._native import exponentile as native
from quandary.core.budget import Cancel
from quandary.game import Briefing, BudgetEnded, Quest, Rng, UsageError
from quandary.games.exponentile.position import CLASSIC, Position
from quandary.games.exponentile.rules import Move, grid

MOST_MOVES = 4
# The share of all lines of play that may reach what is asked for.
_REACHING = 0.01
_TILES_FORESEEN = 4096


_COMMON = """\
The board has {height} rows and {width} columns of tiles. Rows are numbered from 1 at the top, columns from 1 at the
left; r2c3 is the cell in row 2, column 3. Every tile shows a power of two.
- A move swaps two tiles that are neighbours, side by side or one above the other.{torus}
- The group of a cell is found like this: take the unbroken line of equal tiles through the cell in its row, if it has
  three or more tiles, and the unbroken line of equal tiles through the cell in its column, if it has three or more;
  the group is all of these tiles together. A cell with neither has no group.
- A swap is legal only if, after it, at least one of the two swapped cells has a group.
- When a group of n tiles of value v merges at a cell, that cell gets one tile of value v x 2^(n-2), so that three
  tiles double their value, four make it four times as large. All other tiles of the group vanish.
- Then the tiles above the gaps fall straight down, and new tiles come in from above, taken from a queue that is shown
  with the puzzle, in its order. What is used up is gone.
"""

_CLASSIC = """\
- First merge of a move: if the cell that the moved tile goes to (the second one written in the move) has a group, that
  group merges at that cell, and no other. Else the group of the first cell merges at the first cell.
- New tiles come in for each vanished tile in this order: first those that vanished from the row of the merged tile,
  from left to right, then those that vanished from its column, from top to bottom. For each, the next tile of the
  queue goes into the lowest empty cell of the column of the vanished tile (empty cells are at the top of a column,
  after the fall).
- After that, as long as any cell of the board has a group: look at the rows from the bottom row up, each from left to
  right, for the first cell that has a group. That group merges at that cell, tiles fall and new tiles come in as above.
- Every merge counts n x v points."""

_WEB = """\
- First merges of a move: the groups of both swapped cells merge at the same time, each at its cell. If they have a
  tile in common, only one merges: the one that makes the higher tile, or, if both make the same, that of the second
  cell written.
- New tiles come in after all merges of the same time: column by column from the left, and in each column into its empty
  cells (at the top, after the fall) from the top down.
- After that, as long as any cell of the board has a group: list the group of every cell that has one, the highest new
  tile first; among equals the cell in the column farthest to the left first, then the highest cell of the column. Go
  through the list and take every group that has no tile in common with one taken before. All that are taken merge at
  the same time, each at its cell, tiles fall and new tiles come in as above.
- Every merge counts the value of the new tile as points."""


class ExponentileBriefing(Briefing[Position]):
    """What it takes to play a few moves of ExponenTile without luck."""

    example = "r3c4>r3c5 r1c1>r2c1"

    def rules(self, position: Position) -> str:
        torus = (
            "\n  The board is a torus: the left and the right edge touch, and so do the upper and the lower one, for "
            "swaps and for lines of equal tiles. Tiles fall down and never over an edge."
            if position.torus
            else ""
        )
        common = _COMMON.format(height=position.height, width=position.width, torus=torus)
        return common + (_CLASSIC if position.rules == CLASSIC else _WEB)

    def goal(self, position: Position, metric: str, quest: Quest | None) -> str:
        if quest is None:
            return "Make as many points as you can."
        moves = "1 move" if quest.most_moves == 1 else f"{quest.most_moves} moves"
        begun = f" The score stands at {position.score} points." if position.score else ""
        return (
            f"Reach a score of {quest.least_score} points or more with at most {moves}.{begun} More points are better."
        )

    def notation(self, position: Position) -> str:
        return (
            "A move is two neighbouring cells: r3c4>r3c5 moves the tile of row 3, column 4 to row 3, column 5, and "
            "the one that is there back."
        )

    def puzzle(self, position: Position, quest: Quest | None) -> str:
        tiles = [[str(1 << value) for value in row] for row in position.rows]
        wide = max(len(tile) for row in tiles for tile in row)
        rows = (" ".join(tile.rjust(wide) for tile in row) for row in tiles)
        lines = ["Board, row 1 first:", *rows]
        if quest is not None:
            lines += ["", f"Queue of new tiles: {' '.join(map(str, coming_tiles(position, quest.tiles_told)))}"]
        return "\n".join(lines)

    def variant(self, position: Position) -> dict[str, Any]:
        return {"rules": position.rules}

    def quest(self, position: Position, most_moves: int, cancel: Cancel | None = None) -> Quest | None:
        return find_quest(position, most_moves, cancel)


class _Lines:
    """All lines of play of a given length, tried one after the other."""

    def __init__(self, position: Position, cancel: Cancel | None) -> None:
        self._is_classic = position.rules == CLASSIC
        self._cancel = cancel
        self._tiles_drawn = _tiles_by_state(position)
        self.scores: list[int] = []
        """The score of every line that is as long as it may be, or that ends before."""
        self.best: tuple[int, list[native.Swap]] = (-1, [])
        self.most_tiles = 0

    def walk(self, here: native.Position, line: list[native.Swap], moves_left: int) -> None:
        """Tries everything that can follow on `line`."""
        if self._cancel is not None and self._cancel.cancelled:
            raise BudgetEnded("cancelled")
        followers = self._followers(here) if moves_left else []
        if not followers:
            self.scores.append(here.score)
            self.most_tiles = max(self.most_tiles, self._tiles_drawn.get(here.chance, _TILES_FORESEEN))
            self.best = max(self.best, (here.score, line), key=lambda found: found[0])
            return
        for swap, after in followers:
            self.walk(after, [*line, swap], moves_left - 1)

    def _followers(self, here: native.Position) -> list[tuple[native.Swap, native.Game]]:
        """Every legal swap and what it leads to; both ways of it where it matters which tile is moved onto which."""
        found = []
        for source, target in native.swaps(here):
            there = native.play(here, (source, target))
            found.append(((source, target), there))
            if self._is_classic and (back := native.play(here, (target, source))) != there:
                found.append(((target, source), back))
        return found


def _tiles_by_state(position: Position) -> dict[int, int]:
    """How many tiles have been drawn, by the state of chance."""
    rng = Rng(position.chance)
    drawn = {rng.state: 0}
    for number in range(1, _TILES_FORESEEN):
        rng.choice(position.spawn)
        drawn[rng.state] = number
    return drawn


def coming_tiles(position: Position, count: int) -> list[int]:
    """The next tiles that come in, as they are shown."""
    rng = Rng(position.chance)
    return [1 << rng.choice(position.spawn) for _ in range(count)]


def find_quest(position: Position, most_moves: int, cancel: Cancel | None = None) -> Quest | None:
    """The best that so many moves can make of a position, and what to ask for; None if there is no move."""
    if not 1 <= most_moves <= MOST_MOVES:
        raise UsageError(f"a task of ExponenTile has 1 to {MOST_MOVES} moves, not {most_moves}")
    lines = _Lines(position, cancel)
    lines.walk(position, [], most_moves)
    best, swaps = lines.best
    if not swaps:
        return None
    ranked = sorted(lines.scores, reverse=True)
    least = ranked[int(_REACHING * (len(ranked) - 1))]
    reaching = sum(score >= least for score in ranked) / len(ranked)
    shape = grid(position)
    greedy = _greedy(position, most_moves)
    return Quest(
        most_moves=most_moves,
        least_score=least,
        best_score=best,
        moves=[Move(shape.cell(source), shape.cell(target)) for source, target in swaps],
        tiles_told=lines.most_tiles,
        measures={
            "moves": most_moves,
            "choices": len(native.swaps(position)),
            "lines": len(ranked),
            "reaching": round(reaching, 4),
            "greedy": greedy,
            "grade": "easy" if greedy >= least else "hard",
        },
    )


def _greedy(position: Position, most_moves: int) -> int:
    """The score of somebody who always takes the swap that counts most at once."""
    here: native.Position = position
    for _ in range(most_moves):
        swaps = native.swaps(here)
        if not swaps:
            break
        here = max((native.play(here, swap) for swap in swaps), key=lambda game: game.score)
    return here.score
