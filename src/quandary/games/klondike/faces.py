"""The cards themselves as SVG: pips, indices, court figures, backs.

Every shape is drawn here, with the letters as pen strokes, so that a card looks the same on every machine. Suits
differ in shape as well as in colour. The index stands in a strip at the top, because that is all that shows of a card
that others lie on; everything below the middle is the upper half, turned round.
"""

from __future__ import annotations

from functools import cache

from quandary.drawing.shapes import area, box, disc, group, line, oval, shape
from quandary.drawing.stroke_font import text_path
from quandary.games.klondike.position import Card, is_red, rank_of

WIDTH, HEIGHT = 100.0, 144.0
_RADIUS = 9

RED, BLACK = "#c8102e", "#1d2430"
_PAPER, _EDGE = "#fffdf8", "#b9c0c9"
_BACK, _BACK_EDGE, _BACK_LINE = "#2f5597", "#f3f6fb", "#7fa0d6"
_SKIN, _GOLD, _GOLD_EDGE, _INK = "#f7d9bd", "#f4b942", "#a8741a", "#2a2f3a"

# Each in a box from -1 to 1 both ways.
_PIPS = {
    "H": "M0 .95C-.3 .55-1 .1-1-.42A.5 .5 0 0 1 0-.5A.5 .5 0 0 1 1-.42C1 .1 .3 .55 0 .95Z",
    "D": "M0-1C.2-.62 .46-.28 .78 0C.46 .28 .2 .62 0 1C-.2 .62-.46 .28-.78 0C-.46-.28-.2-.62 0-1Z",
    "S": (
        "M0-1C.28-.56 .96-.2 .96 .28A.45 .45 0 0 1 .14 .48C.16 .72 .24 .88 .42 .98H-.42C-.24 .88-.16 .72-.14 .48"
        "A.45 .45 0 0 1-.96 .28C-.96-.2-.28-.56 0-1Z"
    ),
    "C": (
        "M-.1 .3A.46 .46 0 1 1-.36-.18A.46 .46 0 1 1 .36-.18A.46 .46 0 1 1 .1 .3C.12 .62 .24 .84 .42 .96"
        "H-.42C-.24 .84-.12 .62-.1 .3Z"
    ),
}
_LEFT, _MIDDLE, _RIGHT = -22.0, 0.0, 22.0
# Where the pips of a number card stand, from the middle of the card, in the order of its rows.
_COLUMNS_OF_TWO = {
    4: (-33.0, 33.0),
    5: (-33.0, 33.0),
    6: (-33.0, 0.0, 33.0),
    7: (-33.0, 0.0, 33.0),
    8: (-33.0, 0.0, 33.0),
    9: (-33.0, -11.0, 11.0, 33.0),
    10: (-33.0, -11.0, 11.0, 33.0),
}
_MIDDLE_COLUMN = {
    2: (-33.0, 33.0),
    3: (-33.0, 0.0, 33.0),
    5: (0.0,),
    7: (-16.5,),
    8: (-16.5, 16.5),
    9: (0.0,),
    10: (-22.0, 22.0),
}
_ACE_SIZE, _PIP_SIZE, _INDEX_PIP_SIZE = 23.0, 9.4, 6.6


def colour_of(card: Card) -> str:
    """The ink of a card's suit."""
    return RED if is_red(card) else BLACK


def pip(suit: str, x: float, y: float, size: float, fill: str, *, is_turned: bool = False, **more: float | str) -> str:
    """The sign of a suit; `size` is half its height."""
    turn = " rotate(180)" if is_turned else ""
    move = f"translate({x:.5g} {y:.5g}){turn} scale({size:.5g})"
    return shape("path", d=_PIPS[suit], transform=move, fill=fill, **more)


