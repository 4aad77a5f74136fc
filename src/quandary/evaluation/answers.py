"""What a stranger's text gives as its answer: found by fixed rules, in time linear in its length, and never repaired.

The rules, in this order (`docs/evaluation.md` tells them to people):

1. A text of more than `LONGEST_TEXT` characters is refused.
2. Look-alikes that stand for one ASCII character and nothing else are replaced by it (full-width letters, dashes, the
   arrow, special spaces), and characters without width are taken out: what is judged is what is seen. All other
   characters stay, and what is not ASCII will be no move.
3. What is thought aloud is no answer: everything up to the last closing tag (`</think>` and its like) goes, and
   everything from an opening tag on that is never closed.
4. The answer is the paragraph that begins at the last `ANSWER:` at the start of a line. It ends at a blank line, at a
   fence or at the end. If nothing stands there, it is the fenced block or the paragraph that follows.
5. Without that, it is the last fenced block (all of them must be closed); without one, the whole text.

Nothing in an answer is skipped to make it readable: commas and semicolons count as spaces, the marks of emphasis around
the whole and a full stop at its end are taken off, and that is all. One word that is no move makes it unreadable.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import takewhile
from typing import Literal

from quandary.core.errors import QuandaryError

LONGEST_TEXT = 4_000_000
"""Characters of a text, with all that was thought aloud."""
LONGEST_ANSWER = 200_000
"""Characters of the answer in it."""

Found = Literal["marker", "fence", "text"]
"""Where an answer stood: behind `ANSWER:`, in the last fenced block, or the whole text is one."""


@dataclass(frozen=True, slots=True)
class FoundAnswer:
    """What is taken for the answer, and how it was found."""

    text: str
    found: Found
    ignored: int
    """How many characters of the text are not part of it, white space not counted."""


class Unreadable(QuandaryError, ValueError):
    """A text in which there is no answer, or one that is no row of moves."""


_FULL_WIDTH = {code: code - 0xFEE0 for code in range(0xFF01, 0xFF5F)}
_DASHES = dict.fromkeys([*range(0x2010, 0x2016), 0x2212, 0xFE58, 0xFE63], "-")
_SPACES = dict.fromkeys([0xA0, 0x1680, *range(0x2000, 0x200B), 0x202F, 0x205F, 0x3000], " ")
_LINE_ENDS = dict.fromkeys([0x0B, 0x0C, 0x85, 0x2028, 0x2029], "\n")
_SIGNS = {0x2192: ">", 0x27A1: ">", 0x00D7: "x", 0x3001: ",", 0x3002: "."}
_NO_WIDTH = dict.fromkeys([0xAD, 0x200B, 0x200C, 0x200D, 0x2060, 0xFE0E, 0xFE0F, 0xFEFF])
_AS_SEEN: dict[int, int | str | None] = {**_FULL_WIDTH, **_DASHES, **_SPACES, **_LINE_ENDS, **_SIGNS, **_NO_WIDTH}

_TAGS = "think|thinking|thought|reasoning|scratchpad|analysis"
_OPENING = re.compile(rf"<(?:{_TAGS})>", re.IGNORECASE)
_CLOSING = re.compile(rf"</(?:{_TAGS})>", re.IGNORECASE)
# Emphasis, headings and quotes may stand before the word, and emphasis around it.
_MARKER = re.compile(r"[ \t>#*_`-]{0,20}(?:final[ \t]{1,4})?answer[*_`]{0,4}[ \t]{0,4}:[*_`]{0,4}", re.IGNORECASE)
# Only names that can be no move: what stands beside a fence and is not one of these is text like any other.
_BLOCKS = "text|txt|plain|plaintext|markdown|md|answer|moves|solution|python|py|json|bash|sh|shell|console|csv|xml|yaml"
_FENCE = re.compile(rf"[ \t>]{{0,20}}(?:`{{3,20}}|~{{3,20}})[ \t]{{0,9}}(?:{_BLOCKS})?[ \t]{{0,99}}", re.IGNORECASE)
_AROUND = " \t\n*_`"


def find_answer(text: str) -> FoundAnswer:
    """The answer in a text. Raises `Unreadable` if there is none, or if one of the two is too long."""
    if len(text) > LONGEST_TEXT:
        raise Unreadable(f"the text has {len(text):,} characters, at most {LONGEST_TEXT:,} are read")
    seen = text.replace("\r\n", "\n").replace("\r", "\n").translate(_AS_SEEN)
    lines = _spoken(seen).split("\n")
    found: Found
    markers = [at for at, line in enumerate(lines) if _MARKER.match(line)]
    if markers:
        found, taken = "marker", _after_marker(lines, markers[-1])
    elif (block := _last_fenced_block(lines)) is not None:
        found, taken = "fence", block
    else:
        found, taken = "text", lines
    answer = "\n".join(taken).strip(_AROUND).removesuffix(".").rstrip(_AROUND)
    if len(answer) > LONGEST_ANSWER:
        raise Unreadable(f"the answer has {len(answer):,} characters, at most {LONGEST_ANSWER:,} are read")
    if not answer and seen.strip():
        raise Unreadable("there is no answer in this text")
    return FoundAnswer(answer, found, _ink(seen) - _ink(answer))


def _spoken(text: str) -> str:
    """The text without what was thought aloud."""
    spoken = text[max((closing.end() for closing in _CLOSING.finditer(text)), default=0) :]
    opening = _OPENING.search(spoken)
    return spoken[: opening.start()] if opening else spoken


def _after_marker(lines: list[str], at: int) -> list[str]:
    """The paragraph that the marker begins; where nothing stands behind it, the block or paragraph that follows."""
    marker = _MARKER.match(lines[at])
    assert marker is not None
    first = lines[at][marker.end() :]
    if first.strip(_AROUND):
        return [first, *_paragraph(lines[at + 1 :])]
    start = next((later for later in range(at + 1, len(lines)) if lines[later].strip()), len(lines))
    if start < len(lines) and _FENCE.fullmatch(lines[start]):
        block = lines[start + 1 :]
        return block[: next((at for at, line in enumerate(block) if _FENCE.fullmatch(line)), len(block))]
    return _paragraph(lines[start:])


def _paragraph(lines: list[str]) -> list[str]:
    """The lines up to a blank one or a fence."""
    return list(takewhile(lambda line: line.strip() and not _FENCE.fullmatch(line), lines))


def _last_fenced_block(lines: list[str]) -> list[str] | None:
    """What stands in the last fenced block; None if there is none."""
    fences = [at for at, line in enumerate(lines) if _FENCE.fullmatch(line)]
    if not fences:
        return None
    if len(fences) % 2:
        # Which of them open a block and which close one cannot be told.
        raise Unreadable("a fenced block is not closed")
    return lines[fences[-2] + 1 : fences[-1]]


def _ink(text: str) -> int:
    return sum(map(len, text.split()))


def words_of(answer: str) -> str:
    """The answer with single spaces between its words, commas and semicolons counted as spaces."""
    return " ".join(re.split(r"[ \t\n,;]+", answer)).strip(" ")
