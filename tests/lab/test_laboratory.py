"""The lab as a program uses it: everything from one import."""

from __future__ import annotations

from pathlib import Path

import pytest

import quandary.lab
from quandary.game import UsageError
from quandary.lab import Lab, Sprt


@pytest.mark.slow
def test_run_compare_and_look(tmp_path: Path) -> None:
    with Lab(tmp_path / "lab.sqlite") as lab:
        seen = []
        safe = lab.run(
            "klondike",
            "klondike#1..12",
            nodes=300,
            options={"dominances": "safe"},
            tags=["first"],
            jobs=1,
            watch=lambda tally: seen.append(tally.done),
        )
        full = lab.run("klondike", "klondike#1..12", nodes=300, draw=3, jobs=1)
        assert seen == list(range(13))
        found = lab.compare(safe, full, times=False)
        assert (found.a.run, found.b.run, found.instances) == (1, 2, 12)
        assert [run.id for run in lab.runs("first")] == [1]
        lab.tag(2, "second")
        lab.note(2, "All of it.")
        assert (lab[2].tags, lab[2].note) == (("second",), "All of it.")
        rows = list(lab.records(full))
        assert [row["id"] for row in rows] == [f"klondike#{seed}" for seed in range(1, 13)]
        assert lab.tally(1).as_dict()["mean_nodes"] > 0
        assert len(lab.log()[0].iterations) == 2
        assert "class Complete" in next(iter(lab.code(1).values()))
        assert lab.resume(1).ended == lab[1].ended


def test_a_contest(tmp_path: Path) -> None:
    with Lab(tmp_path / "lab.sqlite") as lab:
        standing = []
        contest = lab.contest(
            "klondike",
            "complete",
            "complete",
            Sprt(p1=0.7),
            options_a={"dominances": "none"},
            measure="nodes",
            nodes=300,
            jobs=1,
            watch=lambda now: standing.append(now.log_ratio),
        )
        assert contest.decision is True
        assert standing[-1] >= Sprt(p1=0.7).bounds[1]
        with pytest.raises(UsageError, match="made of seeds"):
            lab.contest("klondike", "complete", "complete", Sprt(), corpus=str(tmp_path / "lab.sqlite"))


def test_what_is_not_there() -> None:
    with pytest.raises(AttributeError, match="no attribute 'Laboratory'"):
        _ = quandary.lab.Laboratory
    assert all(getattr(quandary.lab, name) for name in quandary.lab.__all__)
