"""For terminals without Unicode: every character that is drawn has one of ASCII to stand for it.

Boards and windows know nothing of it: lines are changed on their way out, one character for one.
"""

from __future__ import annotations

from collections.abc import Mapping

from rich.segment import Segment
from textual.color import Color
from textual.filter import LineFilter

_STANDS_FOR = {
    "-": "─━═╌┄−–—▔▁▂",
    "|": "│┃║▏▎▕",
    "+": "╭╮╰╯┌┐└┘┏┓┗┛╔╗╚╝├┤┬┴┼",
    "/": "╱÷",
    "\\": "╲",
    "#": "█▒▓■▇▆",
    ":": "░",
    "=": "▀▄▃▅",
    ">": "▶▸→›",
    "<": "◀◂←‹",
    "^": "▲↑",
    "v": "▼↓",
    "*": "★◇◆●•",
    ".": "·☆…",
    "x": "×",
    "o": "○↺",
    "c": "♣",
    "d": "♢♦",
    "h": "♡♥",
    "s": "♠",
    "~": "⏎",
    " ": "\u00a0",
}
_TABLE = {ord(mark): plain for plain, marks in _STANDS_FOR.items() for mark in marks}


def wants_ascii(environment: Mapping[str, str]) -> bool:
    """Whether only ASCII may be sent: as `QUANDARY_ASCII` says, else if the locale names another character set.

    Where no locale is set at all, as in many containers, the terminal is what it is nearly everywhere: Unicode.
    """
    if chosen := environment.get("QUANDARY_ASCII"):
        return chosen != "0"
    locale = next((environment[name] for name in ("LC_ALL", "LC_CTYPE", "LANG") if environment.get(name)), "")
    return bool(locale) and "utf" not in locale.lower()


class PlainCharacters(LineFilter):
    """Says everything in ASCII."""

    def apply(self, segments: list[Segment], background: Color) -> list[Segment]:
        """The same segments, in other characters; what has none to stand for it is a question mark."""
        return [
            segment if segment.text.isascii() else Segment(plain(segment.text), segment.style, segment.control)
            for segment in segments
        ]


def plain(text: str) -> str:
    """A text in ASCII, as long as it was."""
    return text.translate(_TABLE).encode("ascii", "replace").decode()
