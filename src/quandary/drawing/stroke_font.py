"""Letters drawn as lines, so that a picture looks the same on every machine.

Text in an SVG needs a font, and the fonts differ from machine to machine: `resvg` leaves the letters out where it
finds none, and a PDF would have to carry one. Pictures therefore draw their few characters as paths: each one is
the way that a round pen takes over a grid where a capital is ten units high, with relative commands only, so that
characters are set by moving the pen to where the next one begins. Lines, arcs and curves are all that is used, which
every renderer of SVG understands.
"""

from __future__ import annotations

import math
import re
from functools import cache
from html import escape

CAPITAL_HEIGHT = 10.0
"""From the top of a capital (0) down to the baseline, in units of the grid."""
PEN_WIDTH = 1.7
"""Of a bold letter, in units of the grid."""
_X_HEIGHT_TOP, _DESCENDER_BOTTOM = 3.4, 12.7
_SPACING = 2.9
_BOWL_LEFT = "a2.8 3.3 0 1 0-5.6 0a2.8 3.3 0 1 0 5.6 0"
_BOWL_RIGHT = "a2.8 3.3 0 1 0 5.6 0a2.8 3.3 0 1 0-5.6 0"

# Width and pen's way of each character, beginning at the top left. `I` has serifs and `l` a tail, because both may
# stand on the same board.
_GLYPHS: dict[str, tuple[float, str]] = {
    " ": (1.6, ""),
    "A": (7.4, "m0 10l3.7-10 3.7 10m-6.22-3.2h5.04"),
    "B": (6, "m0 0v10h3.3a2.7 2.7 0 0 0 0-5.4h-3.3m0 0h2.9a2.3 2.3 0 0 0 0-4.6h-2.9"),
    "C": (7, "m6.84 2a3.8 5 0 1 0 0 6"),
    "D": (6.8, "m0 0v10h2.4a4.4 5 0 0 0 0-10z"),
    "E": (5.4, "m5.4 0h-5.4v10h5.4m-5.4-5.1h4.6"),
    "F": (5.4, "m5.4 0h-5.4v10m0-4.9h4.5"),
    "G": (7.6, "m6.84 2a3.8 5 0 1 0 .76 3h-3.2"),
    "H": (6.6, "m0 0v10m6.6-10v10m0-5h-6.6"),
    "I": (4, "m0 0h4m-2 0v10m-2 0h4"),
    "J": (5, "m1.8 0h3.2v7.2a2.5 2.8 0 0 1-5 0"),
    "K": (6.2, "m0 0v10m6-10l-6 6.2m2.3-2.38l3.9 6.18"),
    "L": (5.2, "m0 0v10h5.2"),
    "M": (8, "m0 10v-10l4 6.4 4-6.4v10"),
    "N": (6.8, "m0 10v-10l6.8 10v-10"),
    "O": (7.8, "m0 5a3.9 5 0 1 1 7.8 0a3.9 5 0 1 1-7.8 0"),
    "P": (6, "m0 10v-10h3.2a2.8 2.8 0 0 1 0 5.6h-3.2"),
    "Q": (7.8, "m0 5a3.9 5 0 1 1 7.8 0a3.9 5 0 1 1-7.8 0m4.9 2.5l2.9 2.9"),
    "R": (6.2, "m0 10v-10h3.2a2.8 2.8 0 0 1 0 5.6h-3.2m3 0l3.2 4.4"),
    "S": (
        6,
        "m5.7 2.1c-.4-1.3-1.4-2.1-2.8-2.1-1.6 0-2.8 1-2.8 2.5"
        " 0 3.4 5.9 1.6 5.9 5 0 1.5-1.3 2.5-3 2.5-1.6 0-2.7-.8-3-2.3",
    ),
    "T": (6.8, "m0 0h6.8m-3.4 0v10"),
    "U": (6.6, "m0 0v6.7a3.3 3.3 0 0 0 6.6 0v-6.7"),
    "V": (7, "m0 0l3.5 10 3.5-10"),
    "W": (9.6, "m0 0l2.3 10 2.5-8 2.5 8 2.3-10"),
    "X": (6.4, "m0 0l6.4 10m0-10l-6.4 10"),
    "Y": (6.6, "m0 0l3.3 5.1 3.3-5.1m-3.3 5.1v4.9"),
    "Z": (6, "m0 0h6l-6 10h6"),
    "a": (5.6, f"m5.6 6.7{_BOWL_LEFT}m0-3.3v6.6"),
    "b": (5.6, f"m0 0v10m0-3.3{_BOWL_RIGHT}"),
    "c": (5, "m5.03 4.7a2.8 3.3 0 1 0 0 4"),
    "d": (5.6, f"m5.6 0v10m0-3.3{_BOWL_LEFT}"),
    "e": (5.6, "m0 6.7h5.6a2.8 3.3 0 1 0-.7 2.18"),
    "f": (3.8, "m3.8 0h-.3a2 2 0 0 0-2 2v8m-1.5-6.4h3.5"),
    "g": (5.6, f"m5.6 6.7{_BOWL_LEFT}m0-3.3v6.6a2.7 2.7 0 0 1-5.1 1.2"),
    "h": (5.4, "m0 0v10m0-3.8a2.7 2.8 0 0 1 5.4 0v3.8"),
    "i": (0, "m0 3.4v6.6m0-9.9v.2"),
    "j": (2, "m2 3.4v7.2a1.9 1.9 0 0 1-2 1.9m2-12.4v.2"),
    "k": (5.1, "m0 0v10m4.8-6.6l-4.8 4m1.7-1.42l3.4 4.02"),
    "l": (1.8, "m0 0v8.2a1.8 1.8 0 0 0 1.8 1.8"),
    "m": (8.4, "m0 3.4v6.6m0-4.3a2.1 2.3 0 0 1 4.2 0v4.3m0-4.3a2.1 2.3 0 0 1 4.2 0v4.3"),
    "n": (5.4, "m0 3.4v6.6m0-3.8a2.7 2.8 0 0 1 5.4 0v3.8"),
    "o": (5.6, f"m5.6 6.7{_BOWL_LEFT}"),
    "p": (5.6, f"m0 3.4v9.3m0-6{_BOWL_RIGHT}"),
    "q": (5.6, f"m5.6 3.4v9.3m0-6{_BOWL_LEFT}"),
    "r": (3.4, "m0 3.4v6.6m0-3.4a2.9 3.1 0 0 1 3.4-3.1"),
    "s": (
        4.8,
        "m4.6 4.8c-.3-.9-1.1-1.4-2.2-1.4-1.3 0-2.2.7-2.2 1.7"
        " 0 2.2 4.6 1.1 4.6 3.2 0 1-1 1.7-2.4 1.7-1.3 0-2.2-.6-2.4-1.5",
    ),
    "t": (4, "m1.6 .9v7.1a2 2 0 0 0 2 2h.4m-4-6.4h4"),
    "u": (5.4, "m0 3.4v3.8a2.7 2.8 0 0 0 5.4 0v-3.8m0 0v6.6"),
    "v": (5.4, "m0 3.4l2.7 6.6 2.7-6.6"),
    "w": (8, "m0 3.4l1.9 6.6 2.1-5.6 2.1 5.6 1.9-6.6"),
    "x": (5, "m0 3.4l5 6.6m0-6.6l-5 6.6"),
    "y": (5.6, "m0 3.4l2.8 6.4m2.8-6.4l-3.98 9.1"),
    "z": (4.8, "m0 3.4h4.8l-4.8 6.6h4.8"),
    "0": (6.2, "m0 5a3.1 5 0 1 1 6.2 0a3.1 5 0 1 1-6.2 0"),
    "1": (2.8, "m0 2.2l2.8-2.2v10"),
    "2": (6, "m.2 2.7a2.8 2.7 0 0 1 5.6 0c0 2.3-2.3 3.6-5.8 7.3h6"),
    "3": (6, "m.4 0h5.2l-3.1 4.1h.4a2.95 2.95 0 1 1-2.7 4.2"),
    "4": (6.6, "m4.8 10v-10l-4.8 7.1h6.6"),
    "5": (6, "m5.4 0h-4.4l-.5 4.5c.7-.5 1.5-.7 2.4-.7a3.1 3.1 0 1 1-2.7 4.6"),
    "6": (6, "m4.2 0l-3.5 4.8m-.7 2.1a3 3.1 0 1 1 6 0a3 3.1 0 1 1-6 0c0-.8.3-1.5.7-2.1"),
    "7": (6, "m0 0h6l-3.9 10"),
    "8": (6, "m.5 2.4a2.5 2.4 0 1 1 5 0a2.5 2.4 0 1 1-5 0m-.5 4.9a3 2.7 0 1 1 6 0a3 2.7 0 1 1-6 0"),
    "9": (6, "m1.8 10l3.5-4.8m.7-2.1a3 3.1 0 1 1-6 0a3 3.1 0 1 1 6 0c0 .8-.3 1.5-.7 2.1"),
    "+": (6, "m0 5.5h6m-3-3v6"),
    "−": (6, "m0 5.5h6"),
    "×": (4.8, "m0 3.1l4.8 4.8m0-4.8l-4.8 4.8"),
    "÷": (6, "m0 5.5h6m-3-3v.1m0 5.8v.1"),
    "=": (6, "m0 3.8h6m-6 3.4h6"),
    "-": (3.6, "m0 5.5h3.6"),
    ":": (0, "m0 2.9v.2m0 5.8v.2"),
    ".": (0, "m0 9.8v.2"),
    ",": (0.6, "m.6 9.7l-.6 2"),
    "'": (0, "m0 0v2.2"),
    "·": (0, "m0 5.4v.2"),
    "(": (2, "m2-.6c-2.4 3.2-2.4 8.4 0 11.6"),
    ")": (2, "m0-.6c2.4 3.2 2.4 8.4 0 11.6"),
    "ı": (0, "m0 3.4v6.6"),
    "ß": (5.6, "m0 10v-7.4a2.6 2.6 0 0 1 5.2 0c0 1.3-1.6 1.7-1.6 2.6 0 1.2 2 1.4 2 3a1.9 1.9 0 0 1-3.4 1.2"),
    "#": (6.6, "m2.2 0l-1.1 10m4.4-10l-1.1 10m-4.1-6.9h6.3m-6.6 3.8h6.3"),
    "←": (8, "m8 5h-8m3.6-3.6l-3.6 3.6 3.6 3.6"),
    "↑": (7.2, "m3.6 10v-10m-3.6 3.6l3.6-3.6 3.6 3.6"),
    "→": (8, "m0 5h8m-3.6-3.6l3.6 3.6-3.6 3.6"),
    "↓": (7.2, "m3.6 0v10m-3.6-3.6l3.6 3.6 3.6-3.6"),
}

