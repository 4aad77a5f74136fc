"""The column beside the board: how the game stands, and the records to beat."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.widgets import Static

from quandary.core.words import clock, counted
from quandary.engine.progress import Best, optimum_of
from quandary.engine.session import Session

# What the footer has no room for, for the mouse.
_LINKS = (
    "[@click=screen.copy]c copy the id[/]",
    "[@click=screen.animation]v animations[/]",
    "[@click=screen.palette]p colours[/]",
    "[@click=screen.rest]z pause[/]",
    "[@click=app.quit]q save and quit[/]",
)


class Panel(Vertical):
    """Facts about the game; changed only where they change, so that an idle game costs next to nothing."""

    DEFAULT_CSS = """
    Panel { width: 24; height: 1fr; padding: 1 1; border-left: solid $panel-lighten-2; }
    Panel > Static { height: auto; }
    """

    def compose(self) -> ComposeResult:
        """What is counted, the clock, which ticks every second, and everything else."""
        yield _Facts(id="counts")
        yield _Facts(id="clock")
        yield _Facts(id="facts")

    def show(self, session: Session[Any, Any], own_lines: Sequence[str], best: Best | None, *, has_clock: bool) -> None:
        """Says how a session stands."""
        facts = list(own_lines)
        if session.hints:
            facts.append(f"Hints   {session.hints}")
        if session.undone:
            facts.append(f"Undone  {session.undone}")
        if best is not None:
            facts += ["", "[b]Your best[/b]", *best_lines(best)]
        self.query_one("#counts", _Facts).show(cost_lines(session))
        self.query_one("#clock", _Facts).show([f"Time    {clock(session.elapsed)}"] if has_clock else [])
        self.query_one("#facts", _Facts).show([*facts, "", *_LINKS])


class _Facts(Static):
    """Some lines of the panel."""

    _shown: Sequence[str] = ()

    def show(self, lines: Sequence[str]) -> None:
        """Shows other lines than before; one in place of another, as the clock's, moves nothing else."""
        if lines != self._shown:
            is_in_place = len(lines) == len(self._shown) == 1
            self._shown = lines
            self.display = bool(lines)
            self.update("\n".join(lines), layout=not is_in_place)


def cost_lines(session: Session[Any, Any]) -> list[str]:
    """Moves, and what else the game counts, with the optimum where it is known."""
    game = session.game
    unit = game.unit(game.metrics[0])
    lines = [f"Moves   {session.move_count}"]
    if unit != "moves":
        lines.append(f"{unit.capitalize():<7} {session.counters[unit]}")
    optimum = optimum_of(session)
    return lines if optimum is None else [*lines, f"Optimum {optimum}" + ("" if unit == "moves" else f" {unit}")]


def best_lines(best: Best) -> list[str]:
    """A record in words."""
    lines = [f"{best.won} won of {best.played}"] if best.score is None else [f"{best.played} played"]
    if best.score is not None:
        lines.append(f"{best.score:,} points")
    if best.moves is not None:
        lines.append(counted(best.moves, "moves"))
    if best.seconds is not None:
        lines.append(f"{clock(best.seconds)} minutes")
    return lines


def short_facts(session: Session[Any, Any], room: int, *, has_clock: bool) -> str:
    """The same in one line for a window without room for the panel: what matters most first, as much as fits."""
    game, counters, optimum = session.game, session.counters, optimum_of(session)
    first = game.units[0]
    counts = {unit: counted(count, unit) for unit, count in counters.items()}
    counts = counts or {first: counted(session.move_count, "moves")}
    counts[first] += "" if optimum is None else f" of {optimum}"
    # What a word says (which rules, which mode) has not changed since the beginning.
    figures = [f"{name} {value}" for name, value in game.figures(session.position).items() if not value.isalpha()]
    facts = [*counts.values(), *figures, *([clock(session.elapsed)] if has_clock else [])]
    while len("  ".join(facts)) > room:
        facts.pop()
    return "  ".join(facts)
