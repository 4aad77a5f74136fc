"""Somebody else plays: a move at a time, at a pace, with pauses and steps both ways.

Steps back are the session's undo, and steps forward its redo as long as there is something to redo; only then is the
next move taken. So whoever stops watching stands in a game like any other.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from textual.message import Message
from textual.timer import Timer

from quandary.engine.session import Session
from quandary.engine.turns import PLAYER
from quandary.tui.playback import FASTEST, SLOWEST
from quandary.tui.worker import Feed

if TYPE_CHECKING:
    from quandary.tui.game_screen import GameScreen

# Until the next look, where a move is not known yet.
_WAIT_FOR_MOVE = 0.1


class Watcher:
    """Plays moves into a session while a screen shows them."""

    class Over(Message):
        """There are no more moves."""

        handler_name = "on_watcher_over"

    def __init__(self, screen: GameScreen, pace: float, *, is_helping: bool) -> None:
        self._screen = screen
        self._pace = pace
        self.is_helping = is_helping
        """Whether it is the player's own game, in which moves from elsewhere are hints."""
        self._session: Session[Any, Any] | None = None
        self._moves: Feed[Any] | None = None
        self._by = PLAYER
        self._is_paused = False
        self._timer: Timer | None = None

    @property
    def is_on(self) -> bool:
        """Whether anybody is being watched."""
        return self._moves is not None

    def begin(self, session: Session[Any, Any], moves: Feed[Any], by: str) -> None:
        """Play these moves, one after the other; the session must have nothing to redo."""
        self._session, self._moves, self._by, self._is_paused = session, moves, by, False
        self._tell()
        self._tick_later(0.01)

    def end(self) -> None:
        """Plays no more."""
        if self._moves is not None:
            self._moves.stop()
            self._moves = None
        if self._timer is not None:
            self._timer.stop()

    def pause(self) -> None:
        """Stops for a look, or goes on."""
        self._is_paused = not self._is_paused
        self._tell()
        if not self._is_paused:
            self._tick_later(0.01)

    def step_on(self) -> None:
        """One move forward, and then a pause."""
        self._is_paused = True
        self._step()

    def step_back(self) -> None:
        """One move back, and then a pause; not over a jump, from where the moves to come could not be played."""
        assert self._session is not None
        self._is_paused = True
        if not self._session.has_just_jumped:
            self._session.undo()
        self._tell()

    def hurry(self, factor: float) -> None:
        """So many times as fast."""
        self._pace = max(FASTEST, min(SLOWEST, self._pace / factor))
        self._tell()

    def _tick_later(self, seconds: float) -> None:
        if self._timer is not None:
            self._timer.stop()
        self._timer = self._screen.set_timer(seconds, self._tick)

    def _tick(self) -> None:
        if self._moves is None or self._is_paused:
            return
        if self._screen.board.is_animating:
            self._tick_later(_WAIT_FOR_MOVE / 4)
        else:
            self._tick_later(self._pace if self._step() else _WAIT_FOR_MOVE)

    def _step(self) -> bool:
        """Plays the next move; False if it is not known yet, or if there is none."""
        session, moves = self._session, self._moves
        assert session is not None
        assert moves is not None
        if session.redo():
            self._tell()
            return True
        move = moves.take()
        if move is not None:
            session.hints += self.is_helping
            session.play(move, self._by)
            self._tell()
            return True
        if moves.is_over:
            self._is_paused = True
            self._tell()
            self._screen.post_message(self.Over())
        return False

    def _tell(self) -> None:
        session, moves = self._session, self._moves
        if session is None or moves is None:
            return
        if moves.is_over and moves.problem is not None:
            self._screen.say(moves.problem)
            return
        done, move = session.turn.number, session.turn.move
        before = session.turn.before
        said = "the start" if move is None or before is None else session.game.say_move(before.position, move)
        of = f" of {moves.total}" if moves.total is not None and not self.is_helping else ""
        state = "over" if moves.is_over and not session.redoable else "paused" if self._is_paused else "playing"
        self._screen.say(f"Move {done}{of}: {said}   ({state}, {1 / self._pace:.3g} moves/s)")
