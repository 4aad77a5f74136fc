"""Observe everything again and compare it with the recordings."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.frozen.areas import AREAS
from tests.frozen.observing import Case, read_recording

pytestmark = pytest.mark.slow


def every_case() -> Iterator[Any]:
    for area, cases in AREAS.items():
        for case in cases():
            yield pytest.param(area, case, id=f"{area}: {case.name}")


@pytest.mark.parametrize(("area", "case"), list(every_case()))
def test_unchanged(area: str, case: Case, tmp_path: Path) -> None:
    observed = json.loads(json.dumps(case.observe(tmp_path)))
    assert observed == read_recording(area)[case.name]


@pytest.mark.parametrize("area", AREAS)
def test_every_recording_has_its_case(area: str) -> None:
    assert [case.name for case in AREAS[area]()] == list(read_recording(area))