# The strokes of accents around the middle of a small letter, as points; a capital has them higher.
_ACCENTS: dict[str, tuple[tuple[tuple[float, float], ...], ...]] = {
    "acute": (((-0.6, 1.7), (0.9, 0.0)),),
    "grave": (((-0.9, 0.0), (0.6, 1.7)),),
    "circumflex": (((-1.5, 1.6), (0.0, 0.1), (1.5, 1.6)),),
    "diaeresis": (((-1.5, 0.9), (-1.5, 1.1)), ((1.5, 0.9), (1.5, 1.1))),
    "tilde": (((-1.9, 1.3), (-1.0, 0.5), (1.0, 1.3), (1.9, 0.5)),),
    "cedilla": (((0.3, 10.1), (0.1, 11.0), (1.2, 11.6), (0.8, 12.5), (-0.8, 12.5)),),
}
_CAPITAL_RISE = 3.0
_ACCENTED = {
    "acute": "áaéeíıóoúuÁAÉEÍIÓOÚU",
    "grave": "àaèeùuÀAÈE",
    "circumflex": "âaêeîıôoûu",
    "diaeresis": "äaëeïıöoüuÄAÖOÜU",
    "tilde": "ñnÑN",
    "cedilla": "çcÇC",
}


def _accented(base: str, accent: str) -> tuple[float, str]:
    """A letter with an accent: the accent's strokes first, since the letter's way begins at a known point."""
    width, way = _GLYPHS[base]
    rise = _CAPITAL_RISE if base.isupper() and accent != "cedilla" else 0.0
    x = y = 0.0
    strokes = []
    for stroke in _ACCENTS[accent]:
        points = [(width / 2 + dx, dy - rise) for dx, dy in stroke]
        for command, (to_x, to_y) in zip("m" + "l" * len(points), points, strict=False):
            strokes.append(f"{command}{to_x - x:.6g} {to_y - y:.6g}")
            x, y = to_x, to_y
    first = re.match(r"m(-?[0-9]*\.?[0-9]+) ?(-?[0-9]*\.?[0-9]+)", way)
    assert first is not None
    strokes.append(f"m{float(first[1]) - x:.6g} {float(first[2]) - y:.6g}")
    return width, "".join(strokes) + way[first.end() :]


