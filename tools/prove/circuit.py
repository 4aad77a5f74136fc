"""Circuit's claims: one way follows the answers and is the solution; hidden walkers' ways on are the cheapest."""

from __future__ import annotations

import operator
from collections.abc import Iterator

from quandary import solve
from quandary.game import Rng
from quandary.games.circuit.generator import make_board
from quandary.games.circuit.position import START, Board, Cell, Position
from quandary.games.circuit.rules import is_enclosed
from quandary.games.circuit.settings import read_code
from tools.prove.bench import Findings

_SIGNS = {"+": operator.add, "−": operator.sub, "×": operator.mul, "÷": operator.truediv}
_MOST_WAYS = 20_000


def _value(expression: str) -> float:
    left, sign, right = expression.split(" ")
    return float(_SIGNS[sign](int(left), int(right)))


def _ways_by_answers(board: Board) -> list[tuple[Cell, ...]]:
    """Every way from START to FINISH that follows answers, by trying all connectors of every cell."""
    found: list[tuple[Cell, ...]] = []
    waiting: list[tuple[Cell, ...]] = [(START,)]
    while waiting:
        way = waiting.pop()
        if way[-1] == board.finish:
            found.append(way)
            continue
        for connector in board.connectors:
            ends = {connector.a: connector.b, connector.b: connector.a}
            there = ends.get(way[-1])
            follows = there is not None and connector.value == _value(board.tiles[way[-1]].expression)
            if there is not None and follows and there not in way:
                waiting.append((*way, there))
    return found


class OneRoute:
    """Boards of all levels."""

    name = "circuit: one route"

    def draw(self, rng: Rng) -> str | None:
        return f"{1 + rng.below(10)} {rng.below(1 << 40)}"

    def check(self, text: str) -> Findings:
        findings = Findings()
        level, seed = text.split()
        board = make_board(read_code(level), int(seed))
        ways = _ways_by_answers(board)
        findings.check("one route", ways == [board.solution], f"{ways} instead of {board.solution}")
        for cell, tile in board.tiles.items():
            if cell != board.finish:
                fits = tile.answer == _value(tile.expression)
                findings.check("answers", fits, f"{tile.expression} is not {tile.answer}")
                bearing = [value for value in board.ways[cell].values() if value == tile.answer]
                findings.check("one connector", len(bearing) == 1, f"{cell} leads {len(bearing)} ways on")
        verdict = solve("circuit", Position(board))
        cost = len(board.solution) - 1
        findings.check("optimum", (verdict.cost, verdict.optimal) == (cost, True), f"{verdict.cost}, but it is {cost}")
        return findings

    def smaller(self, text: str) -> Iterator[str]:
        return iter(())


class Strayed:
    """Hidden walkers on small boards, wherever they have strayed to."""

    name = "circuit: strayed"

    def draw(self, rng: Rng) -> str | None:
        code = f"{1 + rng.below(10)}-rows{3 + rng.below(2)}-cols{3 + rng.below(2)}-hidden"
        return f"{code} {rng.below(1 << 40)} {rng.below(9)} {rng.below(1 << 40)}"

    def check(self, text: str) -> Findings:
        findings = Findings()
        code, seed, steps, stray = text.split()
        board = make_board(read_code(code), int(seed))
        rng, walked = Rng(int(stray)), [START]
        for _ in range(int(steps)):
            near = [cell for cell in sorted(board.ways[walked[-1]]) if cell not in walked]
            if not near or walked[-1] == board.finish:
                break
            walked.append(rng.choice(near))
        position = Position(board, tuple(walked))
        if position.here == board.finish:
            return findings
        least = self._cheapest(board, tuple(walked))
        if least == -1:
            findings.too_large = True
            return findings
        findings.check("enclosed", is_enclosed(position) == (least is None), f"{is_enclosed(position)}, but {least}")
        verdict = solve("circuit", position)
        findings.check("way on", verdict.cost == least, f"{verdict.verdict} {verdict.cost}, but the truth is {least}")
        return findings

    def _cheapest(self, board: Board, walked: tuple[Cell, ...]) -> int | None:
        """The least cost of all ways to FINISH that enter no cell twice; -1 if there are too many to try."""
        best: int | None = None
        waiting, tried = [(walked, 0)], 0
        while waiting:
            way, cost = waiting.pop()
            tried += 1
            if tried > _MOST_WAYS:
                return -1
            if way[-1] == board.finish:
                best = cost if best is None else min(best, cost)
                continue
            for there, value in board.ways[way[-1]].items():
                if there not in way:
                    price = 1 if value == _value(board.tiles[way[-1]].expression) else len(board.tiles)
                    waiting.append(((*way, there), cost + price))
        return best

    def smaller(self, text: str) -> Iterator[str]:
        return iter(())
