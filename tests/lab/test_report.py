"""Reports: every iteration with its figures, comparisons, draft and note; pages that need nothing else."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

import quandary as package
from quandary.cli.main import run
from quandary.lab.corpus import read_corpus
from quandary.lab.experiment import design
from quandary.lab.rows import Row
from quandary.lab.runner import carry_on, start_run
from quandary.lab.store import Store, open_store
from tests.lab.conftest import Quandary
from tests.lab.made import add_run

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def log(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A results file of two Klondike iterations."""
    file = tmp_path_factory.mktemp("log") / "log.sqlite"
    store = open_store(file, create=True)
    game = package.game("klondike")
    for nodes, description in ((50, "baseline <small>"), (5000, "more nodes")):
        corpus = read_corpus(game, "klondike#1..25")
        carry_on(store, start_run(store, design(game, nodes=nodes), corpus, description=description))
    store.update_run(2, note="Nodes help & that is that.")
    store.close()
    return file


@pytest.fixture(scope="module")
def page(log: Path) -> Path:
    """Its page."""
    file = log.with_suffix(".html")
    assert run(["lab", "report", "--html", str(file), "--title", "A log", "--preface", "1 < 2", "--db", str(log)]) == 0
    return file


class _Reader(HTMLParser):
    """Collects what a page refers to, and its text; complains about tags that are not closed."""

    def __init__(self) -> None:
        super().__init__()
        self.addresses: list[str] = []
        self.open: list[str] = []
        self.text = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.addresses += [value or "" for name, value in attrs if name in ("src", "href")]
        if tag not in ("meta", "img"):
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text += data


def test_the_page_is_whole_and_needs_nothing_else(page: Path) -> None:
    reader = _Reader()
    reader.feed(page.read_text())
    assert reader.open == []
    assert sum(address.startswith("data:image/svg+xml;base64,") for address in reader.addresses) == 3
    assert all(address.startswith(("data:", "#run-")) for address in reader.addresses)
    assert "http" not in re.sub(r'src="data:[^"]*"', "", page.read_text())


def test_it_says_what_happened(page: Path) -> None:
    reader = _Reader()
    reader.feed(page.read_text())
    assert "Run 1: baseline <small>" in reader.text
    assert "It is better than the baseline (run 1)" in reader.text
    assert "Nodes help & that is that." in reader.text
    assert "50 nodes an instance" in reader.text
    assert "1 < 2" in reader.text


def test_markdown_with_pictures(log: Path, quandary: Quandary, tmp_path: Path) -> None:
    file = tmp_path / "log.md"
    pictures = str(tmp_path / "pictures")
    ran = quandary("lab", "report", "--markdown", str(file), "--pictures", pictures, "--db", str(log))
    assert (ran.status, ran.out) == (0, "")
    text = file.read_text()
    assert "| 2 | more nodes |" in text
    assert "*Note:* Nodes help & that is that." in text
    shown = re.findall(r"!\[.*\]\((.*)\)", text)
    assert len(shown) == 3
    assert all((tmp_path / name).read_text().startswith("<?xml") for name in shown)


def test_the_same_rows_give_the_same_page(page: Path, log: Path, quandary: Quandary, tmp_path: Path) -> None:
    again = tmp_path / "again.html"
    quandary("lab", "report", "--html", str(again), "--title", "A log", "--preface", "1 < 2", "--db", str(log))
    assert again.read_text() == page.read_text()


def test_some_runs_and_another_baseline(log: Path, quandary: Quandary, tmp_path: Path) -> None:
    file = tmp_path / "log.md"
    quandary("lab", "report", "1", "--markdown", str(file), "--baseline", "2", "--db", str(log))
    text = file.read_text()
    assert "worse than the baseline (run 2)" in text
    assert "### Run 2" not in text


def test_scores_have_their_own_figures(store: Store, quandary: Quandary, tmp_path: Path) -> None:
    for bonus in (0, 50):
        rows = [Row(number, "unknown", "lost", wall=1.0, score=100 * number + bonus) for number in range(20)]
        add_run(store, rows, description=f"bonus {bonus}")
    pictures = tmp_path / "pictures"
    file = tmp_path / "log.md"
    quandary("lab", "report", "--markdown", str(file), "--pictures", str(pictures), "--db", str(store.path))
    text = file.read_text()
    assert "- score: mean 950, median 900, p10 100, p90 1,700, best 1,900" in text
    assert "the mean score differs by +50.0" in text
    assert "| 2 | bonus 50 | 20 | 1,000 | 950 | 150 | 1,750 | 1.00 s | better |" in text
    assert [picture.name for picture in pictures.iterdir()] == ["log-0-distribution-of-scores.svg"]


def test_a_run_without_rows_is_no_obstacle(store: Store, quandary: Quandary, tmp_path: Path) -> None:
    add_run(store, [])
    add_run(store, [Row(0, "solved", nodes=1, wall=1.0)])
    ran = quandary("lab", "report", "--html", str(tmp_path / "log.html"), "--db", str(store.path))
    assert (ran.status, (tmp_path / "log.html").exists()) == (0, True)


def test_without_matplotlib_it_says_what_to_install(
    log: Path, quandary: Quandary, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def missing(name: str) -> Any:
        raise ImportError(name)

    monkeypatch.setattr("quandary.lab.report.plots.import_module", missing)
    ran = quandary("lab", "report", "--html", str(tmp_path / "log.html"), "--db", str(log))
    assert (ran.status, ran.err) == (2, "error: plots need matplotlib: pip install 'quandary[lab]'\n")
    assert not (tmp_path / "log.html").exists()


def test_a_place_that_cannot_be_written(log: Path, quandary: Quandary, tmp_path: Path) -> None:
    ran = quandary("lab", "report", "--markdown", str(tmp_path / "no" / "log.md"), "--db", str(log))
    assert (ran.status, len(ran.err.splitlines())) == (2, 1)
