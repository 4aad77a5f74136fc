"""Checks proofs that a level cannot be solved, or not more cheaply than claimed.

A proof lists positions. The checker walks through them from the start of the level, by every push that the
rules allow, and keeps account of the cheapest way to each. A push may lead to a position that is not listed
only if it is *excused* by a lemma of docs/proofs.md:

- *alone*: a box that could not come to any goal even if it were alone;
- *prices*: every goal has a price, a box costs at least its distance from some goal less the price of that
  goal, and all prices come on top. By that sum a solution would not be cheaper than the one claimed;
- *traps*: some of the boxes, with the player on a given side of them, cannot come home even without the
  others. All that can become of a trap is a trap again, and none is solved.

Nothing may be listed in vain. Everything is counted in one number, the cost: of pushes, of steps, or of both.
Where a level is said to be unsolvable nothing costs anything, and no solution costs less than one.

Squares are numbers, and a set of them is the bits of one number.
"""

from __future__ import annotations

import heapq
import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple, NoReturn

from quandary.game import Checker, Claim, NotProven
from quandary.games.sokoban.position import Position, inside
from quandary.games.sokoban.rules import Step

Pair = tuple[int, int]
Report = Callable[[int], None]
"""Receives how many traps or positions are checked."""

_STATES_BETWEEN_REPORTS = 256


class SokobanChecker(Checker[Position, Step]):
    """Checks what `SokobanProver` writes."""

    def check(self, position: Position, claim: Claim[Step], proof: Sequence[str]) -> Mapping[str, int]:
        """The number of lists of prices, of traps and of positions."""
        if claim.verdict == "solved" and not claim.optimal:
            if proof:
                raise NotProven("proof line 1: a solution that may not be the best needs no proof")
            return {}
        floor = Floor(position)
        listed = read_proof(proof, len(floor.squares), len(floor.goals), len(position.boxes))
        alone = Alone(floor)
        total = len(listed.traps) + len(listed.positions)

        def report(done: int) -> None:
            if self.report is not None and done % _STATES_BETWEEN_REPORTS == 0:
                self.report(done, total)

        costs = Costs.of(claim, floor)
        traps = Traps(floor, alone, listed.traps, report)
        walk = Walk(floor, costs, alone, traps, listed)
        walk.check(_set(position.boxes), position.player, lambda done: report(len(listed.traps) + done))
        return {name: len(part) for name, part in listed._asdict().items()}


class Floor:
    """The squares without walls, and what the rules allow on them."""

    def __init__(self, position: Position) -> None:
        level = position.level
        self.squares = sorted(inside(level, position.player))
        """In the order in which a proof counts them."""
        self.all = _set(self.squares)
        self.goals = sorted(level.goals)
        self.goal_set = _set(self.goals)
        self.spare = len(position.boxes) - len(self.goals)
        """So many boxes need not be on a goal in the end."""
        self.most_positions = len(self.squares) ** (len(position.boxes) + 1)
        self.steps = tuple(level.steps.values())
        self.width = level.width

    def reach(self, player: int, boxes: int) -> int:
        """The squares that the player can walk to."""
        free, width = self.all & ~boxes, self.width
        reach, more = 0, 1 << player
        while more != reach:
            reach = more
            more = (reach | reach << 1 | reach >> 1 | reach << width | reach >> width) & free
        return reach

    def rings(self, player: int, boxes: int) -> Iterator[int]:
        """The squares that the player can walk to in no, one, two … steps, and not in fewer."""
        free, width = self.all & ~boxes, self.width
        ring = 1 << player
        while ring:
            yield ring
            free &= ~ring
            ring = (ring << 1 | ring >> 1 | ring << width | ring >> width) & free

    def pushes(self, boxes: int, places: int) -> Iterator[Pair]:
        """The boxes that a player on one of these places can push, each with the step that it makes."""
        free = self.all & ~boxes
        for step in self.steps:
            movable = boxes & _moved(places, step) & _moved(free, -step)
            while movable:
                box = movable.bit_length() - 1
                movable ^= 1 << box
                yield box, step

    def read(self, group: Group) -> Pair:
        """The set of boxes and the square of the player that a proof names."""
        boxes, player = group
        return _set(self.squares[box] for box in boxes), self.squares[player]


