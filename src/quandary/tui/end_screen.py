"""What stands at the end of a game: how it went, against the optimum and against your own record."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.screen import ModalScreen
from textual.widgets import Button, Static

from quandary.core.game import Status
from quandary.engine.session import Session
from quandary.tui.board import Board
from quandary.tui.panel import optimum_of
from quandary.tui.store import clock


class EndScreen(ModalScreen[str]):
    """The result, and what to do next."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("n", "choose('again')", "next"),
        Binding("x", "choose('restart')", "once more"),
        Binding("u", "choose('undo')", "undo"),
        Binding("m", "choose('leave')", "menu"),
        Binding("escape", "choose('look')", "look at the board"),
    ]
    DEFAULT_CSS = """
    EndScreen { align: center middle; }
    EndScreen > Vertical { width: 54; height: auto; border: round $accent; background: $panel; padding: 1 2; }
    EndScreen Horizontal { height: 1; margin-top: 1; }
    EndScreen Button { min-width: 6; margin-right: 1; }
    """

    def __init__(self, session: Session[Any, Any], broken: Sequence[str], board: Board[Any, Any]) -> None:
        super().__init__()
        self._lines = result_lines(session, broken, board.result_line(session.elapsed))
        self._is_won = session.status is Status.WON

    def compose(self) -> ComposeResult:
        with Vertical():
            yield Static("\n".join(self._lines), id="result", markup=False)
            with Horizontal():
                yield Button("n next", id="again", compact=True, variant="primary")
                yield Button("x once more", id="restart", compact=True)
                if not self._is_won:
                    yield Button("u undo", id="undo", compact=True)
                yield Button("m menu", id="leave", compact=True)

    def on_button_pressed(self, event: Button.Pressed) -> None:
        """A click is as good as the key."""
        self.dismiss(event.button.id)

    def action_choose(self, choice: str) -> None:
        """The player has decided."""
        self.dismiss(choice)


def result_lines(session: Session[Any, Any], broken: Sequence[str], own: str) -> list[str]:
    """How it went."""
    game, moves = session.game, session.move_count
    score = game.score(session.position)
    if score is not None:
        lines = [f"The game is over: {score:,} points", f"{moves} moves in {clock(session.elapsed)}"]
    elif session.status is Status.WON:
        lines = ["★  Solved!", f"{moves} moves in {clock(session.elapsed)}"]
    else:
        lines = ["The game is lost.", f"{moves} moves in {clock(session.elapsed)}"]
    optimum, unit = optimum_of(session), game.unit(game.metrics[0])
    if optimum is not None and session.status is Status.WON:
        over = session.cost(unit) - optimum
        lines.append(
            f"The optimum, {optimum} {unit}!" if over <= 0 else f"{over} more than the optimum, {optimum} {unit}"
        )
    if own:
        lines.append(own)
    helped = [f"{session.hints} hints"] if session.hints else []
    helped += [f"{session.undone} moves taken back"] if session.undone else []
    if helped:
        lines.append("With " + " and ".join(helped))
    return lines + [f"★ {line}" for line in broken]
