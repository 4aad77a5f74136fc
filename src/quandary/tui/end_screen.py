"""What stands at the end of a game: how it went, against the optimum and against your own record."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.widgets import Button, Static

from quandary.core.budget import Cancel, Progress
from quandary.core.game import Status
from quandary.core.words import clock, counted
from quandary.engine.daily import share_line
from quandary.engine.progress import Record
from quandary.engine.review import Review, review
from quandary.engine.session import Session
from quandary.engine.turns import HINT, PLAYER
from quandary.tui.board import Board
from quandary.tui.commands import GRADES
from quandary.tui.window import Window
from quandary.tui.worker import Failed, Waiting


class EndScreen(Window[str]):
    """The result, and what to do next."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("n", "choose('again')", "next"),
        Binding("x", "choose('restart')", "once more"),
        Binding("u", "choose('undo')", "undo"),
        Binding("m", "choose('leave')", "menu"),
        Binding("c", "share", "copy a line to share"),
        Binding("b", "review", "your game beside the best"),
        Binding("escape", "choose('look')", "look at the board"),
        *(Binding(str(grade), f"choose('{grade}')") for grade in GRADES),
    ]
    DEFAULT_CSS = """
    EndScreen { align: center middle; }
    EndScreen > Vertical {
        width: 60; max-width: 98%; height: auto; border: round $accent; background: $panel; padding: 1 2;
    }
    EndScreen Horizontal { height: 1; margin-top: 1; }
    EndScreen Button { min-width: 6; margin-right: 1; }
    """

    def __init__(
        self, session: Session[Any, Any], record: Record, broken: Sequence[str], board: Board[Any, Any]
    ) -> None:
        super().__init__()
        self._lines = result_lines(session, record, broken, board.result_line(session.elapsed))
        self._is_won = session.status is Status.WON
        self._session = session
        self._record = record

    def compose(self) -> ComposeResult:
        with Vertical():
            yield Static("\n".join(self._lines), id="result", markup=False)
            with Horizontal():
                yield Button("n next", id="again", compact=True, variant="primary")
                yield Button("x once more", id="restart", compact=True)
                if not self._is_won or not self._record.is_own:
                    yield Button("u undo", id="undo", compact=True)
                if self._record.is_own:
                    yield Button("c share", id="share", compact=True)
                    if not self._session.game.is_scored:
                        yield Button("b best", id="review", compact=True)
                yield Button("m menu", id="leave", compact=True)
            yield Static("1 to 4: another one, from easy to very hard", classes="grades")

    def on_button_pressed(self, event: Button.Pressed) -> None:
        """A click is as good as the key."""
        if event.button.id == "share":
            self.action_share()
        elif event.button.id == "review":
            self.action_review()
        else:
            self.dismiss(event.button.id)

    def action_share(self) -> None:
        """The result in one line, without a spoiler, for the clipboard."""
        if self._record.is_own:
            line = share_line(self._record)
            self.app.copy_to_clipboard(line)
            self.notify(f"Copied: {line}", markup=False)

    def action_review(self) -> None:
        """The player's game beside the best one, and where it was left."""
        session = self._session
        if session.game.is_scored:
            return

        def tell(found: tuple[Review[Any, Any] | None] | Failed | None) -> None:
            if found is None:
                return
            looked = None if isinstance(found, Failed) else found[0]
            said = "The best line of this puzzle is not known." if looked is None else looked.words
            self.query_one("#result", Static).update("\n".join([*self._lines, "", said]))

        def work(cancel: Cancel, _: Progress) -> tuple[Review[Any, Any] | None]:
            return (review(session, cancel=cancel),)

        self.app.push_screen(Waiting("Looking back", work), tell)

    def action_choose(self, choice: str) -> None:
        """The player has decided."""
        self.dismiss(choice)


def result_lines(session: Session[Any, Any], record: Record, broken: Sequence[str], own: str) -> list[str]:
    """How it went, and whose game it was."""
    game, taken = session.game, f"{counted(record.moves, 'moves')} in {clock(record.seconds)}"
    if not record.is_own:
        helper = next(by for by in record.by if by not in (PLAYER, HINT)).replace(":", " ")
        return [
            f"Played to its end by the {helper}.",
            taken,
            "It is not among your records.",
            "u brings your own game back.",
        ]
    if record.score is not None:
        lines = [f"The game is over: {record.score:,} points", taken]
    elif record.ended == "won":
        lines = [f"{stars(record.stars)}  Solved!", taken]
    else:
        lines = ["The game is lost.", taken]
    if record.optimum is not None and record.ended == "won":
        over, optimum = record.cost - record.optimum, counted(record.optimum, game.units[0])
        lines.append(f"The optimum, {optimum}!" if over <= 0 else f"{over} more than the optimum, {optimum}")
    if own:
        lines.append(own)
    helped = [counted(record.hints, "hints")] if record.hints else []
    helped += [f"{counted(record.undone, 'moves')} taken back"] if record.undone else []
    if helped:
        lines.append("With " + " and ".join(helped))
    return lines + [f"★ {line}" for line in broken]


def stars(count: int) -> str:
    """`★★☆`."""
    return "★" * count + "☆" * (3 - count)
