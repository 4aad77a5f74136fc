"""Facts: all that a level may ask, none beyond it, and the slips that children make."""

from __future__ import annotations

import pytest

from quandary.game import Rng
from quandary.games.circuit.expressions import Fact, fact_of, facts, read_fact, slips
from quandary.games.circuit.numbers import FactBook, deal
from quandary.games.circuit.settings import OPERATIONS, PRESETS, Settings, custom, preset


def every_fact(settings: Settings) -> set[str]:
    return {
        str(fact_of(sign, value, left))
        for sign, by_value in facts(settings).items()
        for value, lefts in by_value.items()
        for left in lefts
    }


def by_hand(settings: Settings) -> set[str]:
    """All expressions in the ranges, found by trying all numbers."""
    found = set()
    values = range(settings.connector_min, settings.connector_max + 1)
    small, tables = range(1, settings.add_sub_range + 1), range(2, settings.mult_div_range + 1)
    if "+" in settings.operations:
        found |= {f"{a} + {b}" for a in small for b in small if a + b in values}
    if "−" in settings.operations:
        found |= {f"{a} − {b}" for a in small for b in small if a - b in values}
    if "×" in settings.operations:
        found |= {f"{a} × {b}" for a in tables for b in tables if a * b in values}
    if "÷" in settings.operations:
        facts = {(a * b, a) for a in range(2, min(tables[-1], 12) + 1) for b in values if b > 1}
        found |= {f"{dividend} ÷ {a}" for dividend, a in facts if dividend <= 144}
    return found


@pytest.mark.parametrize(
    "settings",
    [*PRESETS, custom(9, connector_min=1, connector_max=12), custom(10, mult_div_range=20)],
)
def test_the_facts_of_a_level_are_all_that_its_ranges_allow(settings: Settings) -> None:
    assert every_fact(settings) == by_hand(settings)


def test_facts_are_read_and_written_with_the_true_signs() -> None:
    for text, value in (("7 + 8", 15), ("17 − 8", 9), ("7 × 8", 56), ("56 ÷ 8", 7)):
        fact = read_fact(text)
        assert fact is not None
        assert (str(fact), fact.value) == (text, value)
    for text in ("", "7", "7 - 8", "7 x 8", "7+8", "7 ÷ 2", "7 ÷ 0", " 7 + 8", "7 + 8 + 9", "-7 + 8"):
        assert read_fact(text) is None


@pytest.mark.parametrize(
    ("fact", "expected"),
    [
        (Fact(12, "+", 5), {16, 18, 7, 27, 60}),
        (Fact(12, "−", 5), {6, 8, 17}),
        (Fact(7, "×", 8), {55, 57, 46, 66, 49, 63, 48, 64, 15}),
        (Fact(56, "÷", 8), {6, 8, 17, 48}),
    ],
)
def test_slips_are_the_mistakes_that_children_make(fact: Fact, expected: set[int]) -> None:
    assert set(slips(fact)) == expected
    assert fact.value not in slips(fact)


def test_a_deck_holds_each_operation_as_its_weight_asks() -> None:
    for seed in range(50):
        for settings in PRESETS:
            cells = settings.cells - 1
            deck = deal(Rng(seed), settings.weights, cells)
            assert len(deck) == cells
            for sign, weight in zip(OPERATIONS, settings.weights, strict=True):
                assert abs(deck.count(sign) - weight * cells / 100) < 1


def test_a_book_gives_each_fact_once_and_takes_them_back() -> None:
    book = FactBook(Rng(1), preset(5))
    drawn = []
    while fact := book.draw_value("×", 12):
        drawn.append(fact)
    assert sorted(map(str, drawn)) == ["3 × 4", "4 × 3"]
    book.put_back(drawn[0])
    assert book.draw_value("×", 12) == drawn[0]


def test_a_mirrored_fact_comes_only_where_nothing_else_is_left() -> None:
    for seed in range(20):
        book = FactBook(Rng(seed), preset(3))
        first, second = book.draw_value("+", 10), book.draw_value("+", 10)
        assert first is not None
        assert second is not None
        assert (second.left, second.right) != (first.right, first.left)
