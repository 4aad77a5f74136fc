"""The first lesson of a game: five short steps on a real board, to be played, shown or skipped."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.widgets import Footer, Static

from quandary.core.errors import QuandaryError
from quandary.core.game import Event, Game
from quandary.engine.course import Course
from quandary.engine.session import Jumped, Undone
from quandary.tui.board import ANIMATION_SPEEDS, Board
from quandary.tui.boards import board_class
from quandary.tui.window import LeavableScreen

if TYPE_CHECKING:
    from quandary.tui.app import QuandaryApp


class LessonScreen(LeavableScreen[None]):
    """A board, and below it what to understand or to do."""

    app: QuandaryApp

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "dismiss", "skip the lesson", key_display="Esc"),
        Binding("n", "next", "next step"),
        Binding("enter,space", "read_on", show=False),
        Binding("u", "undo", "undo"),
        Binding("q", "app.quit", "quit", show=False),
    ]
    CSS = """
    LessonScreen #title { height: 1; padding: 0 1; background: $panel; }
    LessonScreen #step { height: auto; max-height: 6; padding: 0 1; margin-top: 1; }
    """

    def __init__(self, game: Game[Any, Any]) -> None:
        super().__init__()
        self._game = game
        self._course: Course[Any, Any] = Course(game)
        self._course.session.subscribe(self._hear)

    def compose(self) -> ComposeResult:
        yield Static(id="title")
        yield board_class(self._game)(self._game, self._course.session.position, self.app.palette)
        yield Static(id="step")
        yield Footer(compact=True, show_command_palette=False)

    def on_mount(self) -> None:
        """The first step."""
        if self.is_whole:
            self.board.speed = ANIMATION_SPEEDS[self.app.animation]
            self.board.play = self._play
            self.board.focus()
            self._show_step()

    @property
    def board(self) -> Board[Any, Any]:
        """The board."""
        return self.query_one(Board)

    def _show_step(self, remark: str = "") -> None:
        course, board = self._course, self.board
        title = f"{self._game.title}: first lesson, {min(course.number + 1, len(course.steps))} of {len(course.steps)}"
        self.query_one("#title", Static).update(Content.styled(title, "bold"))
        board.is_active = bool(course.step.moves) and not course.is_over
        board.point_at(course.move)
        if course.is_over:
            words, below = "That is all there is to it.", "Enter goes on to the game."
        elif course.step.moves:
            words, below = course.step.words, f"{board.first_words} n shows it."
        else:
            words, below = course.step.words, "Enter goes on."
        told = Content.assemble(words, "\n", (remark or below, "dim" if not remark else ""))
        self.query_one("#step", Static).update(told)

    def _hear(self, events: Sequence[Event]) -> None:
        course, board = self._course, self.board
        went_back = any(isinstance(event, (Undone, Jumped)) for event in events)
        if went_back:
            board.position = course.session.position
            board.reset()
        last = None if went_back else course.session.turn.move
        board.show(course.session.position, () if went_back else events, last)

    def _play(self, moves: Sequence[Any], goes_on: bool) -> None:
        """The player moves; the step is behind when the board stands as it wants."""
        course = self._course
        try:
            if goes_on:
                course.session.amend(moves[0] if moves else None)
            else:
                course.session.play_step(moves)
        except QuandaryError as error:
            self._show_step(f"No: {error}.")
            self.board.refuse(moves)
            return
        if course.is_played:
            course.go_on()
            self._show_step()
        else:
            self._show_step("" if course.move else "Not there yet. u takes a move back, n shows the step.")

    def on_board_said(self, message: Board.Said) -> None:
        """The board has something to say."""
        if message.text and not message.is_late:
            self._show_step(message.text)

    def action_next(self) -> None:
        """Shows what is to be played here, and goes on to the next step."""
        if self._course.is_over:
            self.dismiss()
            return
        course, board = self._course, self.board
        course.come_back()
        board.position = course.session.position
        board.reset()
        course.go_on()
        self._show_step()

    def action_read_on(self) -> None:
        """On from a step that is only to be read; where there is something to play, these keys are the board's."""
        if not self.board.is_active:
            self.action_next()

    def action_undo(self) -> None:
        """A move back, within the lesson."""
        self._course.session.undo_step()
        self._show_step()
