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
    found = native.minimal(position)
    # Without a budget the search always comes to an end.
    assert not isinstance(found, str)
    if found.optimum is None:
        return []
    vehicles = [f"vehicle {letter}" for letter in found.vehicles]
    return vehicles + [f"the wall at {place(cell, position.width)}" for cell in found.walls]
