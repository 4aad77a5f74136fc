"""Checks of the arguments that Python programs pass: a wrong one is a `UsageError` of one clear line."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from numbers import Integral, Real
from typing import Any

from quandary.core.errors import UsageError
from quandary.core.options import LARGEST_INT, Option, joined_name, unknown_option
from quandary.core.words import shortened

MOST_JOBS = 1024
_LONGEST_VALUE = 40


def check_whole(name: str, value: object, *, least: int = 0, most: int | None = None) -> int:
    """Return `value` as an int. Raise `UsageError` unless it is a whole number from `least` to `most`."""
    highest = LARGEST_INT if most is None else most
    if isinstance(value, bool) or not isinstance(value, Integral) or not least <= int(value) <= highest:
        limits = f"from {least} up" if most is None else f"from {least} to {most}"
        raise UsageError(f"{name} must be a whole number {limits}, not {described(value)}")
    return int(value)


def check_number(name: str, value: object, *, least: float = 0.0) -> float:
    """Return `value` as a float. Raise `UsageError` unless it is a number from `least` up."""
    if isinstance(value, bool) or not isinstance(value, Real) or not least <= float(value) <= LARGEST_INT:
        raise UsageError(f"{name} must be a number from {least:g} up, not {described(value)}")
    return float(value)


def check_jobs(jobs: object) -> int:
    """Return the number of threads. Raise `UsageError` if it isn't one."""
    return check_whole("jobs", jobs, least=1, most=MOST_JOBS)


def check_type(name: str, value: object, kind: Any, expected: str) -> None:
    """Raise `UsageError` unless `value` is of this type; `expected` says what to pass instead."""
    if not isinstance(value, kind):
        raise UsageError(f"{name} must be {expected}, not {described(value)}")


def check_callable(name: str, value: object) -> None:
    """Raise `UsageError` unless `value` can be called."""
    if not callable(value):
        raise UsageError(f"{name} must be a function, not {described(value)}")


def check_options(name: str, options: object) -> None:
    """Raise `UsageError` unless `options` maps names to values."""
    check_type(name, options, Mapping, "a mapping of names to values")
    assert isinstance(options, Mapping)
    for key in options:
        check_type(f"a name in {name}", key, str, "a text")


def check_names(given: Iterable[str], options: Iterable[Option], *functions: Callable[..., Any]) -> None:
    """Raise `UsageError` for a keyword that is neither an option nor a keyword of `functions`."""
    known = [option.name for option in options]
    joined = {joined_name(name) for name in known}
    for name in given:
        if joined_name(name) not in joined:
            raise unknown_option(name, [*(word for function in functions for word in _keywords(function)), *known])


def _keywords(function: Callable[..., Any]) -> list[str]:
    # Imported late: slow to load, and only an error needs it.
    import inspect

    parameters = inspect.signature(function).parameters.values()
    return [each.name for each in parameters if each.kind is each.KEYWORD_ONLY]


def described(value: object) -> str:
    """Return a value as error messages show it."""
    return shortened(repr(value), _LONGEST_VALUE)
