"""A run knows the code that it was made with, and is not continued with other code by accident."""

from __future__ import annotations

import json
import sqlite3
import sys
import sysconfig
from pathlib import Path
from types import ModuleType

import pytest

import quandary as package
from quandary.lab.contender import find_contender
from quandary.lab.export import COLUMNS
from quandary.lab.provenance import changes, code_of
from tests.lab.conftest import Quandary

IDEA = '''"""An idea."""
from helping import best

def search(position, task, depth: int = 3):
    return best(position, task)
'''
HELPING = """from quandary.games.template import GAME
from quandary.game import breadth_first

def best(position, task):
    return breadth_first(GAME, position, task)
"""


@pytest.fixture
def idea(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a strategy of one's own, in which the commands are given."""
    (tmp_path / "idea.py").write_text(IDEA)
    (tmp_path / "helping.py").write_text(HELPING)
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))
    for name in ("idea", "helping"):
        monkeypatch.delitem(sys.modules, name, raising=False)
    return tmp_path


def forget() -> None:
    """What a new process would not know."""
    for name in ("idea", "helping"):
        sys.modules.pop(name, None)


@pytest.mark.process
def test_a_run_is_not_continued_with_other_code(idea: Path, quandary: Quandary, db: str) -> None:
    run = ("lab", "run", "template", "--corpus", "template#1..3", "--strategy", "idea:search", "--db", db)
    assert quandary(*run, "--jobs", "1").status == 0
    with sqlite3.connect(db) as file:
        file.execute("DELETE FROM result WHERE number = 2")
        file.execute("UPDATE run SET ended = NULL, driver = NULL")
    told = quandary("lab", "show", "1", "--code", "--db", db).out
    assert "def search(position, task, depth: int = 3):" in told
    assert "def best(position, task):" in told

    (idea / "helping.py").write_text(HELPING + "\n# A better idea.\n")
    forget()
    refused = quandary("lab", "resume", "1", "--db", db)
    assert refused.status == 2
    assert "helping changed since" in refused.err
    forget()
    assert quandary("lab", "resume", "1", "--changed-code", "--jobs", "1", "--db", db).status == 0
    shown = json.loads(quandary("lab", "show", "1", "--code", "--json", "--db", db).out)
    assert shown["source"]["helping"].endswith("# A better idea.\n")
    assert len(shown["code"]["before"]) == 1
    assert shown["options"] == {"depth": 3}
    # Whoever reads its figures is told.
    compared = json.loads(quandary("lab", "compare", "1", "1", "--json", "--db", db).out)
    assert "run 1 was made by 2 states of its code" in compared["remarks"]
    assert quandary("lab", "report", "--markdown", "log.md", "--db", db).status == 0
    assert ", 2 states of the strategy's code, " in (idea / "log.md").read_text()
    assert len(shown["code"]["native"]) == 64


@pytest.mark.process
def test_code_that_has_made_no_row_is_no_state_of_a_run(idea: Path, quandary: Quandary, db: str) -> None:
    quandary("lab", "run", "template", "--corpus", "template#1..2", "--strategy", "idea:search", "--db", db)
    (idea / "helping.py").write_text(HELPING + "\n# A better idea.\n")
    forget()
    # Nothing is missing, so that nothing is mixed.
    assert quandary("lab", "resume", "1", "--changed-code", "--db", db).status == 0
    with sqlite3.connect(db) as file:
        file.execute("DELETE FROM result")
        file.execute("UPDATE run SET ended = NULL, driver = NULL")
    forget()
    assert quandary("lab", "resume", "1", "--db", db).status == 0
    shown = json.loads(quandary("lab", "show", "1", "--code", "--json", "--db", db).out)
    assert "before" not in shown["code"]
    assert shown["source"]["helping"].endswith("# A better idea.\n")


@pytest.mark.parametrize(
    "installed", [Path(package.__file__).parent, *(Path(sysconfig.get_path(name)) for name in ("purelib", "stdlib"))]
)
def test_what_is_installed_below_the_folder_is_no_part_of_the_code(
    installed: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # As in a project that holds its virtual environment, or this package's own checkout.
    module = ModuleType("an_idea")
    module.__file__ = str(installed.parent / "an_idea.py")
    exec("def search(position, task): pass", vars(module))
    monkeypatch.setitem(sys.modules, "an_idea", module)
    found = find_contender(package.game("template"), "an_idea:search")
    assert not [name for name in code_of(found).files if name.partition(".")[0] in ("quandary", "click", "json")]


def test_what_has_changed_is_named() -> None:
    now = {"files": {"a": "1", "b": "2"}, "quandary": "1.0", "native": "x"}
    assert changes({}, now) == []
    assert changes(now, now) == []
    assert changes({**now, "files": {"a": "0"}}, now) == ["a", "b"]
    assert changes({**now, "quandary": "0.9", "native": "y"}, now) == ["the package (0.9, now 1.0)", "the native build"]


def test_tags_find_runs(quandary: Quandary, db: str) -> None:
    run = ("lab", "run", "template", "--corpus", "template#1..2", "--db", db)
    quandary(*run, "--tag", "first,plain", "--tag", "old")
    quandary(*run)
    quandary("lab", "tag", "2", "plain", "--db", db)
    listed = [json.loads(line)["tags"] for line in quandary("lab", "list", "--json", "--db", db).out.splitlines()]
    assert listed == [["first", "old", "plain"], ["plain"]]
    found = quandary("lab", "list", "--tag", "plain", "--tag", "old", "--json", "--db", db).out.splitlines()
    assert [json.loads(line)["run"] for line in found] == [1]


def test_the_export_says_what_was_asked(quandary: Quandary, db: str) -> None:
    run = ("lab", "run", "klondike", "--corpus", "klondike#1..2", "--nodes", "100", "--db", db)
    quandary(*run, "--option", "dominances=safe")
    record = json.loads(quandary("lab", "export", "1", "--db", db).out.splitlines()[0])
    assert list(record) == list(COLUMNS)
    assert (record["strategy"], record["options"]["dominances"]) == ("complete", "safe")


def test_the_columns_of_the_file_are_those_of_the_documents(quandary: Quandary, db: str) -> None:
    quandary("lab", "run", "template", "--corpus", "template#1..2", "--db", db)
    with sqlite3.connect(db) as file:
        columns = {row[1] for row in file.execute("PRAGMA table_info(result)")}
    assert {"seconds", "cpu_seconds", "peak_memory"} <= columns
