"""docs/origins.md: every name and file that it gives exists, no demand is missing, and its counts are right."""

from __future__ import annotations

import importlib
import re
from pathlib import Path
from typing import NamedTuple

import pytest
from click import Command, Context, Group

import quandary
from quandary.cli.main import quandary as command_line
from quandary.game import UsageError
from quandary.games.klondike.solver import Atomic

ROOT = Path(__file__).parent.parent
PAGE = (ROOT / "docs" / "origins.md").read_text(encoding="utf-8")
ROW = re.compile(r"^\| (\d+)(?:–(\d+))? \| (.*?) \| (.*?) \| (.*?) \|$", re.MULTILINE)
SECTION = re.compile(r"^## (.+?)\n(.*?)(?=^## |\Z)", re.MULTILINE | re.DOTALL)
CODE = re.compile(r"`([^`]+)`")

# The functions, types and settings that the five documents name.
NAMED = {
    "Rush Hour": """
        solvePuzzle minMoves solvable parseGridString buildOccupancyGrid vehicleCells GameEngine Vehicle Orientation
        Position GameState MoveResult MoveEntry PuzzleDefinition""",
    "Sokoban": "OPEN CLOSED frozenset Hungarian dist Manhattan",
    "Circuit Challenge": """
        DifficultySettings LEVEL_1_TINY_TOT LEVEL_2_BEGINNER LEVEL_3_EASY LEVEL_4_GETTING_THERE LEVEL_5_TIMES_TABLES
        LEVEL_6_CONFIDENT LEVEL_7_ADVENTUROUS LEVEL_8_DIVISION_INTRO LEVEL_9_CHALLENGE LEVEL_10_EXPERT
        DIFFICULTY_PRESETS getDifficultyByLevel getDifficultyByName calculateMinPathLength calculateMaxPathLength
        createCustomDifficulty validateDifficultySettings addSubRange multDivRange connectorMin connectorMax gridRows
        gridCols weights secondsPerStep DiagonalKey DiagonalCommitments PathResult getDiagonalKey getDiagonalDirection
        isDiagonalMove getAdjacent manhattanDistance coordToKey generatePath progressRatio isInterestingPath Coordinate
        DiagonalDirection UnvaluedConnector DiagonalGrid buildDiagonalGrid buildConnectorGraph getCellConnectors
        getConnectorBetween areAdjacent ValueAssignmentResult assignConnectorValues cellConnectorMap shuffle
        randomChoice randomInt CellGrid Cell isStart isFinish assignCellAnswers getExitCell Expression operandA operandB
        selectOperation generateAddition generateSubtraction generateMultiplication generateDivision maxDivisor
        maxDividend generateExpression applyExpressions ValidationResult validatePath validateConnectorUniqueness
        validateCellAnswers validateSolutionPath validateExpressions evaluateExpression validatePuzzle
        GenerationOptions maxAttempts validateResult generatePuzzle GenerationResult Puzzle generatePuzzleId
        generateAndValidateMany difficulty.ts pathfinder.ts connectors.ts valueAssigner.ts cellAssigner.ts
        expressions.ts validator.ts generator.ts index.ts types.ts""",
    "ExponenTile": "findGroup MakeMove GAME_UPDATED GameEvent TVIEW GoNum domain/ ui/ main.go",
    "Klondike": """
        deckOrder flipsDepth nodes deadline maxNodes maxTimeMs avoidEmptyUnlessKing enableBackjump maxApproachSteps
        maxApproachStepsHigh maxLocalNodes relaxAtDepth rankingStrategy blended mostCovered leastSteps useNeededRanks
        atomicDead changedCols snapshot candidates idx stockUses f2tUses t2f stock2f f2t stock2t Zobrist""",
}
DEMANDS = {"Rush Hour": 34, "Sokoban": 38, "Circuit Challenge": 97, "ExponenTile": 38, "Klondike": 50}


class Row(NamedTuple):
    """A line of a table: some demands."""

    first: int
    last: int
    demand: str
    ours: str
    judgement: str


def rows(title: str) -> list[Row]:
    text = dict(SECTION.findall(PAGE))[title]
    return [
        Row(int(first), int(last or first), demand, ours, judgement)
        for first, last, demand, ours, judgement in ROW.findall(text)
    ]


def base(title: str) -> str:
    """Return the package whose name a section's short names leave out."""
    match = re.search(r"Short names are in\s+`([\w.]+)`", dict(SECTION.findall(PAGE))[title])
    assert match
    return match[1]


