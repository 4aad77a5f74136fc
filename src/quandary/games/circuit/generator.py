"""Makes puzzles: a grid, a path on it, where every cell leads, and the numbers, each step random and none a gamble.

The steps know nothing of each other but what they hand on. The diagonals are laid first, so that the path has nothing
to respect but the grid, and the numbers nothing but the path. That numbers fit is certain beforehand for all levels
and for every range with room to spare (`docs/circuit.md` has the argument); where the ranges leave little choice,
another grid is drawn.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from quandary.core.ids import PuzzleId
from quandary.game import Generator, Option, Rng, Task, UsageError
from quandary.games.circuit import settings as levels
from quandary.games.circuit.grid import LARGEST_DEGREE, ONE_WAY_DEGREE, Grid, draw_grid, one_way_grid
from quandary.games.circuit.limits import problems, widened
from quandary.games.circuit.notation import NAME
from quandary.games.circuit.numbers import Numbers, number_grid
from quandary.games.circuit.path import draw_path, lead_on
from quandary.games.circuit.position import Board, Connector, Position, Tile
from quandary.games.circuit.settings import Settings
from quandary.games.circuit.validation import find_errors, validate

# Level 1 draws a second grid now and then, the other levels never do. Ranges with exactly as many expressions as the
# grid has cells, the worst that is allowed, take some thirty.
ATTEMPTS = 1000
_LARGEST_SEARCHED = 16


@dataclass(frozen=True, slots=True)
class Generated:
    """What came of an order, for callers who want no exceptions."""

    ok: bool
    """Whether there is a puzzle."""
    puzzle: Board | None
    """The puzzle, if there is one."""
    error: str | None
    """Why there is none."""
    attempts: int
    """How many grids were drawn; 0 if the order was refused at once."""


def make_board(settings: Settings, seed: int) -> Board:
    """The puzzle of these settings and this seed, the same one for ever. Raises `UsageError` where there is none."""
    made = try_board(settings, seed)
    if made.puzzle is None:
        raise UsageError(made.error or "")
    return made.puzzle


def try_board(
    settings: Settings, seed: int, *, max_attempts: int = ATTEMPTS, validate_result: bool = False
) -> Generated:
    """Return the puzzle of `make_board`, or why there is none, and what it took.

    Fewer attempts never make another puzzle, only none. The construction makes no wrong puzzle; with
    `validate_result` the validator confirms that, and a puzzle that it refused would count as a failed attempt.
    """
    if max_attempts < 1:
        raise UsageError(f"max_attempts must be 1 or more, not {max_attempts}")
    if found := problems(settings):
        return Generated(False, None, found[0], 0)
    rng = _stream(settings, seed)
    shortest, longest = settings.path_bounds
    length = shortest + rng.below(longest - shortest + 1)
    for attempt in range(min(max_attempts, ATTEMPTS)):
        is_stubborn = attempt >= ATTEMPTS // 2
        grid = _draw_grid(rng, settings, is_stubborn=is_stubborn)
        path = draw_path(rng, grid, length)
        onward = lead_on(rng, grid, path)
        if numbers := number_grid(rng, settings, grid, path, onward, values_first=is_stubborn):
            board = _board(settings, seed, grid, path, numbers)
            if not validate_result or validate(board).valid:
                return Generated(True, board, None, attempt + 1)
    error = f"level {levels.code(settings)}, seed {seed}: the ranges leave too little choice for this grid"
    return Generated(False, None, error, min(max_attempts, ATTEMPTS))


class Tally(NamedTuple):
    """The answer of `generate_and_validate_many`."""

    passed: int
    failed: int
    errors: tuple[str, ...]
    """What is wrong with the failed puzzles, each with its id."""


def generate_and_validate_many(settings: Settings, count: int, seed: int = 1) -> Tally:
    """Make puzzles from consecutive seeds, validate each, and count how many are right."""
    return tally(try_board(settings, number) for number in range(seed, seed + count))


def tally(results: Iterable[Generated]) -> Tally:
    """Validate puzzles, and count how many are right."""
    passed, failed, errors = 0, 0, []
    for made in results:
        board = made.puzzle
        found = [made.error or ""] if board is None else [f"{board.id}: {error}" for error in find_errors(board)]
        passed, failed = (passed, failed + 1) if found else (passed + 1, failed)
        errors += found
    return Tally(passed, failed, tuple(errors))


def _stream(settings: Settings, seed: int) -> Rng:
    """Random numbers that depend on the settings too: the same seed on another level is quite another puzzle."""
    state = Rng(seed).next_u64()
    # Hidden mode is another way to play the same puzzle.
    words = levels.code(replace(settings, hidden=False))
    if levels.DIVIDED in settings.operations:
        # Ids of puzzles with ÷ used to end so; their numbers must not change.
        words += "-v2"
    for byte in words.encode():
        state = Rng(state ^ byte).next_u64()
    return Rng(state)


def _draw_grid(rng: Rng, settings: Settings, *, is_stubborn: bool) -> Grid:
    """A grid that the values suffice for."""
    values = settings.values
    # One value more than connectors meet is certainly enough. Where that cannot be had, small grids are searched
    # through; large ones, and settings that have failed too often, get parallel diagonals, for which six suffice.
    is_searched = values < ONE_WAY_DEGREE or (values == ONE_WAY_DEGREE and settings.cells <= _LARGEST_SEARCHED)
    if values >= ONE_WAY_DEGREE and (is_stubborn or (values == ONE_WAY_DEGREE and not is_searched)):
        return one_way_grid(settings.rows, settings.cols, falls=rng.below(2) == 1)
    most = min(LARGEST_DEGREE, values if is_searched else values - 1)
    return draw_grid(rng, settings.rows, settings.cols, most)


def _board(settings: Settings, seed: int, grid: Grid, path: list[int], numbers: Numbers) -> Board:
    places = [divmod(cell, grid.cols) for cell in range(grid.cells)]
    tiles = {place: Tile("", None) for place in places}
    for cell, fact in numbers.facts.items():
        tiles[places[cell]] = Tile(str(fact), fact.value)
    connectors = tuple(
        Connector(edge.a, edge.b, value) for edge, value in zip(grid.connectors(), numbers.values, strict=True)
    )
    solution = tuple(places[cell] for cell in path)
    name = str(PuzzleId(NAME, levels.code(settings), seed))
    return Board(name, seed, settings, tiles, connectors, solution)


class CircuitGenerator(Generator[Position]):
    """Seeded puzzles of any level, or of settings of one's own."""

    options = (
        Option(
            "level",
            str,
            str(levels.DEFAULT_LEVEL),
            "1 to 10, or a name like 'Times Tables'",
            suggested=tuple(map(str, range(1, 11))),
        ),
        Option("rows", int, None, "rows of the grid (default: the level's)"),
        Option("cols", int, None, "columns of the grid"),
        Option("operations", str, None, "which of + - x / may come, for example +-"),
        Option("weights", str, None, "how often + - x / come, for example 40,35,25,0"),
        Option("add_sub_range", int, None, "largest number in a sum or difference"),
        Option("mult_div_range", int, None, "the tables taught: largest factor, divisor and quotient"),
        Option("max_dividend", int, None, "largest number that is divided"),
        Option("connector_min", int, None, "smallest number on a connector"),
        Option("connector_max", int, None, "largest number on a connector"),
        Option("seconds_per_step", int, None, "the time of a step that earns the third star, if time counts"),
        Option("hidden", bool, False, "hidden mode: mistakes are told at FINISH"),
    )
    example_commands = (
        "quandary generate circuit --level 5 --count 30 --seed 1 --pdf sheets.pdf",
        "quandary generate circuit --level 8 --operations x/ --mult-div-range 10",
        "quandary generate circuit --level 3 --rows 6 --cols 6",
    )

    def make(self, seed: int, settings: Mapping[str, Any], task: Task) -> tuple[Position, Mapping[str, Any]]:
        board = make_board(chosen_settings(settings), seed)
        return Position(board), {"steps": len(board.solution) - 1}

    def code(self, settings: Mapping[str, Any]) -> str:
        """What an id says of the settings: all of them."""
        return levels.code(chosen_settings(settings))

    def remarks(self, settings: Mapping[str, Any]) -> list[str]:
        """Which ranges are wider than the level has them."""
        ordered, made = _as_ordered(settings), chosen_settings(settings)
        return [
            f"{name} is {getattr(made, name)} instead of {getattr(ordered, name)}, the least that these operations need"
            for name in ("add_sub_range", "mult_div_range", "connector_max")
            if getattr(made, name) != getattr(ordered, name)
        ]

    def settings_of(self, code: str) -> dict[str, Any]:
        """A code is read where a level is."""
        return {"level": code}


def chosen_settings(given: Mapping[str, Any]) -> Settings:
    """The settings that the options describe: a level (or a code), with some numbers changed.

    Who names the operations gets them on any level: ranges that they have not named themselves are made as much wider
    as it takes.
    """
    settings = _as_ordered(given)
    if given["operations"] is None:
        return settings
    return widened(settings, fixed=[name for name, value in given.items() if value is not None])


def _as_ordered(given: Mapping[str, Any]) -> Settings:
    base = levels.read_code(given["level"])
    same = ("level", "operations", "weights", "hidden")
    changes = {name: value for name, value in given.items() if name not in same and value is not None}
    weights = None if given["weights"] is None else _read_weights(given["weights"])
    hidden = base.hidden or given["hidden"]
    return levels.custom(base, operations=given["operations"], weights=weights, hidden=hidden, **changes)


def _read_weights(text: str) -> dict[str, int]:
    words = text.replace(",", " ").replace("/", " ").split()
    if len(words) != len(levels.OPERATIONS) or not all(word.isdecimal() and len(word) < 7 for word in words):
        raise UsageError(f"weights are four numbers, for example 40,35,25,0, not {text!r}")
    return dict(zip(levels.OPERATIONS, map(int, words), strict=True))
