"""The JSON of the first program: written, read again, and read from a program with fewer rules than ours."""

from __future__ import annotations

import json
from typing import Any

import pytest

import quandary
from quandary.game import PuzzleError, UsageError
from quandary.games.circuit import GAME
from quandary.games.circuit.notation import format_position
from quandary.games.circuit.position import Position
from quandary.games.circuit.validation import find_warnings
from tests.games.circuit.boards import board


def exported(code: str = "5", seed: int = 42) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(GAME.export(Position(board(code, seed)), "camel"))
    return found


def test_it_has_the_fields_of_the_first_program() -> None:
    found = exported()
    assert set(found) == {"id", "seed", "difficulty", "grid", "connectors", "solution"}
    assert set(found["grid"][0][0]) == {"row", "col", "expression", "answer", "isStart", "isFinish"}
    assert (found["grid"][0][0]["isStart"], found["grid"][3][4]["isFinish"], found["grid"][3][4]["answer"]) == (
        True,
        True,
        None,
    )
    assert {"type", "cellA", "cellB", "value"} <= set(found["connectors"][0])
    assert {one.get("direction") for one in found["connectors"] if one["type"] == "diagonal"} <= {"DR", "DL"}
    assert all("direction" not in one for one in found["connectors"] if one["type"] != "diagonal")
    assert found["solution"]["path"][0] == {"row": 0, "col": 0}
    assert found["solution"]["steps"] == len(found["solution"]["path"]) - 1
    difficulty = found["difficulty"]
    assert (difficulty["gridRows"], difficulty["gridCols"], difficulty["addSubRange"]) == (4, 5, 20)
    assert (difficulty["multiplicationEnabled"], difficulty["divisionEnabled"]) == (True, False)
    assert difficulty["weights"] == {"addition": 40, "subtraction": 35, "multiplication": 25, "division": 0}
    assert (difficulty["minPathLength"], difficulty["maxPathLength"]) == (12, 17)
    with pytest.raises(UsageError, match="no format 'snake'"):
        GAME.export(Position(board()), "snake")


@pytest.mark.parametrize("code", ["1", "5", "8", "10-hidden", "5-rows3-cols3-w0x0x0x1-muldiv9"])
def test_nothing_is_lost_on_the_way_there_and_back(code: str) -> None:
    position = Position(board(code))
    assert GAME.parse(GAME.export(position, "camel")) == position
    (entry,) = GAME.read_pack(json.dumps([exported(code)]))
    assert isinstance(entry, quandary.Puzzle)
    assert entry.position == position


@pytest.mark.parametrize("difficulty", [5, 0])
def test_a_puzzle_of_the_first_program_can_be_played(difficulty: int) -> None:
    found = exported()
    del found["seed"]
    found |= {"id": "9a1b", "difficulty": difficulty}
    found["grid"][3][4]["expression"] = "FINISH"
    position = GAME.parse(json.dumps(found))
    assert position.board.tiles == board().tiles
    assert quandary.solve("circuit", position).cost == len(board().solution) - 1


def test_what_breaks_only_rules_of_this_house_is_read_and_remarked() -> None:
    found = exported()
    # The same sum twice: nothing that a player minds.
    first, again = found["grid"][0][0], board().solution[3]
    answer = found["grid"][again[0]][again[1]]["answer"]
    first["expression"] = found["grid"][again[0]][again[1]]["expression"] = f"{answer + 30} − 30"
    first["answer"] = answer
    found["connectors"] = [
        {**one, "value": answer}
        if {tuple(one["cellA"].values()), tuple(one["cellB"].values())} == set(board().solution[:2])
        else {**one, "value": 900 + number}
        if one["value"] == answer and {"row": 0, "col": 0} in (one["cellA"], one["cellB"])
        else one
        for number, one in enumerate(found["connectors"])
    ]
    position = GAME.parse(json.dumps(found))
    assert position.board.imported
    assert any("stands in r0c0 already" in warning.text for warning in find_warnings(position.board))
    # It stays what it is, wherever it is written.
    assert GAME.parse(format_position(position)) == position
    assert quandary.solve("circuit", position).verdict == "solved"


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        ({"grid": []}, "not a puzzle"),
        ({"grid": 5}, "not a puzzle"),
        ({"grid": [[{}]]}, "isStart: is missing"),
        ({"connectors": [{}]}, "type: is missing"),
        ({"solution": {}}, "path: is missing"),
        ({"solution": {"path": []}}, "must lead from r0c0"),
        ({"difficulty": 11}, "not a puzzle"),
        ({"difficulty": {}}, "is missing"),
        ({"id": 5}, "id: must be a text"),
    ],
)
def test_what_is_no_puzzle_is_refused(change: dict[str, Any], problem: str) -> None:
    with pytest.raises(PuzzleError, match=problem):
        GAME.parse(json.dumps({**exported(), **change}))


def test_all_that_is_wrong_is_told() -> None:
    found = json.loads(format_position(Position(board())))
    for cell in found["cells"][0]:
        cell["answer"] += 100
    with pytest.raises(PuzzleError) as refused:
        GAME.parse(json.dumps(found))
    assert all(f"r0c{col}: " in str(refused.value) for col in range(5))
