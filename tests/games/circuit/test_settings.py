"""Levels, settings of one's own, their codes, and why some make no puzzle."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import product
from typing import Any

import pytest

from quandary.game import UsageError
from quandary.games.circuit.generator import make_board
from quandary.games.circuit.grid import make_grid, one_way_grid
from quandary.games.circuit.limits import check, fewest_values, problems
from quandary.games.circuit.settings import OPERATIONS, PRESETS, Settings, code, custom, preset, read_code

# Number, name, add/sub range, mult/div range, connectors, rows x cols, weights, seconds: as the design has them.
TABLE = """
1 Tiny Tot; 10; 0; 5-10; 3x4; 100/0/0/0; 10
2 Beginner; 15; 0; 5-15; 4x4; 100/0/0/0; 9
3 Easy; 15; 0; 5-15; 4x5; 60/40/0/0; 8
4 Getting There; 20; 0; 5-20; 4x5; 55/45/0/0; 7
5 Times Tables; 20; 5; 5-25; 4x5; 40/35/25/0; 7
6 Confident; 25; 6; 5-36; 5x5; 35/30/35/0; 6
7 Adventurous; 30; 8; 5-64; 5x6; 30/30/40/0; 6
8 Division Intro; 30; 6; 5-36; 5x6; 30/25/30/15; 6
9 Challenge; 50; 10; 5-100; 6x7; 25/25/30/20; 5
10 Expert; 100; 12; 5-144; 6x8; 25/25/30/20; 5
"""


@pytest.mark.parametrize("line", TABLE.strip().splitlines())
def test_the_presets_are_those_of_the_design(line: str) -> None:
    name, *numbers = (part.strip() for part in line.split(";"))
    level, title = name.split(" ", 1)
    add_sub, mult_div, connectors, size, weights, seconds = numbers
    least, most = map(int, connectors.split("-"))
    rows, cols = map(int, size.split("x"))

    settings = preset(level)

    assert settings == Settings(
        int(level), title, int(add_sub), int(mult_div), least, most, rows, cols,
        tuple(map(int, weights.split("/"))), int(seconds),
    )  # fmt: skip
    assert preset(title) == preset(title.lower().replace(" ", "-")) == preset(int(level)) == settings
    assert problems(settings) == ()


def test_path_bounds_are_inside_60_and_85_percent() -> None:
    for rows, cols in product(range(3, 21), repeat=2):
        shortest, longest = custom(10, rows=rows, cols=cols).path_bounds
        assert 60 * rows * cols <= 100 * shortest <= 100 * longest <= 85 * rows * cols
        assert 100 * (shortest - 1) < 60 * rows * cols
        assert 100 * (longest + 1) > 85 * rows * cols
        assert rows + cols - 1 < shortest


def test_an_unknown_level_is_refused_with_all_names() -> None:
    with pytest.raises(UsageError, match=r"no level '11' \(levels: 1 Tiny Tot, .*10 Expert\)"):
        preset("11")


def test_custom_settings_are_merged_onto_level_5() -> None:
    settings = custom(rows=6, connector_max=30)

    assert settings == replace(preset(5), name="Custom", rows=6, connector_max=30)
    assert custom() == preset(5)
    assert custom(7, rows=preset(7).rows) == preset(7)


def test_an_operation_that_is_switched_on_gets_a_weight() -> None:
    with_division = custom(operations="+-x/", mult_div_range=9)

    assert with_division.weights == (40, 35, 25, 33)
    assert any("÷" in tile.expression for tile in make_board(with_division, 1).tiles.values())
    assert custom(operations="+").weights == (40, 0, 0, 0)
    assert custom(operations="÷").operations == ("÷",)


def test_weights_are_merged_one_by_one() -> None:
    assert custom(weights={"/": 10}).weights == (40, 35, 25, 10)
    assert custom(weights={"+": 0, "-": 0}).operations == ("×",)


def test_a_level_in_hidden_mode_is_the_same_level() -> None:
    assert custom(7, hidden=True) == replace(preset(7), hidden=True)


@pytest.mark.parametrize("unknown", [{"size": 3}, {"level": 3}, {"name": "Mine"}])
def test_an_unknown_setting_is_refused(unknown: dict[str, object]) -> None:
    with pytest.raises(UsageError, match="there is no setting"):
        custom(**unknown)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "settings",
    [
        *PRESETS,
        custom(7, rows=3, cols=12, hidden=True),
        custom(10, weights={"+": 0, "÷": 1}, seconds_per_step=99),
        custom(2, connector_min=1, connector_max=9, add_sub_range=30, mult_div_range=7),
        custom(9, max_dividend=60),
    ],
)
def test_a_code_says_everything_and_fits_an_id(settings: Settings) -> None:
    assert read_code(code(settings)) == settings
    assert re.fullmatch(r"[A-Za-z0-9_-]+", code(settings))


def test_a_code_with_an_unknown_word_is_refused() -> None:
    for text in ("5-size3", "5-rows", "5-w1x2", "5-", "5-rows3-", "", "0", "x-rows3"):
        with pytest.raises(UsageError):
            read_code(text)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("settings", "problem"),
    [
        (custom(rows=2), "rows must be a whole number from 3 to 20, not 2"),
        (custom(cols=21), "cols must be a whole number from 3 to 20, not 21"),
        (custom(connector_min=0), "connector_min must be a whole number from 1"),
        (custom(operations=""), "operations must name at least 1 of + − × ÷"),
        (custom(weights={"+": -1}), "weights must be whole numbers from 0"),
        (custom(1, add_sub_range=1), "add_sub_range must be at least 2 for +, not 1"),
        (custom(1, operations="×"), "mult_div_range must be at least 2 for ×, not 0"),
        (custom(connector_max=9), "connector_max must be at least 10: however the diagonals lie, some cell of a 4x5"),
        (custom(rows=3, cols=4, connector_max=8), "connector_max must be at least 9: however the diagonals lie"),
        (
            custom(5, operations="×", connector_min=21, connector_max=40),
            "mult_div_range must be at least 9: only 1 values from 21 to 40 are answers",
        ),
        (custom(5, operations="×"), "mult_div_range must be at least 6: a 4x5 grid needs 19 expressions"),
        (custom(1, operations="-"), "add_sub_range must be at least 11: with fewer than 9 connector values all"),
        (custom(8, mult_div_range=1), "mult_div_range must be at least 2 for × ÷, not 1"),
        (custom(8, max_dividend=3), "max_dividend must be a whole number from 4 to 1000, not 3"),
        (custom(8, max_dividend=9), "max_dividend must be at least 10: ÷ has no answer from 5 to 36"),
        (custom(1, rows=12, cols=12), "add_sub_range and connector_max must be at least 18: a 12x12 grid needs 143"),
    ],
)
def test_a_refusal_names_the_field_and_the_smallest_legal_value(settings: Settings, problem: str) -> None:
    assert problems(settings)[0].startswith(problem)
    with pytest.raises(UsageError, match=re.escape(problem)):
        make_board(settings, 1)


@pytest.mark.parametrize(
    ("settings", "field", "value"),
    [
        (custom(5, operations="×", connector_min=21, connector_max=40), "mult_div_range", 9),
        (custom(5, operations="÷", mult_div_range=2, rows=6), "mult_div_range", 3),
        (custom(5, operations="×"), "mult_div_range", 6),
        (custom(connector_max=9), "connector_max", 10),
        (custom(8, max_dividend=8), "max_dividend", 10),
        (custom(rows=2), "rows", 3),
    ],
)
def test_the_smallest_legal_value_works_and_the_one_below_does_not(settings: Settings, field: str, value: Any) -> None:
    make_board(custom(settings, **{field: value}), 1)
    with pytest.raises(UsageError):
        check(custom(settings, **{field: value - 1}))


def test_no_way_to_lay_the_diagonals_needs_fewer_values_than_we_say() -> None:
    def fewest(rows: int, cols: int) -> int:
        ways = product((False, True), repeat=(rows - 1) * (cols - 1))
        return min(make_grid(rows, cols, falls).largest_degree for falls in ways)

    # Every larger grid contains 3x5 or 4x4, and has cells with as many connectors as they have.
    for rows, cols in ((3, 3), (3, 4), (4, 3), (3, 5), (4, 4)):
        assert fewest(rows, cols) == fewest_values(rows, cols)
    for rows, cols in ((3, 5), (4, 4), (12, 12), (3, 20)):
        assert one_way_grid(rows, cols, falls=True).largest_degree == fewest_values(rows, cols) == 6


def test_every_operation_is_known_by_its_sign() -> None:
    assert OPERATIONS == ("\u002b", "\u2212", "\u00d7", "\u00f7")
