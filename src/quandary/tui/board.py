"""What every board is: a widget that shows positions and turns keys and the mouse into moves.

A board knows how its game looks and how hands work, and nothing else. It plays no move itself: whoever owns the
session does, as soon as one is chosen, and shows the board the outcome, with the events to animate. A game needs to
say five things: how to `paint`, what a key does (`press`), what a click and a drag do, and which `frames` tell an
event. A game that says nothing gets `text_board`, where moves are typed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, ClassVar, Generic, NamedTuple

from textual import events
from textual.geometry import Offset, Region, Size
from textual.message import Message
from textual.strip import Strip
from textual.timer import Timer
from textual.widget import Widget

from quandary.core.abilities import M, P
from quandary.core.game import Event, Game, Status
from quandary.tui.canvas import PLAIN, Canvas
from quandary.tui.palettes import Palette

Place = tuple[int, int]
"""Column and row on a board's canvas."""
ARROWS = {"left": (-1, 0), "right": (1, 0), "up": (0, -1), "down": (0, 1)}
"""The arrow keys as steps, columns first."""


ANIMATION_SPEEDS = {"normal": 1.0, "slow": 2.5, "fast": 0.4, "off": 0.0}
"""How long a frame stays, as a factor; 0 shows none."""


class Frame(NamedTuple):
    """One picture of an animation."""

    paint: Callable[[], Canvas]
    seconds: float
    """How long it stays at normal speed."""


