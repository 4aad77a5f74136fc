"""A row: what the lab keeps of one instance. Nothing becomes a row before the Python rules have replayed it."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any, NamedTuple

from quandary.core.errors import IllegalMove
from quandary.core.game import Game, Status
from quandary.engine.solve import Verdict

SOLVED, UNSOLVABLE, UNKNOWN = "solved", "unsolvable", "unknown"
LONGEST_DETAIL = 300


class Row(NamedTuple):
    """One instance's result. A tuple in the order of the table's columns, because a run makes very many of them."""

    number: int
    """Which instance of the corpus."""
    verdict: str
    reason: str | None = None
    """With `unknown`: which budget ended, `exhausted`, `lost` (a game played to its end), or what the strategy did:
    `error` (raised), `crashed` (its process died), `wrong` (its solution does not replay)."""
    detail: str | None = None
    """More about the reason, for people."""
    cost: int | None = None
    optimal: bool = False
    bound: int | None = None
    nodes: int | None = None
    cpu: float | None = None
    """CPU seconds; None where only the wall clock could be read, as for one puzzle of a native batch."""
    wall: float | None = None
    """Seconds by the wall clock, of the strategy alone."""
    memory: int | None = None
    """Peak resident bytes of the worker process during this instance; None where threads share one process."""
    score: int | None = None
    solution: str | None = None
    statistics: str | None = None
    """Whatever else the strategy counts, as JSON."""


def row_of_verdict(
    game: Game[Any, Any], number: int, verdict: Verdict, *, cpu: float | None = None, memory: int | None = None
) -> Row:
    """The row of a verdict, which has been replayed already."""
    return Row(
        number,
        verdict.verdict,
        verdict.reason,
        None,
        verdict.cost,
        verdict.optimal,
        verdict.bound,
        verdict.nodes,
        cpu,
        verdict.seconds,
        memory,
        None,
        None if verdict.moves is None else game.format_moves(verdict.moves),
        json.dumps(dict(verdict.statistics)) if verdict.statistics else None,
    )


def row_of_game(
    game: Game[Any, Any],
    number: int,
    position: Any,
    moves: Sequence[Any],
    metric: str,
    wall: float,
    *,
    claim: tuple[Status, int | None] | None = None,
    stopped: str | None = None,
    cpu: float | None = None,
    memory: int | None = None,
) -> Row:
    """The row of a game that a player played, replayed here: its end and its score are what the rules say."""
    cost = 0
    for move in moves:
        try:
            after = game.play(position, move).position
        except IllegalMove as error:
            return failed(number, "wrong", f"move {game.format_move(move)} is illegal: {error}", wall=wall, cpu=cpu)
        cost += game.move_cost(position, move, metric)
        position = after
    status, score = game.status(position), game.score(position)
    if claim is not None and claim != (status, score):
        said = f"{claim[0].value} with score {claim[1]} claimed, {status.value} with score {score} replayed"
        return failed(number, "wrong", said, wall=wall, cpu=cpu)
    won = status is Status.WON
    reason = None if won else "lost" if status is Status.LOST else stopped or "exhausted"
    return Row(
        number,
        SOLVED if won else UNKNOWN,
        reason,
        None,
        cost if won else None,
        cpu=cpu,
        wall=wall,
        memory=memory,
        score=score,
        solution=game.format_moves(moves),
        statistics=json.dumps({"moves": len(moves)}),
    )


def failed(number: int, reason: str, detail: str, *, wall: float | None = None, cpu: float | None = None) -> Row:
    """The row of a strategy that did not answer as it should."""
    shown = " ".join(detail.split())[:LONGEST_DETAIL]
    return Row(number, UNKNOWN, reason, shown, wall=wall, cpu=cpu)
