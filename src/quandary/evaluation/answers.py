"""What a stranger's text gives as its answer: found by fixed rules, in time linear in its length, and never repaired.

The rules, in this order (`docs/evaluation.md` tells them to people):

1. A text of more than `LONGEST_TEXT` characters is refused.
2. Look-alikes that stand for an ASCII character and nothing else are replaced by it (full-width letters, dashes,
   quotes, the arrow, special spaces), characters without width are taken out, and decorative emoji become spaces: what
   is judged is what is seen. All other characters stay, and what is not ASCII will be no move.
3. What is thought aloud is no answer: everything up to the last closing tag (`</think>` and its like) goes, and
   everything from an opening tag on that is never closed. Tokens that end a turn (`<|im_end|>`) go from the end.
4. The last announcement counts: the paragraph that begins at `ANSWER:` at the start of a line, what stands between
   `<answer>` and `</answer>`, or in `\\boxed{…}`. A paragraph ends at a blank line, at a fence or at the end; if
   nothing stands there, it is the fenced block or the paragraph that follows.
5. Without one, it is what follows on `Answer` as a heading or emphasised, or on `So the answer is`; without that, the
   last fenced block (all of them must be closed); without one, what follows on `Solution:`, `The moves are` and the
   like at the start of a line; without that, the whole text.

What stands after the answer, and an earlier answer that competes with it, are kept beside it: `judgement` refuses an
answer that they contradict. `wrapping` takes off what is wrapped around the moves, `remarks` reads moves that stand
among numbering and remarks.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import takewhile
from typing import Literal, NamedTuple

from quandary.core.errors import QuandaryError
from quandary.evaluation.remarks import ALTERNATIVE, RETRACTION
from quandary.evaluation.wrapping import FENCE, LEAD, MARKER, NOUN, unwrapped, without_tex, wordings

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
    rest: str = ""
    """The text after it, up to the end of the turn."""
    rivals: tuple[str, ...] = ()
    """Other announced answers of the text that are not taken back, and must therefore say the same."""


class Unreadable(QuandaryError, ValueError):
    """A text in which there is no answer, or one that is no row of moves."""


_FULL_WIDTH = {code: code - 0xFEE0 for code in range(0xFF01, 0xFF5F)}
_DASHES = dict.fromkeys([*range(0x2010, 0x2016), 0x2212, 0xFE58, 0xFE63], "-")
_SPACES = dict.fromkeys([0xA0, 0x1680, *range(0x2000, 0x200B), 0x202F, 0x205F, 0x3000], " ")
_LINE_ENDS = dict.fromkeys([0x0B, 0x0C, 0x85, 0x2028, 0x2029], "\n")
_SIGNS = {0x2192: "->", 0x21D2: "=>", 0x27A1: "->", 0x00D7: "x", 0x3001: ",", 0x3002: "."}
_QUOTES = {**dict.fromkeys([0x201C, 0x201D, 0x201E, 0xAB, 0xBB], '"'), **dict.fromkeys([0x2018, 0x2019, 0x201A], "'")}
_NO_WIDTH = dict.fromkeys([0xAD, 0x200B, 0x200C, 0x200D, 0x2060, 0xFE0E, 0xFE0F, 0xFEFF])
# A picture that says nothing about a move. Pictures that could (arrows, hands that point, signs for no, for doubt and
# for repetition) stay, and make an answer unreadable.
_MEANINGFUL_EMOJI = {
    *range(0x1F446, 0x1F44A),
    0x1F44E,
    *range(0x1F500, 0x1F505),
    *range(0x1F519, 0x1F523),
    *range(0x1F53A, 0x1F53E),
    *range(0x1F590, 0x1F597),
    0x1F645,
    0x1F6AB,
    0x1F6D1,
    *range(0x1F800, 0x1F900),
    0x1F914,
    0x1F937,
}
_DECORATION = {*range(0x1F300, 0x1FB00), 0x2705, 0x2713, 0x2714, 0x2611, 0x2728, 0x2B50} - _MEANINGFUL_EMOJI
# The box around a digit that makes it a key, as in a numbered list.
_KEYCAP = {0x20E3: ". "}
_AS_SEEN: dict[int, int | str | None] = {
    **dict.fromkeys(_DECORATION, " "),
    **_KEYCAP,
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
    rf"|(?:\*\*|__){_PHRASE}(?:\*\*|__)|[*_]{{0,4}}{LEAD}{_PHRASE}(?:[ \t]{{1,4}}is\b[ \t]{{0,4}}:?|:)[*_`]{{0,4}})",
    re.IGNORECASE | re.MULTILINE,
)
_WORD = re.compile("answer", re.IGNORECASE)
# Announcements of which a text may have several, for parts of the way or for tries. They count last.
_WEAKEST_MARKER = re.compile(
    rf"^[ \t>#*_`-]{{0,20}}(?:{LEAD}{NOUN}[*_`]{{0,4}}(?:[ \t]{{1,4}}(?:is|are)\b)?[ \t]{{0,4}}:[*_`]{{0,4}}"
    rf"|{LEAD}{NOUN}[*_`]{{0,4}}[ \t]{{1,4}}(?:is|are)\b[*_`]{{0,4}})",
    re.IGNORECASE | re.MULTILINE,
)
_NOUN_WORD = re.compile("solution|move|sequence|path|walk|route", re.IGNORECASE)
# More than what may stand before the word on its line.
_LONGEST_PHRASE = 60
_TOKEN = r"(?:<\|[a-z0-9_\u2581]{1,40}\|>|</s>|<eos>|<end_of_turn>)"
_LAST_TOKEN = re.compile(_TOKEN + r"\Z", re.IGNORECASE)
_END = re.compile(rf"{_TOKEN}|{_END_TAG.pattern}", re.IGNORECASE)
_ITEM = re.compile(r"[ \t>*_]{0,20}(?:(?:step|move)[ \t])?[#(]?([0-9]{1,6})[.):]", re.IGNORECASE)
_TURN_END = re.compile(_TOKEN, re.IGNORECASE)
_LONGEST_TOKEN, _MOST_TOKENS = 50, 20


def find_answer(text: str) -> FoundAnswer:
    """The answer in a text. Raises `Unreadable` if there is none, or if one of the two is too long."""
    if len(text) > LONGEST_TEXT:
        raise Unreadable(f"the text has {len(text):,} characters, at most {LONGEST_TEXT:,} are read")
    seen = text.replace("\r\n", "\n").replace("\r", "\n").translate(_AS_SEEN)
    taken = _taken(_spoken(seen))
    length = len(taken.text.strip())
    if length > LONGEST_ANSWER:
        raise Unreadable(f"the answer has {length:,} characters, at most {LONGEST_ANSWER:,} are read")
    answer = unwrapped(taken.text)
    if not answer and seen.strip():
        raise Unreadable("there is no answer in this text")
    rest = _TURN_END.split(taken.rest, maxsplit=1)[0]
    again = _last_marker(_WEAK_MARKER, rest)
    rivals = (taken.rival, _at_marker(rest, again).text if again else "")
    return FoundAnswer(
        answer, taken.found, _ink(seen) - _ink(answer), rest, tuple(unwrapped(rival) for rival in rivals if rival)
    )


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


class _Taken(NamedTuple):
    """The part of a text that is the answer, as it stands there."""

    text: str
    found: Found
    rest: str
    """What stands after it."""
    rival: str = ""
    """An earlier answer that is not taken back."""


def _taken(text: str) -> _Taken:
    if (announced := _last_announcement(text)) is not None:
        start, taken = announced
        return taken._replace(rival=_rival(text, start))
    if marker := _last_marker(_WEAK_MARKER, text):
        return _at_marker(text, marker)
    lines = text.split("\n")
    if (block := _last_fenced_block(lines)) is not None:
        return block
    if marker := _last_marker(_WEAKEST_MARKER, text, _NOUN_WORD):
        earlier = _last_marker(_WEAKEST_MARKER, text[: marker.start()], _NOUN_WORD)
        is_rival = earlier and not RETRACTION.search(text[earlier.end() : marker.start()])
        rival = _at_marker(text[: marker.start()], earlier).text if earlier and is_rival else ""
        # All that follows is part of it, so that nothing in it is overlooked.
        return _Taken(_TURN_END.split(text[marker.end() :], maxsplit=1)[0], "marker", "", rival)
    return _Taken(text, "text", "")


def _last_announcement(text: str) -> tuple[int, _Taken] | None:
    """Where the last `ANSWER:`, tag or box begins, and what it holds."""
    marker, box = _last_marker(MARKER, text), text.rfind(_BOX)
    tag = max(_TAG.finditer(text), key=lambda found: found.start(), default=None)
    last = max(box, marker.start() if marker else -1, tag.start() if tag else -1)
    if last < 0:
        return None
    if marker and marker.start() == last:
        return last, _at_marker(text, marker)
    if tag and tag.start() == last:
        inside, *after = _END_TAG.split(text[tag.end() :], maxsplit=1)
        return last, _Taken(inside, "tag", "".join(after))
    inside = _in_box(text[box + len(_BOX) :])
    return last, _Taken(without_tex(inside), "box", text[box + len(_BOX) + len(inside) + 1 :])


def _rival(text: str, start: int) -> str:
    """The announced answer before the one that begins at `start`, if the two stand as alternatives.

    They do in one paragraph, unless the first is taken back there, and wherever a word like `or` stands between them.
    """
    try:
        before = _last_announcement(text[:start])
    except Unreadable:
        # The later one stands in the box of the earlier.
        return ""
    if before is None:
        return ""
    between = text[before[0] : start]
    is_other = bool(ALTERNATIVE.search(between))
    if not is_other and (re.search(r"\n[ \t]*\n", between) or RETRACTION.search(between)):
        return ""
    return ALTERNATIVE.split(before[1].text, maxsplit=1)[0]


def _at_marker(text: str, marker: re.Match[str]) -> _Taken:
    """What a marker announces."""
    after = text[marker.end() :]
    end = _END.search(after)
    said = after[: end.start()] if end else after
    taken, rest = _after_marker(said.split("\n"))
    # A tag that closes ends the answer, a token ends the turn.
    more = after[end.end() :] if end and end[0].startswith("</") else ""
    return _Taken(taken, "marker", f"{rest}\n{more}")


def _last_marker(pattern: re.Pattern[str], text: str, trigger: re.Pattern[str] = _WORD) -> re.Match[str] | None:
    """The last place where a line begins with an announcement. Only lines with the trigger's word are looked at."""
    for word in reversed([found.start() for found in trigger.finditer(text)]):
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


