"""The puzzle as the game's first program writes it: `grid`, `cellA`, `isStart`, `path`, and settings like `gridRows`.

Both ways go over our own object, which `notation` reads and checks. What the first program leaves out is found in the
puzzle itself: there is no seed, and `difficulty` may be a number, 1 to 10 for a level and 0 for settings of one's own.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from itertools import chain
from typing import Any

from quandary.game import PuzzleError
from quandary.games.circuit.expressions import read_fact
from quandary.games.circuit.position import START, Board, Cell
from quandary.games.circuit.settings import (
    CUSTOM,
    DEFAULT_LEVEL,
    OPERATIONS,
    PRESETS,
    USUAL_DIVIDEND,
    Settings,
)

_NAMES = ("addition", "subtraction", "multiplication", "division")
_SIGNS = dict(zip(_NAMES, OPERATIONS, strict=True))
# Ours: theirs.
_SETTINGS = {
    "add_sub_range": "addSubRange", "mult_div_range": "multDivRange", "connector_min": "connectorMin",
    "connector_max": "connectorMax", "rows": "gridRows", "cols": "gridCols", "seconds_per_step": "secondsPerStep",
    "hidden": "hiddenMode",
}  # fmt: skip


def is_camel(found: Mapping[str, Any]) -> bool:
    """Whether an object is a puzzle of the first program rather than one of ours."""
    return "grid" in found and "cells" not in found


def write(board: Board) -> dict[str, Any]:
    """The board as the first program has it. Seed and level stand there too, so that nothing is lost."""
    connectors = [
        {
            "type": connector.type,
            "cellA": _place(connector.a),
            "cellB": _place(connector.b),
            "value": connector.value,
            **({"direction": connector.direction} if connector.direction else {}),
        }
        for connector in board.connectors
    ]
    rows, cols = range(board.settings.rows), range(board.settings.cols)
    return {
        "id": board.id,
        "seed": board.seed,
        "difficulty": _write_settings(board.settings),
        "grid": [[_write_cell(board, (row, col)) for col in cols] for row in rows],
        "connectors": connectors,
        "solution": {"path": [_place(cell) for cell in board.solution], "steps": len(board.solution) - 1},
    }


def _place(cell: Cell) -> dict[str, int]:
    return {"row": cell[0], "col": cell[1]}


def _write_cell(board: Board, cell: Cell) -> dict[str, Any]:
    tile = board.tiles[cell]
    marks = {"isStart": cell == START, "isFinish": cell == board.finish}
    return {**_place(cell), "expression": tile.expression, "answer": tile.answer, **marks}


def _write_settings(settings: Settings) -> dict[str, Any]:
    fields = asdict(settings)
    shortest, longest = settings.path_bounds
    return {
        "level": settings.level,
        "name": settings.name,
        **{f"{name}Enabled": sign in settings.operations for name, sign in _SIGNS.items()},
        **{theirs: fields[ours] for ours, theirs in _SETTINGS.items()},
        "minPathLength": shortest,
        "maxPathLength": longest,
        "weights": dict(zip(_NAMES, settings.weights, strict=True)),
        **({"maxDividend": settings.max_dividend} if settings.max_dividend != USUAL_DIVIDEND else {}),
    }


def read(found: Mapping[str, Any]) -> dict[str, Any]:
    """Our own object of the same puzzle; its fields are checked where ours are."""
    try:
        cells = [[_read_cell(cell) for cell in row] for row in found["grid"]]
        connectors = [
            {"type": one["type"], "a": _read_place(one["cellA"]), "b": _read_place(one["cellB"]), "value": one["value"]}
            for one in found["connectors"]
        ]
        ours = {
            "id": found.get("id", ""),
            "seed": found.get("seed", 0),
            "rows": len(cells),
            "cols": len(cells[0]),
            "cells": cells,
            "connectors": connectors,
            "solution": [_read_place(place) for place in found["solution"]["path"]],
        }
        return {**ours, "difficulty": _read_settings(found.get("difficulty", 0), ours)}
    except KeyError as error:
        raise PuzzleError("is missing", place=str(error.args[0])) from None
    except (TypeError, AttributeError, IndexError, ValueError):
        raise PuzzleError("this is not a puzzle (expected grid, connectors and solution.path)") from None


def _read_place(found: Mapping[str, Any]) -> list[Any]:
    return [found["row"], found["col"]]


def _read_cell(found: Mapping[str, Any]) -> dict[str, Any]:
    marks = {"start": found["isStart"], "finish": found["isFinish"]}
    # FINISH may say so in words; it has nothing to work out.
    expression = "" if marks["finish"] is True and found["answer"] is None else found["expression"]
    return {"expression": expression, "answer": found["answer"], **marks}


def _read_settings(found: Any, ours: Mapping[str, Any]) -> dict[str, Any]:
    if not isinstance(found, Mapping):
        if found != 0:
            return _as_object(PRESETS[range(1, len(PRESETS) + 1).index(found)])
        return _as_object(_settings_within(ours))
    weights = {sign: found["weights"][name] if found[f"{name}Enabled"] else 0 for name, sign in _SIGNS.items()}
    named = next((settings.level for settings in PRESETS if settings.name == found.get("name")), DEFAULT_LEVEL)
    level = found.get("level", named)
    is_known = level in range(1, len(PRESETS) + 1) and found.get("name") == PRESETS[level - 1].name
    return {
        "level": level,
        "name": found["name"] if is_known else CUSTOM,
        **{mine: found[theirs] for mine, theirs in _SETTINGS.items()},
        "weights": weights,
        **({"max_dividend": found["maxDividend"]} if "maxDividend" in found else {}),
    }


def _as_object(settings: Settings) -> dict[str, Any]:
    return {**asdict(settings), "weights": dict(zip(OPERATIONS, settings.weights, strict=True))}


def _settings_within(ours: Mapping[str, Any]) -> Settings:
    """The narrowest settings that a puzzle of unknown ones keeps."""
    values = [connector["value"] for connector in ours["connectors"]]
    facts = [fact for cell in chain(*ours["cells"]) if (fact := read_fact(str(cell["expression"])))]
    sums = [fact for fact in facts if fact.sign in OPERATIONS[:2]]
    tables = [number for fact in facts if fact not in sums for number in (fact.right, min(fact.left, fact.value))]
    return Settings(
        level=DEFAULT_LEVEL,
        name=CUSTOM,
        add_sub_range=max((max(fact.left, fact.right) for fact in sums), default=0),
        mult_div_range=max(tables, default=0),
        connector_min=min(values),
        connector_max=max(values),
        rows=ours["rows"],
        cols=ours["cols"],
        weights=tuple(int(any(fact.sign == sign for fact in facts)) for sign in OPERATIONS),
        seconds_per_step=PRESETS[DEFAULT_LEVEL - 1].seconds_per_step,
    )
