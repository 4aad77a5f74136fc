"""The generator and the enumerator: what they promise, checked from outside."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from itertools import combinations, product
from typing import Any

import pytest

import quandary
from quandary._native import Limits
from quandary._native import rush_hour as native
from quandary.engine.packs import shipped_packs
from quandary.engine.puzzles import puzzle_of_id
from quandary.game import BudgetEnded
from quandary.games.rush_hour import GAME
from quandary.games.rush_hour.distances import Distances, canonical_form, explore
from quandary.games.rush_hour.findings import needless_parts
from quandary.games.rush_hour.generator import RushHourGenerator
from quandary.games.rush_hour.limits import HARDEST, moves_of_grade
from quandary.games.rush_hour.position import Position

# A seed is a promise: these lines never change.
PROMISED = {
    "rush-hour#1": "....A.....ABC.XXDBC...DB..EFFF..EGGG",
    "rush-hour:beginner#1": ".........A..XXBA..C.BD..C.BD.ECFFD.E",
    "rush-hour:expert#1": "..ABBBCCA.D.E.XXD.E..FFGHHIIIGJJJKKG",
}


@pytest.mark.parametrize("name", PROMISED)
def test_a_seed_makes_the_same_puzzle_for_ever(name: str) -> None:
    assert quandary.Session.start("rush-hour", name).puzzle.text == PROMISED[name]


@pytest.mark.slow
@pytest.mark.parametrize(
    "settings",
    [
        {"min_moves": 5, "max_moves": 8},
        {"min_moves": 20},
        {"walls": 2, "min_moves": 10},
        {"size": "5x5", "max_moves": 9},
        {"size": "8x7", "min_moves": 6, "max_moves": 20},
        {"level": "advanced"},
    ],
)
def test_puzzles_are_as_ordered_and_minimal(settings: dict[str, Any]) -> None:
    for puzzle in quandary.generate(GAME, count=3, seed=1, **settings):
        verdict = quandary.solve(GAME, puzzle)
        assert verdict.cost == puzzle.facts["moves"]
        assert int(settings.get("min_moves", 1)) <= puzzle.facts["moves"] <= int(settings.get("max_moves", 99))
        assert needless_parts(puzzle.position) == []
        assert explore(puzzle.position).size == puzzle.facts["positions"]
        assert puzzle.facts["grade"] == settings.get("level", puzzle.facts["grade"])
        wanted = str(settings.get("size", "6x6"))
        assert f"{puzzle.position.width}x{puzzle.position.height}" == wanted


def test_an_order_that_nobody_can_fill_ends() -> None:
    # Nothing is known of the hardest puzzle of this size, so that it is looked for.
    with pytest.raises(
        quandary.BudgetEnded, match=r"no rush-hour puzzle found .* seeds 1 to 20; closest: beginner, [1-9]"
    ):
        list(quandary.generate(GAME, seed=1, size="7x3", min_moves=30, effort=50))


@pytest.mark.parametrize(
    ("settings", "problem"),
    [
        (
            {"level": "expert", "min_moves": 90},
            "no 6x6 puzzle without walls takes 90 moves: the hardest known takes 51 (60 with --walls 1)",
        ),
        ({"min_moves": 52}, "no 6x6 puzzle without walls takes 52 moves: the hardest known takes 51 (60 with"),
        ({"walls": 1, "min_moves": 61}, "no 6x6 puzzle with a wall takes 61 moves: the hardest known takes 60"),
        ({"size": "5x5", "walls": 2, "min_moves": 22}, "no 5x5 puzzle with up to 2 walls takes 22 moves: the hardest"),
        ({"size": "5x5", "level": "expert"}, "no 5x5 puzzle without walls takes 27 moves (the least for expert): the"),
        ({"size": "3x3"}, "no 3x3 puzzle without walls takes 8 moves (the usual least): the hardest known takes 1"),
        ({"level": "beginner", "min_moves": 19}, "a beginner puzzle of 6x6 takes at most 18 moves, not 19"),
        ({"level": "expert", "max_moves": 9}, "an expert puzzle of 6x6 takes at least 10 moves, not 9"),
    ],
)
def test_an_impossible_order_is_refused_at_once_with_what_is_possible(settings: dict[str, Any], problem: str) -> None:
    # Without an end to the effort a search would show: it never comes back.
    with pytest.raises(quandary.UsageError, match=re.escape(problem)):
        next(quandary.generate(GAME, seed=1, effort=10**18, **settings))


@pytest.mark.slow
@pytest.mark.parametrize("size", [size for size in HARDEST if size[0] * size[1] <= 25])
def test_the_hardest_puzzles_are_those_of_the_enumerator(size: tuple[int, int]) -> None:
    for walls, hardest in enumerate(HARDEST[size]):
        found = native.enumerate_minimal(*size, walls)
        assert found.is_complete
        assert max((puzzle.moves for puzzle in found.puzzles), default=0) == hardest


def test_every_shipped_puzzle_is_within_the_bounds_of_its_grade() -> None:
    for grade, puzzles in shipped_packs(GAME).items():
        least, most = moves_of_grade(grade, 6, 6)
        for puzzle in puzzles:
            assert least <= puzzle.facts["moves"] <= (most or math.inf)


def test_a_wall_that_does_nothing_is_gone() -> None:
    made = next(quandary.generate(GAME, seed=3, walls=8, min_moves=6, max_moves=12))
    assert needless_parts(made.position) == []


def _lines(side: int) -> list[list[tuple[int, int]]]:
    """Every way to put vehicles of 2 and 3 on a line without filling it: (start, length) pairs."""

    def rest(start: int) -> Iterator[list[tuple[int, int]]]:
        yield []
        for first in range(start, side):
            for length in (2, 3):
                if first + length <= side:
                    yield from ([(first, length), *others] for others in rest(first + length))

    return [line for line in rest(0) if sum(length for _, length in line) < side]


def _every_board(width: int, height: int, wall_count: int) -> Iterator[Position]:
    """All boards under the enumerator's rules, by brute force."""
    red_row = (height - 1) // 2
    rows = [[[(x, 2)] for x in range(width - 1)] if y == red_row else _lines(width) for y in range(height)]
    for walls, chosen in product(combinations(range(width * height), wall_count), product(*rows)):
        cells = [["x" if y * width + x in walls else "." for x in range(width)] for y in range(height)]
        letters = iter("ABCDEFGHIJKLMN")
        fits = True
        for y, line in enumerate(chosen):
            for start, length in line:
                fits &= "x" not in cells[y][start : start + length]
                cells[y][start : start + length] = ("X" if y == red_row else next(letters)) * length
        if fits and all("." in row for row in cells):
            yield from _with_columns(cells, 0, "".join(letters))


