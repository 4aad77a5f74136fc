"""The lab is tested through real files, real processes and the command line."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from quandary.lab.store import Store, open_store
from tests.cli.conftest import Quandary, quandary

__all__ = ["Quandary", "quandary"]


@pytest.fixture
def db(tmp_path: Path) -> str:
    """The name of a results file that is not there yet."""
    return str(tmp_path / "results.sqlite")


@pytest.fixture
def store(db: str) -> Iterator[Store]:
    """A new results file."""
    opened = open_store(db, create=True)
    yield opened
    opened.close()
