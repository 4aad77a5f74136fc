"""A row: what the lab keeps of one instance. Nothing becomes a row before rules have replayed it (see `engines`)."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any, NamedTuple

from quandary.core.abilities import Judged
from quandary.core.game import Game, Status
from quandary.engine.judge import judge
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
    """CPU seconds of its thread, or of its process; None where the system tells only the wall clock's."""
    wall: float | None = None
    """Seconds by the wall clock, of the strategy alone."""
    memory: int | None = None
    """Peak resident bytes of the worker process during this instance; None where threads share one process."""
    score: int | None = None
    solution: str | None = None
    statistics: str | None = None
    """Whatever else the strategy counts, as JSON."""


def contradiction(a: Row, b: Row, names: tuple[str, str] = ("A", "B")) -> str | None:
    """Return why two rows of the same puzzle and metric can't both be right; None if they can."""
    for (one, name), (other, other_name) in (((a, names[0]), (b, names[1])), ((b, names[1]), (a, names[0]))):
        if (one.verdict, other.verdict) == (SOLVED, UNSOLVABLE):
            return f"{name} has solved it, and {other_name} has proven it unsolvable"
        bound = one.cost if one.optimal else one.bound
        if bound is not None and other.cost is not None and other.cost < bound:
            return (
                f"{name} has proven that no solution costs less than {bound}, and {other_name} has one of {other.cost}"
            )
    return None


def row_of_verdict(game: Game[Any, Any], number: int, verdict: Verdict, **measured: Any) -> Row:
    """The row of a verdict, which has been replayed already; `measured` are its CPU time and memory, if known."""
    return Row(
        number,
        verdict.verdict,
        verdict.reason,
        cost=verdict.cost,
        optimal=verdict.optimal,
        bound=verdict.bound,
        nodes=verdict.nodes,
        wall=verdict.seconds,
        solution=None if verdict.moves is None else game.format_moves(verdict.moves),
        statistics=json.dumps(dict(verdict.statistics)) if verdict.statistics else None,
        **measured,
    )


def row_of_judged(number: int, claim: Judged, wall: float, cpu: float | None) -> Row:
    """The row of an answer that a native referee has let pass."""
    conclusion, solution, cost, _, bound, nodes = claim
    if solution is not None:
        optimal = cost == bound
        reason = None if optimal or conclusion == "solved" else conclusion
        return Row(number, SOLVED, reason, None, cost, optimal, bound, nodes, cpu, wall, None, None, solution)
    if conclusion == UNSOLVABLE:
        return Row(number, UNSOLVABLE, nodes=nodes, cpu=cpu, wall=wall)
    return Row(number, UNKNOWN, conclusion, bound=bound, nodes=nodes, cpu=cpu, wall=wall)


def row_of_game(
    game: Game[Any, Any],
    number: int,
    position: Any,
    moves: Sequence[Any],
    metric: str,
    *,
    claim: tuple[Status, int | None] | None = None,
    stopped: str | None = None,
    **measured: Any,
) -> Row:
    """The row of a game that a player played, replayed here: its end and its score are what the rules say."""
    replayed = judge(game, position, moves, metric)
    if replayed.refusal is not None:
        move = game.format_move(moves[replayed.legal])
        return failed(number, "wrong", f"move {move} is illegal: {replayed.refusal}", **measured)
    status, score = game.status(replayed.position), game.score(replayed.position)
    if claim is not None and claim != (status, score):
        said = f"{claim[0].value} with score {claim[1]} claimed, {status.value} with score {score} replayed"
        return failed(number, "wrong", said, **measured)
    won = status is Status.WON
    return Row(
        number,
        SOLVED if won else UNKNOWN,
        None if won else "lost" if status is Status.LOST else stopped or "exhausted",
        cost=replayed.cost if won else None,
        score=score,
        solution=game.format_moves(moves),
        statistics=json.dumps({"moves": len(moves)}),
        **measured,
    )


def failed(number: int, reason: str, detail: str, **measured: Any) -> Row:
    """The row of a strategy that did not answer as it should."""
    return Row(number, UNKNOWN, reason, " ".join(detail.split())[:LONGEST_DETAIL], **measured)