def _with_columns(cells: list[list[str]], x: int, letters: str) -> Iterator[Position]:
    if x == len(cells[0]):
        yield Position("".join(map("".join, cells)), len(cells[0]))
        return
    for line in _lines(len(cells)):
        covered = [y for start, length in line for y in range(start, start + length)]
        if all(cells[y][x] == "." for y in covered):
            board = [row[:] for row in cells]
            for letter, (start, length) in zip(letters, line, strict=False):
                for y in range(start, start + length):
                    board[y][x] = letter
            yield from _with_columns(board, x + 1, letters[len(line) :])


@pytest.mark.slow
@pytest.mark.parametrize(("width", "height", "walls", "count"), [(4, 4, 0, 32), (3, 5, 1, 8)])
def test_the_enumerator_finds_what_brute_force_finds(width: int, height: int, walls: int, count: int) -> None:
    clusters: dict[str, tuple[Distances, list[Position]]] = {}
    for position in _every_board(width, height, walls):
        name = canonical_form(position)
        if name not in clusters:
            clusters[name] = explore(position), []
        cluster, farthest = clusters[name]
        if 0 < len(cluster.histogram) - 1 == cluster.distance(position):
            farthest.append(position)
    # Which of the farthest positions stands for a cluster may decide whether that is minimal.
    chosen = {name: min(farthest, key=_order) for name, (_, farthest) in clusters.items() if farthest}
    expected = {name: position for name, position in chosen.items() if not needless_parts(position)}
    found = native.enumerate_minimal(width, height, walls)
    assert found.is_complete
    assert len(expected) == len(found.puzzles) == count
    positions = [Position(puzzle.cells, width) for puzzle in found.puzzles]
    assert {canonical_form(position): _order(position) for position in positions} == {
        name: _order(position) for name, position in expected.items()
    }
    assert all(
        puzzle.moves == len(explore(position).histogram) - 1
        for puzzle, position in zip(found.puzzles, positions, strict=True)
    )


