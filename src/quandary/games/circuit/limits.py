"""Which settings make puzzles, and why the others cannot. Everything refused here is refused with a number that works.

Connectors around a cell must all differ, so there must be at least as many values as the busiest cell has connectors.
Each 2x2 block has one diagonal, and whichever way they lie, some cell of a grid meets at least six connectors; only
3x3 and 3x4 can do with five (all ways to lay the diagonals of 3x5 and of 4x4 have been tried, and every larger grid
contains one of the two). With all diagonals one way no cell meets more than six, and six values suffice: that is the
construction in `colouring.lay_out_one_way`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator
from dataclasses import replace
from functools import lru_cache

from quandary.game import UsageError
from quandary.games.circuit.expressions import facts
from quandary.games.circuit.grid import LARGEST_DEGREE
from quandary.games.circuit.settings import (
    DIVIDED,
    LARGEST_NUMBER,
    MINUS,
    OPERATIONS,
    PLUS,
    TIMES,
    USUAL_DIVIDEND,
    Settings,
)

SMALLEST_SIDE, LARGEST_SIDE = 3, 20
SMALLEST_DIVIDEND = 4
"""4 ÷ 2 is the smallest division: divisor and quotient are above 1."""
FEWEST_ANSWERS = 3
"""Where a side way joins the path, answers name three of a cell's connectors."""

_NUMBERS = (
    ("rows", SMALLEST_SIDE, LARGEST_SIDE),
    ("cols", SMALLEST_SIDE, LARGEST_SIDE),
    ("connector_min", 1, LARGEST_NUMBER),
    ("connector_max", 1, LARGEST_NUMBER),
    ("seconds_per_step", 1, LARGEST_NUMBER),
    ("add_sub_range", 0, LARGEST_NUMBER),
    ("mult_div_range", 0, LARGEST_NUMBER),
    ("max_dividend", SMALLEST_DIVIDEND, LARGEST_NUMBER),
)
_RANGE_OF = {PLUS: "add_sub_range", MINUS: "add_sub_range", TIMES: "mult_div_range", DIVIDED: "mult_div_range"}
_LEAST_RANGE = {"add_sub_range": 2, "mult_div_range": 2}
_WIDEST = 60
"""The most that ranges are made wider by, together: enough for each operation alone on every level."""


def fewest_values(rows: int, cols: int) -> int:
    """The fewest connector values with which a grid of this size can be drawn at all."""
    return 5 if rows * cols <= 12 else 6


@lru_cache(maxsize=64)
def problems(settings: Settings) -> tuple[str, ...]:
    """What keeps these settings from making puzzles, each with its field and the smallest (or largest) legal value."""
    found = [*_numbers(settings), *_operations(settings)]
    # Without numbers in range there is no point in counting facts.
    return tuple(found or (*_values(settings), *_expressions(settings)))


def number_problems(settings: Settings) -> tuple[str, ...]:
    """Which of the numbers are none, or out of all bounds, each with its field."""
    return tuple(_numbers(settings))


def check(settings: Settings) -> None:
    """Raises a `UsageError` with the first problem, if there is one."""
    if found := problems(settings):
        raise UsageError(found[0])


def widened(settings: Settings, fixed: Collection[str] = ()) -> Settings:
    """The settings with ranges as much wider as they must be to make puzzles at all; unchanged if that is impossible.

    Of all ways to raise the ranges and the largest connector (but for those in `fixed`) it is the one with the least
    sum, and of several the one that raises the connector least.
    """
    names = dict.fromkeys(_RANGE_OF[sign] for sign in settings.operations)
    free = [name for name in ("connector_max", *names) if name not in fixed]
    for total in range(_WIDEST + 1) if free else ():
        for parts in _splits(total, len(free)):
            wider = replace(settings, **{n: getattr(settings, n) + more for n, more in zip(free, parts, strict=True)})
            if _is_possible(wider):
                return wider
    return settings


def _is_possible(settings: Settings) -> bool:
    """Whether there are no `problems`; what would help is not looked for."""
    checks = (_numbers, _operations, _values)
    return not any(any(check_part(settings)) for check_part in checks) and _shortage(settings) is None


