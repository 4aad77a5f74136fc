"""A slice of the prover's bench (docs/proving.md), always the same; and that the bench sees what is wrong."""

from __future__ import annotations

import pytest

from tools.prove import klondike, sokoban
from tools.prove.__main__ import main
from tools.prove.bench import Bench, case_rng, judged, run, shrunk, work
from tools.prove.benches import BENCHES

SLICE = 20


@pytest.mark.slow
@pytest.mark.parametrize("bench", BENCHES, ids=lambda bench: bench.name)
def test_a_slice_of_the_bench_finds_nothing_wrong(bench: Bench) -> None:
    tally, _ = work(bench, seed=1, first=0, step=1, most=SLICE, seconds=60)
    assert tally.drawn > 0
    assert tally.claims
    assert tally.wrong == []


def test_a_case_is_drawn_alike_by_whoever_draws_it() -> None:
    for bench in BENCHES:
        drawn = [bench.draw(case_rng(7, bench.name, number)) for number in range(3)]
        assert drawn == [bench.draw(case_rng(7, bench.name, number)) for number in range(3)]


def test_a_wrong_claim_is_found_and_made_small(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sokoban, "is_dead", lambda position: len(position.boxes) > 1)
    bench = sokoban.Warnings()
    tally, _ = work(bench, seed=1, first=0, step=1, most=60, seconds=60)
    assert tally.wrong_cases > 0
    claim, text, _ = tally.wrong[0]
    smallest = shrunk(bench, claim, text)
    assert (claim, len(smallest) <= len(text)) == ("dead", True)
    # Two boxes are needed for the fault, and no more of anything than for two boxes.
    assert sum(map(smallest.count, "$*")) == 2
    assert smallest.count("-") < text.count("-")


def test_an_error_is_a_finding(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(position: object) -> bool:
        raise ZeroDivisionError

    monkeypatch.setattr(klondike, "is_stuck", fail)
    findings = judged(klondike.Stuck(), "foundations=KCKDKHQS/1=KS")
    assert findings.wrong == {"no error": "ZeroDivisionError: "}


@pytest.mark.process
def test_processes_share_the_numbers_of_a_bench() -> None:
    lines: list[str] = []
    bench = BENCHES[0]
    tallies = run([bench], seconds=0.2, seed=1, jobs=2, show=lines.append)
    assert tallies[bench.name].drawn > 0
    assert tallies[bench.name].wrong_cases == 0


def test_the_command_tells_what_it_was_given_to_check(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--check", "klondike: stuck", "foundations=KCKDKHQS/1=KS"]) == 0
    assert "0 wrong" in capsys.readouterr().out
    assert main(["--check", "no such bench", ""]) == 2
    assert main(["--only", "chess"]) == 2
