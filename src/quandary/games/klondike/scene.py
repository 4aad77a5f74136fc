"""A Klondike table as a picture: stock and waste, the four foundations, and seven piles below.

It never shows what is face down, not even in its data. `faces` draws the cards.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache, lru_cache

from quandary.drawing.scene import Part, Scene, View
from quandary.drawing.shapes import box, line
from quandary.drawing.stroke_font import text_path
from quandary.games.klondike.faces import HEIGHT, WIDTH, back, face, pip
from quandary.games.klondike.position import PILES, RANKS, SUIT_NAMES, SUITS, Card, Cards, Position
from quandary.games.klondike.rules import FOUNDATIONS, Move, play

SIGNS = dict(zip(SUITS, "♣♢♡♠", strict=True))
FIRST_FOUNDATION = PILES - len(SUITS)
"""The column of the first foundation: they stand over the last piles."""
# A waste of which only the top card can be played still shows what was turned with it.
_MOST_FANNED = 3


def fanned(position: Position) -> Cards:
    """The cards of the waste that are shown, the playable one last."""
    return position.waste[-min(_MOST_FANNED, position.draw) :]


_MARGIN, _GAP = 22.0, 16.0
_LABEL_HEIGHT = 26.0
_LOWER = _MARGIN + HEIGHT + _LABEL_HEIGHT
_DOWN_STEP, _UP_STEP, _FAN_STEP = 13.0, 29.0, 42.0
_FELT, _FELT_EDGE, _SLOT, _FAINT_INK = "#1f6b52", "#17503d", "#2d8266", "#8fc7b3"
# On an empty stock: whether the waste may be turned over.
_TURN = line("M66 54A22 22 0 1 0 72 72M66 42V54H54", _FAINT_INK, 6)
_NO_TURN = line("M38 60L62 84M62 60L38 84", _FAINT_INK, 6)


def scene_of(position: Position, *, depth: float = 0) -> Scene:
    """The table, with room for piles of a depth that is still to come.

    Every open card carries its name as `data-card` and its place, as moves name it, as `data-place`; hidden cards and
    empty places carry only `data-place`, so that a front end can find everything.
    """
    width = 2 * _MARGIN + PILES * WIDTH + (PILES - 1) * _GAP
    height = _LOWER + max(depth, _deepest(position)) + _MARGIN
    felt = box(1.5, 1.5, width - 3, height - 3, 20, _FELT, stroke=_FELT_EDGE, stroke_width=3)
    piles = [part for number in range(PILES) for part in _pile(position, number)]
    parts = (Part(felt), *_stock_and_waste(position), *_foundations(position), *piles)
    return Scene(_title(position), View(0, 0, width, height), parts, _description(position))


def scenes(position: Position, moves: Iterable[Move]) -> Iterator[Sequence[Scene]]:
    """The scenes of a film, on a table that is as large from the beginning as it will have to be."""
    positions = [position]
    for move in moves:
        positions.append(play(positions[-1], move).position)
    depth = max(map(_deepest, positions))
    return ([scene_of(one, depth=depth)] for one in positions)


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


@lru_cache(maxsize=2048)
def _card(card: Card | None, x: float, y: float, place: str) -> Part:
    """An open card, or the back of one that is not known."""
    if card is None:
        return Part(back(), x, y, data={"place": place})
    return Part(face(card), x, y, who=card, data={"place": place, "card": card})


@cache
def _slot(x: float, y: float, place: str, sign: str = "") -> Part:
    """A place for a card."""
    outline = box(2, 2, WIDTH - 4, HEIGHT - 4, 8, _SLOT, fill_opacity=0.35, stroke=_SLOT, stroke_width=2.5)
    return Part(outline + sign, x, y, data={"place": place})


def _stock_and_waste(position: Position) -> list[Part]:
    parts = []
    if position.stock:
        # A thick stock shows some of its cards' edges.
        thickness = 1 + (len(position.stock) > 1) + (len(position.stock) > 8)
        parts += [_card(None, _x(0) - 2.5 * under, _MARGIN - 2.5 * under, "D") for under in range(thickness)]
        parts += _count(len(position.stock), thickness)
    else:
        parts.append(_slot(_x(0), _MARGIN, "D", _TURN if position.waste and position.redeals != 0 else _NO_TURN))
    shown = fanned(position)
    if not shown:
        parts.append(_slot(_x(1), _MARGIN, "W"))
    return parts + [_card(card, _x(1) + number * _FAN_STEP, _MARGIN, "W") for number, card in enumerate(shown)]


@cache
def _count(cards: int, thickness: int) -> tuple[Part, Part]:
    """How many cards the stock has, on the uppermost of them."""
    x, y = _x(0) - 2.5 * (thickness - 1) + WIDTH / 2, _MARGIN - 2.5 * (thickness - 1) + HEIGHT / 2
    plate = box(x - 18, y - 13, 36, 26, 13, "#f3f6fb")
    return Part(plate), Part(text_path(str(cards), (x, y), 13, "#2f5597", pen=1.9))


def _foundations(position: Position) -> list[Part]:
    parts = []
    for number, (suit, height) in enumerate(zip(SUITS, position.foundations, strict=True)):
        x, place = _x(FIRST_FOUNDATION + number), FOUNDATIONS[number]
        if height:
            parts.append(_card(RANKS[height - 1] + suit, x, _MARGIN, place))
        else:
            sign = pip(suit, WIDTH / 2, HEIGHT / 2, 21, _FAINT_INK, fill_opacity=0.55)
            parts.append(_slot(x, _MARGIN, place, sign))
    return parts


def _pile(position: Position, number: int) -> list[Part]:
    """The cards of a pile under its number."""
    down, up, place, x = position.face_down[number], position.face_up[number], str(number + 1), _x(number)
    cards = [_card(None, x, _LOWER + under * _DOWN_STEP, place) for under in range(len(down))]
    top = _LOWER + len(down) * _DOWN_STEP
    cards += [_card(card, x, top + at * _UP_STEP, place) for at, card in enumerate(up)]
    return [_label(number), *(cards if up else [_slot(x, _LOWER, place)])]


@cache
def _label(number: int) -> Part:
    at = (_x(number) + WIDTH / 2, _LOWER - _LABEL_HEIGHT / 2)
    return Part(text_path(str(number + 1), at, 11, _FAINT_INK))
