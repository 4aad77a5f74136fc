"""A Klondike table as text for a terminal, laid out as the game is and with the names that moves use.

The red suits are hollow (♡ ♢) and the black ones solid (♣ ♠), so that colours are told apart without colour.
What is face down is never shown.
"""

from __future__ import annotations

from typing import NamedTuple

from quandary.drawing.ansi import coloured
from quandary.games.klondike.position import PILES, RANKS, SUITS, Card, Cards, Position, is_red
from quandary.games.klondike.rules import FOUNDATIONS
from quandary.games.klondike.scene import FIRST_FOUNDATION, SIGNS, fanned

_COLUMN = 8
_CARD_COLUMNS = 6
_LEFT_MARGIN = 1
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
    return "\n".join(map(coloured, lines, styles) if colour else lines)


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
        column = FIRST_FOUNDATION + number
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