def _splits(total: int, parts: int) -> Iterator[tuple[int, ...]]:
    """All ways to share `total` among so many, the first getting as little as possible."""
    if parts == 1:
        yield (total,)
        return
    for first in range(total + 1):
        yield from ((first, *rest) for rest in _splits(total - first, parts - 1))


def _numbers(settings: Settings) -> Iterator[str]:
    for name, least, most in _NUMBERS:
        value = getattr(settings, name)
        if type(value) is not int or not least <= value <= most:
            yield f"{name} must be a whole number from {least} to {most}, not {value!r}"


def _operations(settings: Settings) -> Iterator[str]:
    if any(type(weight) is not int or not 0 <= weight <= LARGEST_NUMBER for weight in settings.weights):
        yield f"weights must be whole numbers from 0 to {LARGEST_NUMBER}, not {settings.weights!r}"
    elif not settings.operations:
        yield f"operations must name at least 1 of {' '.join(OPERATIONS)}"
    for name in dict.fromkeys(_RANGE_OF[sign] for sign in settings.operations):
        # What is no number at all has been told already.
        value = getattr(settings, name)
        if type(value) is int and 0 <= value < _LEAST_RANGE[name]:
            signs = " ".join(sign for sign in settings.operations if _RANGE_OF[sign] == name)
            yield f"{name} must be at least {_LEAST_RANGE[name]} for {signs}, not {getattr(settings, name)}"


def _values(settings: Settings) -> Iterator[str]:
    needed = fewest_values(settings.rows, settings.cols)
    if settings.values < needed:
        yield (
            f"connector_max must be at least {settings.connector_min + needed - 1}: however the diagonals lie, some "
            f"cell of a {settings.rows}x{settings.cols} grid meets {needed} connectors, which need different values"
        )


def _expressions(settings: Settings) -> Iterator[str]:
    if shortage := _shortage(settings):
        yield f"{_remedy(settings)}: {shortage}"


def _shortage(settings: Settings) -> str | None:
    """Which expressions are lacking."""
    for sign in settings.operations:
        if not facts(settings)[sign]:
            return f"{sign} has no answer from {_span(settings)} with these ranges"
    counts = answer_counts(settings)
    if len(counts) < FEWEST_ANSWERS:
        return f"only {len(counts)} values from {_span(settings)} are answers, {FEWEST_ANSWERS} are needed"
    if settings.values <= LARGEST_DEGREE and len(counts) < settings.values:
        lacking = next(v for v in range(settings.connector_min, settings.connector_max + 1) if v not in counts)
        return f"with fewer than {LARGEST_DEGREE + 1} connector values all must be answers, and {lacking} is none"
    if counts.total() < settings.cells - 1:
        size, needed = f"{settings.rows}x{settings.cols}", settings.cells - 1
        return f"a {size} grid needs {needed} expressions to have none twice, these ranges have {counts.total()}"
    return None


def _span(settings: Settings) -> str:
    return f"{settings.connector_min} to {settings.connector_max}"


def answer_counts(settings: Settings) -> Counter[int]:
    """How many different expressions each value has; values that are no answer are left out."""
    counts: Counter[int] = Counter()
    for by_value in facts(settings).values():
        counts.update({value: len(found) for value, found in by_value.items()})
    return counts


def _remedy(settings: Settings) -> str:
    """The nearest change of one number that helps, or of all ranges together."""
    ranges = [*dict.fromkeys(_RANGE_OF[sign] for sign in settings.operations), "connector_max"]
    if DIVIDED in settings.operations and settings.max_dividend < USUAL_DIVIDEND:
        ranges.append("max_dividend")
    for names in (*((name,) for name in ranges), ranges):
        for number in range(1, LARGEST_NUMBER + 1):
            larger = {name: max(getattr(settings, name), number) for name in names}
            if _shortage(replace(settings, **larger)) is None:
                return f"{' and '.join(names)} must be at least {number}"
    return "the grid is too large for these operations"