_GLYPHS |= {
    letters[at]: _accented(letters[at + 1], accent)
    for accent, letters in _ACCENTED.items()
    for at in range(0, len(letters), 2)
}

CHARACTERS = frozenset(_GLYPHS)
"""All that can be written; anything else is a `KeyError`, since a picture's texts are chosen by its program."""


def text_width(text: str, height: float) -> float:
    """How wide `text` is when its capitals are `height` high, from the middle of the first stroke to the last's."""
    units = sum(_GLYPHS[character][0] for character in text) + _SPACING * max(0, len(text) - 1)
    return units * height / CAPITAL_HEIGHT


def text_path(
    text: str,
    at: tuple[float, float],
    height: float,
    colour: str,
    *,
    pen: float = PEN_WIDTH,
    is_word: bool = False,
) -> str:
    """An SVG path that writes `text` with its middle at the point `at`.

    One character alone is centered by its own height; words (`is_word`) and longer texts are centered by the capitals,
    so that they share a baseline with their neighbors.
    """
    x, y = at
    top, bottom = _extent(text) if len(text) == 1 and not is_word else (0.0, CAPITAL_HEIGHT)
    scale = height / CAPITAL_HEIGHT
    left = x - text_width(text, height) / 2
    return (
        f'<path transform="translate({left:.6g} {y - (top + bottom) / 2 * scale:.6g}) scale({scale:.6g})" '
        f'd="{_pen_way(text)}" fill="none" stroke="{escape(colour)}" stroke-width="{pen:g}" '
        'stroke-linecap="round" stroke-linejoin="round"/>'
    )


