"""The most points that a few moves can make, when it is known which tiles come in.

A game of chance is no fair question to somebody who answers once, so the new tiles are told, in the order in which they
come. Then every line of play can be tried: the core plays them all, and what it calls the best is the best. How many
tiles the hungriest line takes is known then, too, and so many are told.
"""

from __future__ import annotations

from quandary._native import exponentile as native
from quandary.budget import Cancel
from quandary.game import BudgetEnded, Quest, UsageError
from quandary.games.exponentile.players import as_table
from quandary.games.exponentile.position import CLASSIC, Position
from quandary.games.exponentile.rules import Move, grid
from quandary.rng import Rng

MOST_MOVES = 4
# The share of all lines of play that may reach what is asked for.
_REACHING = 0.01
_TILES_FORESEEN = 4096

_Played = tuple[list[int], int, int]
"""Cells, points, and the chance that is left."""


class _Lines:
    """All lines of play of a given length, tried one after the other."""

    def __init__(self, position: Position, cancel: Cancel | None) -> None:
        self._table = as_table(position)
        self._is_classic = position.rules == CLASSIC
        self._cancel = cancel
        self._tiles_drawn = _tiles_by_state(position)
        self.scores: list[int] = []
        """The points of every line that is as long as it may be, or that ends before."""
        self.best: tuple[int, list[native.Swap]] = (-1, [])
        self.most_tiles = 0

    def walk(self, cells: list[int], chance: int, points: int, line: list[native.Swap], moves_left: int) -> None:
        """Tries everything that can follow on `line`."""
        if self._cancel is not None and self._cancel.cancelled:
            raise BudgetEnded("cancelled")
        table = (cells, *self._table[1:])
        followers = self._followers(table, chance) if moves_left else []
        if not followers:
            self.scores.append(points)
            self.most_tiles = max(self.most_tiles, self._tiles_drawn.get(chance, _TILES_FORESEEN))
            self.best = max(self.best, (points, list(line)), key=lambda found: found[0])
            return
        for swap, (after, gained, chance_after) in followers:
            self.walk(after, chance_after, points + gained, [*line, swap], moves_left - 1)

    def _followers(self, table: native.Table, chance: int) -> list[tuple[native.Swap, _Played]]:
        """Every legal swap and what it leads to; both ways of it where it matters which tile is moved onto which."""
        found = []
        for source, target in native.swaps(table):
            there = native.play(table, (source, target), chance)
            found.append(((source, target), there))
            if self._is_classic and (back := native.play(table, (target, source), chance)) != there:
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
    lines.walk(list(position.cells), position.chance, 0, [], most_moves)
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
        least_score=position.score + least,
        best_score=position.score + best,
        moves=[Move(shape.cell(source), shape.cell(target)) for source, target in swaps],
        tiles_told=lines.most_tiles,
        measures={
            "moves": most_moves,
            "choices": len(native.swaps(as_table(position))),
            "lines": len(ranked),
            "reaching": round(reaching, 4),
            "greedy": position.score + greedy,
            "grade": "easy" if greedy >= least else "hard",
        },
    )


def _greedy(position: Position, most_moves: int) -> int:
    """The points of somebody who always takes the swap that counts most at once."""
    table, chance, points = as_table(position), position.chance, 0
    for _ in range(most_moves):
        swaps = native.swaps(table)
        if not swaps:
            break
        cells, gained, chance = max((native.play(table, swap, chance) for swap in swaps), key=lambda played: played[1])
        table = (cells, *table[1:])
        points += gained
    return points
