"""Every test has a data folder of its own, of somebody who has had all lessons, and colours as on a terminal."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.tui.driving import skip_lessons


@pytest.fixture(autouse=True)
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder where the app keeps its files."""
    folder = tmp_path / "data"
    skip_lessons(folder)
    monkeypatch.setenv("QUANDARY_DATA", str(folder))
    for name in ("NO_COLOR", "QUANDARY_ASCII", "LC_ALL", "LC_CTYPE", "LANG"):
        monkeypatch.delenv(name, raising=False)
    return folder
