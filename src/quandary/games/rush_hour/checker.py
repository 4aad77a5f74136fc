"""Checks proofs: which vehicles matter, and each position of theirs that could lead to less than is claimed.

Three lemmas of docs/proofs.md are used. *Vehicles left out*: what is impossible with some vehicles taken off
the board is impossible with them. *Blockers*: each vehicle ahead of the red car must move, and then the red
car. *Moves, then steps*: both can be counted in one number.

The first line of a proof names the vehicles that are kept. Each further line is a position at its cost,
written as one digit a vehicle, its distance from the left or the top of its line.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from quandary.core.layers import Space, check_layers
from quandary.game import Checker, Claim, NotProven
from quandary.games.rush_hour import rules
from quandary.games.rush_hour.position import EMPTY, LARGEST_SIDE, WALL, Position
from quandary.games.rush_hour.rules import Slide

HEADING = "vehicles "
# A vehicle has two cells or more and the longest line sixteen, so that one digit is enough.
DIGITS = "0123456789abcdef"


class KeptVehicles(Space):
    """The board with some of its vehicles only."""

    def __init__(self, position: Position, letters: str, claim: Claim[Slide]) -> None:
        kept = {EMPTY, WALL, *letters}
        cells = "".join(cell if cell in kept else EMPTY for cell in position.cells)
        self._width = position.width
        self._red = position.red
        self._letters = letters
        self._ground = [cell if cell == WALL else EMPTY for cell in cells]
        self._each, self._each_cell = _prices(claim)
        self.limit = None if claim.moves is None else sum(self.price(move.cells) for move in claim.moves)
        """What the claimed solution costs; None if there is said to be none."""
        self._lines = []
        start = []
        for letter in letters:
            first, length, stride = Position(cells, position.width).vehicle(letter)
            line = first % stride if stride > 1 else first - first % position.width
            self._lines.append((letter * length, line, stride))
            start.append(DIGITS[(first - line) // stride])
        self.start = "".join(start)

    def price(self, cells: int) -> int:
        """What a slide by so many cells costs."""
        return self._each + self._each_cell * abs(cells)

    def position(self, text: str) -> Position:
        """The board of a position's digits."""
        cells = self._ground.copy()
        for digit, (vehicle, line, stride) in zip(text, self._lines, strict=True):
            first = line + int(digit, 16) * stride
            cells[first : first + len(vehicle) * stride : stride] = vehicle
        return Position("".join(cells), self._width)

    def is_solved(self, text: str) -> bool:
        return rules.is_solved(self.position(text))

    def ways(self, text: str) -> Iterator[tuple[str, int]]:
        for slide in rules.slides(self.position(text)):
            place = self._letters.index(slide.vehicle)
            digit = DIGITS[int(text[place], 16) + slide.cells]
            yield text[:place] + digit + text[place + 1 :], self.price(slide.cells)

    def bound(self, text: str) -> int:
        """The red car has to go on to the edge, and each vehicle ahead of it has to move."""
        position = self.position(text)
        last = position.cells.rindex(self._red)
        ahead = position.cells[last + 1 : last - last % self._width + self._width]
        if not ahead:
            return 0
        blockers = len(set(ahead) - {EMPTY, WALL})
        return self._each * (1 + blockers) + self._each_cell * (len(ahead) + blockers)


def _prices(claim: Claim[Slide]) -> tuple[int, int]:
    """What a slide costs: once, and for each of its cells."""
    if claim.metric == "steps":
        return 0, 1
    if claim.metric == "moves,steps":
        # No solution of fewer moves has as many steps as one move more counts here.
        return LARGEST_SIDE * (claim.cost or 1), 1
    return 1, 0


class RushHourChecker(Checker[Position, Slide]):
    """Checks what `RushHourProver` writes."""

    def check(self, position: Position, claim: Claim[Slide], proof: Sequence[str]) -> Mapping[str, int]:
        """The number of vehicles and of their positions."""
        heading = proof[0] if proof else ""
        letters = heading.removeprefix(HEADING)
        kept = [letter for letter in position.letters if letter in letters]
        if heading != HEADING + "".join(kept) or position.red not in kept:
            raise NotProven("proof line 1: does not name vehicles of this board in order, the red car too")
        space = KeptVehicles(position, letters, claim)
        listed = check_layers(space, space.limit, proof[1:], first_line=2, report=self.report)
        return {"positions": listed, "vehicles": len(kept)}
