"""Klondike on a terminal: cards one line high where others lie on them, taken up and laid down by key or by mouse.

Places have the names that moves use: `d` the stock, `w` the waste, `f` home, `1` to `7` the piles. First where from,
then where to; how many cards go is whatever fits. What may be done is asked of the rules, never decided here.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import NamedTuple

from rich.style import Style
from textual.geometry import Size

from quandary.game import Event, Won
from quandary.games.klondike.position import PILES, RANKS, SUITS, Card, Position
from quandary.games.klondike.rules import (
    DRAW,
    FOUNDATIONS,
    HOME,
    PILE_NAMES,
    RECYCLE,
    STOCK,
    WASTE,
    Drawn,
    Home,
    Move,
    Moved,
    move,
    open_cards,
)
from quandary.games.klondike.scene import SIGNS, fanned
from quandary.tui.board import ARROWS, Board, Frame, Place
from quandary.tui.canvas import LIGHT, ROUND, Canvas

_PAPER, _BACK, _BACK_INK = "#fffdf8", "#2f5597", "#9fb9e6"
_UPPER_ROW = (STOCK, WASTE, "", *FOUNDATIONS)
"""What stands above the piles, column by column."""
_UPPER = 1
"""The row where its cards begin, under their names."""
_FLIGHT_FRAMES, _FRAME_SECONDS = 5, 0.025
_CARDS_THAT_FALL, _FALL_FRAMES = 8, 14


class Layout(NamedTuple):
    """Where everything lies, for a position and a room."""

    pitch: int
    """From a pile to the next."""
    width: int
    height: int
    """Of a whole card."""
    step: int
    """From a card to the one that lies on it."""
    folded: bool
    """Whether hidden cards share one line, because the piles are too high."""

    @property
    def piles_top(self) -> int:
        """The row where the piles begin: under the upper row and the names of both."""
        return self.height + 2


def layout_of(position: Position, room: Size) -> Layout:
    """The largest cards for which there is room."""
    tallest = max(map(_cards_in_pile, range(PILES), [position] * PILES))
    for pitch, width, height, step in ((12, 10, 5, 2), (9, 7, 5, 2), (8, 6, 3, 1)):
        layout = Layout(pitch, width, height, step, folded=False)
        needed = layout.piles_top + tallest * step + height - step
        if pitch * PILES <= room.width and needed <= room.height:
            return layout
    return Layout(8, 6, 3, 1, folded=layout.piles_top + tallest + 1 > room.height)


def _cards_in_pile(pile: int, position: Position) -> int:
    return len(position.face_down[pile]) + len(position.face_up[pile])


class GameBoard(Board[Position, Move]):
    """A card table."""

    keys = (
        ("d, Space", "turn the stock (or the waste over)"),
        ("1-7, w, then 1-7, f", "from a pile or the waste to a pile or home"),
        ("same key twice", "the card goes home"),
        ("a", "everything home that can go"),
        ("arrows, Enter", "the same with a cursor; Esc puts back"),
        ("mouse", "drag cards, or click from and to; double click: home; click the stock"),
    )
    first_words = "d turns the stock; 3 5: from pile 3 to 5; w 4, 2 f likewise. Or drag cards."
    demo = "klondike#11"

    def reset(self) -> None:
        self._cursor = STOCK
        self._shows_cursor = False
        self._picked: tuple[str, int | None] | None = None
        self._carried: Place | None = None

    # Painting

    def paint(self, room: Size) -> Canvas:
        return self.painted(self.position, room)

    def painted(self, position: Position, room: Size) -> Canvas:
        """A position with what is picked up, pointed at and carried."""
        layout = layout_of(position, room)
        rows = max(self.row_below(position, layout, pile) for pile in range(PILES))
        canvas = Canvas(layout.pitch * PILES, max(rows + layout.height - layout.step, layout.piles_top + layout.height))
        self._paint_upper_row(canvas, position, layout)
        for pile in range(PILES):
            self._paint_pile(canvas, position, layout, pile)
        if self._carried is not None and self._picked is not None:
            for number, card in enumerate(self._picked_cards()):
                self.paint_card(canvas, self._carried[0] - 2, self._carried[1] + number * layout.step, card, layout)
        return canvas

    def _paint_upper_row(self, canvas: Canvas, position: Position, layout: Layout) -> None:
        for column, name in enumerate(_UPPER_ROW):
            x = column * layout.pitch
            if name == STOCK:
                self._paint_stock(canvas, position, layout)
            elif name == WASTE:
                self._paint_waste(canvas, position, layout)
            elif name:
                if top := open_cards(position, name):
                    self.paint_card(canvas, x, _UPPER, top[0], layout, self._mark_of(name, 1))
                else:
                    self._paint_empty(canvas, x, _UPPER, layout, SIGNS[name[1]], self._mark_of(name, 1))
                self._label(canvas, name, column, 0, "f", layout)
        self._label(canvas, STOCK, 0, 0, f"d {len(position.stock)}", layout)
        self._label(canvas, WASTE, 1, 0, f"w {len(position.waste)}", layout)

    def _label(self, canvas: Canvas, name: str, column: int, row: int, text: str, layout: Layout) -> None:
        """What a place is called; the cursor, where there is one, is there."""
        is_here = self._shows_cursor and self._cursor == name
        style = self.palette.selection if is_here else self.palette.faint_text
        canvas.centre(column * layout.pitch, row, layout.width, f"▸{text}◂" if is_here else text, style)

    def _paint_stock(self, canvas: Canvas, position: Position, layout: Layout) -> None:
        if position.stock:
            self._paint_back(canvas, 0, _UPPER, layout, layout.height)
        else:
            self._paint_empty(canvas, 0, _UPPER, layout, "↺" if position.waste and position.redeals != 0 else "×", None)
        if self.hint in (DRAW, RECYCLE):
            canvas.tint(0, _UPPER, layout.width, layout.height, self.palette.pointer)

    def _paint_waste(self, canvas: Canvas, position: Position, layout: Layout) -> None:
        cards = fanned(position)
        if not cards:
            self._paint_empty(canvas, layout.pitch, _UPPER, layout, "", None)
        for number, card in enumerate(cards):
            mark = self._mark_of(WASTE, 1) if number == len(cards) - 1 else None
            self.paint_card(canvas, self.waste_column(layout, number), _UPPER, card, layout, mark)

    def waste_column(self, layout: Layout, number: int) -> int:
        """Where the cards of the waste lie that can be seen; of all but the last only the left edge shows."""
        return layout.pitch + number * 4

    def _paint_pile(self, canvas: Canvas, position: Position, layout: Layout, pile: int) -> None:
        x, row = pile * layout.pitch, layout.piles_top
        name, open_cards, hidden = PILE_NAMES[pile], position.face_up[pile], len(position.face_down[pile])
        if not open_cards:
            self._paint_empty(canvas, x, row, layout, "", self._mark_of(name, 1))
        if layout.folded and hidden:
            canvas.put(x, row, f"░×{hidden}".ljust(layout.width, "░"), self._back_style())
        elif hidden:
            for number in range(hidden):
                self._paint_back(canvas, x, row + number * layout.step, layout, layout.step)
        row = self.first_open_row(position, layout, pile)
        for number, card in enumerate(open_cards):
            mark = self._mark_of(name, len(open_cards) - number)
            self.paint_card(canvas, x, row + number * layout.step, card, layout, mark)
        self._label(canvas, name, pile, layout.piles_top - 1, name, layout)

    def first_open_row(self, position: Position, layout: Layout, pile: int) -> int:
        """The row of a pile's first open card."""
        hidden = len(position.face_down[pile])
        return layout.piles_top + (min(hidden, 1) if layout.folded else hidden * layout.step)

    def row_below(self, position: Position, layout: Layout, pile: int) -> int:
        """The row where the next card would lie."""
        return self.first_open_row(position, layout, pile) + len(position.face_up[pile]) * layout.step

    def _mark_of(self, name: str, depth: int) -> Style | None:
        """How a card stands out that lies `depth` from the top: picked up, or pointed at by a hint."""
        if self._picked is not None and self._picked[0] == name and depth <= (self._picked[1] or 1):
            return self.palette.selection
        hint = self.hint
        if hint is not None and hint not in (DRAW, RECYCLE):
            home = HOME + open_cards(self.position, hint.source)[-1][1] if hint.target == HOME else ""
            if (hint.source == name and depth <= hint.count) or (depth == 1 and name in (hint.target, home)):
                return self.palette.pointer
        return None

    def paint_card(self, canvas: Canvas, x: int, y: int, card: Card, layout: Layout, mark: Style | None = None) -> None:
        """An open card; `mark` makes it stand out."""
        name = card[0].replace("T", "10") + SIGNS[card[1]]
        paper = self.palette.paint(self.palette.suits[SUITS.index(card[1])], _PAPER, bold=True)
        canvas.fill(x, y, layout.width, layout.height, paper)
        canvas.frame(x, y, layout.width, layout.height, paper, ROUND)
        # The name is in the upper edge, which is all that shows of a card that others lie on.
        canvas.put(x + 1, y, name, paper)
        canvas.put(x + layout.width - 1 - len(name), y + layout.height - 1, name, paper)
        if layout.height > 3:
            canvas.centre(x, y + layout.height // 2, layout.width, SIGNS[card[1]], paper)
        if mark is not None:
            canvas.tint(x, y, layout.width, layout.height, mark)

    def _back_style(self) -> Style:
        return self.palette.paint(_BACK_INK, _BACK)

    def _paint_back(self, canvas: Canvas, x: int, y: int, layout: Layout, lines: int) -> None:
        canvas.fill(x, y, layout.width, lines, self._back_style(), "░")
        canvas.put(x, y, "╭" + "░" * (layout.width - 2) + "╮", self._back_style())

    def _paint_empty(self, canvas: Canvas, x: int, y: int, layout: Layout, sign: str, mark: Style | None) -> None:
        canvas.frame(x, y, layout.width, layout.height, self.palette.faint_text, LIGHT)
        canvas.centre(x, y + layout.height // 2, layout.width, sign, self.palette.faint_text)
        if mark is not None:
            canvas.tint(x, y, layout.width, layout.height, mark)

    # Animation

    def place_of(self, position: Position, name: str, layout: Layout) -> Place:
        """Where the top card of a place lies, or would lie."""
        if name in PILE_NAMES:
            pile = int(name) - 1
            return pile * layout.pitch, self.row_below(position, layout, pile)
        if name == WASTE:
            return self.waste_column(layout, max(0, len(fanned(position)) - 1)), _UPPER
        return _UPPER_ROW.index(name) * layout.pitch, _UPPER

    def frames(self, before: Position, events: Sequence[Event], after: Position) -> Iterable[Frame]:
        for event in events:
            match event:
                case Moved(cards, source, target):
                    rest = without(after, target, len(cards))
                    yield from flight(self, before, rest, cards, source, target)
                case Home(card, source):
                    rest = without(after, HOME + card[1], 1)
                    yield from flight(self, before, rest, (card,), source, HOME + card[1])
                case Drawn(cards):
                    yield from flight(self, before, before, cards[-1:], STOCK, WASTE)
                case Won():
                    yield from waterfall(self, after)

    # Hands

    def press(self, key: str, character: str | None) -> bool:
        picked = self._picked
        if key in ("d", "space"):
            self._turn()
        elif key in PILE_NAMES or key == "w":
            self._call(key.upper() if key == "w" else key)
        elif key == "f" and picked:
            self._go(HOME)
        elif key == "a":
            self._all_home()
        elif key in ARROWS:
            self._move_cursor(*ARROWS[key])
        elif key == "enter":
            self._shows_cursor = True
            self._use(self._cursor, None)
        elif key == "escape" and picked:
            self._picked = None
        else:
            return False
        return True

    def _turn(self) -> None:
        self._picked = None
        self.choose(DRAW if self.position.stock or not self.position.waste else RECYCLE)

    def _call(self, name: str) -> None:
        """A place is named: to take from, or to lay on."""
        if self._picked is None:
            self._pick(name, None)
        elif self._picked[0] == name:
            self._go(HOME)
        elif name == WASTE:
            self._pick(name, None)
        else:
            self._go(name)

    def _pick(self, name: str, count: int | None) -> None:
        self._picked = (name, count)
        where = "the waste" if name == WASTE else "home" if name in FOUNDATIONS else f"pile {name}"
        self.say(f"From {where}: where to? (1-7 a pile, f home, Esc puts back)")

    def _picked_cards(self) -> Sequence[Card]:
        assert self._picked is not None
        name, count = self._picked
        return open_cards(self.position, name)[-(count or 1) :]

    def _go(self, target: str) -> None:
        """Asks for the move from what is picked up; what does not fit is asked for too, so that the rules say why."""
        assert self._picked is not None
        source, count = self._picked
        self._picked = None
        legal = [found for found in self.game.moves(self.position) if (found.source, found.target) == (source, target)]
        fitting = [found for found in legal if count is None or found.count == count]
        self.choose(*(fitting[:1] or [move(source, target, count or 1)]))

    def _all_home(self) -> None:
        position, moves = self.position, []
        while going := [found for found in self.game.moves(position) if found.target == HOME]:
            moves.append(going[0])
            position = self.game.play(position, going[0]).position
        self._picked = None
        if moves:
            self.choose(*moves)
        else:
            self.say("Nothing can go home now.")

    def _use(self, name: str, count: int | None) -> None:
        """Enter or a click at a place."""
        if name == STOCK:
            self._turn()
        elif self._picked is None:
            if open_cards(self.position, name):
                self._pick(name, count)
        elif self._picked[0] == name:
            self._picked = None
        elif name in FOUNDATIONS:
            self._go(HOME)
        elif name == WASTE:
            self._pick(name, None)
        else:
            self._go(name)

    def _move_cursor(self, right: int, down: int) -> None:
        if not self._shows_cursor:
            self._shows_cursor = True
            return
        in_piles = self._cursor in PILE_NAMES
        column = (PILE_NAMES if in_piles else _UPPER_ROW).index(self._cursor)
        if down:
            names: Sequence[str] = _UPPER_ROW if in_piles else PILE_NAMES
            self._cursor = names[column] or names[column + 1]
        else:
            names = PILE_NAMES if in_piles else _UPPER_ROW
            column = (column + right) % PILES
            self._cursor = names[column] or names[(column + right) % PILES]

    def click(self, at: Place, *, twice: bool) -> None:
        name, count = self._spot(at)
        if name is None:
            self._picked = None
        elif twice and name != STOCK:
            self._picked = (name, 1)
            self._go(HOME)
        else:
            self._use(name, count)

    def drag(self, start: Place, end: Place, *, is_over: bool) -> None:
        name, count = self._spot(start)
        if name is None or name == STOCK or not open_cards(self.position, name):
            return
        self._picked = (name, count or 1)
        self._carried = None if is_over else end
        if is_over:
            target = self._spot(end)[0]
            if target is None or target in (name, STOCK, WASTE):
                self._picked = None
            else:
                self._go(HOME if target in FOUNDATIONS else target)

    def _spot(self, at: Place) -> tuple[str | None, int | None]:
        """The place under the mouse, and how many open cards lie from there to the top."""
        layout = layout_of(self.position, self.size)
        column = at[0] // layout.pitch
        if not 0 <= column < PILES or at[1] < 0:
            return None, None
        if at[1] < layout.piles_top - 1:
            return (WASTE if _UPPER_ROW[column] == "" else _UPPER_ROW[column]), 1
        run = self.position.face_up[column]
        number = (at[1] - self.first_open_row(self.position, layout, column)) // layout.step
        if not run:
            return PILE_NAMES[column], 1
        return PILE_NAMES[column], max(1, len(run) - number) if number >= 0 else None

    def focus_place(self) -> Place | None:
        layout = layout_of(self.position, self.size)
        return self.place_of(self.position, self._cursor, layout) if self._shows_cursor else None


def without(position: Position, name: str, count: int) -> Position:
    """A position to draw while these cards are on their way: they have not arrived yet."""
    if name in PILE_NAMES:
        piles = list(position.face_up)
        piles[int(name) - 1] = piles[int(name) - 1][:-count]
        return replace(position, face_up=tuple(piles))
    clubs, diamonds, hearts, spades = (
        height - (count if name == foundation else 0)
        for foundation, height in zip(FOUNDATIONS, position.foundations, strict=True)
    )
    return replace(position, foundations=(clubs, diamonds, hearts, spades))


def flight(
    board: GameBoard, before: Position, meanwhile: Position, cards: Sequence[Card], source: str, target: str
) -> Iterator[Frame]:
    """Cards fly from where they lay to where they go."""
    layout = layout_of(before, board.size)
    start, end = board.place_of(before, source, layout), board.place_of(meanwhile, target, layout)
    if source in PILE_NAMES:
        start = start[0], start[1] - len(cards) * layout.step

    def paint(part: float) -> Canvas:
        canvas = board.painted(meanwhile, board.size)
        x, y = (round(a + (b - a) * part) for a, b in zip(start, end, strict=True))
        for number, card in enumerate(cards):
            board.paint_card(canvas, x, y + number * layout.step, card, layout)
        return canvas

    for number in range(1, _FLIGHT_FRAMES):
        part = number / _FLIGHT_FRAMES
        yield Frame(partial(paint, part), _FRAME_SECONDS)


def waterfall(board: GameBoard, position: Position) -> Iterator[Frame]:
    """The cards leap from their foundations and leave a trail, as they have since 1990."""
    layout = layout_of(position, board.size)
    canvas = board.painted(position, board.size)
    for number in range(_CARDS_THAT_FALL):
        suit = number % len(SUITS)
        card = RANKS[-1 - number // len(SUITS)] + SUITS[suit]
        x, y = map(float, board.place_of(position, FOUNDATIONS[suit], layout))
        falling, drift = 0.0, -2.6 + 0.5 * number
        for _ in range(_FALL_FRAMES):
            falling += 0.5
            x, y = x + drift, y + falling
            if y > canvas.height - layout.height:
                y, falling = float(canvas.height - layout.height), -0.7 * falling
            at = round(x), round(y)

            def paint(at: tuple[int, int] = at, card: Card = card) -> Canvas:
                board.paint_card(canvas, *at, card, layout)
                return canvas

            yield Frame(paint, _FRAME_SECONDS)
