"""Judges a puzzle by its rules alone: nothing here is shared with the generator, neither geometry nor arithmetic.

Errors are what makes a puzzle wrong; warnings are what a teacher should know before handing it out. Each rule is a
function of its own (`check_connectors`, `check_path` …) that lists all that breaks it, whatever the others have found;
`validate` asks them all.

Some are rules of this house: the ranges of a level, no sum twice, how long and winding the way is, that answers lead to
FINISH from everywhere. Puzzles of the game's first program need not keep them and can be played all the same; for
those they are warnings.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

from quandary.games.circuit.geometry import diagonal_block, is_adjacent
from quandary.games.circuit.position import START, Board, Cell, Position, place
from quandary.games.circuit.settings import Settings

_OPERATION = re.compile(r"(?P<a>[1-9][0-9]{0,8}) (?P<sign>[+−×÷]) (?P<b>[1-9][0-9]{0,8})")
FEWEST_TURNS = 3
DECOY_LEVEL = 4
FEWEST_DECOYS = 0.5
"""The share of path cells with a tempting wrong connector, from level 4 on."""


class Problem(NamedTuple):
    """One thing that is wrong, and where."""

    place: str
    text: str
    house: bool = False
    """Against a rule of this house, which another program's puzzles need not keep."""

    def __str__(self) -> str:
        return f"{self.place}: {self.text}"


class Report(NamedTuple):
    """What a look at a puzzle has found."""

    errors: tuple[Problem, ...]
    warnings: tuple[Problem, ...]

    @property
    def valid(self) -> bool:
        """Whether the puzzle keeps all rules."""
        return not self.errors


def validate(board: Board) -> Report:
    """Looks at everything, and lists all that is wrong."""
    errors = find_errors(board)
    return Report(errors, () if errors else find_warnings(board))


def find_errors(board: Board) -> tuple[Problem, ...]:
    """What makes the puzzle wrong."""
    return tuple(problem for problem in _problems(board) if not (board.imported and problem.house))


def find_warnings(board: Board) -> tuple[Problem, ...]:
    """What is worth knowing of a puzzle without errors."""
    house = [problem for problem in _problems(board) if board.imported and problem.house]
    return (*house, *find_traps(board), *find_decoys(board))


def _problems(board: Board) -> Iterator[Problem]:
    for check_rule in (check_connectors, check_values, check_expressions, check_answers, check_path, check_routes):
        yield from check_rule(board)


def check_connectors(board: Board) -> Iterator[Problem]:
    """All horizontals and verticals once, one diagonal in every 2x2 block, all numbers in the level's range."""
    rows, cols = board.settings.rows, board.settings.cols
    seen: set[frozenset[Cell]] = set()
    diagonals: dict[Cell, int] = {}
    for number, connector in enumerate(board.connectors):
        where = f"connectors[{number}]"
        ends = frozenset((connector.a, connector.b))
        if not is_adjacent(connector.a, connector.b):
            yield Problem(where, f"{place(connector.a)} and {place(connector.b)} are not neighbouring cells")
        elif ends in seen:
            yield Problem(where, f"{place(connector.a)} and {place(connector.b)} are connected already")
        else:
            seen.add(ends)
            if connector.type == "diagonal":
                block = diagonal_block(connector.a, connector.b)
                diagonals[block] = diagonals.get(block, 0) + 1
        if not board.settings.connector_min <= connector.value <= board.settings.connector_max:
            span = f"{board.settings.connector_min} to {board.settings.connector_max}"
            yield Problem(where, f"the value {connector.value} is not from {span}", house=True)
    for row, col in board.tiles:
        for other in ((row, col + 1), (row + 1, col)):
            if other in board.tiles and frozenset(((row, col), other)) not in seen:
                yield Problem(place((row, col)), f"the connector to {place(other)} is missing")
        if row + 1 < rows and col + 1 < cols and (found := diagonals.get((row, col), 0)) != 1:
            yield Problem(place((row, col)), f"the block from here has {found} diagonals, expected 1")


def check_values(board: Board) -> Iterator[Problem]:
    """The numbers on the connectors of a cell all differ, so that an answer names one of them."""
    around: dict[tuple[Cell, int], Cell] = {}
    for connector in board.connectors:
        for cell, other in ((connector.a, connector.b), (connector.b, connector.a)):
            first = around.setdefault((cell, connector.value), other)
            if first != other:
                both = f"{place(first)} and {place(other)}"
                yield Problem(place(cell), f"two connectors bear {connector.value}, to {both}")


def check_expressions(board: Board) -> Iterator[Problem]:
    """Every expression in its ranges, right, and there once; none in FINISH."""
    first_with: dict[str, Cell] = {}
    for cell, tile in board.tiles.items():
        if cell == board.finish:
            if tile.expression or tile.answer is not None:
                yield Problem(place(cell), "FINISH has an expression or an answer")
            continue
        match = _OPERATION.fullmatch(tile.expression)
        if match is None:
            yield Problem(place(cell), f"{tile.expression!r} is not an expression (expected for example 7 × 8)")
            continue
        a, sign, b = int(match["a"]), match["sign"], int(match["b"])
        if problem := _beyond(board.settings, a, sign, b):
            yield Problem(place(cell), f"{tile.expression}: {problem}", house=True)
        if tile.answer is None or not _comes_to(a, sign, b, tile.answer):
            yield Problem(place(cell), f"{tile.expression} is not {tile.answer}")
        if (first := first_with.setdefault(tile.expression, cell)) != cell:
            yield Problem(place(cell), f"{tile.expression} stands in {place(first)} already", house=True)