@cache
def face(card: Card) -> str:
    """An open card, with its upper left corner at the origin."""
    rank, ink = rank_of(card), colour_of(card)
    if rank == 1:
        middle = [pip(card[1], WIDTH / 2, HEIGHT / 2, _ACE_SIZE, ink)]
    elif rank <= 10:
        middle = _number_pips(rank, card[1], ink)
    else:
        middle = [_court(card)]
    index = _index(card)
    turned = group(f"rotate(180 {WIDTH / 2:g} {HEIGHT / 2:g})", index)
    return "".join([box(0, 0, WIDTH, HEIGHT, _RADIUS, _PAPER, stroke=_EDGE, stroke_width=1.2), *middle, index, turned])


def _index(card: Card) -> str:
    """Rank and suit side by side in the upper strip."""
    ink = colour_of(card)
    name = card[0].replace("T", "10")
    middle, pip_x = (17.0, 36.5) if name == "10" else (14.5, 30.5)
    return text_path(name, (middle, 15.5), 14.5, ink, pen=2.1) + pip(card[1], pip_x, 15.5, _INDEX_PIP_SIZE, ink)


def _number_pips(rank: int, suit: str, ink: str) -> list[str]:
    places = [(x, y) for y in _COLUMNS_OF_TWO.get(rank, ()) for x in (_LEFT, _RIGHT)]
    places += [(_MIDDLE, y) for y in _MIDDLE_COLUMN.get(rank, ())]
    return [pip(suit, WIDTH / 2 + x, HEIGHT / 2 + y, _PIP_SIZE, ink, is_turned=y > 0) for x, y in places]


@cache
def back() -> str:
    """A hidden card, with its upper left corner at the origin."""
    edge = 6.0
    step = 11.0
    inner_width, inner_height = WIDTH - 2 * edge, HEIGHT - 2 * edge
    return "".join(
        [
            box(0, 0, WIDTH, HEIGHT, _RADIUS, _BACK_EDGE, stroke=_EDGE, stroke_width=1.2),
            box(edge, edge, inner_width, inner_height, 5, _BACK),
            line(_lattice(edge, inner_width, inner_height, step), _BACK_LINE, 1.3),
            box(edge, edge, inner_width, inner_height, 5, "none", stroke=_BACK_LINE, stroke_width=1.6),
        ]
    )


def _lattice(edge: float, width: float, height: float, step: float) -> str:
    """Diagonals both ways, each from one side of the box to another."""
    ways = []
    count = int((width + height) / step)
    for number in range(1, count + 1):
        reach = number * step
        x_from, y_from = max(0.0, reach - height), min(height, reach)
        x_to, y_to = min(width, reach), max(0.0, reach - width)
        if x_to > x_from:
            ways.append(f"M{edge + x_from:.4g} {edge + y_from:.4g}L{edge + x_to:.4g} {edge + y_to:.4g}")
            ways.append(f"M{edge + width - x_from:.4g} {edge + y_from:.4g}L{edge + width - x_to:.4g} {edge + y_to:.4g}")
    return "".join(ways)


# Court cards. A figure is drawn once, from its belt upwards, and again turned round.


def _court(card: Card) -> str:
    """A panel with the upper half of a king, a queen or a jack, twice."""
    half_width, half_height = 31.0, 41.5
    centre_x, centre_y = WIDTH / 2, HEIGHT / 2
    ink = colour_of(card)
    cloth, trim = ("#d8243c", "#2f5597") if is_red(card) else ("#2f4a86", "#c8102e")
    figure = {"K": _king, "Q": _queen, "J": _jack}[card[0]](cloth, trim)
    sign = pip(card[1], -half_width + 10, -half_height + 11, 6.6, ink)
    half = sign + group("scale(.95)", *figure)
    panel = (centre_x - half_width, centre_y - half_height, 2 * half_width, 2 * half_height, 4)
    figures = group(
        f"translate({centre_x:g} {centre_y:g})",
        half,
        group("rotate(180)", half),
        line(f"M{2.5 - half_width:g} 0H{half_width - 2.5:g}", _GOLD_EDGE, 3.4),
        line(f"M{4 - half_width:g} 0H{half_width - 4:g}", _GOLD, 1.8, stroke_dasharray="2.4 3.6"),
    )
    return box(*panel, "#fdf3dc") + figures + box(*panel, "none", stroke=ink, stroke_width=1.3)


