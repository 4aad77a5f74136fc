"""What other tools are given, and what happens when they have seen enough."""

from __future__ import annotations

import subprocess
import sys

import pytest

from quandary.lab.rows import Row
from quandary.lab.store import Store
from tests.lab.made import add_run

# More than a pipe holds, so that whoever writes meets its end.
ROWS = 2000


@pytest.mark.process
@pytest.mark.parametrize("form", ["--json", "--csv"])
def test_a_reader_who_has_seen_enough_ends_the_export_quietly(store: Store, db: str, form: str) -> None:
    add_run(store, [Row(number, "solved", nodes=1, solution="a move " * 10) for number in range(ROWS)])
    command = [sys.executable, "-m", "quandary", "lab", "export", "1", form, "--db", db]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert process.stdout is not None
    assert process.stderr is not None
    assert process.stdout.readline()
    process.stdout.close()
    assert process.stderr.read() == ""
    assert process.wait() == 0
