"""Tests and intervals for paired results, in plain Python; the tests compare them with scipy and statsmodels.

Everything is exact where that is possible and a fixed, seeded simulation where it is not, so that the same rows always
get the same figures.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from statistics import NormalDist, fmean
from typing import Literal

from quandary.core.arguments import check_number, check_whole
from quandary.core.errors import UsageError
from quandary.core.rng import Rng

CONFIDENCE = 0.95
POWER = 0.8
# More values than the first are put into as many groups as the second, by chance, and the groups are resampled; the
# error of the interval's width that comes of it is about 1/sqrt(2 * 256), four in a hundred.
RESAMPLED_UP_TO = 1000
GROUPS = 256
RESAMPLES = 1000
# 2 to the power of this many sign patterns are tried one by one.
_EXACT_UP_TO = 16
_SIGN_RESAMPLES = 10_000
# Beyond this many differences the sum of random signs is as good as normal.
_SIMULATED_UP_TO = 4000
_BYTE = 8


@dataclass(frozen=True, slots=True)
class Interval:
    """An estimate, and where the truth lies with 95% confidence."""

    value: float
    low: float
    high: float

    def __str__(self) -> str:
        return f"{self.value:.3g} ({self.low:.3g} to {self.high:.3g})"


def wilson_interval(successes: int, trials: int, confidence: float = 0.95) -> tuple[float, float]:
    """Where the true share lies with this confidence (Wilson's score interval); anywhere if there are no trials."""
    check_whole("trials", trials)
    check_whole("successes", successes, most=trials)
    if not 0 < check_number("confidence", confidence) < 1:
        raise UsageError(f"confidence must be between 0 and 1, not {confidence}")
    if trials == 0:
        return 0.0, 1.0
    z = NormalDist().inv_cdf((1 + confidence) / 2)
    share, spread = successes / trials, z * z / trials
    middle = (share + spread / 2) / (1 + spread)
    half = z * math.sqrt(share * (1 - share) / trials + spread / (4 * trials)) / (1 + spread)
    return max(0.0, middle - half), min(1.0, middle + half)


def mcnemar(gained: int, lost: int) -> float:
    """The exact two-sided p of McNemar's test: could as uneven a split of the pairs that differ be chance?"""
    check_whole("gained", gained)
    check_whole("lost", lost)
    pairs, fewer = gained + lost, min(gained, lost)
    if gained == lost:
        return 1.0
    # From the largest term downwards; what is left out is below the precision of the sum.
    log_half = pairs * math.log(2)
    total = 0.0
    for count in range(fewer, -1, -1):
        log_ways = math.lgamma(pairs + 1) - math.lgamma(count + 1) - math.lgamma(pairs - count + 1)
        term = math.exp(log_ways - log_half)
        total += term
        if term < total * 1e-17:
            break
    return min(1.0, 2 * total)


def bootstrap_means(columns: Sequence[Sequence[float]], seed: int = 1) -> list[Interval]:
    """The mean of each column with its percentile bootstrap interval; the rows are resampled together."""
    if not columns or not columns[0]:
        return [Interval(math.nan, math.nan, math.nan) for _ in columns]
    rng = Rng(seed)
    sums, sizes = _grouped(columns, rng)
    samples: list[list[float]] = [[] for _ in columns]
    draws = _draws(len(sizes), rng)
    for _ in range(RESAMPLES):
        chosen = next(draws)
        count = sum(map(sizes.__getitem__, chosen))
        for column, sample in zip(sums, samples, strict=True):
            sample.append(sum(map(column.__getitem__, chosen)) / count)
    tail = (1 - CONFIDENCE) / 2
    return [
        Interval(fmean(column), quantile(sample, tail), quantile(sample, 1 - tail))
        for column, sample in zip(columns, samples, strict=True)
    ]


def sign_permutation(differences: Sequence[float], seed: int = 1) -> float:
    """The two-sided p of the paired permutation test: could a mean this far from zero come of random signs?

    Exact for few pairs; ten thousand random sign patterns for more; the normal limit for very many.
    """
    values = [value for value in differences if value]
    if not values:
        return 1.0
    observed = abs(math.fsum(values))
    # Sums of the same numbers in another order may differ in their last bits.
    limit = observed - 1e-9 * math.fsum(map(abs, values))
    if len(values) > _SIMULATED_UP_TO:
        return math.erfc(observed / math.sqrt(2 * math.fsum(value * value for value in values)))
    tables = [_signed_sums(values[start : start + _BYTE]) for start in range(0, len(values), _BYTE)]
    if len(values) <= _EXACT_UP_TO:
        first, second = tables[0], tables[1] if len(tables) > 1 else [0.0]
        hits = sum(abs(one + other) >= limit for one in first for other in second)
        return hits / (len(first) * len(second))
    hits = sum(abs(total) >= limit for total in _random_sums(tables, Rng(seed)))
    return (1 + hits) / (1 + _SIGN_RESAMPLES)


def _signed_sums(values: Sequence[float]) -> list[float]:
    """The sums of up to eight values with every choice of signs."""
    sums = [0.0]
    for value in values:
        sums = [total + value for total in sums] + [total - value for total in sums]
    return sums


def _random_sums(tables: Sequence[Sequence[float]], rng: Rng) -> Iterator[float]:
    """Sums with random signs: a byte of chance picks the signs of eight values at once."""
    last = len(tables[-1]) - 1
    for _ in range(_SIGN_RESAMPLES):
        chance = _chance(len(tables), rng)
        total = tables[-1][chance[len(tables) - 1] & last]
        for table, byte in zip(tables[:-1], chance, strict=False):
            total += table[byte]
        yield total


def _grouped(columns: Sequence[Sequence[float]], rng: Rng) -> tuple[list[list[float]], list[int]]:
    """The columns with a one for every row; or the sums of random groups of rows, and the groups' sizes."""
    count = len(columns[0])
    if count <= RESAMPLED_UP_TO:
        return [list(column) for column in columns], [1] * count
    # A byte of chance picks one of the 256 groups.
    groups = _chance(count, rng)[:count]
    sizes = [0] * GROUPS
    for group in groups:
        sizes[group] += 1
    sums = [[0.0] * GROUPS for _ in columns]
    for column, totals in zip(columns, sums, strict=True):
        for group, value in zip(groups, column, strict=True):
            totals[group] += value
    return sums, sizes


def _draws(limit: int, rng: Rng) -> Iterator[Sequence[int]]:
    """For ever `limit` random numbers below `limit`."""
    unit: Literal["B", "H"] = "B" if limit <= 1 << 8 else "H"
    span = 1 << 8 if unit == "B" else 1 << 16
    # Numbers above would favour small ones, and are drawn anew.
    fair = span - span % limit
    numbers: list[int] = []
    while True:
        while len(numbers) < limit:
            chance = memoryview(_chance(limit * (1 if unit == "B" else 2), rng)).cast(unit)
            numbers += chance if fair == span else [number for number in chance if number < fair]
        yield numbers[:limit] if fair == limit else [number % limit for number in numbers[:limit]]
        numbers = numbers[limit:]


def _chance(count: int, rng: Rng) -> bytes:
    """At least `count` random bytes."""
    return b"".join(rng.next_u64().to_bytes(_BYTE, "little") for _ in range(-(-count // _BYTE)))


def quantile(values: Sequence[float], share: float) -> float:
    """The value below which this share of all lies, between two values in proportion."""
    ordered = sorted(values)
    place = share * (len(ordered) - 1)
    low = math.floor(place)
    high = min(low + 1, len(ordered) - 1)
    return ordered[low] + (ordered[high] - ordered[low]) * (place - low)


def pairs_needed(gained: int, lost: int, pairs: int) -> int | None:
    """Pairs that McNemar's test needs to find a difference like this one, four times in five; None if there is none."""
    if gained == lost or pairs == 0:
        return None
    differing, shift = (gained + lost) / pairs, abs(gained - lost) / pairs
    z_level, z_power = _quantiles_of_the_test()
    root = z_level * math.sqrt(differing) + z_power * math.sqrt(max(0.0, differing - shift * shift))
    return math.ceil((root / shift) ** 2)


def _quantiles_of_the_test() -> tuple[float, float]:
    return NormalDist().inv_cdf((1 + CONFIDENCE) / 2), NormalDist().inv_cdf(POWER)


def differences_needed(differences: Sequence[float]) -> int | None:
    """Pairs that are needed to find a mean difference like this one, four times in five; None if there is none."""
    mean = fmean(differences) if differences else 0.0
    if mean == 0 or len(differences) < 2:
        return None
    variance = math.fsum((value - mean) ** 2 for value in differences) / (len(differences) - 1)
    z = sum(_quantiles_of_the_test())
    return max(2, math.ceil(z * z * variance / (mean * mean)))
