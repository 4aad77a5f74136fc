"""The rules of Rush Hour: vehicles slide along their line, nothing passes through anything, the red car gets out."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache

from quandary.game import Event, IllegalMove, Outcome, Status, Won
from quandary.games.rush_hour.position import EMPTY, WALL, Position, Vehicle, place


@dataclass(frozen=True, slots=True)
class Slide:
    """One move: a vehicle slides any number of cells."""

    vehicle: str
    cells: int
    """Right or down if positive, left or up if negative."""
    axis: str | None = field(default=None, compare=False)
    """`horizontal` or `vertical` where the player named a direction; the rules then hold the vehicle to it."""


@dataclass(frozen=True, slots=True)
class Slid(Event):
    """A vehicle has moved by `cells` (right or down if positive)."""

    vehicle: str
    cells: int


@cache
def slide(vehicle: str, cells: int) -> Slide:
    """The move itself; there are few different ones, and a solver hands out many."""
    return Slide(vehicle, cells)


def is_solved(position: Position) -> bool:
    """Whether the red car touches the right edge of its row."""
    last = position.cells.rindex(position.red)
    return (last + 1) % position.width == 0


def status(position: Position) -> Status:
    """Slides can be taken back, so nobody ever loses."""
    return Status.WON if is_solved(position) else Status.PLAYING


def moves(position: Position) -> list[Slide]:
    """The legal slides, by letter, then from the farthest up or left to the farthest down or right."""
    return [] if is_solved(position) else slides(position)


def slides(position: Position) -> list[Slide]:
    """Every slide that the board has room for, whether or not the puzzle is solved already."""
    found = []
    for letter in position.letters:
        vehicle = position.vehicle(letter)
        back = _free(position.cells, cells_ahead(position, vehicle, -1))
        ahead = _free(position.cells, cells_ahead(position, vehicle, +1))
        found += [slide(letter, cells) for cells in range(-back, ahead + 1) if cells]
    return found


def cells_ahead(position: Position, vehicle: Vehicle, direction: int) -> range:
    """The cells from the vehicle's end to the edge of the board, nearest first."""
    first, length, stride = vehicle
    last = first + (length - 1) * stride
    width = position.width
    if stride == 1:
        row_start = first - first % width
        return range(last + 1, row_start + width) if direction > 0 else range(first - 1, row_start - 1, -1)
    if direction > 0:
        return range(last + width, len(position.cells), width)
    return range(first - width, -1, -width)


def _free(cells: str, way: range) -> int:
    """How many cells of the way are empty before the first obstacle."""
    for count, index in enumerate(way):
        if cells[index] != EMPTY:
            return count
    return len(way)


def play(position: Position, move: Slide) -> Outcome[Position]:
    """The position after the slide. Every illegal one is refused with its reason."""
    cells, width = position.cells, position.width
    letter, distance = move.vehicle, move.cells
    if is_solved(position):
        raise IllegalMove("the puzzle is solved already")
    if not (isinstance(letter, str) and len(letter) == 1 and letter in cells) or letter in (EMPTY, WALL):
        raise IllegalMove(f"there is no vehicle {letter} on this board")
    if type(distance) is not int or distance == 0:
        raise IllegalMove(f"{letter} must move by a whole number of cells, not by {distance}")
    vehicle = position.vehicle(letter)
    first, length, stride = vehicle
    if move.axis is not None and move.axis != ("horizontal" if stride == 1 else "vertical"):
        raise IllegalMove(f"{letter} moves only {'left and right' if stride == 1 else 'up and down'}")

    # Everything that the vehicle sweeps over, itself included, must be on its line and empty without it.
    start, reach = first + distance * stride, (length - 1) * stride
    low, end = (first, start + reach) if distance > 0 else (start, first + reach)
    on_its_line = low // width == end // width if stride == 1 else low >= 0 and end < len(cells)
    emptied = cells.replace(letter, EMPTY)
    if not on_its_line or emptied[low : end + 1 : stride].strip(EMPTY):
        raise _refusal(position, move, vehicle)
    board = list(emptied)
    board[start : start + reach + 1 : stride] = letter * length
    after = Position("".join(board), width)
    slid = Slid(letter, distance)
    is_out = (start + length) % width == 0 and letter == position.red
    return Outcome(after, (slid, Won()) if is_out else (slid,))


def _refusal(position: Position, move: Slide, vehicle: Vehicle) -> IllegalMove:
    """What is in the vehicle's way."""
    way = cells_ahead(position, vehicle, move.cells)
    free = _free(position.cells, way)
    if free == len(way):
        return IllegalMove(f"{move.vehicle} would leave the board: it can move {free} that way, not {abs(move.cells)}")
    what = position.cells[way[free]]
    by = "a wall" if what == WALL else f"vehicle {what}"
    return IllegalMove(f"{move.vehicle} is blocked by {by} at {place(way[free], position.width)}")


def move_cost(move: Slide, metric: str) -> int:
    """A slide is one move of any length, and as many steps as it has cells."""
    return abs(move.cells) if metric == "steps" else 1
