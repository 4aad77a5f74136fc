"""These tests run where the example is installed, as `tests/test_example.py` does it, and nowhere else."""

from __future__ import annotations

import quandary
from tests.tui.conftest import data  # noqa: F401
from tests.web.conftest import browser, client, open_page, served  # noqa: F401

collect_ignore_glob = [] if "lanterns" in quandary.names() else ["test_*.py"]
