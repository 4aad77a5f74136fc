"""What notebooks show of verdicts and sessions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from quandary.core.card import card, folded
from quandary.core.registry import game as game_of_name
from quandary.core.words import counted, duration

if TYPE_CHECKING:
    from quandary.engine.session import Session
    from quandary.engine.solve import Verdict

_MOVES_SHOWN = 40


def verdict_card(verdict: Verdict, *, times: bool = True) -> str:
    """The puzzle, how it was decided and at what cost. The solution is text; `animation()` shows it."""
    game = game_of_name(verdict.game)
    rows = [("verdict", outcome(verdict))]
    if verdict.cost is not None:
        rows.append(("cost", counted(verdict.cost, game.unit(verdict.metric))))
    rows.append(("metric", verdict.metric))
    if verdict.verdict == "solved":
        rows.append(("optimal", "yes, proven" if verdict.optimal else "not proven"))
    if verdict.bound is not None:
        rows.append(("bound", f"at least {counted(verdict.bound, game.unit(verdict.metric))}"))
    rows.append(("nodes", f"{verdict.nodes:,}"))
    rows += [(name, f"{count:,}") for name, count in verdict.statistics.items()]
    if times:
        rows.append(("time", duration(verdict.seconds)))
    solution = verdict.solution
    more = "" if not solution else folded(f"solution ({counted(len(verdict.moves or ()), 'moves')})", solution)
    picture = None if verdict.position is None else game.draw_svg(verdict.position)
    return card(picture, f"{game.title}: {verdict.id}", rows, more)


def session_card(session: Session[Any, Any]) -> str:
    """Where the game stands, and how it came there."""
    game, moves = session.game, session.moves
    skipped = max(0, len(moves) - _MOVES_SHOWN)
    said = game.format_moves(moves[skipped:])
    score = game.score(session.position)
    rows = [
        ("status", session.status.value),
        ("moves", f"{len(moves)}" + (f": {'… ' if skipped else ''}{said}" if moves else "")),
        ("legal moves", f"{len(game.moves(session.position))}"),
        *([("score", f"{score:,}")] if score is not None else ()),
        *([("hints", f"{session.hints}")] if session.hints else ()),
        *([("taken back", f"{session.undone}")] if session.undone else ()),
    ]
    return card(game.draw_svg(session.position), f"{game.title}: {session.puzzle.id}", rows)


def outcome(verdict: Verdict) -> str:
    """The verdict in a few words."""
    if verdict.verdict == "unsolvable":
        return "unsolvable, proven"
    if verdict.verdict == "unknown":
        is_budget = verdict.reason in ("time", "nodes", "memory")
        return f"unknown ({f'the {verdict.reason} budget ended' if is_budget else verdict.reason})"
    return "solved"
