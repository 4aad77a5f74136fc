"""Other programs' formats, and what a look at a recorded solution brings up."""

from __future__ import annotations

from typing import Any

import pytest

from quandary.game import Puzzle, UsageError
from quandary.games.sokoban import GAME
from quandary.games.sokoban.formats import FORMATS, SOLUTION_FORMATS
from tests.games.sokoban.levels import ROOM, level


@pytest.mark.parametrize("format", FORMATS)
def test_every_format_is_read_again(format: str) -> None:
    for text in (*GAME.examples, ROOM):
        position = GAME.parse(text)
        assert GAME.parse(GAME.export(position, format)) == position


def test_dashes_survive_a_mail() -> None:
    assert " " not in GAME.export(level(ROOM), "dashes")


def test_solutions_are_written_with_capitals_for_pushes() -> None:
    position = level("######\n#@ $.#\n######")
    moves = GAME.parse_moves("rr")
    assert [GAME.export_moves(position, moves, notation) for notation in SOLUTION_FORMATS] == [
        "rR",
        "RR",
        "rR",
        "######\n#@ $.#\n######\nSolution\nrR\n",
    ]
    assert GAME.export_moves(level("#######\n#@$  .#\n#######"), GAME.parse_moves("RRR"), "rle") == "3R"


def test_an_unknown_format_is_refused() -> None:
    with pytest.raises(UsageError, match="no format 'pdf'"):
        GAME.export(level(ROOM), "pdf")
    with pytest.raises(UsageError, match="no notation 'pdf'"):
        GAME.export_moves(level(ROOM), [], "pdf")


def findings(text: str) -> list[tuple[str, bool]]:
    (puzzle,) = GAME.read_pack(text)
    assert isinstance(puzzle, Puzzle)
    found: list[Any] = GAME.findings(puzzle)
    return [(finding.text, finding.is_error) for finding in found]


LEVEL = "######\n#@ $.#\n######\n"


def test_a_right_solution_is_nothing_to_report() -> None:
    assert findings(f"{LEVEL}Optimum: 1\nSolution\nrR\n") == []


@pytest.mark.parametrize(
    ("lines", "problem"),
    [
        ("Solution\nrL", "recorded solution 1 is none: move 2, L, is illegal: a capital is a push"),
        ("Solution\nRr", "recorded solution 1 is none: move 1, R, is illegal"),
        ("Solution\nr", "recorded solution 1 is none: it ends before"),
        ("Solution: later", "recorded solution 1 is none: "),
        ("Solution\nrR\nOptimum: 2", "recorded solution 1 takes 1 pushes, fewer than the recorded optimum 2"),
    ],
)
def test_wrong_solutions_are_errors(lines: str, problem: str) -> None:
    ((text, is_error),) = findings(LEVEL + lines)
    assert text.startswith(problem)
    assert is_error


def test_oddities_are_remarks() -> None:
    assert findings("#####\n#@* #\n#####") == [("it is solved before the first move", False)]
    assert findings("#######\n#@$$ .#\n#     #\n#######") == [("there are 1 more boxes than goals", False)]
