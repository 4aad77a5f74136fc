"""Whether what a puzzle's source says of it is true."""

from __future__ import annotations

from typing import Any

from quandary.core.game import Finding, Puzzle
from quandary.engine.solve import Verdict

UNSOLVABLE_MARK = -1


def optimum_findings(puzzle: Puzzle[Any], verdict: Verdict) -> list[Finding]:
    """Unsolvable, or marked so though it is not, or another optimum than the recorded one."""
    recorded = puzzle.facts.get(verdict.metric)
    marked = recorded == UNSOLVABLE_MARK or puzzle.facts.get("verdict") == "unsolvable"
    if verdict.verdict == "unsolvable":
        return [Finding("unsolvable, as it is marked" if marked else "unsolvable", is_error=True)]
    if verdict.verdict == "solved" and marked:
        return [Finding("recorded as unsolvable, but it can be solved", is_error=True)]
    if verdict.verdict == "solved" and verdict.optimal and recorded is not None and recorded != verdict.cost:
        text = f"the recorded optimum is {recorded} {verdict.metric}, the true one {verdict.cost}"
        return [Finding(text, is_error=True)]
    return []
