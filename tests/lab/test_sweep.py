"""Every combination of some options, each a run that is found again."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from quandary.game import UsageError
from quandary.lab.sweep import combinations, read_sweep
from tests.lab.conftest import Quandary


def test_values_are_read_as_people_write_them() -> None:
    assert read_sweep(["max-nodes=1e4,250", "a=yes", "dominances=proven,-open;none"]) == {
        "max_nodes": ["10000", "250"],
        "a": ["yes"],
        "dominances": ["proven,-open", "none"],
    }
    with pytest.raises(UsageError, match="name=value"):
        read_sweep(["nonsense"])


def test_all_combinations() -> None:
    assert list(combinations({"a": ["1", "2"], "b": ["x"], "c": ["u", "v"]})) == [
        {"a": "1", "b": "x", "c": "u"},
        {"a": "1", "b": "x", "c": "v"},
        {"a": "2", "b": "x", "c": "u"},
        {"a": "2", "b": "x", "c": "v"},
    ]
    with pytest.raises(UsageError, match="1,024 runs"):
        list(combinations({str(name): ["0", "1"] for name in range(10)}))


@pytest.mark.process
def test_a_table_and_a_heat_map(quandary: Quandary, db: str, tmp_path: Path) -> None:
    sweep = (
        *("lab", "sweep", "klondike", "--corpus", "klondike#1..4", "--strategy", "atomic", "--nodes", "20000"),
        *("--option", "max_local_nodes=1e2,1e3", "--option", "enable_backjump=yes,no", "--tag", "sweep", "--db", db),
    )
    heat = tmp_path / "map.svg"
    ran = quandary(*sweep, "--heat", str(heat), "--show", "mean_nodes")
    head, *rows = ran.out.splitlines()
    assert head.split()[:3] == ["run", "max_local_nodes", "enable_backjump"]
    assert [row.split()[:4] for row in rows] == [
        ["1", "100", "yes", "4"],
        ["2", "100", "no", "4"],
        ["3", "1000", "yes", "4"],
        ["4", "1000", "no", "4"],
    ]
    assert heat.read_text().startswith("<?xml")
    # The same command finds its runs, and has nothing left to do.
    again = json.loads(quandary(*sweep, "--json").out)
    assert [run["run"] for run in again["runs"]] == [1, 2, 3, 4]
    listed = quandary("lab", "list", "--tag", "sweep", "--json", "--db", db).out.splitlines()
    assert len(listed) == 4


def test_nothing_to_sweep(quandary: Quandary, db: str) -> None:
    ran = quandary("lab", "sweep", "klondike", "--corpus", "klondike#1..4", "--option", "dominances=safe", "--db", db)
    assert (ran.status, "nothing to sweep" in ran.err) == (2, True)
