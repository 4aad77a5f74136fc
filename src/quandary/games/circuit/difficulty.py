"""How hard a puzzle is, computed from the puzzle itself and not from the level that it says it is.

A step costs effort by its operation, by the size of its numbers, by carrying and borrowing, and more where a slip
finds a connector to follow. The score is the sum over the path: long paths tire.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from quandary.games.circuit.expressions import Fact, read_fact, slips
from quandary.games.circuit.position import Board, Cell, Position
from quandary.games.circuit.settings import DIVIDED, MINUS, PLUS, TIMES

# Sums are the measure; differences, products and quotients are learnt later and take longer.
_LOAD = {PLUS: 1.0, MINUS: 1.3, TIMES: 2.0, DIVIDED: 4.0}
_CARRY = 0.6
_DECOY = 0.3


@dataclass(frozen=True, slots=True)
class Difficulty:
    """What makes a puzzle hard."""

    steps: int
    """From START to FINISH."""
    load: float
    """The effort of an expression on the path, on average; a small sum without a carry is about 2."""
    carries: int
    """Expressions on the path with carrying or borrowing."""
    decoys: float
    """The share of path cells with a connector that a slip leads to."""
    operations: dict[str, int]
    """How often each operation comes on the path."""
    score: float
    """The effort of all steps, more where a slip finds a connector: about 24 on level 1, 193 on level 10."""


def assess(position: Position) -> Difficulty:
    """The difficulty of a puzzle."""
    board = position.board
    found = {cell: fact for cell in board.solution[:-1] if (fact := read_fact(board.tiles[cell].expression))}
    tempting = {cell for cell in found if decoys(board, cell)}
    loads = {cell: load(fact) for cell, fact in found.items()}
    score = sum(effort * (1 + _DECOY * (cell in tempting)) for cell, effort in loads.items())
    signs = [fact.sign for fact in found.values()]
    return Difficulty(
        steps=len(board.solution) - 1,
        load=round(sum(loads.values()) / len(loads), 2),
        carries=sum(map(carries, found.values())),
        decoys=round(len(tempting) / len(found), 3),
        operations={sign: signs.count(sign) for sign in board.settings.operations},
        score=round(score, 1),
    )


def load(fact: Fact) -> float:
    """The effort of one expression: its operation's, more for larger numbers and for carrying."""
    size = math.log2(min(fact.left, fact.value) + fact.right) / 2
    return _LOAD[fact.sign] + size + _CARRY * carries(fact)


def carries(fact: Fact) -> bool:
    """Whether adding carries or taking away borrows. Tables are known by heart or not at all."""
    if fact.sign == PLUS:
        return fact.left % 10 + fact.right % 10 >= 10
    return fact.sign == MINUS and fact.left % 10 < fact.right % 10


def decoys(board: Board, cell: Cell) -> list[int]:
    """The connectors of a path cell, not leading back, that a slip would follow."""
    fact = read_fact(board.tiles[cell].expression)
    if fact is None:
        return []
    visited = board.solution[: board.solution.index(cell)] if cell in board.solution else ()
    wrong = slips(fact)
    return [value for other, value in board.ways[cell].items() if value in wrong and other not in visited]


def decoy_share(board: Board) -> float:
    """The share of path cells that have a decoy."""
    cells = board.solution[:-1]
    return sum(bool(decoys(board, cell)) for cell in cells) / len(cells)
