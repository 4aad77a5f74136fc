"""A small board in the menu that plays a game to itself."""

from __future__ import annotations

import contextlib
import threading
from typing import Any

from textual.app import ComposeResult
from textual.containers import Container
from textual.message import Message
from textual.timer import Timer

from quandary.core.errors import QuandaryError
from quandary.core.game import Game, Status
from quandary.engine.session import Session
from quandary.engine.solve import solve
from quandary.tui.board import Board
from quandary.tui.boards import board_class

_SECONDS_A_MOVE = 0.9
_THINKING_TIME = 1.0
_MOST_MOVES = 200


class Thumbnail(Container):
    """Shows one game after the other."""

    DEFAULT_CSS = "Thumbnail { height: 1fr; align: center middle; } Thumbnail Board { width: 1fr; height: 1fr; }"

    class Ready(Message):
        """A game to show has been thought out."""

        def __init__(self, game: Game[Any, Any], session: Session[Any, Any], moves: list[Any]) -> None:
            super().__init__()
            self.game = game
            self.session = session
            self.moves = moves

    def __init__(self) -> None:
        super().__init__()
        self._game: Game[Any, Any] | None = None
        self._session: Session[Any, Any] | None = None
        self._moves: list[Any] = []
        self._timer: Timer | None = None

    def compose(self) -> ComposeResult:
        yield from ()

    def on_mount(self) -> None:
        """The clock of all games shown here."""
        self._timer = self.set_interval(_SECONDS_A_MOVE, self._tick)

    def show(self, game: Game[Any, Any]) -> None:
        """Shows this game; its moves come when they are found."""
        self._game, self._session, self._moves = game, None, []
        threading.Thread(target=self._think, args=(game,), daemon=True).start()

    def pause(self) -> None:
        """Costs nothing while nobody looks."""
        if self._timer is not None:
            self._timer.pause()

    def go_on(self) -> None:
        """Plays on."""
        if self._timer is not None:
            self._timer.resume()

    def _think(self, game: Game[Any, Any]) -> None:
        # A game of another package may fail here: the menu then shows no picture of it.
        with contextlib.suppress(Exception):
            session: Session[Any, Any] = Session.start(game.name, board_class(game).demo or game.examples[1])
            self.post_message(self.Ready(game, session, _demo_moves(game, session.position)))

    async def on_thumbnail_ready(self, message: Ready) -> None:
        """Puts the board there, unless another game has been chosen meanwhile."""
        if message.game is not self._game:
            return
        palette = self.app.palette  # type: ignore[attr-defined]
        board = board_class(message.game)(message.game, message.session.position, palette, disabled=True)
        await self.query(Board).remove()
        if not self.is_attached:
            # The app closes.
            return
        await self.mount(board)
        # Only now, for the clock may strike while the board of the game before is still there.
        if message.game is self._game:
            self._session, self._moves = message.session, message.moves

    def _tick(self) -> None:
        session = self._session
        if session is None or not self._moves:
            return
        number = len(session.moves)
        if number == len(self._moves):
            session.reset()
            outcome_events: tuple[Any, ...] = ()
        else:
            outcome_events = session.play(self._moves[number]).events
        for board in self.query(Board):
            board.show(session.position, outcome_events)


def _demo_moves(game: Game[Any, Any], position: Any) -> list[Any]:
    """A game to look at: the solution, or how the best player begins."""
    if not game.is_scored:
        try:
            return list(solve(game, position, time=_THINKING_TIME).moves or ())
        except QuandaryError:
            return []
    moves: list[Any] = []
    while len(moves) < _MOST_MOVES and game.status(position) is Status.PLAYING:
        # The first legal move will do: a better player would take its time for every one.
        moves.append(game.moves(position)[0])
        position = game.play(position, moves[-1]).position
    return moves
