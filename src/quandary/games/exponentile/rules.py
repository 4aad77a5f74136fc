"""The rules of ExponenTile: swap two neighbours so that three or more equal tiles meet; they merge into a higher one.

A swap is legal if it brings a group to one of the two cells. What follows from it, wave after wave, is in `waves`. The
game is over when no swap matches anything; nobody wins, the score is what counts. Like every game that can no longer
be played it then has the status LOST.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from quandary.game import Event, IllegalMove, Outcome, PuzzleError, Rng, Status, UsageError
from quandary.games.exponentile.grid import Grid, grid_of
from quandary.games.exponentile.position import CLASSIC, LARGEST_SIDE, RULE_NAMES, SMALLEST_SIDE, WEB, Cell, Position
from quandary.games.exponentile.waves import Group, Wave, group_at, has_match, waves


@dataclass(frozen=True, slots=True)
class Move:
    """The tile of one cell changes places with its neighbour's."""

    source: Cell
    """Row and column of the tile that is moved, from 0."""
    target: Cell
    """Where it goes. In the classic rules a group here merges before one at the source."""


@dataclass(frozen=True, slots=True)
class Swapped(Event):
    """Two tiles changed places."""

    source: Cell
    target: Cell


@dataclass(frozen=True, slots=True)
class Merged(Event):
    """A group became one tile. Groups of the same wave merge at the same time."""

    cells: tuple[Cell, ...]
    """All of the group, the cell of the tile that stays first."""
    value: int
    """What the new tile shows: 2, 4, 8 …"""
    points: int
    """What this merge counts."""
    wave: int
    """From 1 in each move."""
    sequence: int
    """The number of the move, from 1: the same in all events of one move."""
    score: int
    """What has been counted in the whole game, this merge included."""


@dataclass(frozen=True, slots=True)
class Fell(Event):
    """Tiles fell into the cells that a wave of merges had left."""

    ways: tuple[tuple[Cell, Cell], ...]
    """From where to where, for every tile that moved."""
    wave: int


@dataclass(frozen=True, slots=True)
class Spawned(Event):
    """New tiles came in on top."""

    tiles: tuple[tuple[Cell, int], ...]
    """Where, and what they show, in the order of drawing."""
    wave: int


@dataclass(frozen=True, slots=True)
class GameOver(Event):
    """No swap matches anything any more; always the last event of a game."""

    score: int


class RefusedSwap(IllegalMove):
    """A swap of neighbours that matches nothing; the tiles go there and back, and nothing has changed."""

    def __init__(self, reason: str, move: Move) -> None:
        super().__init__(reason)
        self.move = move


def grid(position: Position) -> Grid:
    """The shape of a position's board."""
    return grid_of(position.width, position.height, position.torus)


def moves(position: Position) -> list[Move]:
    """The legal swaps, each once, in the order of the web game's hints.

    With classic rules it matters which tile is moved onto which, where both of them match; then both ways are listed.
    """
    shape = grid(position)
    found = []
    for source, target, both in _legal_swaps(position):
        found.append(Move(shape.cell(source), shape.cell(target)))
        if both and position.rules == CLASSIC:
            found.append(Move(shape.cell(target), shape.cell(source)))
    return found


def canonical_move(position: Position, move: Move) -> Move:
    """The swap as `moves` lists it, be it told from the other end."""
    listed = moves(position)
    turned = Move(move.target, move.source)
    return turned if move not in listed and turned in listed else move


def is_over(position: Position) -> bool:
    """Whether no swap matches anything."""
    return next(_legal_swaps(position), None) is None


def status(position: Position) -> Status:
    """There is nothing to win: a game goes on, or it is over."""
    return Status.LOST if is_over(position) else Status.PLAYING


def play(position: Position, move: Move) -> Outcome[Position]:
    """Swaps, merges, lets fall and refills until nothing matches."""
    shape = grid(position)
    check_neighbours(shape, move)
    rng = Rng(position.chance)
    spawn = position.spawn
    cells = list(position.cells)
    ends = shape.index(move.source), shape.index(move.target)
    happened = list(waves(cells, shape, *ends, position.rules, lambda: rng.choice(spawn)))
    if not happened:
        raise nothing_matches(position.cells, shape, move)
    after = replace(
        position,
        cells=tuple(cells),
        score=position.score + sum(sum(wave.points) for wave in happened),
        moves=position.moves + 1,
        chance=rng.state,
    )
    events: list[Event] = [Swapped(move.source, move.target), *_events(position, shape, happened)]
    if is_over(after):
        events.append(GameOver(after.score))
    return Outcome(after, tuple(events))


def check_neighbours(shape: Grid, move: Move) -> None:
    """Refuses a move that is no swap of two neighbours of this board."""
    for cell in (move.source, move.target):
        if not shape.holds(cell):
            raise IllegalMove(
                f"{cell_name(cell)} is outside the board of {shape.height} rows and {shape.width} columns"
            )
    source, target = shape.index(move.source), shape.index(move.target)
    if all(target not in ray[:1] for ray in shape.rays[source]):
        raise IllegalMove(f"{cell_name(move.source)} and {cell_name(move.target)} are no neighbours")


def nothing_matches(cells: tuple[int, ...], shape: Grid, move: Move) -> RefusedSwap:
    """Why a swap of neighbours is refused."""
    tiles = [f"{1 << cells[shape.index(cell)]} at {cell_name(cell)}" for cell in (move.source, move.target)]
    return RefusedSwap(f"to swap {tiles[0]} with {tiles[1]} matches nothing", move)


def cell_name(cell: Cell) -> str:
    """A cell as people count: `r3c4`."""
    return f"r{cell[0] + 1}c{cell[1] + 1}"


