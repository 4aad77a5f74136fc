"""Values that were used lately: what would be dear to make again, within a bound on how much is kept."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")


class Recent(Generic[K, V]):
    """The values that were used last, up to so much of them; for any thread."""

    def __init__(self, most: int, weigh: Callable[[V], int] = lambda value: 1) -> None:
        self._room = most
        self._weigh = weigh
        self._values: OrderedDict[K, V] = OrderedDict()
        self._lock = threading.Lock()

    def get(self, key: K) -> V | None:
        """The value, which then counts as used."""
        with self._lock:
            value = self._values.get(key)
            if value is not None:
                self._values.move_to_end(key)
            return value

    def put(self, key: K, value: V) -> None:
        """Keeps a value, and lets go of those that were not used for longest."""
        with self._lock:
            before = self._values.pop(key, None)
            self._room += 0 if before is None else self._weigh(before)
            self._values[key] = value
            self._room -= self._weigh(value)
            while self._room < 0:
                self._room += self._weigh(self._values.popitem(last=False)[1])
