"""How much memory a value holds, roughly, so that what is kept can be kept within bounds."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from types import FunctionType, ModuleType
from typing import Any

# Beyond this a value counts as too heavy whatever else is in it.
_MOST_PARTS = 200_000
_NOTHING_OF_OURS = (type, ModuleType, FunctionType)


def weight(value: object, beside: object = None) -> int:
    """The bytes of a value and of all that it leads to. What is also a part of `beside` is shared, and not counted."""
    shared = {id(part) for part in _parts(beside)}
    seen: set[int] = set()
    waiting: list[Any] = [value]
    total = 0
    while waiting and len(seen) < _MOST_PARTS:
        one = waiting.pop()
        if id(one) in seen or id(one) in shared or isinstance(one, _NOTHING_OF_OURS):
            continue
        seen.add(id(one))
        total += sys.getsizeof(one, 64)
        waiting.extend(_parts(one))
    return total + sum(sys.getsizeof(one, 64) for one in waiting)


def _parts(value: Any) -> Iterator[Any]:
    """What a value is made of."""
    if isinstance(value, (str, bytes, int, float)):
        return
    if isinstance(value, dict):
        yield from value.keys()
        yield from value.values()
    elif isinstance(value, (tuple, list, set, frozenset)):
        yield from value
    else:
        yield from getattr(value, "__dict__", {}).values()
        for kind in type(value).__mro__:
            names = kind.__dict__.get("__slots__", ())
            for name in (names,) if isinstance(names, str) else names:
                if hasattr(value, name):
                    yield getattr(value, name)
