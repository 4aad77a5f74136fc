"""The page of a results file."""

from __future__ import annotations

from pathlib import Path

import pytest
from starlette.testclient import TestClient

from quandary.cli.main import run
from quandary.web import create_app

pytestmark = pytest.mark.slow


@pytest.fixture
def results(tmp_path: Path) -> Path:
    """Two small runs."""
    file = tmp_path / "lab.sqlite"
    for nodes in ("20", "2000"):
        order = [
            "--corpus",
            "rush-hour#1..6",
            "--strategy",
            "optimal",
            "--nodes",
            nodes,
            "--db",
            str(file),
            "--jobs",
            "1",
        ]
        run(["lab", "run", "rush-hour", *order])
    return file


def test_the_lab_shows_runs_comparisons_and_plots(results: Path) -> None:
    with TestClient(create_app(lab=results), base_url="http://127.0.0.1") as client:
        assert 'data-lab="yes"' in client.get("/lab").text
        (chapter,) = client.get("/api/lab").json()["chapters"]
        assert chapter["title"] == "Rush Hour: rush-hour#1..6"
        assert [row[0] for row in chapter["rows"]] == ["1", "2"]
        assert chapter["runs"][1]["comparisons"][0]["title"] == "Against run 1"
        for name in chapter["plots"]:
            assert "<svg" in client.get("/api/lab/plot", params={"name": name}).text
        assert client.get("/api/lab/plot", params={"name": "../secret"}).status_code == 400


def test_without_a_file_there_is_no_lab() -> None:
    with TestClient(create_app(), base_url="http://127.0.0.1") as client:
        assert client.get("/api/lab").status_code == 404
        assert client.get("/lab").status_code == 404