def text_strokes(
    text: str, at: tuple[float, float], height: float, *, is_word: bool = False
) -> list[list[tuple[float, float]]]:
    """The same strokes as `text_path`'s, as points to be joined by lines, for renderers that know no curves."""
    scale = height / CAPITAL_HEIGHT
    top, bottom = _extent(text) if len(text) == 1 and not is_word else (0.0, CAPITAL_HEIGHT)
    left, up = at[0] - text_width(text, height) / 2, at[1] - (top + bottom) / 2 * scale
    strokes = []
    for character in text:
        strokes += [[(left + x * scale, up + y * scale) for x, y in stroke] for stroke in _strokes(character)]
        left += (_GLYPHS[character][0] + _SPACING) * scale
    return strokes


@cache
def _strokes(character: str) -> list[list[tuple[float, float]]]:
    """A character's way as points, curves as short lines."""
    x = y = 0.0
    strokes: list[list[tuple[float, float]]] = []
    for command, written in re.findall(r"([a-z])([^a-z]*)", _GLYPHS[character][1]):
        numbers = [float(number) for number in re.findall(r"-?(?:[0-9]*\.)?[0-9]+", written)]
        size = _NUMBERS_OF_COMMAND[command]
        for step, values in enumerate(zip(*[iter(numbers)] * size, strict=True) if size else [()]):
            if command == "m" and step == 0:
                x, y = x + values[0], y + values[1]
                strokes.append([(x, y)])
                continue
            strokes[-1] += [(x + dx, y + dy) for dx, dy in _points(command, values, strokes[-1][0], (x, y))]
            x, y = strokes[-1][-1]
    return strokes