def _after_marker(lines: list[str]) -> tuple[str, str]:
    """The paragraph that the marker begins, or the block or paragraph that follows; and the text after it."""
    if lines[0].strip(" \t*_`"):
        end = 1 + len(_paragraph(lines[1:]))
        return "\n".join(lines[:end]), "\n".join(lines[end:])
    start = next((at for at, line in enumerate(lines) if line.strip(" \t*_`") or FENCE.fullmatch(line)), len(lines))
    if start < len(lines) and FENCE.fullmatch(lines[start]):
        block = lines[start + 1 :]
        end = next((at for at, line in enumerate(block) if FENCE.fullmatch(line)), len(block))
        return "\n".join(block[:end]), "\n".join(block[end + 1 :])
    end = start + len(_paragraph(lines[start:]))
    if start < len(lines) and _number_of(lines[start]) == 1:
        end = _end_of_list(lines, end)
    return "\n".join(lines[start:end]), "\n".join(lines[end:])


def _end_of_list(lines: list[str], end: int) -> int:
    """Where a numbered list ends whose items have blank lines between them; `end` is that of its first paragraph."""
    count = 1
    for at in range(1, len(lines)):
        number = _number_of(lines[at])
        if at < end:
            count = number or count
        elif number == count + 1:
            count, end = number, at + len(_paragraph(lines[at:]))
        elif lines[at].strip():
            break
    return end


