"""Generation: never fails, the same for ever, with the mix, the decoys and the difficulty that a level promises."""

from __future__ import annotations

import hashlib
import json
import statistics
from collections import Counter
from dataclasses import replace
from itertools import pairwise
from typing import Any

import pytest

import quandary
from quandary.engine.puzzles import puzzle_of_id
from quandary.game import Rng, UsageError
from quandary.games.circuit import GAME
from quandary.games.circuit.difficulty import assess, carries, load
from quandary.games.circuit.expressions import Fact, read_fact
from quandary.games.circuit.generator import make_board
from quandary.games.circuit.grid import one_way_grid
from quandary.games.circuit.limits import answer_counts, problems, widened
from quandary.games.circuit.notation import format_position
from quandary.games.circuit.numbers import number_grid
from quandary.games.circuit.path import draw_path, lead_on
from quandary.games.circuit.position import Position
from quandary.games.circuit.settings import OPERATIONS, PRESETS, Settings, code, custom, read_code
from quandary.games.circuit.validation import validate

# The first digits of the SHA-256 of the puzzle's text. A seed is a promise: none of these may ever change.
PROMISED = {
    "circuit:1#1": "0d6c09ade665080e",
    "circuit:1#2": "602866b82f86bf0d",
    "circuit:2#7": "574cfb7ed1baf23f",
    "circuit:3#7": "68279f7b900cc7c5",
    "circuit:4#7": "d5f5804db51b46a9",
    "circuit:5#42": "3841b8460b384236",
    "circuit:6#42": "bcf706b6db7faa58",
    "circuit:7#42": "46d7b922c2ad703e",
    "circuit:5-rows3-cols3#1": "9514c295b5a99aa4",
    "circuit:5-rows12-cols12-max13#1": "df0b5b65da871eaf",
    "circuit:5-max10#3": "038b13511281380b",
    "circuit:10-w0x0x30x0#4": "19328ce6d4e7e997",
    "circuit:7-hidden#5": "cd451b685e6078d3",
    "circuit:1-cols3-max9#1": "eec2891b9d9f71e2",
    "circuit:8#42": "ddfedf246830e559",
    "circuit:9#42": "056dd3c3293aae7a",
    "circuit:10-hidden#7": "dce50a71ff629783",
    "circuit:8-w0x0x0x15#1": "5b2edd3bc4c16db1",
}


@pytest.mark.parametrize(("name", "digest"), PROMISED.items())
def test_an_id_makes_the_same_puzzle_for_ever(name: str, digest: str) -> None:
    text = puzzle_of_id(GAME, name).text
    assert hashlib.sha256(text.encode()).hexdigest()[:16] == digest
    assert f'"id":"{name}"' in text


@pytest.mark.slow
@pytest.mark.parametrize("settings", PRESETS, ids=lambda settings: settings.name)
def test_every_seed_of_a_level_makes_a_right_puzzle_without_a_remark(settings: Settings) -> None:
    for seed in range(60):
        assert validate(make_board(settings, seed)) == ((), ())


EDGES = [
    *(custom(level, rows=rows, cols=cols) for rows, cols in ((3, 3), (8, 10), (10, 10), (12, 12)) for level in (5, 10)),
    *(custom(level, connector_max=13, add_sub_range=15) for level in (1, 2, 3, 5)),
    custom(10, rows=12, cols=12, connector_max=13),
    custom(5, rows=12, cols=12, connector_max=13),
    *(custom(5, rows=3, cols=4, connector_max=4 + values) for values in (5, 6, 7, 8)),
    *(custom(10, connector_max=4 + values) for values in (6, 7, 8)),
    custom(3, rows=3, cols=20),
    custom(3, rows=20, cols=3),
]


@pytest.mark.slow
@pytest.mark.parametrize("settings", EDGES, ids=code)
def test_edges_of_size_and_range_never_fail(settings: Settings) -> None:
    for seed in range(6):
        assert validate(make_board(settings, seed)).valid


@pytest.mark.parametrize("operation", OPERATIONS)
@pytest.mark.parametrize("changes", [{}, {"rows": 4, "cols": 5, "mult_div_range": 9}, {"rows": 3, "cols": 3}])
def test_a_single_operation_stays_alone(operation: str, changes: dict[str, Any]) -> None:
    settings = custom(10, operations=operation, **changes)
    for seed in range(10):
        made = make_board(settings, seed)
        assert validate(made).valid
        assert {tile.expression.split()[1] for tile in made.tiles.values() if tile.expression} == {operation}


@pytest.mark.parametrize(
    "settings",
    [
        custom(1, rows=5, cols=8),  # 39 expressions for 39 cells, on six values
        custom(10, operations="×", connector_max=13, rows=3, cols=4),  # 11 expressions for 11 cells
        custom(5, operations="×", mult_div_range=6),  # 21 expressions for 19 cells
    ],
)
def test_ranges_without_anything_to_spare_still_work(settings: Settings) -> None:
    for seed in range(4):
        assert validate(make_board(settings, seed)).valid


