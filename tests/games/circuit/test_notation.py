"""The puzzle as JSON: the contract's shape, and every damage refused by the name of its place."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from quandary.game import Puzzle, PuzzleError
from quandary.games.circuit import GAME, rules
from quandary.games.circuit.notation import format_position, parse, parse_move, read_pack
from quandary.games.circuit.position import Position
from quandary.games.circuit.rules import Follow, Step
from tests.games.circuit.boards import as_json, board

Damage = Callable[[dict[str, Any]], object]


def test_a_puzzle_has_the_contracts_fields() -> None:
    found = as_json("5", 42)
    assert list(found) == ["id", "seed", "difficulty", "rows", "cols", "cells", "connectors", "solution"]
    assert (found["id"], found["seed"], found["rows"], found["cols"]) == ("circuit:5#42", 42, 4, 5)
    assert found["difficulty"] == {
        "level": 5, "name": "Times Tables", "add_sub_range": 20, "mult_div_range": 5, "connector_min": 5,
        "connector_max": 25, "rows": 4, "cols": 5, "weights": {"+": 40, "−": 35, "×": 25, "÷": 0},
        "seconds_per_step": 7, "hidden": False, "operations": ["+", "−", "×"],
    }  # fmt: skip
    cells = [cell for row in found["cells"] for cell in row]
    assert all(list(cell) == ["expression", "answer", "start", "finish"] for cell in cells)
    assert [cell["start"] for cell in cells] == [True] + [False] * 19
    assert [cell["finish"] for cell in cells] == [False] * 19 + [True]
    assert (cells[-1]["expression"], cells[-1]["answer"]) == ("", None)
    assert all(list(connector) == ["type", "a", "b", "value"] for connector in found["connectors"])
    assert {connector["type"] for connector in found["connectors"]} == {"horizontal", "vertical", "diagonal"}
    assert len(found["connectors"]) == 43
    assert found["solution"][0] == [0, 0]
    assert found["solution"][-1] == [3, 4]


def test_texts_come_back_however_they_are_spaced() -> None:
    position = Position(board())
    text = format_position(position)
    assert "\n" not in text
    assert parse(text) == position
    assert parse(json.dumps(json.loads(text), indent=2)) == position


def set_at(*path: str | int, to: Any) -> Damage:
    def damage(found: dict[str, Any]) -> None:
        here: Any = found
        for part in path[:-1]:
            here = here[part]
        here[path[-1]] = to

    return damage


def drop(*path: str | int) -> Damage:
    def damage(found: dict[str, Any]) -> None:
        here: Any = found
        for part in path[:-1]:
            here = here[part]
        del here[path[-1]]

    return damage


@pytest.mark.parametrize(
    ("damage", "problem"),
    [
        (drop("connectors"), "connectors: is missing (expected a list)"),
        (drop("difficulty", "weights"), "difficulty.weights: is missing"),
        (set_at("rows", to=5), "rows: the difficulty says 4, not 5"),
        (set_at("rows", to="4"), "rows: must be a whole number"),
        (set_at("rows", to=True), "rows: must be a whole number"),
        (set_at("seed", to=-1), "seed: must be from 0"),
        (set_at("id", to="two\nlines"), "id: must be a line"),
        (set_at("difficulty", "level", to=11), "difficulty: level must be 1 to 10"),
        (set_at("difficulty", "name", to="Hard"), "difficulty: level must be 1 to 10, and name"),
        (set_at("difficulty", "weights", to={"^": 1}), "difficulty.weights: '^' is not an operation"),
        (set_at("difficulty", "weights", to={"+": 1.5}), "difficulty.weights: must be whole numbers"),
        (set_at("difficulty", "connector_max", to=7), "difficulty: connector_max must be at least 10"),
        (drop("cells", 3), "cells: has 3 rows, expected 4"),
        (drop("cells", 1, 2), "cells[1]: must be a list of 5 cells"),
        (set_at("cells", 1, 2, to=7), "r1c2: must be an object"),
        (set_at("cells", 0, 0, "start", to=False), "r0c0.start: must be true here"),
        (set_at("cells", 1, 1, "finish", to=True), "r1c1.finish: must be false here"),
        (set_at("cells", 1, 1, "answer", to=None), "r1c1.answer: must be a whole number"),
        (set_at("connectors", 4, to=[]), "connectors[4]: must be an object"),
        (set_at("connectors", 4, "a", to=[9, 9]), "connectors[4][0]: is not a cell of the grid"),
        (set_at("connectors", 4, "type", to="bridge"), "connectors[4].type: from r0c1 to r1c1 it is vertical"),
        (set_at("connectors", 4, "value", to=2.5), "connectors[4].value: must be a whole number"),
        (set_at("solution", 3, to=[0]), "solution[3]: is not a cell of the grid"),
        (set_at("play", to=7), "play: must be an object"),
        (set_at("play", to={"walked": [], "mistakes": 0, "coins": 0}), "play.walked: must begin at START"),
        (set_at("play", to={"walked": [[0, 0], [3, 4]], "mistakes": 0, "coins": 0}), "play.walked[1]: r0c0 does not"),
        (set_at("play", to={"walked": [[0, 0]], "mistakes": 6, "coins": 0}), "play.mistakes: 6 mistakes do not go"),
        (set_at("play", to={"walked": [[0, 0]], "mistakes": 0, "coins": 10}), "play.coins: 10 coins do not go"),
    ],
)
def test_damage_is_refused_by_its_place(damage: Damage, problem: str) -> None:
    found = as_json("5", 42)
    damage(found)
    with pytest.raises(PuzzleError) as refused:
        parse(json.dumps(found))
    assert str(refused.value).startswith(problem)


@pytest.mark.parametrize("text", ["", "{", "[]", "7", "null", '"circuit"', "[" * 50_000, "NaN", "{}", "é"])
def test_what_is_no_puzzle_is_refused(text: str) -> None:
    with pytest.raises(PuzzleError):
        parse(text)


def test_a_game_under_way_comes_back() -> None:
    for code in ("5", "5-hidden"):
        position = Position(board(code))
        while moves := rules.moves(position):
            assert parse(format_position(position)) == position
            position = rules.play(position, moves[-1]).position
        assert parse(format_position(position)) == position


def test_coins_in_a_saved_game_must_be_possible() -> None:
    found = as_json("5", 42)
    walked = found["solution"][:5]
    possible = []
    for coins in range(0, 80):
        found["play"] = {"walked": walked, "mistakes": 1, "coins": coins}
        try:
            parse(json.dumps(found))
        except PuzzleError:
            continue
        possible.append(coins)
    # The mistake came before the first step, or after any of the four.
    assert possible == [10, 20, 30, 40]


def test_moves_as_text() -> None:
    assert parse_move(" r0c3 ") == Step(0, 3)
    assert parse_move("R10C2") == Step(10, 2)
    assert parse_move("56") == Follow(56)
    assert [GAME.format_move(move) for move in (Step(0, 3), Follow(56))] == ["r0c3", "56"]
    for text in ("", "r0", "c3", "r-1c0", "0,3", "north", "1e3", "r" + "9" * 50):
        with pytest.raises(PuzzleError, match="is not a move"):
            parse_move(text)


def test_packs_are_lines_or_one_object_or_a_list() -> None:
    lines = [format_position(Position(board("1", seed))) for seed in (1, 2)]
    pretty = json.dumps(json.loads(lines[0]), indent=1)
    for text, count in (("\n".join(lines), 2), (pretty, 1), (f"[{','.join(lines)}]", 2), ("", 0), ("\n\n", 0)):
        entries = list(read_pack(text))
        assert [type(entry) for entry in entries] == [Puzzle] * count


def test_a_bad_line_of_a_pack_is_named() -> None:
    good = format_position(Position(board("1", 1)))
    entries = list(read_pack(f"{good}\n{good.replace('true', 'false', 1)}\n{good}\n"))
    assert [type(entry) for entry in entries] == [Puzzle, PuzzleError, Puzzle]
    assert str(entries[1]).startswith("puzzle 2: ")
