"""What people and models write around moves, taken off layer by layer; the moves themselves are never touched.

A layer is taken off only where it is whole: a quote that is closed, a bracket around everything, a numbering that
counts 1, 2, 3 without a gap, bullets before every line. What is left over is a word that is no move, and makes the
answer unreadable. `docs/evaluation.md` tells the same rules to people.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

MARKER = re.compile(
    r"^[ \t>#*_`-]{0,20}(?:(?:the|my)[ \t]{1,4})?(?:final[ \t]{1,4})?answer[*_`]{0,4}[ \t]{0,4}"
    r"(?:\([0-9]{1,6}[ \t](?:moves|steps|pushes)\)[ \t]{0,4})?[*_`]{0,4}:[*_`]{0,4}",
    re.IGNORECASE | re.MULTILINE,
)
"""`ANSWER:` at the start of a line. Emphasis, headings and quotes may stand before it, and emphasis around it."""
LEAD = (
    r"(?:(?:and[ \t]{1,4})?(?:so|thus|therefore|hence|finally|ok|okay|in[ \t]conclusion|in[ \t]summary)"
    r"[,:]?[ \t]{1,4})?"
)
"""What a sentence with an announcement may begin with."""
NOUN = (
    r"(?:here[ \t](?:is|are)[ \t])?(?:(?:the|my|a)[ \t]{1,4})?"
    r"(?:(?:final|correct|full|complete|optimal|shortest|winning|whole|resulting)[ \t]{1,4}){0,2}"
    r"(?:solution|moves?[ \t]sequence|moves?|sequence[ \t]of[ \t]moves|list[ \t]of[ \t]moves|sequence|path|walk|route)"
)
"""What else a list of moves may be called."""
_LEAD_IN = re.compile(
    rf"[*_`]{{0,4}}{LEAD}(?:{NOUN}|(?:the|my)[ \t](?:final[ \t])?answer)(?:[ \t]{{1,4}}(?:is|are))?[*_`]{{0,4}}"
    r"(?:[ \t]{0,4}:|(?<=is)\b|(?<=are)\b)[*_`]{0,4}",
    re.IGNORECASE,
)
# Only names that can be no move: what stands beside a fence and is not one of these is text like any other.
_BLOCKS = "text|txt|plain|plaintext|markdown|md|answer|moves|solution|python|py|json|bash|sh|shell|console|csv|xml|yaml"
FENCE = re.compile(rf"[ \t>]{{0,20}}(?:`{{3,20}}|~{{3,20}})[ \t]{{0,9}}(?:{_BLOCKS})?[ \t]{{0,99}}", re.IGNORECASE)
"""A line that opens or closes a fenced block."""

_MOST_LAYERS = 12
EMPHASIS = "*_`"
_PAIRS = (('"', '"'), ("'", "'"), ("$$", "$$"), ("$", "$"), (r"\(", r"\)"), (r"\[", r"\]"), ("[", "]"), ("(", ")"))
_TEX_FONT = re.compile(r"\\(?:text|texttt|textbf|mathrm|mathtt|mathbf|operatorname)\{([^{}]*)\}")
_TEX_SPACE = re.compile(r"\\(?:[,;:! ]|quad\b|qquad\b|\\)|~")
_TEXARROW = re.compile(r"\\(?:rightarrow|Rightarrow|longrightarrow|to)\b")
_KEYS = ("answer", "final_answer", "moves", "solution")
BULLET = re.compile(r"[ \t]*[-*\u2022][ \t]+")
LABEL = re.compile(r"\(?([0-9]{1,6})[.):]")
ARROWS = ("->", "-->", "=>", "==>", ">")
ARROW = re.compile(r"-{1,2}>|={1,2}>")


def unwrapped(text: str) -> str:
    """The text without what is wrapped around the whole of it."""
    for _ in range(_MOST_LAYERS):
        inner = _without_a_layer(text.strip())
        if inner == text:
            break
        text = inner
    return text


def _without_a_layer(text: str) -> str:
    lines = text.split("\n")
    if len(lines) > 2 and all(FENCE.fullmatch(line) for line in (lines[0], lines[-1])):
        return "\n".join(lines[1:-1])
    if all(BULLET.match(line) for line in lines):
        return "\n".join(BULLET.sub("", line, count=1) for line in lines)
    if marker := MARKER.match(text):
        return text[marker.end() :]
    if lead := _LEAD_IN.match(text):
        return text[lead.end() :]
    if (inner := _without_stop(text.strip(EMPHASIS)).rstrip(EMPHASIS)) != text:
        return inner
    listed = _from_json(text)
    return _without_pair(text) if listed is None else listed


def _without_stop(text: str) -> str:
    """The text without its full stop. Several dots stay: they say that something is left out."""
    return text if text.endswith("..") else text.removesuffix(".")


def _without_pair(text: str) -> str:
    """The text without the quotes or brackets around it."""
    for opening, closing in _PAIRS:
        if len(text) >= len(opening) + len(closing) and text.startswith(opening) and text.endswith(closing):
            inner = text[len(opening) : len(text) - len(closing)]
            # With another of its kind inside, the two need not belong together.
            if opening not in inner and closing not in inner:
                return inner
    return text


def without_tex(text: str) -> str:
    """The content of a formula: without fonts, with its spaces and arrows as everybody writes them."""
    return _TEXARROW.sub(" -> ", _TEX_SPACE.sub(" ", _TEX_FONT.sub(r" \1 ", text)))


def _from_json(text: str) -> str | None:
    """The moves of a JSON list, or of an object that has an answer; None if it is no such thing."""
    if text[:1] not in ("[", "{"):
        return None

    def once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        if len({key for key, _ in pairs}) < len(pairs):
            raise ValueError("a key is there twice")
        return dict(pairs)

    try:
        found = json.loads(text, object_pairs_hook=once)
    except (ValueError, RecursionError):
        return None
    if isinstance(found, dict):
        answers = [found[key] for key in found if key.lower() in _KEYS]
        found = answers[0] if len(answers) == 1 else None
    if isinstance(found, str):
        return found
    if isinstance(found, list) and all(type(item) in (str, int) for item in found):
        return "\n".join(map(str, found))
    return None


def wordings(answer: str) -> Iterator[str]:
    """The ways in which an answer may be read, the plainest first: moves with single spaces between them.

    They differ in what an arrow between two words is. It separates moves; or, where the game writes moves with one,
    it belongs to them.
    """
    words = _words(answer)
    plain = " ".join(ARROW.sub(">", word) for word in words if word not in ARROWS)
    yield plain
    separated = " ".join(" ".join(ARROW.split(word)) for word in words if word not in ARROWS)
    joined = re.sub(r" ?(?:-{1,2}>|={1,2}>|>) ?", ">", " ".join(words))
    yield from dict.fromkeys(other.strip(" ") for other in (separated, joined) if other != plain)


def _words(answer: str) -> list[str]:
    """The words of an answer without numbering and their own marks; commas and semicolons count as spaces."""
    return _without_numbering([bare(word) for word in re.split(r"[ \t\n,;]+", answer) if word])


def bare(word: str) -> str:
    """A word without quotes or emphasis around it."""
    word = word.strip(EMPHASIS)
    is_quoted = len(word) > 2 and word[0] == word[-1] and word[0] in "\"'"
    return word[1:-1] if is_quoted else word


def _without_numbering(words: list[str]) -> list[str]:
    """The words without `1.`, `2)`, `Step 3:` …, if these count from 1 without a gap and moves follow each of them."""
    labels = [(at, int(label[1])) for at, word in enumerate(words) if (label := LABEL.fullmatch(word))]
    if not labels or [number for _, number in labels] != list(range(1, len(labels) + 1)):
        return words
    counted = {at for at, _ in labels}
    called = {at - 1 for at in counted if at and words[at - 1].lower() in ("step", "move")}
    numbering = counted | called
    if 0 not in numbering or any(at + 1 == len(words) or at + 1 in numbering for at in counted):
        return words
    return [word for at, word in enumerate(words) if at not in numbering]
