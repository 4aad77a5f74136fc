"""ExponenTile's claim: the most points that a few moves can make.

The claim stands on the core's rules; the truth plays every line by the Python ones.
"""

from __future__ import annotations

from collections.abc import Iterator

from quandary.game import IllegalMove, Rng
from quandary.games.exponentile.briefing import coming_tiles, find_quest
from quandary.games.exponentile.generator import start
from quandary.games.exponentile.position import Position
from quandary.games.exponentile.rules import Move, grid, play, resolve
from tools.prove.bench import Findings

_MOST_LINES = 3000


def _lines(position: Position, moves_left: int) -> Iterator[int]:
    """The score after every line of play: all swaps are tried, told both ways."""
    is_over = True
    if moves_left:
        shape = grid(position)
        for one, other in shape.swaps:
            # Told from the other end it is another line only if something else comes of it.
            seen: set[Position] = set()
            for source, target in ((one, other), (other, one)):
                swap = Move(shape.cell(source), shape.cell(target))
                try:
                    after = play(position, swap).position
                except IllegalMove:
                    continue
                is_over = False
                if after not in seen:
                    seen.add(after)
                    yield from _lines(after, moves_left - 1)
    if is_over:
        yield position.score


class BestLine:
    """Boards of many sizes and both rules, one to three moves."""

    name = "exponentile: best line"

    def draw(self, rng: Rng) -> str | None:
        width, height = 3 + rng.below(6), 3 + rng.below(6)
        # Lines are many on large boards, and the Python rules are not made to be fast.
        most = 3 if width * height <= 16 else 2 if width * height <= 30 or not rng.below(20) else 1
        moves = 1 + rng.below(most)
        rules = rng.choice(("classic", "web"))
        return f"{rng.below(1 << 40)} {rules} {width} {height} {rng.below(4) // 3} {moves} {rng.below(4)}"

    def check(self, text: str) -> Findings:
        findings = Findings()
        seed, rules, *numbers = text.split()
        width, height, torus, moves, played = map(int, numbers)
        position = start(int(seed), rules, width=width, height=height, torus=bool(torus))
        rng = Rng(int(seed) ^ 1)
        for _ in range(played):
            after = _after(position)
            if not after:
                break
            position = rng.choice(after)
        quest = find_quest(position, moves)
        if quest is None:
            findings.check("no move", not _after(position), "there is a move")
            return findings
        best, count, reaching = -1, 0, 0
        for score in _lines(position, moves):
            best, count = max(best, score), count + 1
            reaching += score >= quest.least_score
            if count > _MOST_LINES:
                findings.too_large = True
                return findings
        findings.check("best score", quest.best_score == best, f"{quest.best_score}, but the best line makes {best}")
        findings.check("least score", quest.least_score <= best and reaching > 0, f"{quest.least_score}, best {best}")
        findings.check("lines", quest.measures["lines"] == count, f"{quest.measures['lines']}, but there are {count}")
        board, score = [list(row) for row in position.rows], position.score
        told = [value.bit_length() - 1 for value in coming_tiles(position, quest.tiles_told)]
        for swap in quest.moves:
            board, points, used = resolve(board, (swap.source, swap.target), told, rules, torus=bool(torus))
            score += sum(points)
            told = told[len(used) :]
        findings.check("the line told", score == best, f"it makes {score} with the tiles told, not {best}")
        return findings

    def smaller(self, text: str) -> Iterator[str]:
        *head, moves, played = text.split()
        if int(played):
            yield " ".join([*head, moves, str(int(played) - 1)])
        if int(moves) > 1:
            yield " ".join([*head, str(int(moves) - 1), played])


def _after(position: Position) -> list[Position]:
    """The positions after every swap that the rules allow."""
    found = []
    for source, target in grid(position).swaps:
        swap = Move(grid(position).cell(source), grid(position).cell(target))
        try:
            found.append(play(position, swap).position)
        except IllegalMove:
            continue
    return found
