"""Winnability of Klondike: the published files and their page, and the program that made them."""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path

import pytest

import quandary
from quandary import UsageError
from quandary.game import Rng
from research.klondike_winnability.__main__ import main
from research.klondike_winnability.deciding import Question, check_again, decide, is_won_with
from research.klondike_winnability.verdicts import (
    SOLVED,
    UNSOLVABLE,
    Count,
    create_verdicts,
    merge_verdicts,
    open_verdicts,
)

pytestmark = pytest.mark.slow

FOLDER = Path(__file__).parents[2] / "research" / "klondike_winnability"
FILES = sorted(FOLDER.glob("*.verdicts"))
PAGE = (FOLDER / "README.md").read_text(encoding="utf-8")
DEALS = 200
QUESTION = Question(count=DEALS, nodes=2000)


def stored(path: Path) -> list[str | None]:
    """Return all verdicts of a file."""
    with open_verdicts(path) as file:
        return [file[number] for number in range(len(file))]


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """All deals, decided in one run."""
    path = tmp_path_factory.mktemp("verdicts") / "whole"
    decide(path, QUESTION)
    return path


def test_both_files_are_published() -> None:
    assert [file.stem for file in FILES] == ["klondike-draw1", "klondike-draw3"]


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_the_page_names_the_file_and_its_figures(file: Path) -> None:
    assert sha256(file.read_bytes()).hexdigest() in PAGE
    with open_verdicts(file) as verdicts:
        count = verdicts.count()
    assert count.missing == count.unknown == 0
    assert count.rate is not None
    assert f"| {count.seeds:,} | {count.solved:,} | {count.unsolvable:,} | 0 | {100 * count.rate.value:.3f}%" in PAGE


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_deals_are_as_the_published_file_says(file: Path) -> None:
    rng = Rng(1)
    with open_verdicts(file) as verdicts:
        found = list(check_again(verdicts, sorted(rng.below(len(verdicts)) for _ in range(25)), {}))
    assert all(one.agrees for one in found)
    assert {one.found.verdict for one in found} == {SOLVED, UNSOLVABLE}


def test_verdicts_are_those_of_solve(whole: Path) -> None:
    verdicts = [quandary.solve("klondike", f"klondike#{seed}", nodes=2000).verdict for seed in range(1, DEALS + 1)]
    assert stored(whole) == verdicts
    assert len(set(verdicts)) == 3
    assert whole.stat().st_size < 1000


def test_a_run_decides_only_what_is_missing(whole: Path, tmp_path: Path) -> None:
    path = tmp_path / "cut"
    path.write_bytes(whole.read_bytes())
    with open_verdicts(path) as file:
        for number in (0, 5, 77, 129):
            file[number] = None
        wrong = file[1] = UNSOLVABLE if file[1] == SOLVED else SOLVED
        assert list(file.numbers(None)) == [0, 5, 77, 129]
    decide(path, QUESTION, jobs=2)
    expected = stored(whole)
    expected[1] = wrong
    assert stored(path) == expected


def test_shards_are_merged(whole: Path, tmp_path: Path) -> None:
    parts = [tmp_path / str(part) for part in (1, 2, 3)]
    counts = [decide(path, QUESTION, shard=f"{number}/3") for number, path in enumerate(parts, start=1)]
    assert [count.seeds - count.missing for count in counts] == [72, 64, 64]
    assert merge_verdicts(tmp_path / "all", parts) == DEALS
    assert stored(tmp_path / "all") == stored(whole)
    with pytest.raises(UsageError, match="expected a shard I/N"):
        decide(parts[0], QUESTION, shard="4/3")


def test_a_contradiction_is_not_merged(whole: Path, tmp_path: Path) -> None:
    other = tmp_path / "other"
    other.write_bytes(whole.read_bytes())
    with open_verdicts(other) as file:
        number = next(file.numbers(SOLVED))
        file[number] = UNSOLVABLE
    with pytest.raises(UsageError, match=f"contradict each other at seed {number + 1}"):
        merge_verdicts(tmp_path / "all", [whole, other])


def test_a_file_goes_on_only_with_the_same_question(whole: Path) -> None:
    with pytest.raises(UsageError, match="was begun with options"):
        decide(whole, Question(count=DEALS, options={"dominances": "safe"}))
    with pytest.raises(UsageError, match="was begun with rules"):
        decide(whole, Question(draw=1, count=DEALS))