class Costs(NamedTuple):
    """What pushes and steps cost, and what a better solution would have to stay below."""

    push: int
    step: int
    """Of the walk to a box; the step that is a push is counted as such."""
    limit: int

    @classmethod
    def of(cls, claim: Claim[Step], floor: Floor) -> Costs:
        """The costs that a claim speaks of."""
        if claim.verdict == "unsolvable":
            return cls(0, 0, 1)
        if claim.cost is None or claim.moves is None:
            raise NotProven("there is no solution that could be the best")
        if claim.metric == "pushes":
            return cls(1, 0, claim.cost)
        if claim.metric == "moves":
            return cls(1, 1, claim.cost)
        if claim.metric == "pushes,moves":
            # A best solution is in no position twice, so that all its moves cost less than one push more.
            return cls(floor.most_positions + 1, 1, floor.most_positions * claim.cost + len(claim.moves))
        raise NotProven(f"nothing is known of the metric {claim.metric!r}")

    def pushes_needed(self, spent: int) -> int:
        """So many pushes more, and the limit is reached; where nothing costs anything, the limit itself."""
        return -((spent - self.limit) // max(self.push, 1))


class Alone:
    """One box alone. It is in a *cell*: on a square that parts the floor, with the player on one side."""

    def __init__(self, floor: Floor) -> None:
        self._sides: dict[int, list[Pair]] = defaultdict(list)
        """By square: the player's places on each side, and the number of the cell."""
        cells: list[Pair] = []
        for square in floor.squares:
            left = floor.all & ~(1 << square)
            while left:
                side = floor.reach(_first(left), 1 << square)
                left &= ~side
                self._sides[square].append((side, len(cells)))
                cells.append((square, side))
        self.pushed: dict[Pair, Pair] = {}
        """By box and step: the cell that it leaves, and the cell that it comes to."""
        came_from: list[list[int]] = [[] for _ in cells]
        for cell, (square, side) in enumerate(cells):
            for box, step in floor.pushes(1 << square, side):
                after = self.cell(box + step, box)
                self.pushed[box, step] = cell, after
                came_from[after].append(cell)
        self.distances = [self._distances(goal, came_from) for goal in floor.goals]
        """For each goal the fewest pushes to it, from every cell from which it can be reached."""
        is_useless = [not any(cell in found for found in self.distances) for cell in range(len(cells))]
        self.is_lost = [floor.spare == 0 and useless for useless in is_useless]
        """For each cell whether a box in it loses the game."""

    def cell(self, square: int, player: int) -> int:
        """The cell of a box."""
        return next(cell for side, cell in self._sides[square] if side >> player & 1)

    def cells(self, boxes: int, player: int) -> list[int]:
        """The cells of all boxes, as if each were alone."""
        return [self.cell(square, player) for square in _squares(boxes)]

    def _distances(self, goal: int, came_from: list[list[int]]) -> dict[int, int]:
        found = {cell: 0 for _, cell in self._sides[goal]}
        waiting = list(found)
        for cell in waiting:
            for before in came_from[cell]:
                if before not in found:
                    found[before] = found[cell] + 1
                    waiting.append(before)
        return found


class Traps:
    """Groups of boxes that can never come home, checked: whatever is pushed in one, it is one still."""

    def __init__(self, floor: Floor, alone: Alone, groups: Iterable[Group], report: Report) -> None:
        self._groups: list[Pair] = []
        """The boxes, and the places of the player."""
        self._with_box: dict[int, list[int]] = defaultdict(list)
        for number, (boxes, player) in enumerate(map(floor.read, groups)):
            self._groups.append((boxes, reach := floor.reach(player, boxes)))
            if player != _first(reach):
                raise NotProven(f"trap {number + 1} does not name the first place of the player")
            for square in _squares(boxes):
                self._with_box[square].append(number)
        self._used: set[int] = set()
        self._becomes = []
        for number in range(len(self._groups)):
            report(number)
            self._becomes.append(self._check(floor, alone, number))

    def _check(self, floor: Floor, alone: Alone, number: int) -> set[int]:
        """What can become of a trap."""
        boxes, reach = self._groups[number]
        if (boxes & ~floor.goal_set).bit_count() <= floor.spare:
            raise NotProven(f"trap {number + 1} is none: enough boxes are on goals")
        becomes = set()
        for box, step in floor.pushes(boxes, reach):
            if not alone.is_lost[alone.pushed[box, step][1]]:
                after = self.find(boxes ^ 1 << box | 1 << box + step, box, box + step)
                if after is None:
                    raise NotProven(f"trap {number + 1} is none: a push leads out of it")
                becomes.add(after)
        return becomes

    def find(self, boxes: int, player: int, square: int) -> int | None:
        """The first trap with a box on this square that the position holds."""
        for number in self._with_box.get(square, ()):
            group, reach = self._groups[number]
            if group & boxes == group and reach >> player & 1:
                return number
        return None

    def excuse(self, boxes: int, player: int, square: int) -> bool:
        """Whether the position holds a trap with a box on this square, which is then of use."""
        number = self.find(boxes, player, square)
        if number is None:
            return False
        self._used.add(number)
        return True

    def unused(self) -> set[int]:
        """The traps that excused nothing, and that no such trap became."""
        waiting = list(self._used)
        while waiting:
            more = self._becomes[waiting.pop()] - self._used
            self._used |= more
            waiting.extend(more)
        return set(range(len(self._groups))) - self._used


class Walk:
    """The walk through all positions of a proof."""

    def __init__(self, floor: Floor, costs: Costs, alone: Alone, traps: Traps, listed: Proof) -> None:
        self._floor, self._costs, self._alone, self._traps = floor, costs, alone, traps
        self._prices = [(sum(prices), _least(floor, costs, alone, prices)) for prices in listed.prices]
        """For each list of prices their sum, and what a box in each cell costs at least."""
        self._unused_prices = set(range(len(listed.prices)))
        self._met: set[int] = set()
        """The positions that a push has led to."""
        self._positions: list[tuple[int, int, int]] = []
        """Boxes, player, and the squares that he can walk to."""
        self._listed: dict[int, list[Pair]] = defaultdict(list)
        """By boxes: places of the player that make the same position, and its number."""
        for number, (boxes, player) in enumerate(map(floor.read, listed.positions)):
            reach = floor.reach(player, boxes)
            if not costs.step and player != _first(reach):
                raise NotProven(f"position {number + 1} does not name the first place of the player")
            self._positions.append((boxes, player, reach))
            self._listed[boxes].append((1 << player if costs.step else reach, number))

    def check(self, boxes: int, player: int, report: Report) -> None:
        """Raises `NotProven` if a push leads out of the proof, or if something is listed in vain."""
        lowest: dict[int, int] = {}
        waiting: list[Pair] = []
        done = 0
        start = self._number(boxes, player)
        is_excused = self._is_start_excused(boxes, player)
        if (start is not None) == is_excused:
            raise NotProven(f"the start of the level is {'listed in vain' if is_excused else 'not listed'}")
        if start is not None:
            lowest[start] = 0
            waiting.append((0, start))
        while waiting:
            cost, number = heapq.heappop(waiting)
            if cost > lowest[number]:
                continue
            # Costs only rise from here on, so that each position comes here once.
            report(done)
            done += 1
            for after, total in self._pushes(number, cost):
                if after not in lowest or total < lowest[after]:
                    lowest[after] = total
                    heapq.heappush(waiting, (total, after))
        unused = {
            "position": set(range(len(self._positions))) - set(lowest),
            "list of prices": self._unused_prices,
            "trap": self._traps.unused(),
        }
        for name, numbers in unused.items():
            if numbers:
                raise NotProven(f"{name} {min(numbers) + 1} is never used")

    def _pushes(self, number: int, spent: int) -> Iterator[Pair]:
        """The listed positions that a push leads to, at their costs. All others must be excused."""
        floor, costs, alone = self._floor, self._costs, self._alone
        boxes, player, reach = self._positions[number]
        if floor.goal_set & ~boxes == 0:
            raise NotProven(f"position {number + 1} is solved")
        cells = alone.cells(boxes, player)
        sums: list[int] = []
        needed = costs.pushes_needed(spent)
        if needed <= 0 or self._dear(cells, sums, (cells[0], cells[0]), needed) is not None:
            raise NotProven(f"position {number + 1} is listed in vain: it is too dear")
        for walk, ring in enumerate(floor.rings(player, boxes) if costs.step else [reach]):
            total = spent + costs.push + walk * costs.step
            for box, step in floor.pushes(boxes, ring):
                to = box + step
                moved, pushed = boxes ^ 1 << box | 1 << to, alone.pushed[box, step]
                after = self._number(moved, box)
                if after is not None:
                    if after not in self._met:
                        self._met.add(after)
                        if alone.is_lost[pushed[1]] or self._traps.find(moved, box, to) is not None:
                            raise NotProven(f"position {after + 1} is listed in vain: it is lost")
                    yield after, total
                elif not (
                    alone.is_lost[pushed[1]]
                    or self._do_prices_excuse(cells, sums, pushed, total)
                    or self._traps.excuse(moved, box, to)
                ):
                    raise NotProven(f"position {number + 1}: a push is neither listed nor excused")

    def _number(self, boxes: int, player: int) -> int | None:
        """The number of a listed position."""
        for places, number in self._listed.get(boxes, ()):
            if places >> player & 1:
                return number
        return None

    def _is_start_excused(self, boxes: int, player: int) -> bool:
        cells = self._alone.cells(boxes, player)
        return (
            any(self._alone.is_lost[cell] for cell in cells)
            or self._do_prices_excuse(cells, [], (cells[0], cells[0]), 0)
            or any(self._traps.excuse(boxes, player, square) for square in _squares(boxes))
        )

    def _do_prices_excuse(self, cells: Sequence[int], sums: list[int], pushed: Pair, spent: int) -> bool:
        """Whether what is still to be paid reaches the limit, by a list of prices that is then of use."""
        needed = self._costs.pushes_needed(spent)
        if needed <= 0:
            return True
        number = self._dear(cells, sums, pushed, needed)
        if number is None:
            return False
        self._unused_prices.discard(number)
        return True

    def _dear(self, cells: Sequence[int], sums: list[int], pushed: Pair, needed: int) -> int | None:
        """The first list of prices by which boxes in these cells, one of them pushed, need so many pushes.

        `sums` are the pushes that they need before by each list, worked out as they are asked for.
        """
        before, after = pushed
        for number, (total, least) in enumerate(self._prices):
            if number == len(sums):
                sums.append(total + sum([least[cell] for cell in cells]))
            if sums[number] - least[before] + least[after] >= needed:
                return number
        return None


def _least(floor: Floor, costs: Costs, alone: Alone, prices: Sequence[int]) -> list[int]:
    """What a box in each cell costs at least: pushes to a goal, less its price. A spare one may stay away."""
    unit = min(costs.push, 1)
    away = [0] if floor.spare else []
    goals = list(zip(alone.distances, prices, strict=True))
    return [
        min(away + [unit * found[cell] - price for found, price in goals if cell in found], default=0)
        for cell in range(len(alone.is_lost))
    ]


def _set(squares: Iterable[int]) -> int:
    return sum([1 << square for square in squares])


def _squares(squares: int) -> Iterator[int]:
    while squares:
        square = _first(squares)
        squares ^= 1 << square
        yield square


def _first(squares: int) -> int:
    return (squares & -squares).bit_length() - 1


def _moved(squares: int, step: int) -> int:
    return squares << step if step > 0 else squares >> -step


# The text of a proof: lists of prices, traps and positions.
#
#     prices 1
#     0 2 5
#     traps 1
#     040907
#     positions 2
#     0a0c2117
#     0a0d2117
#
# The squares of the floor are counted in reading order, in as many hexadecimal digits as the last one needs. In
# a line the boxes come in order, and then the player. The lines of a part are in order, too, but for prices, of
# which the first that will do counts.

_NUMBER = re.compile(r"0|-?[1-9][0-9]{0,9}")
_DIGITS = re.compile(r"[0-9a-f]+")

Group = tuple[list[int], int]
"""Boxes and the player."""


class Proof(NamedTuple):
    """What the text says."""

    prices: list[list[int]]
    """In each list a price for each goal."""
    traps: list[Group]
    positions: list[Group]


def write_proof(proof: Proof, squares: int) -> list[str]:
    """The lines of a proof on so many squares."""
    digits = _digits(squares)
    lines = [f"prices {len(proof.prices)}", *(" ".join(map(str, prices)) for prices in proof.prices)]
    for name, groups in (("traps", proof.traps), ("positions", proof.positions)):
        lines.append(f"{name} {len(groups)}")
        lines += ("".join([f"{at:0{digits}x}" for at in (*boxes, player)]) for boxes, player in groups)
    return lines


def read_proof(lines: Sequence[str], squares: int, goals: int, boxes: int) -> Proof:
    """The proof for a level of so many squares, goals and boxes. Raises `NotProven` for what is none."""
    return _Reader(lines, _digits(squares), squares).proof(goals, boxes)


def _digits(squares: int) -> int:
    return len(f"{squares - 1:x}")


class _Reader:
    """The lines, one after the other."""

    def __init__(self, lines: Sequence[str], digits: int, squares: int) -> None:
        self._lines, self._digits, self._squares = lines, digits, squares
        self._at = 0

    def proof(self, goals: int, boxes: int) -> Proof:
        """Reads everything."""
        prices = [self._prices(line, goals) for line in self._part("prices")]
        traps = list(self._groups("traps", range(1, boxes + 1)))
        positions = list(self._groups("positions", range(boxes, boxes + 1)))
        if self._at < len(self._lines):
            self._at += 1
            self._refuse("comes after the end")
        return Proof(prices, traps, positions)

    def _prices(self, line: str, goals: int) -> list[int]:
        words = line.split(" ")
        if len(words) != goals or not all(map(_NUMBER.fullmatch, words)):
            self._refuse("is not a price for each goal")
        return [int(word) for word in words]

    def _groups(self, name: str, sizes: range) -> Iterator[Group]:
        before = ""
        for line in self._part(name):
            if line <= before:
                self._refuse("is not in order")
            before = line
            yield self._group(line, sizes)

    def _group(self, line: str, sizes: range) -> Group:
        digits = self._digits
        if len(line) % digits or not _DIGITS.fullmatch(line):
            self._refuse("does not name squares")
        *boxes, player = [int(line[at : at + digits], 16) for at in range(0, len(line), digits)]
        if len(boxes) not in sizes or max(*boxes, player) >= self._squares:
            self._refuse("has too few or too many boxes, or squares that are not there")
        if player in boxes or any(one >= two for one, two in pairwise(boxes)):
            self._refuse("is not boxes in order, and a player on another square")
        return boxes, player

    def _part(self, name: str) -> Iterator[str]:
        """The lines under a heading, which counts them."""
        word, _, count = self._line().partition(" ")
        if word != name or not _NUMBER.fullmatch(count) or int(count) < 0:
            self._refuse(f"is not `{name}` and their number")
        for _ in range(int(count)):
            yield self._line()

    def _line(self) -> str:
        self._at += 1
        if self._at > len(self._lines):
            self._refuse("is missing")
        return self._lines[self._at - 1]

    def _refuse(self, problem: str) -> NoReturn:
        raise NotProven(f"proof line {self._at}: {problem}")
