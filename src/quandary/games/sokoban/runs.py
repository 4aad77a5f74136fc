"""Run-length encoding, as levels and solutions share it: `3r` is `rrr`, `2(lU)` is `lUlU`, `|` ends a row."""

from __future__ import annotations

import re
from itertools import groupby

from quandary.game import PuzzleError

LONGEST_TEXT = 1_000_000
# What brackets around brackets make us copy, and what counts of 0 throw away, is work too.
MOST_WORK = 10 * LONGEST_TEXT
_TOKEN = re.compile(r"([0-9]*)([^0-9])")


def unpack(text: str) -> str:
    """The text with all runs written out. Raises `PuzzleError` for a count without a character and the like."""
    # One list for the text outside of all brackets, and one more for every bracket that is open.
    levels: list[list[str]] = [[]]
    counts: list[int] = []
    at = length = work = 0
    while at < len(text):
        token = _TOKEN.match(text, at)
        if token is None or len(token[1]) > len(str(LONGEST_TEXT)) or (token[1] and token[2] in ")|\n"):
            raise PuzzleError("a number must stand before a character or a bracket", place=f"character {at + 1}")
        count, character = int(token[1] or 1), token[2]
        if character == "(":
            counts.append(count)
            levels.append([])
        elif character == ")" and not counts:
            raise PuzzleError("this bracket closes nothing", place=f"character {token.end()}")
        else:
            if character == ")":
                run, count = "".join(levels.pop()), counts.pop()
                length -= len(run)
            else:
                run = character
            length += len(run) * count
            work += len(run) * max(count, 1)
            if length > LONGEST_TEXT or work > MOST_WORK:
                raise PuzzleError(f"this text is longer than {LONGEST_TEXT:,} characters when it is written out")
            levels[-1].append(run * count)
        at = token.end()
    if counts:
        raise PuzzleError("a bracket is not closed")
    return "".join(levels[0])


def pack(text: str) -> str:
    """The text with every run of two and more written as a count; there must be no digits in it."""
    runs = ((character, len(list(run))) for character, run in groupby(text))
    return "".join(f"{count}{character}" if count > 1 else character for character, count in runs)
