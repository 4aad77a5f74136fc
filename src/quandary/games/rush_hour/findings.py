"""What a look at a puzzle brings up beside its optimum: wrong recorded figures, and parts that do nothing."""

from __future__ import annotations

from quandary._native import rush_hour as native
from quandary.game import Finding, Puzzle
from quandary.games.rush_hour.distances import explore
from quandary.games.rush_hour.position import Position, place


def findings(puzzle: Puzzle[Position]) -> list[Finding]:
    """Checks the recorded number of positions, and that the puzzle is minimal."""
    found = []
    position = puzzle.position
    if "positions" in puzzle.facts or "histogram" in puzzle.facts:
        cluster = explore(position)
        recorded = puzzle.facts.get("positions", cluster.size)
        if recorded != cluster.size:
            text = f"the recorded number of positions is {recorded}, the true one {cluster.size}"
            found.append(Finding(text, is_error=True))
        if puzzle.facts.get("histogram", cluster.histogram) != cluster.histogram:
            found.append(Finding("the recorded counts by distance are wrong", is_error=True))
    if needless := needless_parts(position):
        found.append(Finding(f"not minimal: without {', '.join(needless)} the optimum is the same", is_error=False))
    return found


def needless_parts(position: Position) -> list[str]:
    """The vehicles and walls whose removal, one at a time, leaves the optimum unchanged."""
    found = native.minimal(position.cells, position.width, position.red)
    # Without a budget the search always comes to an end.
    assert not isinstance(found, str)
    optimum, parts = found
    return [] if optimum is None else [_named(part, position.width) for part in parts]


def _named(part: str, width: int) -> str:
    letter, at, index = part.partition("@")
    return f"the wall at {place(int(index), width)}" if at else f"vehicle {letter}"
