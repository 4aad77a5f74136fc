"""Who can take part: strategies, players, and functions of one's own."""

from __future__ import annotations

import json

import pytest

import quandary as package
from quandary.game import UsageError
from quandary.lab.contender import contenders, find_contender
from quandary.lab.experiment import design
from tests.lab.conftest import Quandary

TEMPLATE = package.game("template")


def test_every_strategy_of_a_game_takes_part() -> None:
    assert [one.name for one in contenders(package.game("klondike"))][:2] == ["complete", "atomic"]
    assert find_contender(package.game("rush-hour"), None).name == "optimal"


def test_a_function_brings_its_options() -> None:
    found = find_contender(TEMPLATE, "tests.lab.ideas:good")
    assert (found.kind, found.summary) == ("function", "Searches breadth first.")
    (option,) = found.options
    assert (option.name, option.type, option.default, option.help) == ("depth", int, 3, "how deep it looks")


def test_a_class_may_be_a_strategy_or_a_player() -> None:
    assert find_contender(TEMPLATE, "tests.lab.ideas:Solver").kind == "strategy"
    assert find_contender(TEMPLATE, "tests.lab.ideas:Drunkard").kind == "player"


@pytest.mark.parametrize(
    ("name", "problem"),
    [
        ("brilliant", "has no strategy 'brilliant'"),
        ("tests.lab.nowhere:good", "does not load"),
        ("tests.lab.ideas:nothing", "has no 'nothing'"),
        ("tests.lab.ideas:no_task", "must take a position and a task"),
        ("tests.lab.ideas:odd_option", "option way must be"),
        ("tests.lab.ideas:__doc__", "neither a function"),
    ],
)
def test_a_bad_name_is_told_in_one_line(name: str, problem: str) -> None:
    with pytest.raises(UsageError, match=problem):
        find_contender(TEMPLATE, name)


def test_an_experiment_knows_all_options() -> None:
    experiment = design(TEMPLATE, "tests.lab.ideas:good", options={"depth": "5"}, nodes=10)
    assert experiment.options == {"depth": 5}
    assert design(package.game("klondike"), "atomic").options["max_approach_steps"] == 20


def test_the_command_line_lists_types_defaults_and_meanings(quandary: Quandary) -> None:
    ran = quandary("lab", "strategies", "klondike")
    assert ran.status == 0
    assert "  reuse_approaches=false  bool: keep the ranked approaches" in ran.out
    records = [json.loads(line) for line in quandary("lab", "strategies", "klondike", "--json").out.splitlines()]
    ranking = next(one for one in records[1]["options"] if one["name"] == "ranking_strategy")
    assert (ranking["type"], ranking["default"]) == ("str", "blended")
    assert "mostCovered" in ranking["choices"]
