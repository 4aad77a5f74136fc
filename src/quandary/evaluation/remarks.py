"""Reading moves that stand among numbering, tables and remarks, and finding text that contradicts an answer.

The moves are never guessed. A remark is dropped only where it is set off from the moves (brackets, a dash, a colon, a
full stop, a line of its own) and cannot change what they say: a remark between moves names no move and has none of the
words of `_CONDITION`; one after the last move names only moves of the answer. Anything else makes the answer
unreadable. `docs/evaluation.md` lists the rules.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from quandary.evaluation.wrapping import ARROWS, BULLET, LABEL, bare, unwrapped, without_tex

Reader = Callable[[str], list[Any] | None]
"""Returns the moves of a text that holds nothing else, and None for any other text."""

_SUBJECT = (
    r"\b(?:(?:this|that|the|my|above)[ \t](?:answer|solution|sequence|moves?|walk|path|list)|this|that|it|which|above)"
    r"[ \t]{1,4}"
)
_ADVERB = r"(?:[a-z]{1,20}ly |still |just |quite )?"
RETRACTION = re.compile(
    r"(?:^|[.!?;:\n(*_>-])[ \t*_>-]{0,8}(?:(?:but|oh|hmm+),?[ \t]{1,4})?"
    r"(?:wait\b|hmm+\b|oops\b|correction\b|actually\b|scratch that\b|on second thoughts?\b|my mistake\b|"
    r"no(?:[,.!]| wait\b)|or\b|alternatively\b|let me (?:try|correct|fix|redo|reconsider|rethink|start over)\b)"
    rf"|{_SUBJECT}(?:is|was|are|were|would be|seems|looks) {_ADVERB}"
    r"(?:wrong|incorrect|invalid|illegal|incomplete|unfinished|not (?:right|correct|valid|legal|complete|a solution))\b"
    rf"|{_SUBJECT}(?:isn't|wasn't|aren't|weren't) (?:right|correct|valid|legal|complete|a solution)\b"
    rf"|{_SUBJECT}(?:(?:do|does|did|will|can) not|cannot|(?:do|does|did|wo|ca)n't) {_ADVERB}(?:work|solve|be)\b"
    rf"|{_SUBJECT}(?:fails?|failed)\b"
    r"|\bI (?:meant|made (?:a|an) (?:mistake|error))\b"
    r"|\b(?:another|other|alternative|different|second) (?:answer|solution|option|possibility)\b",
    re.IGNORECASE,
)
"""Words that take an answer back, or set another one beside it."""
ALTERNATIVE = re.compile(
    r"\b(?:or|alternatively|(?:another|other|alternative|different|second) (?:answer|solution|option|way|possibility)|"
    r"option [0-9a-z])\b",
    re.IGNORECASE,
)
"""Words that stand between two answers of which either might be meant."""

# Words that could change which moves are meant, or how often.
_REPETITION = re.compile(
    r"\b(?:twice|thrice|times|repeat\w*|etc|continu\w*|undo\w*|skip\w*|omit\w*|except|optional\w*)\b", re.IGNORECASE
)
_CONDITION = re.compile(
    r"\b(?:or|not|no|never|without|instead|maybe|perhaps|possibly|probably|if|unless|until|again|more|else|either|wrong|"
    r"incorrect|illegal|invalid|impossible|blocked|fails?|then|next|and so on|alternative\w*|rather|should|could|"
    r"would)\b",
    re.IGNORECASE,
)
_EDIT = re.compile(
    r"\b(?:instead|remov\w*|delet\w*|drop\w*|replac\w*|insert\w*|add(?:s|ed)?|missing|forgot\w*|without|unless|"
    r"(?:not|no|never|minus)[\W_]+(?=[^ ]*[^a-z ]))\b",
    re.IGNORECASE,
)
_CONTINUATION = re.compile(r"[\W_]*(?:and|then|next|finally|lastly|after|afterwards|followed|plus|also)\b", re.I)
_SUBORDINATE = frozenset(["which", "because", "since", "where"])
_SHORT_REMARK = re.compile(
    r"\b(?:moves|steps|pushes|total|done|verified|solved|optimal)\b|^[\W_]*\(.*\)\W*$", re.IGNORECASE
)
_FAULT = re.compile(r"\b(?:wrong|incorrect|illegal|invalid|impossible|fails?)\b", re.IGNORECASE)
_CONNECTORS = frozenset(["and", "to", "then", "next", "finally", "first", "firstly", "lastly", "afterwards", "&"])
_CALLED = frozenset(["step", "move", "push", "slide", "turn"])
_CALLED_LABEL = re.compile(r"[#(]?([0-9]{1,6})[.):]?")
_GLUED_LABEL = re.compile(r"(?<!\S)(\(?[0-9]{1,4}[.):])(?=[A-Za-z]|[0-9]>)")
_HEADING = re.compile(r"[\W_]*(?:explanation|reasoning|notes?|why|verification|check|steps)[\W_]*", re.IGNORECASE)
_ANY_ARROW = re.compile(r"-{1,2}>|={1,2}>|>")
_TEX_BRACKET = re.compile(r"\\[()\[\]]")
_WORD = re.compile(r"[A-Za-z]+(?:['-][A-Za-z]+)*")
_EDGES = ".,;:!?()[]*_`\"'"
_FEWEST_WORDS = 3
_ITEM = re.compile(r"[ \t>]{0,8}(?:[-*\u2022][ \t]|(?:[A-Za-z]{4,5}[ \t])?\(?[0-9]{1,4}[.):])[^\n]*")
_LETTER = re.compile("[A-Za-z]")
_RULE = re.compile(r":?-+:?")
_SPACED_SIGN = re.compile(r"(?<![A-Za-z0-9>])([A-Za-z])[ \t]{0,4}([+-])[ \t]{0,4}(?=[0-9])")
_SPACED_ARROW = re.compile(r"[ \t]{0,4}(?:-{1,2}>|={1,2}>|>|\bto\b)[ \t]{0,4}")
_SPACED_COUNT = re.compile(r"(>[0-9A-Za-z])[ \t]{0,4}x[ \t]{0,4}(?=[0-9])")


@dataclass(slots=True)
class _Line:
    """One line of an answer: its moves, and the remarks beside them."""

    moves: list[str] = field(default_factory=list)
    lead: str = ""
    """What the line begins with: `label`, `bullet` or nothing."""
    inner: list[str] = field(default_factory=list)
    """Remarks in brackets with moves behind them."""
    remark: str = ""
    """What stands behind the last move."""
    goes_on: bool = False
    """Whether it ends with a connecting word, so that a move must follow."""


def plain_moves(answer: str, read: Reader, *, may_explain: bool = True) -> str | None:
    """Return the moves of an answer, separated by spaces, without numbering, connecting words and remarks.

    None if a word is neither of these, or if a remark could change the moves. Without `may_explain` remarks are
    accepted in a numbered list only.
    """
    text = without_tex(_TEX_BRACKET.sub(" ", answer)) if "\\" in answer else answer
    text = _GLUED_LABEL.sub(r"\1 ", _SPACED_SIGN.sub(r"\1\2", text))
    for form in dict.fromkeys((text, _SPACED_COUNT.sub(r"\1x", _SPACED_ARROW.sub(">", text)))):
        found = _from_table(form, read) if "|" in form else _Reading(read, may_explain=may_explain).moves_of(form)
        if found:
            return " ".join(found)
    return None


class _Reading:
    """One pass over the lines of an answer."""

    def __init__(self, read: Reader, *, may_explain: bool) -> None:
        self._read = read
        self._may_explain = may_explain
        self._labels = 0
        self._is_move = _move_test(read)

    def moves_of(self, text: str) -> list[str] | None:
        """Return the words of the answer that are moves; None if it cannot be read without guessing."""
        lines: list[_Line] = []
        for row in text.split("\n"):
            if row.strip():
                line = self._line(row)
                if line is None and not any(one.moves for one in lines):
                    return None
                # A row that is neither moves nor moves with a remark can only be an explanation.
                lines.append(line or _Line(remark=row))
        return self._checked(_without_repetition(lines))

    def _checked(self, lines: list[_Line]) -> list[str] | None:
        used = [line for line in lines if line.moves]
        if not used or len({line.lead for line in used}) > 1:
            return None
        last = max(at for at, line in enumerate(lines) if line.moves)
        if any(line.goes_on for line in lines[last:]):
            return None
        if not used[0].lead and any(line.remark for line in used[1:]) and not all(line.remark for line in used):
            # A move at the beginning of an explanation looks like one more line of moves.
            return None
        if not self._may_explain and used[0].lead != "label" and any(line.remark or line.inner for line in lines):
            return None
        moves = [move for line in used for move in line.moves]
        are_harmless = all(
            all(map(self._is_aside, line.inner))
            and (not line.remark or self._is_harmless(line, moves, is_behind=at >= last))
            for at, line in enumerate(lines)
        )
        return moves if are_harmless else None

    def _is_harmless(self, line: _Line, moves: list[str], *, is_behind: bool) -> bool:
        """Whether the remark of a line leaves the moves as they are; `is_behind` if no moves follow."""
        if not is_behind:
            return self._is_aside(line.remark)
        if line.lead and self._is_aside(line.remark):
            return True
        return self._is_explanation(line.remark, moves, is_own_line=not line.moves)

    def _line(self, row: str) -> _Line | None:
        """Read one row: None if it begins with something else than moves, or goes on without a mark between."""
        line = _Line()
        if BULLET.match(row):
            row, line.lead = BULLET.sub("", row, count=1), "bullet"
        words = re.split(r"[ \t,;]+", row.strip())
        labels, at = self._labels, 0
        # What must be followed by a move, and whether a mark sets off what follows.
        pending, is_set_off = "", False
        while at < len(words):
            raw, word = words[at], bare(words[at]).strip("$")
            core = bare(word if word.endswith("..") else word.rstrip("!").removesuffix(".").removesuffix(":"))
            label = LABEL.fullmatch(word)
            if word.lower() in _CALLED and at + 1 < len(words):
                label = _CALLED_LABEL.fullmatch(bare(words[at + 1]))
                at += bool(label)
            if label and int(label[1]) == labels + 1 and (labels or not line.moves) and not pending:
                labels, pending = labels + 1, "label"
                line.lead = line.lead or "label"
            elif found := self._moves_in(core):
                line.moves += found
                # A colon belongs to the only move of its line, a full stop to all of them.
                pending, is_set_off = "", word.endswith((".", "!") if len(line.moves) > 1 else (".", "!", ":"))
            elif raw in ARROWS or word in ("-", "--"):
                is_set_off = True
            elif core == word and core.lower() in _CONNECTORS:
                pending, is_set_off = pending or "word", False
            elif word:
                end = _take_remark(line, words, at, is_set_off=is_set_off) if line.moves and not pending else None
                if end is None:
                    return None
                at, is_set_off = end, True
            at += 1
        if pending == "label":
            return None
        if line.inner and not line.remark and words[-1].rstrip("*_`.:!").endswith((")", "]")):
            line.remark = line.inner.pop()
        self._labels, line.goes_on = labels, bool(pending)
        return line

    def _moves_in(self, word: str) -> list[str]:
        """The moves of a word: itself, or several with arrows between them; none if it is something else."""
        if word and self._is_move(word):
            return [word]
        pieces = _ANY_ARROW.split(word)
        return pieces if len(pieces) > 1 and all(piece and self._is_move(piece) for piece in pieces) else []

    def _words(self, remark: str) -> list[str]:
        return [word for found in remark.split() if (word := found.strip(_EDGES)) and word not in ("-", "--", *ARROWS)]

    def _is_aside(self, remark: str) -> bool:
        """Whether a remark between moves says nothing about which moves are played."""
        words = self._words(remark)
        if not remark.isascii() or _REPETITION.search(remark) or _CONDITION.search(remark) or "?" in remark:
            return False
        plain = all(_WORD.fullmatch(word) or word.isdecimal() for word in words)
        return (
            plain and any(len(word) > 1 and word.isalpha() for word in words) and not any(map(self._names_move, words))
        )

    def _is_explanation(self, remark: str, moves: list[str], *, is_own_line: bool = False) -> bool:
        """Whether a remark behind the last move explains the answer, and neither changes nor continues it."""
        if not remark.isascii() or RETRACTION.search(remark) or _REPETITION.search(remark) or ".." in remark:
            return False
        if is_own_line and _HEADING.fullmatch(remark):
            return True
        words = self._words(remark)
        # `or` is a move of Rush Hour.
        named = [word for word in words if word.lower() != "or" and (self._names_move(word) or not _is_plain(word))]
        told = [word for word in words if word not in named and _WORD.fullmatch(word)]
        if not named and (_SHORT_REMARK.search(remark) or not is_own_line) and self._is_aside(remark):
            return True
        if len(told) < _FEWEST_WORDS or (_CONTINUATION.match(remark) and (named or not is_own_line)):
            return False
        if named:
            is_within = _Search(self._read(" ".join(moves)) or [])
            return not _EDIT.search(remark) and all(is_within(self._read(word) or [None]) for word in set(named))
        return is_own_line or not _FAULT.search(remark)

    def _names_move(self, word: str) -> bool:
        """Whether a word is a move, and not only the name of a place."""
        return self._is_move(word) and bool(self._read(word))


def _take_remark(line: _Line, words: list[str], at: int, *, is_set_off: bool) -> int | None:
    """Add the remark that begins at a word, and return where it ends; None if nothing sets it off from the moves."""
    if words[at].lstrip("*_`").startswith(("(", "[")):
        end = next((n for n in range(at, len(words)) if words[n].rstrip("*_`.:!").endswith((")", "]"))), None)
        if end is not None:
            line.inner.append(" ".join(words[at : end + 1]))
        return end
    if not is_set_off and words[at].lower() not in _SUBORDINATE:
        return None
    line.remark = " ".join(words[at:])
    return len(words) - 1


def _is_plain(word: str) -> bool:
    return bool(_WORD.fullmatch(word)) or word.isdecimal()


def _move_test(read: Reader) -> Callable[[str], bool]:
    """Return a test whether one word is a move. A bare number is none here: it might count something."""

    @cache
    def is_move(word: str) -> bool:
        return bool(word) and not word.isdecimal() and read(word) is not None

    return is_move


def _without_repetition(lines: list[_Line]) -> list[_Line]:
    """The lines without an explanation that goes through all moves of the first line once more, with remarks."""
    used = [line for line in lines[1:] if line.moves]
    if not lines or len(lines[0].moves) < 2 or not used or not all(line.remark for line in used):
        return lines
    again = [move for line in used for move in line.moves]
    if again != lines[0].moves:
        return lines
    return [lines[0], *(_Line(remark=line.remark, lead=line.lead or "bullet") for line in lines[1:])]


def _from_table(text: str, read: Reader) -> list[str] | None:
    """Return the moves of a table: the one column of moves, or the only row."""
    is_move = _move_test(read)
    rows = [_cells(line) for line in text.split("\n") if line.strip()]
    head: list[str] = []
    if len(rows) > 1 and all(map(_RULE.fullmatch, rows[1])):
        head, *rows = rows[0], *rows[2:]
    if not rows or len(set(map(len, [*rows, head or rows[0]]))) > 1:
        return None
    if len(rows) == 1 and len(rows[0]) > 1 and all(map(is_move, rows[0])):
        numbers = [re.sub("move|step", "", cell, flags=re.IGNORECASE).strip() for cell in head]
        return rows[0] if numbers == [str(number) for number in range(1, len(head) + 1)] else None
    columns = list(zip(*rows, strict=True))
    if all(map(str.isdecimal, columns[0])) and list(columns[0]) != [str(n + 1) for n in range(len(rows))]:
        return None
    moving = [column for column in columns if all(map(is_move, column))]
    others = [cell for column in columns if column not in moving for cell in column]
    if any(_REPETITION.search(cell) or _CONDITION.search(cell) for cell in others):
        return None
    if any(is_move(word.strip(_EDGES)) for cell in others for word in cell.split()):
        return None
    if len(moving) == 2 and moving[0][1:] == moving[1][:-1]:
        # Where each step begins, and where it ends.
        del moving[0]
    return list(moving[0]) if len(moving) == 1 else None


def _cells(line: str) -> list[str]:
    return [bare(cell.strip()) for cell in line.strip().removeprefix("|").removesuffix("|").split("|")]


def contradiction(rest: str, moves: list[Any], read: Reader) -> str | None:
    """Return why the text after an answer contradicts it: the answer is taken back, or another one follows."""
    if RETRACTION.search(rest):
        return "the answer is taken back after it was given"
    is_within = _Search(moves)
    for part in dict.fromkeys(_parts(rest)):
        other = read(part)
        # Items of a list may be any part of the answer, other moves are an answer.
        is_item = len(other or ()) == 1 or _ITEM.fullmatch(part)
        if other and other != moves and not (is_item and is_within(other)):
            return "another list of moves follows the answer, and it differs"
    return None


def _parts(rest: str) -> Iterator[str]:
    """The lines of a text, what stands behind a colon, and whole paragraphs, if they have letters."""
    for line in rest.split("\n"):
        for part in dict.fromkeys((line, line.rpartition(":")[2])):
            if _LETTER.search(part):
                yield part if _ITEM.fullmatch(part) else unwrapped(part)
    for paragraph in re.split(r"\n[ \t]*\n|\n[ \t>]*(?:```|~~~)[^\n]*", rest):
        if "\n" in paragraph.strip() and _LETTER.search(paragraph):
            yield unwrapped(paragraph)


class _Search:
    """Finds moves that stand in others, one directly after the other. It searches texts, which is linear."""

    def __init__(self, whole: list[Any]) -> None:
        self._codes: dict[Any, str] = {}
        self._whole = self._text(whole)

    def __call__(self, part: list[Any]) -> bool:
        return self._text(part) in self._whole

    def _text(self, moves: list[Any]) -> str:
        return "".join(self._codes.setdefault(move, chr(len(self._codes))) for move in moves)
