"""Start boards: a seed is a promise, nothing matches, and there is a move."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import quandary
from quandary.engine.puzzles import puzzle_of_id
from quandary.game import PuzzleError, Rng, UsageError
from quandary.games.exponentile import GAME
from quandary.games.exponentile.generator import start
from quandary.games.exponentile.grid import matched
from quandary.games.exponentile.position import RULE_NAMES, SPAWN
from quandary.games.exponentile.rules import grid, moves


def test_a_seed_makes_this_board_for_ever() -> None:
    position = puzzle_of_id(GAME, "exponentile:web-width4-height3#42").position
    assert GAME.format(position) == " 8  2  4  4\n 2 16  2 16\n 4  8  2  4\nrules: web\nchance: 7681369315911520550"


@given(st.integers(0, 1 << 60), st.sampled_from(RULE_NAMES), st.integers(3, 10), st.integers(3, 10), st.booleans())
def test_a_start_has_no_match_and_only_new_tiles(seed: int, rules: str, width: int, height: int, torus: bool) -> None:
    position = start(seed, rules, width=width, height=height, torus=torus)
    assert not matched(position.cells, grid(position))
    assert set(position.cells) <= set(SPAWN[rules])
    assert (position.width, position.height, position.score, position.moves) == (width, height, 0, 0)


def test_play_goes_on_with_the_generator_where_the_board_has_left_it() -> None:
    # A board that has no match at once draws exactly once for each cell.
    for seed in range(500):
        rng = Rng(seed)
        drawn = tuple(rng.choice(SPAWN["classic"]) for _ in range(9))
        position = start(seed, width=3, height=3)
        if position.cells == drawn:
            assert position.chance == rng.state
            return
    pytest.fail("some 3x3 board should have no match from the beginning")


def test_a_seed_whose_board_is_stuck_makes_no_puzzle() -> None:
    made = list(quandary.generate("exponentile", width=3, height=3, count=30, seed=1))
    assert all(moves(puzzle.position) for puzzle in made)
    seeds = [int(puzzle.id.rpartition("#")[2]) for puzzle in made]
    stuck = sorted(set(range(1, max(seeds))) - set(seeds))
    assert stuck
    with pytest.raises(PuzzleError, match="this seed makes no puzzle"):
        puzzle_of_id(GAME, f"exponentile:width3-height3#{stuck[0]}")


@pytest.mark.parametrize(
    "name", ["exponentile#7", "exponentile:web#7", "exponentile:web-width5-height6-torus-spawn3#7"]
)
def test_ids_say_the_rules_and_the_shape(name: str) -> None:
    assert puzzle_of_id(GAME, name).id == name


@pytest.mark.parametrize("settings", [{"width": 2}, {"height": 17}, {"spawn": 2}, {"rules": "wild"}])
def test_shapes_out_of_bounds_are_refused(settings: dict[str, Any]) -> None:
    with pytest.raises(UsageError):
        quandary.generate("exponentile", **settings)


def test_the_record_of_a_puzzle_has_its_board_as_numbers() -> None:
    (puzzle,) = quandary.generate("exponentile", rules="web", seed=42)
    record = GAME.record(puzzle)
    assert record["board"] == [[1 << value for value in row] for row in puzzle.position.rows]
    assert (record["id"], record["rules"]) == ("exponentile:web#42", "web")
