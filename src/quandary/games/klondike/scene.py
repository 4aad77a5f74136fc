"""A Klondike table as text for a terminal and as an SVG picture.

Both are laid out as the game is: stock and waste, the four foundations, and seven piles below, with the names that
moves use. In text the red suits are hollow (♡ ♢) and the black ones solid (♣ ♠), so that colours are told apart
without colour. Neither ever shows what is face down, not even in the picture's data. The picture keeps to plain shapes
(no fonts, ids, gradients, filters or styles), which browsers, resvg and fpdf2 draw alike; `faces` draws the cards.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from html import escape
from itertools import groupby
from typing import NamedTuple

from quandary.drawing.stroke_font import text_path
from quandary.games.klondike.faces import HEIGHT, WIDTH, back, box, face, line, pip
from quandary.games.klondike.position import PILES, RANKS, SUIT_NAMES, SUITS, Card, Cards, Position, is_red
from quandary.games.klondike.rules import FOUNDATIONS, Move, play

SIGNS = dict(zip(SUITS, "♣♢♡♠", strict=True))
# A waste of which only the top card can be played still shows what was turned with it.
_MOST_FANNED = 3


def fanned(position: Position) -> Cards:
    """The cards of the waste that are shown, the playable one last."""
    return position.waste[-min(_MOST_FANNED, position.draw) :]


# Text

_COLUMN = 8
_CARD_COLUMNS = 6
_LEFT_MARGIN = 1
_FIRST_FOUNDATION = PILES - len(SUITS)
_INNER = _CARD_COLUMNS - 2
_HIDDEN = "░" * _INNER
_RED_STYLE, _BLACK_STYLE, _BACK_STYLE = "38;5;160;48;5;231", "38;5;16;48;5;231", "38;5;153;48;5;25"
_FAINT = "2"


class _Mark(NamedTuple):
    """A piece of text at its place."""

    line: int
    column: int
    text: str
    style: str = ""


def draw_text(position: Position, *, colour: bool = False) -> str:
    """The table as lines of equal width. With `colour`, the same characters, and ANSI colours around them."""
    marks = [*_upper_marks(position), *_pile_marks(position)]
    width = _LEFT_MARGIN + PILES * _COLUMN - (_COLUMN - _CARD_COLUMNS) + _LEFT_MARGIN
    height = 1 + max(mark.line for mark in marks)
    canvas = [[" "] * width for _ in range(height)]
    styles = [[""] * width for _ in range(height)]
    for mark in marks:
        canvas[mark.line][mark.column : mark.column + len(mark.text)] = mark.text
        styles[mark.line][mark.column : mark.column + len(mark.text)] = [mark.style] * len(mark.text)
    lines = ["".join(line) for line in canvas]
    return "\n".join(map(_coloured, lines, styles) if colour else lines)


def _coloured(line: str, styles: list[str]) -> str:
    """The line with every run of one style between its code and a reset."""
    runs = groupby(zip(line, styles, strict=True), key=lambda marked: marked[1])
    texts = ((style, "".join(mark for mark, _ in run)) for style, run in runs)
    return "".join(f"\x1b[{style}m{text}\x1b[0m" if style else text for style, text in texts)


def _at(column: int) -> int:
    return _LEFT_MARGIN + column * _COLUMN


def _label(line: int, column: int, text: str) -> _Mark:
    """A name in the middle above a card."""
    return _Mark(line, _at(column) + (_CARD_COLUMNS - len(text)) // 2, text, _FAINT)


def _name(card: Card) -> str:
    return card[0].replace("T", "10") + SIGNS[card[1]]


def _style(card: Card) -> str:
    return _RED_STYLE if is_red(card) else _BLACK_STYLE


def _upper_marks(position: Position) -> list[_Mark]:
    """Stock, waste and foundations."""
    marks = [_label(0, 0, f"D {len(position.stock)}"), _label(0, 1, f"W {len(position.waste)}")]
    marks += _framed(1, 0, [_HIDDEN] if position.stock else [], [_BACK_STYLE])
    marks += _waste_marks(fanned(position))
    for number, (suit, height) in enumerate(zip(SUITS, position.foundations, strict=True)):
        column = _FIRST_FOUNDATION + number
        marks.append(_label(0, column, FOUNDATIONS[number]))
        if height:
            card = RANKS[height - 1] + suit
            marks += _framed(1, column, [_name(card).center(_INNER)], [_style(card)])
        else:
            marks += _framed(1, column, [], [])
            marks.append(_Mark(2, _at(column) + 2, SIGNS[suit], _FAINT))
    return marks


def _waste_marks(cards: Cards) -> list[_Mark]:
    """The shown cards side by side; of all but the last only a strip is seen."""
    if not cards:
        return _framed(1, 1, [], [])
    marks = []
    column = _at(1)
    for number, card in enumerate(cards):
        is_last = number == len(cards) - 1
        text = _name(card).center(_INNER) if is_last else _name(card).ljust(2)
        upper, post, lower = "╭│╰" if number == 0 else "┬│┴"
        marks += [
            _Mark(1, column, upper + "─" * len(text)),
            _Mark(2, column, post),
            _Mark(2, column + 1, text, _style(card)),
            _Mark(3, column, lower + "─" * len(text)),
        ]
        column += 1 + len(text)
    return [*marks, _Mark(1, column, "╮"), _Mark(2, column, "│"), _Mark(3, column, "╯")]


def _pile_marks(position: Position) -> list[_Mark]:
    first_line = 4
    marks = []
    for column, (down, up) in enumerate(zip(position.face_down, position.face_up, strict=True)):
        marks.append(_label(first_line, column, str(column + 1)))
        texts = [_HIDDEN] * len(down) + [_name(card).center(_INNER) for card in up]
        styles = [_BACK_STYLE] * len(down) + [_style(card) for card in up]
        marks += _framed(first_line + 1, column, texts, styles)
    return marks


def _framed(line: int, column: int, texts: list[str], styles: list[str]) -> list[_Mark]:
    """A card, or several on each other; without any, the place for one."""
    beam = "─" if texts else "╌"
    post = "│" if texts else "╎"
    at = _at(column)
    marks = [_Mark(line, at, f"╭{beam * _INNER}╮", "" if texts else _FAINT)]
    for number, text in enumerate(texts or [" " * _INNER], start=1):
        style = styles[number - 1] if texts else ""
        marks.append(_Mark(line + number, at, post, "" if texts else _FAINT))
        marks.append(_Mark(line + number, at + 1, text, style))
        marks.append(_Mark(line + number, at + 1 + _INNER, post, "" if texts else _FAINT))
    marks.append(_Mark(line + max(1, len(texts)) + 1, at, f"╰{beam * _INNER}╯", "" if texts else _FAINT))
    return marks


# Picture

_MARGIN, _GAP = 22.0, 16.0
_LABEL_HEIGHT = 26.0
_DOWN_STEP, _UP_STEP, _FAN_STEP = 13.0, 29.0, 42.0
_FELT, _FELT_EDGE, _SLOT, _FAINT_INK = "#1f6b52", "#17503d", "#2d8266", "#8fc7b3"


def draw_svg(position: Position, *, depth: float = 0) -> str:
    """The table as an SVG document, with room for piles of a depth that is still to come.

    Every open card is a group that carries its name as `data-card` and its place, as moves name it, as `data-place`;
    hidden cards carry only their place. Empty places carry `data-place`, too, so that a front end can find everything.
    """
    width = 2 * _MARGIN + PILES * WIDTH + (PILES - 1) * _GAP
    lower = _MARGIN + HEIGHT + _LABEL_HEIGHT
    height = lower + max(depth, _deepest(position)) + _MARGIN
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" '
        f'width="{width:g}" height="{height:g}" role="img">',
        f"<title>{escape(_title(position))}</title>",
        f"<desc>{escape(_description(position))}</desc>",
        box(1.5, 1.5, width - 3, height - 3, 20, _FELT, stroke=_FELT_EDGE, stroke_width=3),
        *_stock_and_waste(position),
        *_foundations(position),
    ]
    for number in range(PILES):
        x = _x(number)
        parts.append(text_path(str(number + 1), (x + WIDTH / 2, lower - _LABEL_HEIGHT / 2), 11, _FAINT_INK))
        parts += _pile(position, number, x, lower)
    parts.append("</svg>")
    return "\n".join(parts) + "\n"


def frames(position: Position, moves: Iterable[Move]) -> Iterator[Sequence[str]]:
    """The pictures of a film, on a table that is as large from the beginning as it will have to be."""
    positions = [position]
    for move in moves:
        positions.append(play(positions[-1], move).position)
    depth = max(map(_deepest, positions))
    return ([draw_svg(one, depth=depth)] for one in positions)


def _title(position: Position) -> str:
    home = sum(position.foundations)
    return f"Klondike, draw {position.draw}: {home} of 52 cards are home"


def _description(position: Position) -> str:
    """The whole table in words, as far as it is seen."""
    said = [f"stock: {len(position.stock)} cards"]
    said.append(f"waste: {len(position.waste)} cards" + (f", {position.waste[-1]} on top" if position.waste else ""))
    for suit, height in zip(SUITS, position.foundations, strict=True):
        said.append(f"{SUIT_NAMES[suit]} foundation: " + (f"up to {RANKS[height - 1]}{suit}" if height else "empty"))
    for number, (down, up) in enumerate(zip(position.face_down, position.face_up, strict=True), start=1):
        hidden = [f"{len(down)} face down"] if down else []
        said.append(f"pile {number}: " + (", ".join([*hidden, " ".join(up)]) if up else "empty"))
    return "; ".join(said) + "."


def _x(column: int) -> float:
    return _MARGIN + column * (WIDTH + _GAP)


def _deepest(position: Position) -> float:
    """How far the longest pile reaches down."""
    piles = zip(position.face_down, position.face_up, strict=True)
    return max(len(down) * _DOWN_STEP + max(0, len(up) - 1) * _UP_STEP + HEIGHT for down, up in piles)


def _placed(content: str, x: float, y: float, place: str, card: Card | None = None) -> str:
    name = f' data-card="{card}" data-who="{card}"' if card else ""
    return f'<g data-place="{place}"{name} transform="translate({x:g} {y:g})">{content}</g>'


def _slot(x: float, y: float, place: str, sign: str = "") -> str:
    """A place for a card."""
    outline = box(2, 2, WIDTH - 4, HEIGHT - 4, 8, _SLOT, fill_opacity=0.35, stroke=_SLOT, stroke_width=2.5)
    return _placed(outline + sign, x, y, place)


def _stock_and_waste(position: Position) -> list[str]:
    middle = (WIDTH / 2, HEIGHT / 2)
    parts = []
    if position.stock:
        # A thick stock shows some of its cards' edges.
        thickness = 1 + (len(position.stock) > 1) + (len(position.stock) > 8)
        parts += [_placed(back(), _x(0) - 2.5 * under, _MARGIN - 2.5 * under, "D") for under in range(thickness)]
        at = (_x(0) - 2.5 * (thickness - 1) + middle[0], _MARGIN - 2.5 * (thickness - 1) + middle[1])
        parts.append(box(at[0] - 18, at[1] - 13, 36, 26, 13, "#f3f6fb"))
        parts.append(text_path(str(len(position.stock)), at, 13, "#2f5597", pen=1.9))
    else:
        can_turn = position.waste and position.redeals != 0
        sign = (
            line("M66 54A22 22 0 1 0 72 72M66 42V54H54", _FAINT_INK, 6)
            if can_turn
            else line("M38 60L62 84M62 60L38 84", _FAINT_INK, 6)
        )
        parts.append(_slot(_x(0), _MARGIN, "D", sign))
    shown = fanned(position)
    if not shown:
        parts.append(_slot(_x(1), _MARGIN, "W"))
    for number, card in enumerate(shown):
        parts.append(_placed(face(card), _x(1) + number * _FAN_STEP, _MARGIN, "W", card))
    return parts


def _foundations(position: Position) -> list[str]:
    parts = []
    for number, (suit, height) in enumerate(zip(SUITS, position.foundations, strict=True)):
        x = _x(_FIRST_FOUNDATION + number)
        if height:
            card = RANKS[height - 1] + suit
            parts.append(_placed(face(card), x, _MARGIN, FOUNDATIONS[number], card))
        else:
            sign = pip(suit, WIDTH / 2, HEIGHT / 2, 21, _FAINT_INK, fill_opacity=0.55)
            parts.append(_slot(x, _MARGIN, FOUNDATIONS[number], sign))
    return parts


def _pile(position: Position, number: int, x: float, y: float) -> list[str]:
    down, up, place = position.face_down[number], position.face_up[number], str(number + 1)
    if not up:
        return [_slot(x, y, place)]
    parts = [_placed(back(), x, y + under * _DOWN_STEP, place) for under in range(len(down))]
    top = y + len(down) * _DOWN_STEP
    return parts + [_placed(face(card), x, top + at * _UP_STEP, place, card) for at, card in enumerate(up)]
