"""What the generators promise: a puzzle that can be solved, with the optimum that was asked for and told."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Mapping
from typing import Any

import quandary
from quandary.game import BudgetEnded, Game, Puzzle, Rng, Status, UsageError
from tools.prove.bench import Findings

_MOST_POSITIONS = 20_000


def _fewest_moves(game: Game[Any, Any], start: Any) -> int | None:
    """The fewest moves by breadth-first search over the Python rules; None without a solution, -1 if too large."""
    seen, waiting = {start}, deque([(start, 0)])
    while waiting:
        position, moves = waiting.popleft()
        if game.status(position) is Status.WON:
            return moves
        if len(seen) > _MOST_POSITIONS:
            return -1
        for move in game.moves(position):
            after = game.play(position, move).position
            if after not in seen:
                seen.add(after)
                waiting.append((after, moves + 1))
    return None


def _made(name: str, seed: int, settings: Mapping[str, Any]) -> Puzzle[Any] | None:
    try:
        return next(iter(quandary.generate(name, seed=seed, **settings)), None)
    except (UsageError, BudgetEnded):
        return None


class RushHour:
    """Small boards to order: the moves told are the fewest, and within what was asked for."""

    name = "rush-hour: generator"

    def draw(self, rng: Rng) -> str | None:
        return f"{rng.below(1 << 40)} {4 + rng.below(2)}x{4 + rng.below(2)} {2 + rng.below(5)} {rng.below(3)}"

    def check(self, text: str) -> Findings:
        findings = Findings()
        seed, size, least, walls = text.split()
        puzzle = _made(
            "rush-hour", int(seed), {"size": size, "min_moves": int(least), "walls": int(walls), "effort": 200}
        )
        if puzzle is None:
            return findings
        truth = _fewest_moves(quandary.game("rush-hour"), puzzle.position)
        findings.too_large = truth == -1
        if truth != -1:
            findings.check("always solvable", truth is not None, "it cannot be solved")
            findings.check("as asked for", truth is not None and truth >= int(least), f"{truth} moves, not {least}")
            told = puzzle.facts.get("moves")
            findings.check("optimum told", told == truth, f"{told}, but it is {truth}")
        return findings

    def smaller(self, text: str) -> Iterator[str]:
        return iter(())


class Sokoban:
    """Small levels to order: they can be solved, and in no fewer pushes than was asked for."""

    name = "sokoban: generator"

    def draw(self, rng: Rng) -> str | None:
        return f"{rng.below(1 << 40)} {5 + rng.below(3)} {5 + rng.below(3)} {1 + rng.below(2)} {1 + rng.below(6)}"

    def check(self, text: str) -> Findings:
        findings = Findings()
        seed, width, height, boxes, least = map(int, text.split())
        settings = {"width": width, "height": height, "boxes": boxes, "min_pushes": least, "max_pushes": least + 10}
        puzzle = _made("sokoban", seed, {**settings, "effort": 5000})
        if puzzle is None:
            return findings
        game = quandary.game("sokoban")
        truth = _fewest_moves(game, puzzle.position)
        findings.too_large = truth == -1
        if truth != -1:
            findings.check("always solvable", truth is not None, "it cannot be solved")
            by_pushes = quandary.solve("sokoban", puzzle.position, metric="pushes")
            cost = by_pushes.cost
            findings.check("as asked for", cost is not None and least <= cost <= least + 10, f"{cost}, not {least}")
            by_moves = quandary.solve("sokoban", puzzle.position, metric="moves")
            findings.check("fewest moves", by_moves.cost == truth, f"{by_moves.cost}, but it is {truth}")
        return findings

    def smaller(self, text: str) -> Iterator[str]:
        return iter(())