def fault(name: str, package: str) -> str | None:
    """Return why there is nothing of this name; None if there is."""
    file, _, test = name.partition("::")
    if "/" in file or (ROOT / file).exists():
        if not (ROOT / file).exists():
            return "there is no such file"
        found = not test or f"\ndef {test}(" in (ROOT / file).read_text(encoding="utf-8")
        return None if found else "there is no such test"
    if re.fullmatch(r"quandary( [a-z]+)+", name):
        return None if has_command(name.split()[1:]) else "there is no such command"
    if name in {option.name for option in Atomic.options} and package.endswith("klondike"):
        return None
    full = name if name.split(".", maxsplit=1)[0] == "quandary" else f"{package}.{name}"
    return None if has_name(full) else "there is no such name"


def has_command(words: list[str]) -> bool:
    command: Command | None = command_line
    for word in words:
        command = command.get_command(Context(command), word) if isinstance(command, Group) else None
    return command is not None


def has_name(full: str) -> bool:
    """Whether a dotted name is a module, something in one, or a member or field of a class in one."""
    parts = full.split(".")
    for end in range(len(parts), 0, -1):
        try:
            thing: object = importlib.import_module(".".join(parts[:end]))
        except ModuleNotFoundError:
            continue
        for part in parts[end:]:
            if not hasattr(thing, part):
                # A field without a default is only in the annotations.
                return part == parts[-1] and part in getattr(thing, "__annotations__", {})
            thing = getattr(thing, part)
        return True
    return False


@pytest.mark.parametrize("title", DEMANDS)
def test_every_name_and_file_exists(title: str) -> None:
    # What stands in brackets after a name is an argument of it, or a tool that a file runs.
    names = [name for row in rows(title) for name in CODE.findall(re.sub(r" \(`[^`]*`\)", "", row.ours))]
    faults = [f"{name}: {found}" for name in names if (found := fault(name, base(title)))]
    assert not faults
    assert len(names) > len(rows(title)) / 2


@pytest.mark.parametrize(
    "name",
    [
        "solve_puzzles",
        "Optimum.moves",
        "solver.nothing",
        "quandary.nothing",
        "tests/nothing.py",
        "tests/test_origins.py::test_nothing",
        "quandary nothing",
        "quandary lab nothing",
        "max_nodes",
    ],
)
def test_a_name_that_does_not_exist_is_found(name: str) -> None:
    assert fault(name, "quandary.games.rush_hour")


@pytest.mark.parametrize("title", DEMANDS)
def test_every_name_of_the_specification_is_there(title: str) -> None:
    demands = " ".join(row.demand for row in rows(title))
    words = set(re.findall(r"[\w./]+", demands)) | set(re.findall(r"\w+", demands))
    missing = [name for name in NAMED[title].split() if name not in words]
    assert not missing


@pytest.mark.parametrize("title", DEMANDS)
def test_every_demand_is_met_or_has_a_reason(title: str) -> None:
    expected = 1
    for row in rows(title):
        assert row.first == expected
        expected = row.last + 1
        word, _, reason = row.judgement.partition(" ")
        assert word.rstrip(":;,") in ("same", "different")
        # A difference without a reason is an open demand.
        assert word.startswith("same") or len(reason) > 20, row
    assert expected - 1 == DEMANDS[title]


def test_the_counts_are_those_of_the_tables() -> None:
    counted = re.findall(r"^\| ([A-Za-z ]+?) \| (\d+) \| (\d+) \| (\d+) \| (\d+) \|$", PAGE, re.MULTILINE)
    table = {name: tuple(map(int, numbers)) for name, *numbers in counted}
    sums = [0, 0, 0]
    for title, demands in DEMANDS.items():
        same = sum(row.last - row.first + 1 for row in rows(title) if row.judgement.startswith("same"))
        assert table[title] == (demands, same, demands - same, 0)
        sums = [total + number for total, number in zip(sums, (demands, same, demands - same), strict=True)]
    assert table["all"] == (*sums, 0)
    assert sums[0] == 257


def test_the_atomic_solver_takes_the_options_by_the_specifications_names() -> None:
    given = {
        "maxNodes": 40,
        "maxTimeMs": 5000,
        "avoidEmptyUnlessKing": False,
        "enableBackjump": False,
        "maxApproachSteps": 8,
        "maxApproachStepsHigh": 40,
        "maxLocalNodes": 100,
        "relaxAtDepth": 9,
        "rankingStrategy": "leastSteps",
        "useNeededRanks": True,
    }
    assert set(given) <= set(NAMED["Klondike"].split())
    verdict = quandary.solve("klondike", "klondike:draw1#3", strategy="atomic", options=given)
    assert (verdict.verdict, verdict.nodes <= 40) == ("unknown", True)
    with pytest.raises(UsageError, match="maxStep"):
        quandary.solve("klondike", "klondike:draw1#3", strategy="atomic", options={"maxStep": 3})
