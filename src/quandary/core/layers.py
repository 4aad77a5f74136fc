"""Proofs by layers: every position that could matter, with the least cost at which it is reached.

A line of such a proof is `COST POSITION`. The lines are read in order of cost, and each must be a position
that the lines before it lead to, at just this cost. It must not be solved, and what its moves lead to must be
listed as well, unless it cannot lead to a solution of less than the claimed cost. A claim that there is no
solution has no such exception: then the proof is a closed set. Nothing else may be listed, so that a position
more is refused like a position less.

Who checks never decides where to go: the file leads, and the work is bounded by its length. What a position
is, where its moves lead and which bound on the cost to come may be relied on is told by a `Space`: a game's
own, or that of any game's rules. The argument is in docs/proofs.md.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence

from quandary.core.abilities import Checker, Claim, M, P
from quandary.core.errors import NotProven, UsageError
from quandary.core.game import Game, Status


class Space(ABC):
    """Positions as texts of one line, and the ways between them."""

    start: str
    """The position that the claim is about."""

    @abstractmethod
    def is_solved(self, text: str) -> bool:
        """Whether this position is a solution's last."""

    @abstractmethod
    def ways(self, text: str) -> Iterator[tuple[str, int]]:
        """Where each move of a position leads, and what it costs: at least 1."""

    def bound(self, text: str) -> int:
        """What every solution from here costs at least; 0 if this position is solved."""
        return 0

    def matters(self, text: str, cost: int, limit: int | None) -> bool:
        """Whether a position reached at this cost may be on the way to a solution of less than `limit`."""
        return limit is None or cost + self.bound(text) < limit


_LINES_BETWEEN_REPORTS = 256


def check_layers(
    space: Space,
    limit: int | None,
    lines: Sequence[str],
    first_line: int = 1,
    report: Callable[[int, int], None] | None = None,
) -> int:
    """How many positions the proof lists, if it shows that no solution costs less than `limit`.

    Without a limit it must show that there is no solution at all. Raises `NotProven` with the number of the
    line that fails, the first being `first_line`.
    """
    reached = {space.start: 0} if space.matters(space.start, 0, limit) else {}
    last = (-1, "")
    for number, line in enumerate(lines, start=first_line):
        if report is not None and (number - first_line) % _LINES_BETWEEN_REPORTS == 0:
            report(number - first_line, len(lines))
        word, _, text = line.partition(" ")
        cost = reached.get(text)
        if cost is None or word != str(cost):
            raise NotProven(f"proof line {number}: no line before it leads to this position at this cost")
        if (cost, text) <= last:
            raise NotProven(f"proof line {number}: is out of order")
        last = (cost, text)
        if space.is_solved(text):
            raise NotProven(f"proof line {number}: this position is solved")
        for after, price in space.ways(text):
            if price < 1:
                raise NotProven(f"proof line {number}: a move that costs nothing has no place in layers")
            total = cost + price
            known = reached.get(after)
            if space.matters(after, total, limit) if known is None else total < known:
                reached[after] = total
    if len(lines) < len(reached):
        listed = {line.partition(" ")[2] for line in lines}
        missing = min((cost, text) for text, cost in reached.items() if text not in listed)
        raise NotProven(f"the proof does not list {' '.join(map(str, missing))}, which its positions lead to")
    return len(lines)


class GameSpace(Space):
    """Any game's positions, by nothing but its rules and its texts."""

    def __init__(self, game: Game[P, M], position: P, claim: Claim[M]) -> None:
        if claim.optimal and "," in claim.metric:
            # The rules say what a move costs in the first measure only.
            raise UsageError(f"{game.name} has no proofs in {claim.metric}")
        self._game = game
        # Whether there is a solution at all is no matter of cost.
        self._metric = claim.metric if claim.optimal else None
        self._positions = {game.compact(position): position}
        self.start = game.compact(position)
        if not self.start.isprintable():
            raise UsageError(f"{game.name} has no texts of one line, which proofs are made of")

    def is_solved(self, text: str) -> bool:
        return self._game.status(self._positions[text]) is Status.WON

    def ways(self, text: str) -> Iterator[tuple[str, int]]:
        game, position = self._game, self._positions[text]
        for move in game.moves(position):
            after = game.play(position, move).position
            written = game.compact(after)
            if self._positions.setdefault(written, after) != after:
                raise UsageError(f"{game.name} writes two positions alike")
            yield written, 1 if self._metric is None else game.move_cost(position, move, self._metric)


class GameChecker(Checker[P, M]):
    """Checks what `GameProver` writes."""

    def __init__(self, game: Game[P, M]) -> None:
        self._game = game

    def check(self, position: P, claim: Claim[M], proof: Sequence[str]) -> Mapping[str, int]:
        """The number of positions."""
        try:
            space = GameSpace(self._game, position, claim)
            return {"positions": check_layers(space, claim.cost, proof, report=self.report)}
        except UsageError as error:
            raise NotProven(str(error)) from error