def _number_of(line: str) -> int | None:
    """The number of an item of a numbered list."""
    item = _ITEM.match(line)
    return int(item[1]) if item else None


def _paragraph(lines: list[str]) -> list[str]:
    """The lines up to a blank one or a fence."""
    return list(takewhile(lambda line: line.strip() and not FENCE.fullmatch(line), lines))


def _last_fenced_block(lines: list[str]) -> _Taken | None:
    """What stands in the last fenced block; None if there is none."""
    fences = [at for at, line in enumerate(lines) if FENCE.fullmatch(line)]
    if not fences:
        return None
    if len(fences) % 2:
        # Which of them open a block and which close one cannot be told.
        raise Unreadable("a fenced block is not closed")
    blocks = ["\n".join(lines[start + 1 : end]) for start, end in zip(fences[::2], fences[1::2], strict=True)]
    is_other = len(blocks) > 1 and ALTERNATIVE.search("\n".join(lines[fences[-3] + 1 : fences[-2]]))
    return _Taken(blocks[-1], "fence", "\n".join(lines[fences[-1] + 1 :]), blocks[-2] if is_other else "")


def _ink(text: str) -> int:
    return sum(map(len, text.split()))


def words_of(answer: str) -> str:
    """The answer as it is read first: single spaces between its words, commas and semicolons counted as spaces."""
    return next(wordings(answer))
