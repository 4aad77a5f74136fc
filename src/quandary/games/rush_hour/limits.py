"""Which orders no puzzle can fill, by what is known of the hardest puzzles and of the grades."""

from __future__ import annotations

import math

from quandary.game import UsageError
from quandary.games.rush_hour.difficulty import GRADE_FLOORS, GRADES, score_of

# The optimum of the hardest minimal puzzle by columns and rows: without walls, with one wall and with two where that
# is known, and 0 where there is no puzzle. All were enumerated (research/rush_hour_enumeration), but for 6x6 with
# two walls: 60 is the hardest of the public database (M. Fogleman, 2018).
HARDEST: dict[tuple[int, int], tuple[int, ...]] = {
    (3, 3): (1, 0, 0),
    (3, 4): (4, 0, 0),
    (3, 5): (4, 4, 0),
    (3, 6): (5, 5, 0),
    (4, 3): (1, 0, 0),
    (4, 4): (7, 0, 0),
    (4, 5): (8, 8, 6),
    (4, 6): (11, 10, 8),
    (5, 3): (1, 0, 0),
    (5, 4): (9, 0, 0),
    (5, 5): (20, 21, 18),
    (5, 6): (28, 30),
    (6, 3): (1, 0, 0),
    (6, 4): (15, 11, 0),
    (6, 5): (34, 36),
    (6, 6): (51, 60, 60),
}


def check_moves(width: int, height: int, walls: int, least: int, origin: str = "") -> None:
    """Raise a `UsageError` if even the hardest known puzzle of this size takes fewer than `least` moves.

    `origin` is added to the message where `least` was not given but follows from something else.
    """
    known = HARDEST.get((width, height))
    if known is None or walls >= len(known):
        return
    hardest = max(known[: walls + 1])
    if least > hardest:
        kind = "without walls" if walls == 0 else "with a wall" if walls == 1 else f"with up to {walls} walls"
        more = max(known)
        hint = f" ({more} with --walls {known.index(more)})" if more > hardest else ""
        raise UsageError(
            f"no {width}x{height} puzzle {kind} takes {least} moves{origin}: the hardest known takes {hardest}{hint}"
        )


def check_grade(grade: str, width: int, height: int, least: int, most: int | None) -> None:
    """Raise a `UsageError` if no puzzle with `least` to `most` moves can have this grade."""
    lowest, highest = moves_of_grade(grade, width, height)
    puzzle = f"{'a' if grade == 'beginner' else 'an'} {grade} puzzle of {width}x{height} takes"
    if highest is not None and least > highest:
        raise UsageError(f"{puzzle} at most {highest} moves, not {least}")
    if most is not None and most < lowest:
        raise UsageError(f"{puzzle} at least {lowest} moves, not {most}")


def moves_of_grade(grade: str, width: int, height: int) -> tuple[int, int | None]:
    """Return bounds on the optimum of puzzles of this grade; no puzzle of the grade is outside of them.

    They follow from the score's definition: with V vehicles, a solution of m moves has at least m - V returns and, from
    two moves on, a blocker; and at most m - 1 returns, m - 1 retreats, V - 1 links of blockers, and as much guidance as
    if every vehicle could go everywhere on its line.
    """
    vehicles = width * height // 2
    number = GRADES.index(grade)
    floor = GRADE_FLOORS[number - 1] if number else 0.0
    ceiling = GRADE_FLOORS[number] if number < len(GRADE_FLOORS) else None

    def least_score(moves: int) -> float:
        return score_of(moves, 0.0, max(moves - vehicles, 0), 0, int(moves > 1))

    def most_score(moves: int) -> float:
        legal = vehicles * (max(width, height) - 2)
        return score_of(moves, moves * math.log2(legal), moves - 1, moves - 1, vehicles - 1)

    lowest = 1
    while most_score(lowest) < floor:
        lowest += 1
    if ceiling is None:
        return lowest, None
    highest = lowest
    while least_score(highest + 1) < ceiling:
        highest += 1
    return lowest, highest
