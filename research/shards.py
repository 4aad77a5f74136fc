"""Shards: parts of a long computation, for several machines."""

from __future__ import annotations

from quandary import UsageError


def read_shard(text: str | None) -> tuple[int, int]:
    """Return the part and the number of parts of `2/8`; (1, 1) of None."""
    if text is None:
        return 1, 1
    part, _, parts = text.partition("/")
    if not (part.isdecimal() and parts.isdecimal() and 1 <= int(part) <= int(parts)):
        raise UsageError(f"expected a shard I/N like 2/8, got {text!r}")
    return int(part), int(parts)