@pytest.mark.parametrize("settings", PRESETS[3:], ids=lambda settings: settings.name)
def test_why_the_first_draw_of_levels_4_to_10_cannot_fail(settings: Settings) -> None:
    """At most seven values are in a cell's way, and every other one with an unused expression will do; 15 values then
    number the rest in any order."""
    counts = answer_counts(settings)
    in_the_way = sum(count for _, count in counts.most_common(7))
    assert counts.total() - in_the_way >= settings.cells - 1
    assert settings.values >= 2 * 8 - 1


NARROW = [
    *PRESETS[:3],
    custom(2, connector_max=13),
    custom(10, rows=12, cols=12, connector_max=13),
    custom(5, connector_max=10),
]


@pytest.mark.parametrize("settings", NARROW, ids=code)
def test_why_narrow_ranges_cannot_fail_in_the_end(settings: Settings) -> None:
    """Parallel diagonals need six values; the busiest k of them are answers of at most (cells - 1) / k cells each."""
    richest = [count for _, count in answer_counts(settings).most_common(6)]
    bounds = [min(settings.cells // 2, (settings.cells - 1) // rank) for rank in range(1, 7)]
    assert all(count >= bound for count, bound in zip(richest, bounds, strict=True))
    for seed in range(20):
        rng = Rng(seed)
        grid = one_way_grid(settings.rows, settings.cols, falls=seed % 2 == 0)
        path = draw_path(rng, grid, settings.path_bounds[1])
        assert number_grid(rng, settings, grid, path, lead_on(rng, grid, path), values_first=True) is not None


@pytest.mark.slow
def test_random_settings_are_refused_or_make_a_puzzle() -> None:
    rng, made = Rng(1), 0
    for seed in range(120):
        least = 1 + rng.below(8)
        settings = custom(
            1 + rng.below(10),
            operations=[sign for sign in OPERATIONS if rng.below(2)],
            rows=3 + rng.below(5),
            cols=3 + rng.below(5),
            connector_min=least,
            connector_max=least + 4 + rng.below(20),
            add_sub_range=2 + rng.below(30),
            mult_div_range=2 + rng.below(12),
        )
        if not problems(settings):
            made += 1
            assert validate(make_board(settings, seed)).valid
    assert made > 40


@pytest.mark.slow
@pytest.mark.parametrize("settings", PRESETS, ids=lambda settings: settings.name)
def test_the_mix_of_operations_is_that_of_the_weights(settings: Settings) -> None:
    signs: Counter[str] = Counter()
    seed = 0
    while signs.total() < 1500:
        made = make_board(settings, seed)
        signs.update(tile.expression.split()[1] for tile in made.tiles.values() if tile.expression)
        seed += 1
    for sign, weight in zip(OPERATIONS, settings.weights, strict=True):
        assert abs(100 * signs[sign] / signs.total() - weight) < 3


def test_lengths_are_spread_over_the_bounds() -> None:
    settings = PRESETS[4]
    shortest, longest = settings.path_bounds
    lengths = Counter(len(make_board(settings, seed).solution) for seed in range(300))
    assert sorted(lengths) == list(range(shortest, longest + 1))
    assert min(lengths.values()) > 300 / len(lengths) / 2


@pytest.mark.parametrize("settings", PRESETS[3:], ids=lambda settings: settings.name)
def test_most_path_cells_have_a_decoy_from_level_4_on(settings: Settings) -> None:
    assert statistics.mean(assess(Position(make_board(settings, seed))).decoys for seed in range(40)) > 0.8


@pytest.mark.slow
def test_the_computed_difficulty_rises_from_level_to_level() -> None:
    means = [
        statistics.mean(assess(Position(make_board(settings, seed))).score for seed in range(120))
        for settings in PRESETS
    ]
    assert all(lower < higher for lower, higher in pairwise(means)), means


def test_what_makes_an_expression_hard() -> None:
    assert carries(Fact(7, "+", 5))
    assert not carries(Fact(7, "+", 2))
    assert carries(Fact(12, "−", 5))
    assert not carries(Fact(15, "−", 5))
    assert load(Fact(2, "+", 3)) < load(Fact(20, "+", 30)) < load(Fact(27, "+", 38))
    assert load(Fact(12, "−", 5)) < load(Fact(56, "÷", 8))


def divisions(name: str, seeds: range) -> list[Fact]:
    """Every ÷ of the puzzles of these ids."""
    boards = [puzzle_of_id(GAME, f"circuit:{name}#{seed}").position.board for seed in seeds]
    found = [read_fact(tile.expression) for board in boards for tile in board.tiles.values()]
    return [fact for fact in found if fact is not None and fact.sign == "÷"]


@pytest.mark.slow
def test_division_is_taught_evenly() -> None:
    found = divisions("8", range(150))
    by_divisor, by_quotient = Counter(fact.right for fact in found), Counter(fact.value for fact in found)
    assert set(by_divisor) == set(range(2, 7))
    assert max(by_divisor.values()) < 1.5 * min(by_divisor.values())
    assert set(by_quotient) == set(range(5, 37))
    assert all(fact.left <= 144 for fact in found)


def test_the_largest_dividend_is_a_setting() -> None:
    (puzzle,) = quandary.generate("circuit", level=9, operations="/", max_dividend=60, seed=3)
    board = puzzle.position.board
    dividends = [fact.left for tile in board.tiles.values() if (fact := read_fact(tile.expression))]
    assert 40 < max(dividends) <= 60
    assert validate(board).valid
    assert puzzle.id.startswith("circuit:9-dividend60")
    assert puzzle_of_id(GAME, puzzle.id) == puzzle
    assert GAME.parse(puzzle.text) == puzzle.position
    for text in (puzzle.text, GAME.export(puzzle.position, "camel")):
        assert GAME.parse(text).board.settings.max_dividend == 60
    # Another limit is another level to the validator.
    narrower = replace(board, settings=replace(board.settings, max_dividend=40))
    assert any("the dividend is above 40" in error.text for error in validate(narrower).errors)
    # What nobody has set is not in the text, so that older puzzles keep theirs.
    assert "max_dividend" not in next(quandary.generate("circuit", level=9, seed=3)).text


def test_v2_is_an_alias_of_the_only_recipe() -> None:
    for name, alias in (("circuit:8#42", "circuit:8-v2#42"), ("circuit:5#42", "circuit:5-v2#42")):
        assert puzzle_of_id(GAME, alias).position == puzzle_of_id(GAME, name).position
    with pytest.raises(UsageError, match="'v3' is not a setting"):
        puzzle_of_id(GAME, "circuit:8-v3#42")


def test_a_board_with_the_alias_in_its_id_and_its_settings_is_still_read() -> None:
    (puzzle,) = quandary.generate("circuit", level=8, seed=42)
    found = json.loads(puzzle.text)
    old = json.dumps({**found, "id": "circuit:8-v2#42", "difficulty": {**found["difficulty"], "recipe": 2}})
    (read,) = GAME.read_pack(old)
    assert isinstance(read, quandary.Puzzle)
    assert read.position.board == replace(puzzle.position.board, id="circuit:8-v2#42")
    assert not GAME.findings(read)


@pytest.mark.parametrize("level", range(1, 11))
@pytest.mark.parametrize("sign", "+-x/")
def test_every_operation_alone_makes_puzzles_on_every_level(level: int, sign: str) -> None:
    (puzzle,) = quandary.generate("circuit", level=level, operations=sign, seed=7)
    board = puzzle.position.board
    assert len(board.settings.operations) == 1
    assert validate(board).valid
    assert puzzle_of_id(GAME, puzzle.id) == puzzle


def test_ranges_are_made_wider_by_no_more_than_it_takes() -> None:
    assert widened(custom(5, operations="x")).mult_div_range == 6
    assert widened(custom(5)) == custom(5)
    times = widened(custom(1, operations="x"))
    assert (times.mult_div_range, times.connector_max) == (6, 13)
    for less in (replace(times, mult_div_range=5), replace(times, connector_max=12)):
        assert problems(less)
    # What somebody has said themselves is left as it is, and refused if it must be.
    with pytest.raises(UsageError, match="mult_div_range must be at least 6"):
        list(quandary.generate("circuit", level=5, operations="x", mult_div_range=5, connector_max=25))


def test_levels_are_independent_of_each_other() -> None:
    assert make_board(PRESETS[3], 1).solution != make_board(PRESETS[4], 1).solution


def test_hidden_mode_is_the_same_puzzle() -> None:
    plain, hidden = make_board(read_code("7"), 3), make_board(read_code("7-hidden"), 3)
    assert (plain.tiles, plain.connectors, plain.solution) == (hidden.tiles, hidden.connectors, hidden.solution)


def test_a_batch_holds_different_puzzles_with_ids_that_make_them_again() -> None:
    puzzles = list(quandary.generate("circuit", level=5, count=50, seed=1))
    assert [puzzle.id for puzzle in puzzles] == [f"circuit:5#{seed}" for seed in range(1, 51)]
    assert len({GAME.likeness(puzzle.position) for puzzle in puzzles}) == 50
    assert puzzle_of_id(GAME, puzzles[7].id) == puzzles[7]


@pytest.mark.parametrize("level", [5, "5", "Times Tables", "times-tables"])
def test_a_level_can_be_named_in_many_ways(level: int | str) -> None:
    puzzle = next(quandary.generate("circuit", level=level, seed=42))
    assert puzzle.id == "circuit:5#42"


def test_settings_of_ones_own_have_an_id_too() -> None:
    puzzle = next(quandary.generate("circuit", level=8, operations="x/", mult_div_range=10, rows=4, seed=3))
    assert puzzle.id == "circuit:8-rows4-muldiv10-w0x0x30x15#3"
    assert puzzle_of_id(GAME, puzzle.id) == puzzle
    assert format_position(Position(make_board(read_code("8-rows4-muldiv10-w0x0x30x15"), 3))) == puzzle.text