_NUMBERS_OF_COMMAND = {"m": 2, "l": 2, "h": 1, "v": 1, "c": 6, "a": 7, "z": 0}
# Fine enough that nobody sees the corners in print.
_CURVE_STEPS = 12
_LARGEST_TURN = math.radians(15)


def _points(
    command: str, values: tuple[float, ...], first: tuple[float, float], here: tuple[float, float]
) -> list[tuple[float, float]]:
    """Where a command leads the pen, relative to where it is."""
    match command, values:
        case "h", (dx,):
            return [(dx, 0.0)]
        case "v", (dy,):
            return [(0.0, dy)]
        case "z", _:
            return [(first[0] - here[0], first[1] - here[1])]
        case "c", (x1, y1, x2, y2, x3, y3):
            shares = [step / _CURVE_STEPS for step in range(1, _CURVE_STEPS + 1)]
            return [(_cubic(t, x1, x2, x3), _cubic(t, y1, y2, y3)) for t in shares]
        case "a", (rx, ry, _, large, sweep, dx, dy):
            return _arc(rx, ry, dx, dy, large=bool(large), sweep=bool(sweep))
    return [(values[0], values[1])]


def _cubic(t: float, one: float, two: float, three: float) -> float:
    return 3 * t * (1 - t) ** 2 * one + 3 * t * t * (1 - t) * two + t**3 * three


def _arc(rx: float, ry: float, dx: float, dy: float, *, large: bool, sweep: bool) -> list[tuple[float, float]]:
    """A part of an ellipse, by the formulas of the SVG standard for its centre and angles."""
    x, y = dx / rx, dy / ry
    # Half of the chord, and the way from its middle to the centre, on the unit circle.
    half = min(1.0, math.hypot(x, y) / 2)
    rise = math.sqrt(1 - half * half) / max(half, 1e-9) / 2 * (-1 if large == sweep else 1)
    centre_x, centre_y = x / 2 - y * rise, y / 2 + x * rise
    start, end = math.atan2(-centre_y, -centre_x), math.atan2(y - centre_y, x - centre_x)
    turn = (end - start) % math.tau if sweep else -((start - end) % math.tau)
    steps = math.ceil(abs(turn) / _LARGEST_TURN)
    angles = [start + turn * step / steps for step in range(1, steps + 1)]
    return [(rx * (centre_x + math.cos(angle)), ry * (centre_y + math.sin(angle))) for angle in angles]


def _pen_way(text: str) -> str:
    """The ways of all characters in one path: `M` puts the pen down anew, the rest is relative to it."""
    x, ways = 0.0, []
    for character in text:
        width, way = _GLYPHS[character]
        if way:
            ways.append(f"M{x:.6g} 0{way}")
        x += width + _SPACING
    return "".join(ways)


def _extent(character: str) -> tuple[float, float]:
    """Top and bottom of the character, without the width of the pen."""
    top = _X_HEIGHT_TOP if character in "acegmnopqrsuvwxyz" else 0.0
    return top, _DESCENDER_BOTTOM if character in "gjpqy" else CAPITAL_HEIGHT
