"""Deals by seed: a promise, pinned here for ever; winnable and graded ones where they are asked for."""

from __future__ import annotations

from typing import Any

import pytest

import quandary
from quandary.engine.puzzles import puzzle_of_id
from quandary.game import Task, UsageError
from quandary.games.klondike import GAME, notation
from quandary.games.klondike.difficulty import (
    GRADES,
    assess,
    buried_aces,
    casual_games,
    grade_of,
    is_winnable,
)
from quandary.games.klondike.generator import KlondikeGenerator
from tests.games.klondike.deals import SEED_5, dealt

# These may never change: people share deals by their numbers.
PINNED = {
    0: "4C9S3CKCAHKDKS3S8C7D5H4D6SJDASKH8D4HTCAC2C8HTHQC9DJSQH7C3DJHTS9C7S2HTD5D5S7H6D6C8S5CJC3H9H2S4S2DQSAD6HQD",
    1: "QSQDTDJHAC9DKHTC2D8H5S3H4S9C3STS3D2C7S2SJS7D6H7H5D4DAD3CAS4H8SAHKSQH8CQC2HJD6C5H7C5C9H4C6SJC9SKD6DKCTH8D",
    5: SEED_5,
    2**63 - 1: (
        "9H8SJD4DTS8DJHQCAD5HQD5C9D2SAHTD6H5D8H9CAS3H7S5S4HKHAC2C4CTHJC3SQS6C6D3D6S7D8C7HKDJSTC9S7CKS2D4S2HQHKC3C"
    ),
}


@pytest.mark.parametrize("seed", PINNED)
def test_a_seed_makes_its_deal_for_ever(seed: int) -> None:
    (puzzle,) = quandary.generate("klondike", seed=seed)
    assert puzzle.text == PINNED[seed]
    assert puzzle.id == f"klondike#{seed}"


def test_the_draw_count_changes_the_rules_and_not_the_cards() -> None:
    (puzzle,) = quandary.generate("klondike", seed=5, draw=1, redeals=2)
    assert puzzle.position == dealt(5, draw=1, redeals=2)
    assert puzzle.id == "klondike:draw1-redeals2#5"
    assert puzzle_of_id(GAME, puzzle.id) == puzzle
    assert puzzle_of_id(GAME.variant(redeals=2), "klondike:draw1#5") == puzzle
    with pytest.raises(UsageError, match="draw=3 was chosen, but the puzzle is played with draw=1"):
        puzzle_of_id(GAME.variant(draw=3, redeals=2), "klondike:draw1#5")


@pytest.mark.slow
def test_winnable_deals_are_the_first_winnable_shuffle_of_their_seed() -> None:
    puzzles = list(quandary.generate("klondike", seed=1, count=12, winnable=True))
    for puzzle in puzzles:
        assert quandary.solve("klondike", puzzle).verdict == "solved"
        assert puzzle.facts == {"verdict": "solved"}
        assert puzzle_of_id(GAME, puzzle.id) == puzzle
        plain = puzzle_of_id(GAME, puzzle.id.replace(":winnable", ""))
        assert (plain.position == puzzle.position) == bool(is_winnable(plain.position))
    assert puzzles[0].id == "klondike:winnable#1"


@pytest.mark.slow
@pytest.mark.parametrize("grade", GRADES)
def test_a_graded_deal_has_its_grade(grade: str) -> None:
    (puzzle,) = quandary.generate("klondike", seed=3, difficulty=grade)
    assert puzzle.id == f"klondike:{grade}#3"
    difficulty = assess(puzzle.position)
    assert difficulty is not None
    assert difficulty.grade == grade == puzzle.facts["grade"]
    assert puzzle_of_id(GAME, puzzle.id) == puzzle


def test_less_than_a_hard_deal_is_a_winnable_one_and_each_easier_grade() -> None:
    orders = list(KlondikeGenerator().lesser({"winnable": False, "difficulty": "hard"}))
    assert [order["difficulty"] for order in orders] == [None, "easy", "medium"]
    (puzzle,) = quandary.generate("klondike", seed=3, **orders[0])
    assert KlondikeGenerator().told(puzzle.facts) == "a deal that can be won"
    assert list(KlondikeGenerator().lesser({"winnable": True, "difficulty": None})) == []


def test_a_deal_that_cannot_be_won_has_no_difficulty() -> None:
    assert is_winnable(dealt(12)) is False
    assert assess(dealt(12)) is None


def test_a_memory_budget_that_is_too_small_is_said() -> None:
    generator = KlondikeGenerator()
    with pytest.raises(quandary.BudgetEnded, match="the memory budget is too small") as ended:
        generator.make(1, {"winnable": True, "difficulty": None}, Task(budget=quandary.Budget(memory=1000)))
    assert ended.value.reason == "memory"


def test_measures() -> None:
    # The ace of clubs lies under five cards of pile 7, that of hearts under one of pile 3, and so on.
    assert buried_aces(dealt(5)) == 5 + 1 + 0
    assert buried_aces(notation.parse("foundations=KCJDQHKS/stock=QD/2=khKD")) == 0
    luck, leeway = casual_games(notation.parse("foundations=KCJDQHKS/stock=QD/2=khKD"))
    assert (luck, leeway) == (1.0, 1.0)
    assert casual_games(dealt(12)) == (0.0, 0.0)


def test_casual_games_are_pinned_because_grades_rest_on_them() -> None:
    assert [casual_games(dealt(seed)) for seed in (1, 2, 4, 11)] == [
        (0.0, 0.81),
        (0.0, 0.762),
        (0.0, 0.506),
        (0.25, 0.53),
    ]


def test_grades_are_bands_of_scores() -> None:
    assert [grade_of(score) for score in (0.0, 80.0, 110.0)] == list(GRADES)


@pytest.mark.parametrize(
    ("settings", "problem"),
    [
        ({"draw": 0}, "option draw: 0 is below 1"),
        ({"draw": 25}, "option draw: 25 is above 24"),
        ({"redeals": -1}, "option redeals: -1 is below 0"),
        ({"draw": "three"}, "option draw: 'three' is not a whole number"),
        ({"difficulty": "cruel"}, "option difficulty: 'cruel' is not one of easy, medium, hard"),
    ],
)
def test_impossible_settings_are_refused(settings: dict[str, Any], problem: str) -> None:
    with pytest.raises(UsageError, match=problem):
        quandary.generate("klondike", **settings)