def _comes_to(a: int, sign: str, b: int, answer: int) -> bool:
    """Checked by the opposite operation where there is one."""
    return {"+": answer - a == b, "−": answer + b == a, "×": a * b == answer, "÷": answer * b == a}[sign]


def _beyond(settings: Settings, a: int, sign: str, b: int) -> str | None:
    """Why an expression does not belong to this level."""
    if sign not in settings.operations:
        return f"{sign} is not among the operations {' '.join(settings.operations)}"
    if sign in "+−":
        largest = settings.add_sub_range
        return (
            f"a number is above {largest}" if max(a, b) > largest else "not above 0" if sign == "−" and a <= b else None
        )
    tables = settings.mult_div_range
    if sign == "×":
        return f"a factor is above {tables}" if max(a, b) > tables else None
    if b > min(tables, 12):
        return f"the divisor is above {min(tables, 12)}"
    most = settings.max_dividend
    return f"the dividend is above {most}" if a > most else "the quotient is not above 1" if a <= b else None


def check_answers(board: Board) -> Iterator[Problem]:
    """Each answer on exactly one of the cell's connectors."""
    for cell, tile in board.tiles.items():
        if cell != board.finish:
            values = [connector.value for connector in board.connectors if cell in (connector.a, connector.b)]
            if values.count(tile.answer or 0) != 1:
                yield Problem(place(cell), f"{values.count(tile.answer or 0)} connectors bear the answer {tile.answer}")


def check_path(board: Board) -> Iterator[Problem]:
    """From START to FINISH along answers, no cell twice, as long and as winding as it must be."""
    path, size = board.solution, board.settings.cells
    if not path or path[0] != START or path[-1] != board.finish:
        yield Problem("solution", f"must lead from {place(START)} to {place(board.finish)}")
    if len(set(path)) < len(path):
        yield Problem("solution", "visits a cell twice")
    for number, (here, there) in enumerate(pairwise(path), start=1):
        if there not in board.ways[here]:
            yield Problem(f"solution[{number}]", f"no connector leads from {place(here)} to {place(there)}")
        elif board.ways[here][there] != board.tiles[here].answer:
            yield Problem(f"solution[{number}]", f"the answer of {place(here)} does not lead to {place(there)}")
    if not 60 * size <= 100 * len(path) <= 85 * size:
        yield Problem("solution", f"has {len(path)} cells, expected 60% to 85% of {size}", house=True)
    steps = [(there[0] - here[0], there[1] - here[1]) for here, there in pairwise(path)]
    turns = sum(one != other for one, other in pairwise(steps))
    if turns < FEWEST_TURNS:
        text = f"changes its direction {turns} times, expected {FEWEST_TURNS} or more"
        yield Problem("solution", text, house=True)


def check_routes(board: Board) -> Iterator[Problem]:
    """Answers lead from everywhere to FINISH, and from START along the solution."""
    for cell in board.tiles:
        route = [cell]
        # An answer that is on no connector is told by `check_answers`.
        while len(route) <= board.settings.cells and (following := board.next_cell(route[-1])) is not None:
            route.append(following)
        if len(route) > board.settings.cells:
            circle = "lead back and forth between two cells" if route[-1] == route[-3] else "run in a circle"
            text = f"the answers from here {circle} and never reach FINISH"
            yield Problem(place(cell), text, house=cell != START)
        elif cell == START and tuple(route) != board.solution:
            yield Problem(place(cell), "the answers from START do not lead along the solution")


def find_traps(board: Board) -> Iterator[Problem]:
    """Mistakes after which the answers lead into a cell visited before, though FINISH can still be reached."""
    from quandary.games.circuit.rules import is_enclosed

    for number, here in enumerate(board.solution[:-1]):
        walked = board.solution[: number + 1]
        for there in board.ways[here]:
            if there in walked or is_enclosed(Position(board, (*walked, there))):
                continue
            route: Cell | None = there
            while route is not None and route != board.finish and route not in walked:
                route = board.next_cell(route)
            if route != board.finish:
                text = f"whoever strays from here to {place(there)} is led back to {place(route or there)}"
                yield Problem(place(here), text)


def find_decoys(board: Board) -> Iterator[Problem]:
    """Whether slips lead anywhere: with too few decoys a puzzle can be walked by guessing."""
    from quandary.games.circuit.difficulty import decoy_share

    if board.settings.level >= DECOY_LEVEL and (share := decoy_share(board)) < FEWEST_DECOYS:
        yield Problem("connectors", f"only {share:.0%} of the path's cells have a decoy that a slip leads to")