def _legal_swaps(position: Position) -> Iterator[tuple[int, int, bool]]:
    """The pairs of cells that may be swapped, and whether both of them match then."""
    shape = grid(position)
    cells = list(position.cells)
    for source, target in shape.swaps:
        cells[source], cells[target] = cells[target], cells[source]
        at_source, at_target = has_match(cells, shape, source), has_match(cells, shape, target)
        cells[source], cells[target] = cells[target], cells[source]
        if at_source or at_target:
            yield source, target, at_source and at_target


def _events(position: Position, shape: Grid, happened: list[Wave]) -> Iterator[Event]:
    score = position.score
    for number, wave in enumerate(happened, start=1):
        for group, points in zip(wave.groups, wave.points, strict=True):
            score += points
            yield Merged(_cells(shape, group), 1 << group.new_value, points, number, position.moves + 1, score)
        if wave.fallen:
            yield Fell(tuple((shape.cell(start), shape.cell(end)) for start, end in wave.fallen), number)
        yield Spawned(tuple((shape.cell(place), 1 << value) for place, value in wave.spawned), number)


def _cells(shape: Grid, group: Group) -> tuple[Cell, ...]:
    return tuple(shape.cell(cell) for cell in (group.at, *group.others))


class Resolved(NamedTuple):
    """What came of a swap."""

    board: list[list[int]]
    """The rows of exponents when all is quiet again."""
    points: list[int]
    """The points of each wave."""
    refills: list[int]
    """The new tiles that were used, in their order."""


def resolve(
    board: Sequence[Sequence[int]],
    move: tuple[Cell, Cell],
    refills: Iterable[int],
    rules: str = WEB,
    *,
    torus: bool = False,
) -> Resolved:
    """The board after `move`, the points of each wave and the refills used; `IllegalMove` if the swap matches nothing.

    The same rules as in play, without a game around them and with chance told beforehand: rows of exponents in, rows of
    exponents out. Records of other programs are checked with it, and experiments with other tiles start from it.

    `refills` are the exponents of new tiles in the order in which the rules draw them; they may be endless.
    """
    if rules not in RULE_NAMES:
        raise UsageError(f"there are no rules {rules!r} (rules: {', '.join(RULE_NAMES)})")
    cells = _checked(board)
    height, width = len(board), len(board[0])
    shape = grid_of(width, height, torus)
    swap = Move(*(_a_cell(cell) for cell in _two(move)))
    check_neighbours(shape, swap)
    coming = iter(refills)
    used: list[int] = []

    def draw() -> int:
        refill = next(coming, None)
        if refill is None:
            raise PuzzleError(f"the refills ended after {len(used)}, and one more is needed")
        used.append(_exponent(refill, f"refill {len(used) + 1}"))
        return used[-1]

    ends = shape.index(swap.source), shape.index(swap.target)
    before = tuple(cells)
    points = [sum(wave.points) for wave in waves(cells, shape, *ends, rules, draw)]
    if not points:
        raise nothing_matches(before, shape, swap)
    return Resolved([cells[start : start + width] for start in range(0, len(cells), width)], points, used)


def find_group(board: Sequence[Sequence[int]], row: int, col: int, *, torus: bool = False) -> list[Cell]:
    """Return the cells of the group through a cell, in reading order; an empty list if there is none.

    `board` holds what the tiles show (2, 4, 8 …) as rows from the top; rows and columns count from 0. A group is the
    run of three or more equal tiles through the cell in its row, in its column, or both.
    """
    cells = _checked(
        [[_shown(value, f"r{r}c{c}") for c, value in enumerate(values, 1)] for r, values in enumerate(board, 1)]
    )
    shape = grid_of(len(board[0]), len(board), torus)
    if not shape.holds((row, col)):
        raise UsageError(f"there is no cell ({row}, {col}) on a board of {shape.height} rows and {shape.width} columns")
    group = group_at(cells, shape, shape.index((row, col)))
    return sorted(_cells(shape, group)) if group else []


def _shown(value: object, place: str) -> int:
    """Return the exponent of a tile from what it shows."""
    if isinstance(value, bool) or not isinstance(value, int) or value < 2 or value.bit_count() != 1:
        raise PuzzleError(f"{value!r} is not a tile (tiles are powers of two: 2, 4, 8 …)", place=place)
    return value.bit_length() - 1


def _checked(board: Sequence[Sequence[int]]) -> list[int]:
    sizes = {len(row) for row in board}
    if len(sizes) != 1 or not all(SMALLEST_SIDE <= size <= LARGEST_SIDE for size in (len(board), *sizes)):
        raise PuzzleError(f"a board is {SMALLEST_SIDE} to {LARGEST_SIDE} rows, all of the same length in these limits")
    return [
        _exponent(value, f"r{row}c{column}")
        for row, values in enumerate(board, start=1)
        for column, value in enumerate(values, start=1)
    ]


def _exponent(value: object, place: str) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or value < 1:
        raise PuzzleError(f"{value!r} is not an exponent (expected 1 for a tile of 2, 2 for 4 …)", place=place)
    return value


def _two(move: tuple[Cell, Cell]) -> tuple[Cell, Cell]:
    try:
        source, target = move
    except (TypeError, ValueError):
        raise PuzzleError(f"{move!r} is not a move (expected ((row, column), (row, column)))") from None
    return source, target


def _a_cell(cell: Cell) -> Cell:
    try:
        row, column = cell
        return int(row), int(column)
    except (TypeError, ValueError):
        raise PuzzleError(f"{cell!r} is not a cell (expected row and column, from 0)") from None