class Board(Widget, Generic[P, M], can_focus=True):
    """A position to look at and to play on."""

    DEFAULT_CSS = "Board { width: 1fr; height: 1fr; }"

    keys: ClassVar[tuple[tuple[str, str], ...]] = ()
    """What the keys do here, for the help: `("arrows", "slide the vehicle")`."""
    first_words: ClassVar[str] = ""
    """One line that lets a newcomer make the first move."""
    demo: ClassVar[str | None] = None
    """The puzzle that the menu plays to itself; the game's second example if not said."""

    class Said(Message):
        """The board has something to say that is no move."""

        def __init__(self, text: str, board: Board[Any, Any]) -> None:
            super().__init__()
            self.text = text
            self._board = board
            self._position = board.position

        @property
        def is_late(self) -> bool:
            """Whether the board has moved on since: what there was to say is said of another position."""
            return bool(self._board.position != self._position)

    def __init__(self, game: Game[P, M], position: P, palette: Palette, **more: Any) -> None:
        super().__init__(**more)
        self.game = game
        self.position = position
        self.palette = palette
        self.last_move: M | None = None
        """What was played last, if it can be continued."""
        self.hint: M | None = None
        """A move to point at."""
        self.speed = 1.0
        """Factor of the animations; 0 shows none."""
        self.play: Callable[[Sequence[M], bool], None] = lambda moves, goes_on: None
        """Plays moves that were chosen; the second says whether the first takes the place of the last one played."""
        self.is_active = True
        """Whether hands may move anything; not while somebody else plays."""
        self._canvas: Canvas | None = None
        self._frames: Iterator[Frame] = iter(())
        self._timer: Timer | None = None
        self._pressed: Place | None = None
        self._origin, self._base = Offset(), PLAIN
        self.reset()

    # For each game to say

    def paint(self, room: Size) -> Canvas:
        """The position, as large as the room allows."""
        raise NotImplementedError

    def press(self, key: str, character: str | None) -> bool:
        """Reacts to a key; False if it means nothing here."""
        return False

    def click(self, at: Place, *, twice: bool) -> None:
        """Reacts to a click."""

    def drag(self, start: Place, end: Place, *, is_over: bool) -> None:
        """Reacts to a drag, again and again until it is over."""

    def frames(self, before: P, events: Sequence[Event], after: P) -> Iterable[Frame]:
        """The pictures between two positions."""
        return ()

    def focus_place(self) -> Place | None:
        """What must stay in sight when the canvas is larger than the widget."""
        return None

    def status_lines(self) -> list[str]:
        """What the panel should say of this game beyond moves and time."""
        return [f"{name:<7} {value}" for name, value in self.game.figures(self.position).items()]

    def result_line(self, seconds: float) -> str:
        """What the end of the game says beyond moves and time."""
        return ""

    def refuse(self, moves: Sequence[M]) -> None:
        """The rules do not allow what was chosen."""

    def reset(self) -> None:
        """Forgets cursors and selections that another position may not have."""

    # For the owner

    def show(self, position: P, happened: Sequence[Event] = (), last_move: M | None = None) -> None:
        """Shows another position, with what led to it."""
        before, self.position = self.position, position
        self.hint, self.last_move = None, last_move
        self.settle()
        self.animate_frames(self.frames(before, happened, position) if happened else ())

    def animate_frames(self, frames: Iterable[Frame]) -> None:
        """Shows pictures one after the other, and in the end what is."""
        self._frames = iter(frames) if self.speed and self.is_attached else iter(())
        self._next_frame()

    def point_at(self, move: M | None) -> None:
        """Marks a move as the one to make."""
        self.hint = move
        self.repaint()

    def repaint(self) -> None:
        """Paints anew."""
        self._canvas = None
        self.refresh()

    @property
    def is_animating(self) -> bool:
        """Whether pictures are still to come."""
        return self._timer is not None

    def settle(self) -> None:
        """Shows what is, at once."""
        if self._timer is not None:
            self._timer.stop()
            self._timer = None
        self._frames = iter(())
        self._canvas = None

    def _next_frame(self) -> None:
        frame = next(self._frames, None)
        if frame is None:
            self.settle()
        else:
            self._canvas = frame.paint()
            self._timer = self.set_timer(max(0.01, frame.seconds * self.speed), self._next_frame)
        self.refresh()

    # For subclasses

    def choose(self, *moves: M, goes_on: bool = False) -> None:
        """Has moves played, at once: the next key finds the position that they lead to."""
        self.play(moves, goes_on)

    def say(self, text: str) -> None:
        """Says something to the player."""
        self.post_message(self.Said(text, self))

    @property
    def is_playing(self) -> bool:
        """Whether the game goes on."""
        return self.game.status(self.position) is Status.PLAYING

    # Textual's side

    def render_lines(self, crop: Region) -> list[Strip]:
        # What is the same for all lines is found once, not for every one of them.
        self._origin, self._base = self.offset_of_canvas, self.rich_style
        return super().render_lines(crop)

    def render_line(self, y: int) -> Strip:
        offset, base = self._origin, self._base
        strip = self.canvas.strip(y - offset.y, base)
        width = self.size.width
        if offset.x >= 0:
            blank = Strip.blank(offset.x, base)
            strip = Strip.join([blank, strip])
        else:
            strip = strip.crop(-offset.x)
        return strip.extend_cell_length(width, base).crop(0, width)

    @property
    def canvas(self) -> Canvas:
        """What is shown now."""
        if self._canvas is None:
            self._canvas = self.paint(self.size)
        return self._canvas

    @property
    def offset_of_canvas(self) -> Offset:
        """Where the canvas begins: in the middle if it fits, else so that what matters is in sight."""
        canvas, size = self.canvas, self.size
        x, y = self.focus_place() or (0, 0)
        return Offset(begin(canvas.width, size.width, x), begin(canvas.height, size.height, y))

    def _place(self, event: events.MouseEvent) -> Place:
        offset = self.offset_of_canvas
        return event.x - offset.x, event.y - offset.y

    def on_resize(self) -> None:
        """The room has changed."""
        self.settle()
        self.repaint()

    async def on_key(self, event: events.Key) -> None:
        """A key goes to the game first, then to the screen; both do at once what it says.

        A key that bubbled up by itself would be served after the next one, which may be here already. Whatever comes
        while a window opens on top was not meant for what is below.
        """
        if not self.screen.is_current:
            event.stop()
            return
        if self.is_active:
            self.settle()
            if self.press(event.key, event.character):
                event.stop()
                event.prevent_default()
                self._freshen()
                return
        bound = self.screen.active_bindings.get(event.key)
        if bound is not None and bound.enabled:
            event.stop()
            await self.app.run_action(bound.binding.action, bound.node)

    def _freshen(self) -> None:
        """Paints anew, unless pictures are on their way."""
        if not self.is_animating:
            self.repaint()

    def on_mouse_down(self, event: events.MouseDown) -> None:
        """A click or a drag begins."""
        event.stop()
        if self.is_active:
            self.focus()
            self.settle()
            self._pressed = self._place(event)
            self.capture_mouse()

    def on_mouse_move(self, event: events.MouseMove) -> None:
        """A drag goes on."""
        if self._pressed is not None and self._place(event) != self._pressed:
            self.drag(self._pressed, self._place(event), is_over=False)
            self.repaint()

    def on_mouse_up(self, event: events.MouseUp) -> None:
        """It was a drag if the mouse has moved; else a click comes by itself."""
        self.release_mouse()
        if self._pressed is not None and self._place(event) != self._pressed:
            self.drag(self._pressed, self._place(event), is_over=True)
            self._freshen()
        self._pressed = None
        event.stop()

    def on_click(self, event: events.Click) -> None:
        """A click that was no drag."""
        event.stop()
        if self.is_active:
            self.click(self._place(event), twice=event.chain == 2)
            self._freshen()


def begin(length: int, room: int, at: int) -> int:
    """Where a stretch of `length` begins in a `room`, so that its cell `at` is in sight."""
    if length <= room:
        return (room - length) // 2
    return -min(max(0, at - room // 2), length - room)
