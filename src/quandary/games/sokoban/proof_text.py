"""The text of a proof: lists of prices, traps and positions.

    prices 1
    0 2 5
    traps 1
    040907
    positions 2
    0a0c2117
    0a0d2117

The squares of the floor are counted in reading order, in as many hexadecimal digits as the last one needs. In
a line the boxes come in order, and then the player. The lines of a part are in order, too, but for prices, of
which the first that will do counts.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple, NoReturn

from quandary.game import NotProven

_NUMBER = re.compile(r"0|-?[1-9][0-9]{0,9}")
_DIGITS = re.compile(r"[0-9a-f]+")

Group = tuple[list[int], int]
"""Boxes and the player."""


class Proof(NamedTuple):
    """What the text says."""

    prices: list[list[int]]
    """In each list a price for each goal."""
    traps: list[Group]
    positions: list[Group]


def write(proof: Proof, squares: int) -> list[str]:
    """The lines of a proof on so many squares."""
    digits = _digits(squares)
    lines = [f"prices {len(proof.prices)}", *(" ".join(map(str, prices)) for prices in proof.prices)]
    for name, groups in (("traps", proof.traps), ("positions", proof.positions)):
        lines.append(f"{name} {len(groups)}")
        lines += ("".join([f"{at:0{digits}x}" for at in (*boxes, player)]) for boxes, player in groups)
    return lines


def read(lines: Sequence[str], squares: int, goals: int, boxes: int) -> Proof:
    """The proof for a level of so many squares, goals and boxes. Raises `NotProven` for what is none."""
    return _Reader(lines, _digits(squares), squares).proof(goals, boxes)


def _digits(squares: int) -> int:
    return len(f"{squares - 1:x}")


class _Reader:
    """The lines, one after the other."""

    def __init__(self, lines: Sequence[str], digits: int, squares: int) -> None:
        self._lines, self._digits, self._squares = lines, digits, squares
        self._at = 0

    def proof(self, goals: int, boxes: int) -> Proof:
        """Reads everything."""
        prices = [self._prices(line, goals) for line in self._part("prices")]
        traps = list(self._groups("traps", range(1, boxes + 1)))
        positions = list(self._groups("positions", range(boxes, boxes + 1)))
        if self._at < len(self._lines):
            self._at += 1
            self._refuse("comes after the end")
        return Proof(prices, traps, positions)

    def _prices(self, line: str, goals: int) -> list[int]:
        words = line.split(" ")
        if len(words) != goals or not all(map(_NUMBER.fullmatch, words)):
            self._refuse("is not a price for each goal")
        return [int(word) for word in words]

    def _groups(self, name: str, sizes: range) -> Iterator[Group]:
        before = ""
        for line in self._part(name):
            if line <= before:
                self._refuse("is not in order")
            before = line
            yield self._group(line, sizes)

    def _group(self, line: str, sizes: range) -> Group:
        digits = self._digits
        if len(line) % digits or not _DIGITS.fullmatch(line):
            self._refuse("does not name squares")
        *boxes, player = [int(line[at : at + digits], 16) for at in range(0, len(line), digits)]
        if len(boxes) not in sizes or max(*boxes, player) >= self._squares:
            self._refuse("has too few or too many boxes, or squares that are not there")
        if player in boxes or any(one >= two for one, two in pairwise(boxes)):
            self._refuse("is not boxes in order, and a player on another square")
        return boxes, player

    def _part(self, name: str) -> Iterator[str]:
        """The lines under a heading, which counts them."""
        word, _, count = self._line().partition(" ")
        if word != name or not _NUMBER.fullmatch(count) or int(count) < 0:
            self._refuse(f"is not `{name}` and their number")
        for _ in range(int(count)):
            yield self._line()

    def _line(self) -> str:
        self._at += 1
        if self._at > len(self._lines):
            self._refuse("is missing")
        return self._lines[self._at - 1]

    def _refuse(self, problem: str) -> NoReturn:
        raise NotProven(f"proof line {self._at}: {problem}")
