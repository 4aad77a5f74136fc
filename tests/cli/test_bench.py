"""Quick figures of every game, wherever the package is installed."""

from __future__ import annotations

import json

import pytest

from quandary.cli import bench
from quandary.core.registry import game, names
from tests.cli.conftest import Quandary


@pytest.mark.parametrize("name", names())
def test_every_game_has_figures(name: str) -> None:
    found = bench.measure(game(name), seconds=0.0)
    assert (found["game"], found["puzzles"]) == (name, 1)
    assert found["made_per_second"] > 0
    assert found["solved_per_second"] > 0


def test_it_is_quick_unless_somebody_wants_more(quandary: Quandary, monkeypatch: pytest.MonkeyPatch) -> None:
    ordered: list[tuple[str, tuple[str, ...]]] = []
    monkeypatch.setattr(bench, "measure", lambda game: {"game": game.name, "made_per_second": 1, "puzzles": 0})

    def run_module(name: str, arguments: tuple[str, ...]) -> int:
        ordered.append((name, arguments))
        return 0

    monkeypatch.setattr(bench, "_run_module", run_module)
    told = quandary("bench", "--json")
    assert [json.loads(line)["game"] for line in told.out.splitlines()] == names()
    assert not ordered
    assert quandary("bench", "rush-hour", "--full").status == 0
    assert quandary("bench", "rush-hour", "--rounds", "5").status == 0
    assert ordered == [("rush-hour", ()), ("rush-hour", ("--rounds", "5"))]
    assert quandary("bench", "nothing").status == 2
