"""Every combination of some options, each a run that is found again."""

from __future__ import annotations

import json
import sys
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


@pytest.mark.process
def test_other_puzzles_or_other_code_are_other_runs(
    quandary: Quandary, db: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pack, idea = tmp_path / "pack.txt", tmp_path / "idea_to_sweep.py"
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))
    option = "def search(position, task, width: int = 1):\n    return None\n"
    command = ("lab", "sweep", "template", "--corpus", "pack.txt", "--strategy", "idea_to_sweep:search")

    def runs(puzzles: str, code: str) -> tuple[list[int], str]:
        pack.write_text(puzzles)
        idea.write_text(code)
        sys.modules.pop("idea_to_sweep", None)
        ran = quandary(*command, "--option", "width=1,2", "--jobs", "1", "--db", db, "--json")
        assert ran.status == 0
        return [run["run"] for run in json.loads(ran.out)["runs"]], ran.err

    assert runs("FF_TT\n", option)[0] == [1, 2]
    changed, said = runs("F_T\n\nFF_TT\n", option)
    assert (changed, "run 1 is of another state: the corpus changed since" in said) == ([3, 4], True)
    changed, said = runs("FF_TT\n", option + "# Better.\n")
    assert (changed, "run 1 is of another state: idea_to_sweep changed since" in said) == ([5, 6], True)
    assert runs("FF_TT\n", option)[0] == [1, 2]


@pytest.mark.slow
def test_a_heat_map_of_nothing_is_not_drawn(quandary: Quandary, db: str, tmp_path: Path) -> None:
    ran = quandary("lab", "sweep", "klondike", "--corpus", "klondike#1..2", "--nodes", "100", "--strategy", "atomic",
                   "--option", "enable_backjump=yes,no", "--heat", str(tmp_path / "map.svg"), "--show", "mean_score",
                   "--db", db)  # fmt: skip
    assert (ran.status, "no run has it" in ran.err) == (2, True)
    assert not (tmp_path / "map.svg").exists()


def test_nothing_to_sweep(quandary: Quandary, db: str) -> None:
    ran = quandary("lab", "sweep", "klondike", "--corpus", "klondike#1..4", "--option", "dominances=safe", "--db", db)
    assert (ran.status, "nothing to sweep" in ran.err) == (2, True)
