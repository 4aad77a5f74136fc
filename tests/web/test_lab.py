"""The page of a results file."""

from __future__ import annotations

from pathlib import Path

import pytest
from starlette.testclient import TestClient

from quandary.web import create_app
from tests.web.conftest import interrupt

pytestmark = pytest.mark.slow


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


def test_a_run_that_goes_on_is_told_of(results: Path) -> None:
    interrupt(results)
    with TestClient(create_app(lab=results), base_url="http://127.0.0.1") as client:
        (run,) = client.get("/api/lab/running").json()["runs"]
        assert (run["run"], run["done"], run["instances"], run["is_at_work"]) == (2, 4, 6, False)
        assert run["solved"] + run["unsolvable"] + run["unknown"] == 4
