"""Figures as people say them, the same in every front end."""

from __future__ import annotations


def duration(seconds: float) -> str:
    """A time for people: `45 µs`, `1.2 ms`, `3.4 s`."""
    for unit, name in ((1.0, "s"), (1e-3, "ms")):
        if seconds >= unit:
            return f"{seconds / unit:.3g} {name}" if seconds < 1000 * unit else f"{seconds / unit:,.0f} {name}"
    return f"{seconds * 1e6:.0f} µs"


def counted(number: int, unit: str) -> str:
    """`3 moves`, `1 move`, `1 push`."""
    return f"{number} {unit}" if number != 1 else f"1 {unit.removesuffix('es' if unit.endswith('shes') else 's')}"


def clock(seconds: float) -> str:
    """A time as a clock shows it: `0:07`, `12:45`, `1:02:03`."""
    minutes, rest = divmod(int(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"


def shortened(text: str, most: int) -> str:
    """The text, or its beginning and an ellipsis."""
    return text if len(text) <= most else f"{text[: most - 1]}…"


def ordinal(number: int) -> str:
    """`1st`, `2nd`, `13th`."""
    ending = "th" if number % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{ending}"
