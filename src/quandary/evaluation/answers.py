"""What a stranger's text gives as its answer: found by fixed rules, in time linear in its length, and never repaired.

The rules, in this order (`docs/evaluation.md` tells them to people):

1. A text of more than `LONGEST_TEXT` characters is refused.
2. Look-alikes that stand for an ASCII character and nothing else are replaced by it (full-width letters, dashes,
   quotes, the arrow, special spaces), and characters without width are taken out: what is judged is what is seen. All
   other characters stay, and what is not ASCII will be no move.
3. What is thought aloud is no answer: everything up to the last closing tag (`</think>` and its like) goes, and
   everything from an opening tag on that is never closed. Tokens that end a turn (`<|im_end|>`) go from the end.
4. The last announcement counts: the paragraph that begins at `ANSWER:` at the start of a line, what stands between
   `<answer>` and `</answer>`, or in `\\boxed{…}`. A paragraph ends at a blank line, at a fence or at the end; if
   nothing stands there, it is the fenced block or the paragraph that follows.
5. Without one, it is what follows on `Answer` as a heading or emphasised, or on `The answer is`; without that, the
   last fenced block (all of them must be closed); without one, the whole text.

`wrapping` takes off what is wrapped around the moves. Nothing else is skipped to make an answer readable: one word that
is no move makes it unreadable.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import takewhile
from typing import Literal

from quandary.core.errors import QuandaryError
from quandary.evaluation.wrapping import FENCE, MARKER, unwrapped, without_tex, wordings

LONGEST_TEXT = 4_000_000
"""Characters of a text, with all that was thought aloud."""
LONGEST_ANSWER = 200_000
"""Characters of the answer in it."""

Found = Literal["marker", "tag", "box", "fence", "text"]
"""Where an answer stood: behind `ANSWER:`, in a tag, in a box, in the last fenced block, or the whole text is one."""


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
_SIGNS = {0x2192: "->", 0x21D2: "=>", 0x27A1: "->", 0x00D7: "x", 0x3001: ",", 0x3002: "."}
_QUOTES = {**dict.fromkeys([0x201C, 0x201D, 0x201E, 0xAB, 0xBB], '"'), **dict.fromkeys([0x2018, 0x2019, 0x201A], "'")}
_NO_WIDTH = dict.fromkeys([0xAD, 0x200B, 0x200C, 0x200D, 0x2060, 0xFE0E, 0xFE0F, 0xFEFF])
_AS_SEEN: dict[int, int | str | None] = {
    **_FULL_WIDTH,
    **_DASHES,
    **_SPACES,
    **_LINE_ENDS,
    **_SIGNS,
    **_QUOTES,
    **_NO_WIDTH,
}

_TAGS = "think|thinking|thought|reasoning|scratchpad|analysis"
_OPENING = re.compile(rf"<(?:{_TAGS})>", re.IGNORECASE)
_CLOSING = re.compile(rf"</(?:{_TAGS})>", re.IGNORECASE)
_TAG = re.compile(r"<(answer|final_answer)>", re.IGNORECASE)
_END_TAG = re.compile(r"</(?:answer|final_answer)>", re.IGNORECASE)
_BOX = "\\boxed{"
# Announcements that prose could make, too: they count only where there is no better one.
_PHRASE = r"(?:(?:the|my)[ \t]{1,4})?(?:final[ \t]{1,4})?answer"
_WEAK_MARKER = re.compile(
    rf"^[ \t>]{{0,20}}(?:#{{0,6}}[ \t]{{0,4}}[*_`]{{0,4}}{_PHRASE}[*_`]{{0,4}}[ \t]{{0,20}}$"
    rf"|(?:\*\*|__){_PHRASE}(?:\*\*|__)|[*_]{{0,4}}{_PHRASE}[ \t]{{1,4}}is\b[ \t]{{0,4}}:?[*_`]{{0,4}})",
    re.IGNORECASE | re.MULTILINE,
)
_WORD = re.compile("answer", re.IGNORECASE)
# More than what may stand before the word on its line.
_LONGEST_PHRASE = 60
_TOKEN = r"(?:<\|[a-z0-9_\u2581]{1,40}\|>|</s>|<eos>|<end_of_turn>)"
_LAST_TOKEN = re.compile(_TOKEN + r"\Z", re.IGNORECASE)
_END = re.compile(rf"{_TOKEN}|{_END_TAG.pattern}", re.IGNORECASE)
_LONGEST_TOKEN, _MOST_TOKENS = 50, 20


def find_answer(text: str) -> FoundAnswer:
    """The answer in a text. Raises `Unreadable` if there is none, or if one of the two is too long."""
    if len(text) > LONGEST_TEXT:
        raise Unreadable(f"the text has {len(text):,} characters, at most {LONGEST_TEXT:,} are read")
    seen = text.replace("\r\n", "\n").replace("\r", "\n").translate(_AS_SEEN)
    taken, found = _taken(_spoken(seen))
    if len(taken.strip()) > LONGEST_ANSWER:
        raise Unreadable(f"the answer has {len(taken.strip()):,} characters, at most {LONGEST_ANSWER:,} are read")
    answer = unwrapped(taken)
    if not answer and seen.strip():
        raise Unreadable("there is no answer in this text")
    return FoundAnswer(answer, found, _ink(seen) - _ink(answer))


def _spoken(text: str) -> str:
    """The text without what was thought aloud, and without the tokens that end a turn."""
    spoken = text[max((closing.end() for closing in _CLOSING.finditer(text)), default=0) :]
    opening = _OPENING.search(spoken)
    spoken = (spoken[: opening.start()] if opening else spoken).rstrip()
    for _ in range(_MOST_TOKENS):
        token = _LAST_TOKEN.search(spoken[-_LONGEST_TOKEN:])
        if token is None:
            break
        spoken = spoken[: -len(token[0])].rstrip()
    return spoken


def _taken(text: str) -> tuple[str, Found]:
    """The part of the text that is the answer, as it stands there, and where it stood."""
    marker, box = _last_marker(MARKER, text), text.rfind(_BOX)
    tag = max(_TAG.finditer(text), key=lambda found: found.start(), default=None)
    starts = {"marker": marker.start() if marker else -1, "tag": tag.start() if tag else -1, "box": box}
    announced = max(starts, key=lambda kind: starts[kind])
    if starts[announced] < 0:
        marker, announced = _last_marker(_WEAK_MARKER, text), "marker"
    if announced == "box":
        return without_tex(_in_box(text[box + len(_BOX) :])), "box"
    if announced == "tag" and tag:
        return _END_TAG.split(text[tag.end() :], maxsplit=1)[0], "tag"
    if marker:
        return _after_marker(_END.split(text[marker.end() :], maxsplit=1)[0].split("\n")), "marker"
    lines = text.split("\n")
    block = _last_fenced_block(lines)
    return ("\n".join(lines), "text") if block is None else ("\n".join(block), "fence")


def _last_marker(pattern: re.Pattern[str], text: str) -> re.Match[str] | None:
    """The last place where a line begins with an announcement. Only lines with the word are looked at."""
    for word in reversed([found.start() for found in _WORD.finditer(text)]):
        start = text.rfind("\n", max(word - _LONGEST_PHRASE, 0), word) + 1
        if (start or word <= _LONGEST_PHRASE) and (marker := pattern.match(text, start)):
            return marker
    return None


def _in_box(text: str) -> str:
    """The text up to the brace that closes the box."""
    depth = 1
    for brace in re.finditer("[{}]", text):
        depth += 1 if brace[0] == "{" else -1
        if depth == 0:
            return text[: brace.start()]
    raise Unreadable("a box is not closed")


def _after_marker(lines: list[str]) -> str:
    """The paragraph that the marker begins; where nothing stands behind it, the block or paragraph that follows."""
    if lines[0].strip(" \t*_`"):
        return "\n".join([lines[0], *_paragraph(lines[1:])])
    start = next((at for at, line in enumerate(lines) if line.strip(" \t*_`") or FENCE.fullmatch(line)), len(lines))
    if start < len(lines) and FENCE.fullmatch(lines[start]):
        block = lines[start + 1 :]
        return "\n".join(block[: next((at for at, line in enumerate(block) if FENCE.fullmatch(line)), len(block))])
    return "\n".join(_paragraph(lines[start:]))


def _paragraph(lines: list[str]) -> list[str]:
    """The lines up to a blank one or a fence."""
    return list(takewhile(lambda line: line.strip() and not FENCE.fullmatch(line), lines))


def _last_fenced_block(lines: list[str]) -> list[str] | None:
    """What stands in the last fenced block; None if there is none."""
    fences = [at for at, line in enumerate(lines) if FENCE.fullmatch(line)]
    if not fences:
        return None
    if len(fences) % 2:
        # Which of them open a block and which close one cannot be told.
        raise Unreadable("a fenced block is not closed")
    return lines[fences[-2] + 1 : fences[-1]]


def _ink(text: str) -> int:
    return sum(map(len, text.split()))


def words_of(answer: str) -> str:
    """The answer as it is read first: single spaces between its words, commas and semicolons counted as spaces."""
    return next(wordings(answer))
