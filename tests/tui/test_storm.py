"""Bursts of keys at a real terminal, one from every screen: `storm` sends as many as one likes."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.tui.storm import ROUTES, run

pytestmark = [pytest.mark.process, pytest.mark.slow]


def test_no_burst_breaks_anything_or_loses_a_game(tmp_path: Path) -> None:
    storm = run(len(ROUTES), 7, tmp_path / "storm")
    assert set(storm.bursts) == set(ROUTES)
    assert storm.games
    assert not storm.missed