def _order(position: Position) -> tuple[int, int]:
    """What the least board is least by: the cells of the horizontal vehicles, and then of the vertical ones."""
    numbers = [0, 0]
    for vehicle in position.vehicles.values():
        numbers[vehicle.orientation == "vertical"] |= sum(1 << cell for cell in vehicle.cells)
    return numbers[0], numbers[1]


def test_two_walls_that_are_both_needed() -> None:
    found = native.enumerate_minimal(4, 5, 2)
    assert len({canonical_form(Position(puzzle.cells, 4)) for puzzle in found.puzzles}) == len(found.puzzles) == 24
    for puzzle in found.puzzles:
        position = Position(puzzle.cells, 4)
        cluster = explore(position)
        assert puzzle.cells.count("x") == 2
        assert quandary.solve(GAME, position).cost == puzzle.moves == len(cluster.histogram) - 1
        assert cluster.histogram == puzzle.histogram
        assert needless_parts(position) == []


def test_a_wall_may_stand_behind_the_red_car() -> None:
    found = native.enumerate_minimal(4, 6, 1)
    behind = [puzzle for puzzle in found.puzzles if "x" in puzzle.cells[8:12]]
    assert (len(found.puzzles), len(behind)) == (753, 12)
    for puzzle in behind:
        position = Position(puzzle.cells, 4)
        assert quandary.solve(GAME, position).cost == puzzle.moves == len(explore(position).histogram) - 1
        assert needless_parts(position) == []


def test_all_minimal_5x5_puzzles() -> None:
    found = native.enumerate_minimal(5, 5)
    assert found.is_complete
    assert len(found.puzzles) == 1730
    for puzzle in found.puzzles[:: len(found.puzzles) // 40]:
        position = Position(puzzle.cells, 5)
        cluster = explore(position)
        assert quandary.solve(GAME, position).cost == puzzle.moves == len(cluster.histogram) - 1
        assert (cluster.size, cluster.histogram) == (puzzle.positions, puzzle.histogram)
        assert needless_parts(position) == []


def test_an_enumeration_that_is_cut_short_says_so() -> None:
    assert not native.enumerate_minimal(5, 5, limits=Limits(nodes=1000)).is_complete


def test_an_order_that_nobody_can_fill_says_what_comes_close(monkeypatch: pytest.MonkeyPatch) -> None:
    # The search for less ends by its small effort, not by a clock that a busy machine does not keep up with.
    monkeypatch.setattr("quandary.engine.generate._LEAST_FOR_LESS", 60.0)
    with pytest.raises(BudgetEnded, match=r"found with these settings in 0.001 seconds") as caught:
        list(quandary.generate("rush-hour", walls=3, min_moves=500, effort=200, seed=1, time=0.001))
    close = re.search(r"; closest: (\w+), (\d+) moves, (.+)$", str(caught.value))
    assert close
    grade, moves, name = close.groups()
    assert puzzle_of_id(GAME, name).facts.items() >= {"grade": grade, "moves": int(moves)}.items()


def test_what_is_less_than_a_grade_are_the_grades_below() -> None:
    settings = {**dict.fromkeys(("min_moves", "max_moves")), "level": "advanced", "size": "5x5"}
    assert [order["level"] for order in RushHourGenerator().lesser(settings)] == ["beginner", "intermediate"]
