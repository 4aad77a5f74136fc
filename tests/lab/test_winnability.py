"""Two bits a seed: what is killed goes on, shards are laid over each other, and every verdict can be checked."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import quandary as package
from quandary.game import UsageError
from quandary.lab.experiment import design
from quandary.lab.rows import SOLVED, UNSOLVABLE
from quandary.lab.verdicts import Count, create_verdicts, merge_verdicts, open_verdicts
from quandary.lab.winnability import Question, check_again, decide
from tests.lab.conftest import Quandary

KLONDIKE = package.game("klondike")
DEALS = 130
# Deal 10 is lost at draw 3, and takes few nodes; most are won.
QUESTION = Question(design(KLONDIKE, nodes=2000), 1, DEALS)


def stored(path: Path) -> list[str | None]:
    """All verdicts of a file."""
    with open_verdicts(path) as file:
        return [file[number] for number in range(len(file))]


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """All deals decided in one go."""
    path = tmp_path_factory.mktemp("verdicts") / "whole"
    decide(path, QUESTION)
    return path


def test_they_are_what_solve_says(whole: Path) -> None:
    verdicts = [package.solve("klondike", f"klondike#{seed}", nodes=2000).verdict for seed in range(1, DEALS + 1)]
    assert stored(whole) == verdicts
    assert len(set(verdicts)) == 3
    assert whole.stat().st_size < 1200


def test_what_is_missing_is_done_and_nothing_else(whole: Path, tmp_path: Path) -> None:
    path = tmp_path / "cut"
    path.write_bytes(whole.read_bytes())
    with open_verdicts(path) as file:
        for number in (0, 5, 77, 129):
            file[number] = None
        wrong = file[1] = UNSOLVABLE if file[1] == SOLVED else SOLVED
        assert list(file.numbers(None)) == [0, 5, 77, 129]
    decide(path, QUESTION)
    expected = stored(whole)
    expected[1] = wrong
    assert stored(path) == expected


def test_shards_are_laid_over_each_other(whole: Path, tmp_path: Path) -> None:
    parts = [tmp_path / str(part) for part in (1, 2, 3)]
    counts = [decide(path, QUESTION, shard=f"{number}/3") for number, path in enumerate(parts, start=1)]
    assert [count.seeds - count.missing for count in counts] == [64, 64, 2]
    assert merge_verdicts(tmp_path / "all", parts) == DEALS
    assert stored(tmp_path / "all") == stored(whole)


def test_a_contradiction_is_not_merged(whole: Path, tmp_path: Path) -> None:
    other = tmp_path / "other"
    other.write_bytes(whole.read_bytes())
    with open_verdicts(other) as file:
        number = next(file.numbers(SOLVED))
        file[number] = UNSOLVABLE
    with pytest.raises(UsageError, match=f"contradict each other at seed {number + 1}"):
        merge_verdicts(tmp_path / "all", [whole, other])


def test_a_file_goes_on_only_with_what_it_was_begun_with(whole: Path, tmp_path: Path) -> None:
    path = tmp_path / "same"
    path.write_bytes(whole.read_bytes())
    with pytest.raises(UsageError, match="was begun with options"):
        decide(path, Question(design(KLONDIKE, options={"dominances": "safe"}), 1, DEALS))
    path.write_bytes(
        whole.read_bytes().replace(b'"native": "', b'"native": "0', 1).replace(b'", "machine"', b'","machine"')
    )
    with pytest.raises(UsageError, match="the native build changed"):
        decide(path, QUESTION)


def test_any_verdict_can_be_checked(whole: Path) -> None:
    with open_verdicts(whole) as file:
        lost = file.sample(UNSOLVABLE, 2, seed=1)
        again = Question(design(KLONDIKE, options={"dominances": "safe"}), 1, DEALS)
        checked = list(check_again(file, [next(file.numbers(SOLVED)), *lost], again))
    assert [one.found for one in checked] == [SOLVED, UNSOLVABLE, UNSOLVABLE]
    assert all(one.agrees for one in checked)
    assert checked[0].solution is not None


def test_rates_are_of_what_is_decided() -> None:
    count = Count(100, 60, 20, 10)
    assert count.missing == 10
    assert count.rate is not None
    assert count.rate.value == 0.75
    assert 0.64 < count.rate.low < 0.75 < count.rate.high < 0.84


@pytest.mark.parametrize("content", [b"", b"{}\n", b"[]", b'{"format": "quandary verdicts 1", "count": 9}\n'])
def test_what_is_no_file_of_verdicts(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "file").write_bytes(content)
    with pytest.raises(UsageError):
        open_verdicts(tmp_path / "file")


def test_a_place_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="cannot be written"):
        create_verdicts(tmp_path / "none" / "file", QUESTION.head())


def test_what_is_won_by_harder_rules_is_not_looked_at_again(whole: Path, tmp_path: Path) -> None:
    draw1 = Question(design(KLONDIKE.variant(draw=1), nodes=3000), 1, DEALS + 8)
    decide(tmp_path / "plain", draw1)
    decide(tmp_path / "quick", draw1, won_in=whole)
    plain, quick, harder = stored(tmp_path / "plain"), stored(tmp_path / "quick"), stored(whole)
    known = [verdict == SOLVED for verdict in harder] + [False] * 8
    assert quick == [SOLVED if is_known else verdict for verdict, is_known in zip(plain, known, strict=True)]
    with open_verdicts(tmp_path / "quick") as file:
        assert file.head["won_in"] == dict(QUESTION.experiment.rules)
        file[known.index(True)] = UNSOLVABLE
    with pytest.raises(UsageError, match="contradict each other"):
        decide(tmp_path / "quick", draw1, won_in=whole)
    with pytest.raises(UsageError, match="need not be won here"):
        decide(tmp_path / "draw2", Question(design(KLONDIKE.variant(draw=2)), 1, 2), won_in=whole)
    with pytest.raises(UsageError, match="need not be won here"):
        decide(tmp_path / "draw3", QUESTION, won_in=tmp_path / "plain")


@pytest.mark.parametrize(
    ("ours", "theirs", "is_won"),
    [
        ({"draw": 1}, {"draw": 3}, True),
        ({"draw": 2}, {"draw": 6}, True),
        ({"draw": 2}, {"draw": 3}, False),
        ({"draw": 3}, {"draw": 1}, False),
        ({"redeals": 2}, {"redeals": 1}, True),
        ({"redeals": 1}, {"redeals": 2}, False),
        ({"redeals": 1}, {}, False),
        ({}, {"redeals": 1}, True),
    ],
)
def test_which_rules_are_no_easier(ours: dict[str, int], theirs: dict[str, int], is_won: bool) -> None:
    easier, harder = KLONDIKE.variant(**ours), KLONDIKE.variant(**theirs)
    assert easier.is_won_with(harder) == is_won
    if is_won:
        for seed in range(40, 60):
            verdicts = [package.solve(game, f"klondike#{seed}", nodes=2000).verdict for game in (harder, easier)]
            assert verdicts != [SOLVED, UNSOLVABLE]


def test_by_command(quandary: Quandary, tmp_path: Path) -> None:
    file = str(tmp_path / "deals")
    run = ("lab", "winnability", "--draw", "1", "--deals", "12", "--nodes", "3000", "--file", file)
    ran = quandary(*run, "--json")
    told = json.loads(ran.out)
    assert told["seeds"] == told["solved"] + told["unsolvable"] + told["unknown"] == 12
    assert "can be won" in quandary(*run).out
    checked = json.loads(quandary("lab", "winnability", "klondike", "--check", "3", "--file", file, "--json").out)
    assert checked["id"] == "klondike:draw1#3"
    assert checked["agrees"]
    left = quandary("lab", "winnability", "klondike", "--check", "3", "--file", file, "--nodes", "1", "--json")
    assert (left.status, json.loads(left.out)["agrees"]) == (3, None)
    beyond = quandary("lab", "winnability", "klondike", "--check", "13", "--file", file)
    assert (beyond.status, "seeds from 1 to 12, not 13" in beyond.err) == (2, True)
    assert quandary("lab", "winnability", "rush-hour", "--deals", "3").status == 2


def test_where_nothing_is_decided_there_is_no_rate(quandary: Quandary, tmp_path: Path) -> None:
    order = ("lab", "winnability", "--deals", "5", "--nodes", "1", "--file", str(tmp_path / "verdicts"))
    ran = quandary(*order)
    assert (ran.status, ran.out) == (3, "no share of 0 can be told: 0 won, 0 proven lost, 5 undecided\n")
    told = json.loads(quandary(*order, "--json").out)
    assert (told["unknown"], told["rate"], told["interval"]) == (5, None, None)