def _filled(way: str, fill: str, edge: str = _INK, pen: float = 1.0) -> str:
    return area(way, fill, stroke=edge, stroke_width=pen, stroke_linejoin="round")


def _robe(cloth: str, trim: str) -> list[str]:
    """Shoulders, a collar and the seam that every court card wears."""
    return [
        _filled("M-30 0C-29-9-22-14-9-15L9-15C22-14 29-9 30 0Z", cloth),
        _filled("M-9-15L0-3L9-15L14-14L5 0L-5 0L-14-14Z", trim),
        _filled("M-4.5-15L0-9L4.5-15Z", _PAPER),
        line("M-22 0C-22-5-20-8-16-10M22 0C22-5 20-8 16-10", _GOLD, 1.8),
    ]


def _head(hair: str) -> list[str]:
    return [
        _filled(hair, "#8a5a2b"),
        oval(0, -22, 7.4, 8.6, _SKIN, stroke=_INK, stroke_width=1),
        line("M-3.2-23.5v.6M3.2-23.5v.6", _INK, 1.7),
    ]


def _king(cloth: str, trim: str) -> list[str]:
    return [
        *_robe(cloth, trim),
        *_head("M-10-15C-12-24-10-31 0-31C10-31 12-24 10-15Z"),
        _filled("M-7.6-21C-9-12-4-8 0-7.6C4-8 9-12 7.6-21C5-17.5 3-17 0-17C-3-17-5-17.5-7.6-21Z", "#8a5a2b"),
        line("M-1.8-14.6C-.6-13.9 .6-13.9 1.8-14.6", RED, 1.5),
        _filled("M-9.5-28L-12-38.5L-5.5-33.5L0-41L5.5-33.5L12-38.5L9.5-28Z", _GOLD, _GOLD_EDGE),
        line("M-9.2-29.6H9.2", _GOLD_EDGE, 1.4),
        disc(0, -33, 1.9, trim),
    ]


def _queen(cloth: str, trim: str) -> list[str]:
    return [
        *_robe(cloth, trim),
        *_head("M-12-9C-14-20-12-32 0-32C12-32 14-20 12-9C8-10 8-12 8-16L-8-16C-8-12-8-10-12-9Z"),
        line("M-1.7-17.2C-.6-16.4 .6-16.4 1.7-17.2", RED, 1.7),
        line("M-5.5-12.5C-3-9.6 3-9.6 5.5-12.5", _GOLD, 1.7),
        _filled(
            "M-9-29.5C-9-33-10-36-11-38L-5.5-35L0-39L5.5-35L11-38C10-36 9-33 9-29.5C4-31.5-4-31.5-9-29.5Z",
            _GOLD,
            _GOLD_EDGE,
        ),
        *(disc(x, y, 1.5, trim) for x, y in ((-11.0, -38.6), (0.0, -39.8), (11.0, -38.6))),
    ]


def _jack(cloth: str, trim: str) -> list[str]:
    return [
        *_robe(cloth, trim),
        *_head(
            "M-10.5-14.5C-12-24-10-31 0-31C10-31 12-24 10.5-14.5C8-14.5 7.6-17 7.6-20L-7.6-20C-7.6-17-8-14.5-10.5-14.5Z"
        ),
        line("M-1.7-17.4C-.6-16.7 .6-16.7 1.7-17.4", RED, 1.6),
        _filled("M-11-28C-13-34-6-39 2-38.5C10-38 13-33 11-28Z", cloth),
        _filled("M-11.5-29.5C-4-27.5 4-27.5 11.5-29.5L11-26.5C4-25 -4-25-11-26.5Z", _GOLD, _GOLD_EDGE),
        _filled("M9-32C13-40 19-41 22-38C19-36 17-31 10-30Z", trim),
    ]
