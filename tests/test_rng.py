"""The random stream is pinned for ever; Rust's tests read the same file."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from quandary import _native
from quandary.game import Rng

VECTORS = Path(__file__).parent / "vectors" / "rng.txt"


def _cases(kind: str) -> list[tuple[list[int], str]]:
    lines = [line.split(":") for line in VECTORS.read_text().splitlines() if line.startswith(f"{kind} ")]
    assert lines
    return [([int(word) for word in left.split()[1:]], right.strip()) for left, right in lines]


def test_numbers() -> None:
    for (seed,), expected in _cases("u64"):
        rng = Rng(seed)
        values = [int(word) for word in expected.split()]
        assert [rng.next_u64() for _ in values] == values
        assert _native.splitmix64(seed, len(values)) == values


def test_numbers_below_a_limit() -> None:
    for (seed, limit), expected in _cases("below"):
        rng = Rng(seed)
        assert " ".join(str(rng.below(limit)) for _ in expected.split()) == expected


def test_shuffles() -> None:
    for (seed, count), expected in _cases("shuffle"):
        items = list(range(count))
        Rng(seed).shuffle(items)
        assert " ".join(map(str, items)) == expected


def test_splits() -> None:
    for (seed,), expected in _cases("split"):
        parent = Rng(seed)
        child = parent.split()
        streams = [" ".join(str(rng.next_u64()) for _ in range(3)) for rng in (child, parent)]
        assert " / ".join(streams) == expected


def test_the_published_stream_of_splitmix64() -> None:
    rng = Rng(1234567)
    assert [rng.next_u64() for _ in range(3)] == [6457827717110365317, 3203168211198807973, 9817491932198370423]


def test_choices_are_fair() -> None:
    rng = Rng(1)
    counts = Counter(rng.choice("abc") for _ in range(30_000))
    assert all(9_500 < counts[letter] < 10_500 for letter in "abc")


@pytest.mark.parametrize("limit", [0, -1, 1 << 64])
def test_an_impossible_limit_is_refused(limit: int) -> None:
    with pytest.raises(ValueError, match="limit"):
        Rng(1).below(limit)
