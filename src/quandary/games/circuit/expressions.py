"""The arithmetic: which facts a level may ask for, what they look like, and how children get them wrong.

A fact is one expression, `7 × 8`. All facts of a level are listed once, by operation and value, so that whoever makes a
puzzle draws the operation first and then a value that has such a fact. There is no fallback that leaves the ranges:
a value without a fact is simply never an answer.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from operator import add, floordiv, mul, sub
from typing import NamedTuple

from quandary.game import Rng
from quandary.games.circuit.settings import DIVIDED, MINUS, OPERATIONS, PLUS, TIMES, Settings

SMALLEST_FACTOR = 2
"""The tables begin at 2: multiplying and dividing by 1 asks nothing."""
LARGEST_DIVISOR = 12
"""The largest divisor that the design asks for."""

_OPERATORS: dict[str, Callable[[int, int], int]] = dict(zip(OPERATIONS, (add, sub, mul, floordiv), strict=True))
_EXPRESSION = re.compile(rf"([0-9]{{1,9}}) ([{''.join(OPERATIONS)}]) ([0-9]{{1,9}})")


class Fact(NamedTuple):
    """One expression."""

    left: int
    sign: str
    right: int

    @property
    def value(self) -> int:
        """What it comes to."""
        return _OPERATORS[self.sign](self.left, self.right)

    def __str__(self) -> str:
        return f"{self.left} {self.sign} {self.right}"


def read_fact(text: str) -> Fact | None:
    """The fact of `7 × 8`; None if the text is none, or a division that does not come out even."""
    match = _EXPRESSION.fullmatch(text)
    if match is None:
        return None
    left, sign, right = int(match[1]), match[2], int(match[3])
    return Fact(left, sign, right) if sign != DIVIDED or (right and left % right == 0) else None


def facts(settings: Settings) -> Mapping[str, Mapping[int, Sequence[int]]]:
    """All facts that the settings allow: by operation, then by value, the left operands (the right ones follow).

    Every operation that may come has an entry, be it empty.
    """
    return _facts(settings.operations, settings.connector_min, settings.connector_max, *_limits(settings))


def _limits(settings: Settings) -> tuple[int, int, int]:
    return settings.add_sub_range, settings.mult_div_range, settings.max_dividend


@lru_cache(maxsize=64)
def _facts(
    operations: tuple[str, ...], least: int, most: int, largest: int, tables: int, dividend: int
) -> Mapping[str, Mapping[int, Sequence[int]]]:
    values = range(max(least, 1), most + 1)
    return {
        sign: {value: lefts for value in values if (lefts := _left_operands(sign, value, largest, tables, dividend))}
        for sign in operations
    }


def _left_operands(sign: str, value: int, largest: int, tables: int, dividend: int) -> Sequence[int]:
    factors = range(SMALLEST_FACTOR, tables + 1)
    match sign:
        case "+":
            return range(max(1, value - largest), min(largest, value - 1) + 1)
        case "−":
            return range(value + 1, largest + 1)
        case "×":
            return [factor for factor in factors if value % factor == 0 and value // factor in factors]
        case _:
            most = min(value * min(tables, LARGEST_DIVISOR), dividend)
            return range(value * SMALLEST_FACTOR, most + 1, value) if value > 1 else ()


def fact_of(sign: str, value: int, left: int) -> Fact:
    """The fact with this left operand that comes to `value`."""
    match sign:
        case "+":
            return Fact(left, sign, value - left)
        case "−":
            return Fact(left, sign, left - value)
        case _:
            return Fact(left, sign, value // left if sign == TIMES else left // value)


def make_fact(rng: Rng, settings: Settings, sign: str, value: int) -> Fact | None:
    """A random fact of this operation that comes to `value` within the settings' ranges; None where there is none."""
    lefts = _left_operands(sign, value, *_limits(settings))
    return fact_of(sign, value, rng.choice(lefts)) if lefts else None


def make_addition(rng: Rng, settings: Settings, value: int) -> Fact | None:
    """`a + b`: both from 1 to the range of sums."""
    return make_fact(rng, settings, PLUS, value)


def make_subtraction(rng: Rng, settings: Settings, value: int) -> Fact | None:
    """`a − b`: both from 1 to the range of sums, and above 0."""
    return make_fact(rng, settings, MINUS, value)


def make_multiplication(rng: Rng, settings: Settings, value: int) -> Fact | None:
    """`a × b`: both from 2 to the range of the tables."""
    return make_fact(rng, settings, TIMES, value)


def make_division(rng: Rng, settings: Settings, value: int) -> Fact | None:
    """`a ÷ b`: the divisor from 2 to the range of the tables and to 12 at most, the dividend to `max_dividend`."""
    return make_fact(rng, settings, DIVIDED, value)


def slips(fact: Fact) -> list[int]:
    """The wrong answers that children give: one or ten off, the wrong operation, the neighbour in the table."""
    answer = fact.value
    left, sign, right = fact
    found = [answer - 1, answer + 1, answer - 10, answer + 10]
    if sign == PLUS:
        found += [abs(left - right), left * right]
    elif sign == MINUS:
        found.append(left + right)
    elif sign == TIMES:
        found += [answer - left, answer + left, answer - right, answer + right, left + right]
    elif sign == DIVIDED:
        found.append(left - right)
    return [slip for slip in dict.fromkeys(found) if slip > 0 and slip != answer]
