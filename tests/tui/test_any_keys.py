"""Keys at random, a few sequences of them: `keyboard_monkeys` plays as many as one likes."""

from __future__ import annotations

from pathlib import Path

import pytest

from quandary import names
from tests.tui.keyboard_monkeys import run

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("name", names())
def test_no_keys_break_anything(name: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    # A sequence has a folder of its own; the variable is put back after the test.
    monkeypatch.setenv("QUANDARY_DATA", str(tmp_path))
    run(name, 1, 120)
