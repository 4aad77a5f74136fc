"""The game in words, for somebody who has never heard of it; the puzzle without its answers."""

from __future__ import annotations

import json
from typing import Any

from quandary.game import Briefing, Quest
from quandary.games.circuit.expressions import read_fact
from quandary.games.circuit.position import START, Position, place

_RULES = """\
The board is a grid of {rows} rows and {cols} columns of cells, both counted from 0: r0c0 is the top left cell and
START, r{last_row}c{last_col} the bottom right cell and FINISH. Every cell but FINISH shows a sum. Connectors join
neighbouring cells (side by side, one above the other, some diagonally), each bears a number, and each can be walked
both ways. You begin at START. From the cell you are in, work out its sum and follow the connector that bears the
result to the cell at its other end. No cell may be entered twice.
{mistakes}"""

_HIDDEN = (
    "A connector with another number can be followed too, but such a step is a mistake, and the cells that you have "
    "visited stay closed. The game is lost when FINISH can no longer be reached."
)
_STANDARD = (
    "A step along a connector with another number is a mistake: you stay in the cell you are in. The game is lost "
    "with mistake number {lives}."
)


class CircuitBriefing(Briefing[Position]):
    """What it takes to walk a circuit."""

    example = "r1c0 r1c1 r0c2"

    def rules(self, position: Position) -> str:
        rows, cols = position.board.settings.rows, position.board.settings.cols
        mistakes = _HIDDEN if position.hidden else _STANDARD.format(lives=position.lives)
        return _RULES.format(rows=rows, cols=cols, last_row=rows - 1, last_col=cols - 1, mistakes=mistakes)

    def goal(self, position: Position, metric: str, quest: Quest | None) -> str:
        cells = position.board.settings.cells
        return (
            f"Reach FINISH. The puzzle is solved at that moment. A right step counts 1 and a mistake counts {cells}; "
            "less is better, and the best walk has no mistake."
        )

    def notation(self, position: Position) -> str:
        return (
            "A move is the cell that you go to, as r, its row, c and its column: r0c3 is row 0, column 3. Write every "
            "cell of your walk in order, without START, with FINISH as the last one."
        )

    def credit(self, start: Position, position: Position) -> float:
        """Right steps, of all that the way has."""
        left = len(start.board.solution) - 1 - start.steps_right
        return min(max(position.steps_right - start.steps_right, 0) / max(left, 1), 1.0)

    def puzzle(self, position: Position, quest: Quest | None) -> str:
        board = position.board
        sums = [
            f"{place(cell)}: {'FINISH' if cell == board.finish else tile.expression}"
            for cell, tile in board.tiles.items()
        ]
        ways = [f"{place(connector.a)} - {place(connector.b)}: {connector.value}" for connector in board.connectors]
        lines = ["Cells:", *sums, "", "Connectors:", *ways]
        if position.walked != (position.walked[0],):
            lines += ["", f"You have walked already: {' '.join(map(place, position.walked))}"]
        return "\n".join(lines)

    def public_text(self, position: Position, text: str) -> str:
        """Without the answers of the cells and without the way."""
        found = json.loads(text)
        found.pop("solution")
        for row in found["cells"]:
            for cell in row:
                cell.pop("answer")
        return json.dumps(found, ensure_ascii=False, separators=(",", ":"))

    def completed(self, text: str) -> str:
        try:
            found = json.loads(text)
            if "solution" in found:
                return text
            _work_out(found)
        except (ValueError, KeyError, TypeError, IndexError, AttributeError, RecursionError):
            # It is no text of ours: the parser says what is wrong with it.
            return text
        return json.dumps(found, ensure_ascii=False, separators=(",", ":"))

    def without_landmarks(self, moves: str, position: Position | None) -> str:
        """Return the walk without START, and with FINISH as the cell that it is.

        START's own cell, which no step can enter, may stand at the beginning too. FINISH may stand beside its cell.
        """
        words = moves.split()
        names = [word.strip("():.").lower() for word in words]
        begin = 0
        if position is None or position.walked == (START,):
            # START, its cell, or both, in either order.
            begin = next((n for n in (2, 1) if len(names) >= n and _is_start(names[:n])), 0)
        words, names = words[begin:], names[begin:]
        if names[-1:] == ["finish"]:
            finish = place(position.board.finish) if position else None
            if len(names) == 1:
                words = []
            elif finish is not None:
                words[-1:] = [] if names[-2] == finish else [finish]
        elif position and names[-2:] == ["finish", place(position.board.finish)]:
            words[-2:] = names[-1:]
        return " ".join(words)

    def variant(self, position: Position) -> dict[str, Any]:
        return {"hidden": position.hidden}

    def grade(self, position: Position) -> str:
        return f"level {position.board.settings.level}"


def _is_start(names: list[str]) -> bool:
    """Whether the words name START and nothing else, each way to name it once at most."""
    return set(names) <= {"start", place(START)} and len(set(names)) == len(names)


def _work_out(found: dict[str, Any]) -> None:
    """Puts back what follows from the sums: every cell's answer, and the way from START."""
    leads: dict[tuple[int, int, int], tuple[int, int]] = {}
    for connector in found["connectors"]:
        (row_a, col_a), (row_b, col_b), value = connector["a"], connector["b"], connector["value"]
        leads[row_a, col_a, value] = (row_b, col_b)
        leads[row_b, col_b, value] = (row_a, col_a)
    for row in found["cells"]:
        for cell in row:
            fact = read_fact(cell["expression"])
            cell["answer"] = None if fact is None else fact.value
    way = [(0, 0)]
    # Answers that run in a circle are the parser's to report.
    for _ in range(sum(map(len, found["cells"]))):
        row_here, col_here = way[-1]
        there = leads.get((row_here, col_here, found["cells"][row_here][col_here]["answer"]))
        if there is None:
            break
        way.append(there)
    found["solution"] = [[*cell] for cell in way]
