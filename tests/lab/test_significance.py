"""The lab's own statistics against scipy and statsmodels."""

from __future__ import annotations

import math
from collections.abc import Sequence
from importlib import import_module
from typing import Any

import pytest

from quandary.game import Rng
from quandary.lab.significance import (
    bootstrap_means,
    differences_needed,
    mcnemar,
    pairs_needed,
    sign_permutation,
    wilson_interval,
)

numpy: Any = import_module("numpy")
stats: Any = import_module("scipy.stats")
proportion: Any = import_module("statsmodels.stats.proportion")
tables: Any = import_module("statsmodels.stats.contingency_tables")


def normal(count: int, mean: float, deviation: float, seed: int) -> list[float]:
    """A sample of a normal distribution."""
    values: list[float] = stats.norm.ppf(uniform(count, seed), mean, deviation).tolist()
    return values


def uniform(count: int, seed: int) -> Any:
    """A sample between 0 and 1."""
    rng = Rng(seed)
    return numpy.array([(rng.next_u64() + 0.5) / 2**64 for _ in range(count)])


@pytest.mark.parametrize(
    ("successes", "trials"), [(0, 10), (10, 10), (21, 50), (816, 1000), (1, 3), (499_000, 500_000)]
)
@pytest.mark.parametrize("confidence", [0.95, 0.99])
def test_wilson(successes: int, trials: int, confidence: float) -> None:
    expected = proportion.proportion_confint(successes, trials, 1 - confidence, method="wilson")
    assert wilson_interval(successes, trials, confidence) == pytest.approx(expected, abs=1e-12)


def test_wilson_without_trials_says_nothing() -> None:
    assert wilson_interval(0, 0) == (0, 1)


@pytest.mark.parametrize(
    ("gained", "lost"), [(0, 0), (1, 0), (5, 5), (0, 11), (3, 12), (40, 60), (700, 800), (20_000, 20_500)]
)
def test_mcnemar(gained: int, lost: int) -> None:
    expected = tables.mcnemar([[7, gained], [lost, 9]], exact=True).pvalue
    assert mcnemar(gained, lost) == pytest.approx(expected, rel=1e-8)
    assert mcnemar(lost, gained) == mcnemar(gained, lost)


def scipy_bootstrap(values: Sequence[float]) -> tuple[float, float]:
    """The same interval by scipy."""
    found = stats.bootstrap(
        (values,), numpy.mean, n_resamples=4000, method="percentile", rng=numpy.random.default_rng(1), batch=200
    ).confidence_interval
    return found.low, found.high


@pytest.mark.slow
@pytest.mark.parametrize("count", [12, 150, 900, 5000])
def test_bootstrap(count: int) -> None:
    values = normal(count, 0.3, 2.0, seed=count)
    (found,) = bootstrap_means([values])
    low, high = scipy_bootstrap(values)
    width = high - low
    assert found.value == pytest.approx(numpy.mean(values))
    # Two simulations of the same interval differ by a few hundredths of its width.
    assert found.low == pytest.approx(low, abs=0.12 * width)
    assert found.high == pytest.approx(high, abs=0.12 * width)
    assert found.high - found.low == pytest.approx(width, rel=0.15)


def test_bootstrap_of_sorted_values_is_as_wide() -> None:
    # Groups of neighbours would all have another mean, groups of every n-th all the same one.
    values = normal(20_000, 0, 1, seed=5)
    (mixed,), (ordered,) = bootstrap_means([values]), bootstrap_means([sorted(values)])
    assert ordered.high - ordered.low == pytest.approx(mixed.high - mixed.low, rel=0.2)


@pytest.mark.slow
def test_bootstrap_covers_the_truth_as_often_as_it_says() -> None:
    covered = 0
    for seed in range(100):
        (found,) = bootstrap_means([normal(60, 1.0, 1.0, seed=1000 + seed)], seed=seed)
        covered += found.low <= 1.0 <= found.high
    assert 0.88 <= covered / 100 <= 0.99


def test_bootstrap_is_the_same_every_time_and_knows_nothing_of_nothing() -> None:
    values = normal(50, 0, 1, seed=3)
    assert bootstrap_means([values]) == bootstrap_means([values])
    assert math.isnan(bootstrap_means([[]])[0].value)


def scipy_permutation(values: Sequence[float]) -> float:
    """The paired permutation test by scipy: signs of the differences are flipped."""
    return float(
        stats.permutation_test(
            (values, numpy.zeros(len(values))),
            lambda x, y, axis: numpy.sum(x - y, axis=axis),
            permutation_type="samples",
            vectorized=True,
            n_resamples=20_000 if len(values) < 1000 else 2000,
            batch=500,
            rng=numpy.random.default_rng(1),
        ).pvalue
    )


@pytest.mark.parametrize("count", [3, 8, 9, 13, 14])
def test_permutation_is_exact_for_few_pairs(count: int) -> None:
    values = normal(count, 0.5, 1.0, seed=count)
    assert sign_permutation(values) == pytest.approx(scipy_permutation(values), abs=1e-12)


@pytest.mark.slow
@pytest.mark.parametrize(("count", "mean"), [(40, 0.25), (300, 0.1), (301, 0.0), (5000, 0.03)])
def test_permutation_agrees_for_many_pairs(count: int, mean: float) -> None:
    values = normal(count, mean, 1.0, seed=count)
    assert sign_permutation(values) == pytest.approx(scipy_permutation(values), abs=0.02)


def test_permutation_without_a_difference() -> None:
    assert sign_permutation([]) == sign_permutation([0, 0]) == 1
    assert sign_permutation([1, -1, 2, -2]) == 1


def test_the_pairs_that_are_needed_suffice_four_times_in_five() -> None:
    needed = pairs_needed(30, 15, 300)
    assert needed is not None
    rng = Rng(9)
    found = 0
    for _ in range(300):
        gained = lost = 0
        for _ in range(needed):
            chance = rng.below(300)
            gained += chance < 30
            lost += 30 <= chance < 45
        found += mcnemar(gained, lost) < 0.05 and gained > lost
    assert 0.7 <= found / 300 <= 0.9


def test_nothing_can_be_needed_for_no_difference() -> None:
    assert pairs_needed(4, 4, 100) is None
    assert differences_needed([1.0, -1.0]) is None


def test_the_differences_that_are_needed() -> None:
    values = normal(400, 0.2, 1.0, seed=4)
    effect = numpy.mean(values) / numpy.std(values, ddof=1)
    power: Any = import_module("statsmodels.stats.power")
    expected = power.TTestPower().solve_power(effect, power=0.8, alpha=0.05)
    assert differences_needed(values) == pytest.approx(expected, rel=0.05)