def test_a_verdict_can_be_checked_with_other_options(whole: Path) -> None:
    with open_verdicts(whole) as file:
        numbers = [next(file.numbers(SOLVED)), *file.sample(UNSOLVABLE, 2, seed=1)]
        checked = list(check_again(file, numbers, {"dominances": "safe"}))
    assert [one.found.verdict for one in checked] == [SOLVED, UNSOLVABLE, UNSOLVABLE]
    assert all(one.agrees for one in checked)


def test_the_rate_is_a_share_of_the_decided_deals() -> None:
    count = Count(100, 60, 20, 10)
    assert count.missing == 10
    assert count.rate is not None
    assert count.rate.value == 0.75
    assert 0.64 < count.rate.low < 0.75 < count.rate.high < 0.84
    assert Count(5, 0, 0, 5).rate is None


@pytest.mark.parametrize("content", [b"", b"{}\n", b"[]", b'{"format": "quandary verdicts 1", "count": 9}\n'])
def test_other_files_are_refused(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "file").write_bytes(content)
    with pytest.raises(UsageError):
        open_verdicts(tmp_path / "file")
    with pytest.raises(UsageError, match="cannot be written"):
        create_verdicts(tmp_path / "none" / "file", QUESTION.head())


def test_wins_by_harder_rules_are_taken_over(whole: Path, tmp_path: Path) -> None:
    draw1 = Question(draw=1, count=DEALS + 8, nodes=3000)
    decide(tmp_path / "plain", draw1)
    decide(tmp_path / "quick", draw1, won_in=whole)
    plain, quick, harder = stored(tmp_path / "plain"), stored(tmp_path / "quick"), stored(whole)
    known = [verdict == SOLVED for verdict in harder] + [False] * 8
    assert quick == [SOLVED if is_known else verdict for verdict, is_known in zip(plain, known, strict=True)]
    with open_verdicts(tmp_path / "quick") as file:
        assert file.head["won_in"] == {"draw": 3}
        file[known.index(True)] = UNSOLVABLE
    with pytest.raises(UsageError, match="contradict each other"):
        decide(tmp_path / "quick", draw1, won_in=whole)
    with pytest.raises(UsageError, match="need not be one"):
        decide(tmp_path / "draw2", Question(draw=2, count=2), won_in=whole)


@pytest.mark.parametrize(
    ("ours", "theirs", "expected"),
    [
        ({"draw": 1}, {"draw": 3}, True),
        ({"draw": 2}, {"draw": 6}, True),
        ({"draw": 2}, {"draw": 3}, False),
        ({"draw": 3}, {"draw": 1}, False),
        ({"draw": 3, "redeals": 2}, {"draw": 3, "redeals": 1}, True),
        ({"draw": 3, "redeals": 1}, {"draw": 3, "redeals": 2}, False),
        ({"draw": 3, "redeals": 1}, {"draw": 3}, False),
        ({"draw": 3}, {"draw": 3, "redeals": 1}, True),
    ],
)
def test_which_rules_are_not_easier(ours: dict[str, int], theirs: dict[str, int], expected: bool) -> None:
    assert is_won_with(ours, theirs) == expected
    if expected:
        questions = [Question(rules["draw"], rules.get("redeals"), 40, 20, nodes=2000) for rules in (theirs, ours)]
        harder, easier = ([verdict.verdict for verdict in one.solve(range(20), 1)] for one in questions)
        assert (SOLVED, UNSOLVABLE) not in set(zip(harder, easier, strict=True))


def test_the_commands(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file, part = str(tmp_path / "deals"), str(tmp_path / "part")
    assert main(["decide", file, "--draw", "1", "--deals", "12", "--nodes", "3000"]) == 0
    assert "can be won: " in capsys.readouterr().out
    assert main(["check", file, "3"]) == 0
    assert capsys.readouterr().out.splitlines()[-1] == "1 of 1 confirmed, 0 not decided, 0 wrong"
    assert main(["check", file, "3", "--nodes", "1"]) == 0
    assert "0 of 1 confirmed, 1 not decided" in capsys.readouterr().out
    with open_verdicts(Path(file)) as verdicts:
        verdicts[2] = UNSOLVABLE
    assert main(["check", file, "3"]) == 1
    assert main(["confirm", file, "100"]) == 1
    assert main(["check", file, "13"]) == 2
    assert "seeds from 1 to 12, not 13" in capsys.readouterr().err
    assert main(["decide", part, "--deals", "5", "--nodes", "1"]) == 0
    assert capsys.readouterr().out == "0 won, 0 proven lost, 5 unknown, 0 missing\n"
    assert main(["merge", str(tmp_path / "all"), part]) == 0
    assert capsys.readouterr().out.startswith("5 verdicts from 1 files\n")
    assert main(["count", str(tmp_path / "all")]) == 0
