"""The native core plays by the same rules as Python's, on every board that there is."""

from __future__ import annotations

from dataclasses import replace

import pytest

from quandary._native import exponentile as native
from quandary.game import Rng, Task, read_options
from quandary.games.exponentile.generator import ExponentileGenerator
from quandary.games.exponentile.position import CLASSIC, SPAWN, WEB, Position
from quandary.games.exponentile.rules import grid, is_over, moves, play, resolve
from tests.games.exponentile.boards import walk

SHAPES = [(8, 8, False), (8, 8, True), (3, 3, False), (3, 3, True), (4, 3, True), (5, 7, False), (16, 16, True)]


def started(rules: str, seed: int, width: int = 8, height: int = 8, torus: bool = False) -> Position:
    spawn = SPAWN[rules]
    game = native.start(width, height, rules, spawn, torus, seed)
    return Position(tuple(game.cells), width, rules, spawn, torus, chance=game.chance)


def legal_swaps(position: Position) -> list[tuple[int, int]]:
    """Python's legal moves as the core lists them: each pair of cells once."""
    shape = grid(position)
    pairs = [(shape.index(move.source), shape.index(move.target)) for move in moves(position)]
    return [pair for number, pair in enumerate(pairs) if pair[::-1] not in pairs[:number]]


@pytest.mark.parametrize("rules", [CLASSIC, WEB])
def test_a_seed_makes_the_same_game_on_both_sides(rules: str) -> None:
    generator = ExponentileGenerator(rules=rules)
    for seed in range(20):
        made = generator.make(seed, read_options(generator.options, {}), Task())
        assert made is not None
        assert made[0] == started(rules, seed)


@pytest.mark.slow
@pytest.mark.parametrize("rules", [CLASSIC, WEB])
@pytest.mark.parametrize(("width", "height", "torus"), SHAPES)
def test_random_games_agree(rules: str, width: int, height: int, torus: bool) -> None:
    made = 0
    for seed in range(6):
        start = started(rules, seed, width, height, torus)
        shape = grid(start)
        for position, move in walk(start, seed, 40):
            assert native.swaps(position) == legal_swaps(position)
            swap = shape.index(move.source), shape.index(move.target)
            game = native.play(position, swap)
            after = play(position, move).position
            assert (tuple(game.cells), game.score, game.chance) == (after.cells, after.score, after.chance)
            made += 1
    assert made


@pytest.mark.parametrize("rules", [CLASSIC, WEB])
def test_waves_agree_where_the_new_tiles_are_told(rules: str) -> None:
    for seed in range(10):
        rng = Rng(seed)
        for position, move in walk(started(rules, seed), seed, 20):
            refills = [rng.choice(position.spawn) for _ in range(400)]
            expected = resolve(position.rows, (move.source, move.target), refills, rules)
            shape = grid(position)
            swap = shape.index(move.source), shape.index(move.target)
            found = native.resolve(position, swap, refills)
            assert list(found.cells) == [value for row in expected.board for value in row]
            assert found.points == expected.points
            assert found.used == len(expected.refills)


@pytest.mark.parametrize("rules", [CLASSIC, WEB])
@pytest.mark.parametrize("torus", [False, True])
def test_boards_with_lines_have_the_same_swaps(rules: str, torus: bool) -> None:
    rng = Rng(5)
    for _ in range(100):
        cells = tuple(1 + rng.below(3) for _ in range(30))
        position = Position(cells, 6, rules, SPAWN[rules], torus)
        assert native.swaps(position) == legal_swaps(position)


def test_high_tiles_are_played_like_low_ones() -> None:
    low = started(WEB, 3)
    high = replace(low, cells=tuple(value + 20 for value in low.cells))
    swap = native.swaps(low)[0]
    assert native.swaps(high) == native.swaps(low)
    found = native.resolve(high, swap, [21, 22, 23, 24] * 50)
    expected = native.resolve(low, swap, [1, 2, 3, 4] * 50)
    assert list(found.cells) == [value + 20 for value in expected.cells]
    assert (found.points, found.used) == ([points << 20 for points in expected.points], expected.used)


def test_a_game_is_over_on_both_sides() -> None:
    ended = 0
    for seed in range(3):
        *_, (last, move) = walk(started(CLASSIC, seed), seed, 2000)
        shape = grid(last)
        swap = shape.index(move.source), shape.index(move.target)
        final = replace(last, cells=tuple(native.play(last, swap).cells))
        assert (native.swaps(final) == []) == is_over(final)
        ended += is_over(final)
    assert ended == 3


@pytest.mark.parametrize(
    ("position", "swap"),
    [
        (Position((1,) * 64, 8, "house", (1, 2, 3)), (0, 1)),
        (Position((1,) * 63, 8, WEB, (1, 2, 3)), (0, 1)),
        (Position((1,) * 4, 2, WEB, (1, 2, 3)), (0, 1)),
        (Position((0,) * 64, 8, WEB, (1, 2, 3)), (0, 1)),
        (Position((60,) * 64, 8, WEB, (1, 2, 3)), (0, 1)),
        (Position((1,) * 64, 8, WEB, ()), (0, 1)),
        (Position((1,) * 64, 8, WEB, (0,)), (0, 1)),
        (Position((1,) * 64, 8, WEB, (1, 2, 3)), (0, 2)),
        (Position((1,) * 64, 8, WEB, (1, 2, 3)), (7, 0)),
        (Position((1,) * 64, 8, WEB, (1, 2, 3)), (0, 64)),
    ],
)
def test_nonsense_is_refused(position: Position, swap: native.Swap) -> None:
    with pytest.raises(ValueError, match=r"."):
        native.play(position, swap)


def test_swaps_that_match_nothing_are_refused() -> None:
    position = started(WEB, 1)
    legal = native.swaps(position)
    refused = next((cell, cell + 1) for cell in range(7) if (cell, cell + 1) not in legal)
    with pytest.raises(ValueError, match="matches nothing"):
        native.play(position, refused)
    with pytest.raises(ValueError, match="run out"):
        native.resolve(position, legal[0], [])
