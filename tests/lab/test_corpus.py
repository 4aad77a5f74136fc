"""A corpus is fixed: the same spec gives the same instances, and other content another hash."""

from __future__ import annotations

from pathlib import Path

import pytest

import quandary
from quandary.engine.packs import shipped_packs
from quandary.game import PuzzleError, UsageError
from quandary.lab.corpus import read_corpus

KLONDIKE, RUSH_HOUR, TEMPLATE = map(quandary.game, ("klondike", "rush-hour", "template"))


def test_seeds() -> None:
    corpus = read_corpus(KLONDIKE, "klondike#5..14")
    assert [one.name for one in corpus.instances] == [f"klondike#{seed}" for seed in range(5, 15)]
    assert [one.number for one in corpus.instances] == list(range(10))
    assert KLONDIKE.parse(corpus.instances[0].text) == next(quandary.generate("klondike", seed=5)).position
    assert corpus.positions == tuple(KLONDIKE.parse(one.text) for one in corpus.instances)


def test_the_same_seeds_have_the_same_hash_whatever_the_jobs() -> None:
    assert read_corpus(KLONDIKE, "klondike#1..40").hash == read_corpus(KLONDIKE, "klondike#1..40", jobs=3).hash
    assert read_corpus(KLONDIKE, "klondike#1..40").hash != read_corpus(KLONDIKE, "klondike#1..41").hash


def test_rules_are_part_of_what_is_hashed() -> None:
    by_words = read_corpus(KLONDIKE, "klondike:draw1#1..3")
    by_variant = read_corpus(KLONDIKE.variant(draw=1), "klondike#1..3")
    assert [one.text for one in by_words.instances] == [one.text for one in by_variant.instances]
    assert by_words.hash == by_variant.hash != read_corpus(KLONDIKE, "klondike#1..3").hash


def test_one_seed_is_a_corpus() -> None:
    assert len(read_corpus(KLONDIKE, "klondike#7").instances) == 1


def test_settings_of_the_generator() -> None:
    corpus = read_corpus(TEMPLATE, "template:frogs=2,toads=3#1..4")
    assert [one.name for one in corpus.instances] == [f"template:frogs=2,toads=3#{seed}" for seed in range(1, 5)]
    assert {one.text for one in corpus.instances} == {"FF_TTT"}


def test_files_and_folders(tmp_path: Path) -> None:
    puzzles = shipped_packs(RUSH_HOUR)["beginner"][:4]
    (tmp_path / "b.txt").write_text(RUSH_HOUR.write_pack(puzzles[:3]))
    (tmp_path / "sub").mkdir()
    (tmp_path / "sub" / "a.txt").write_text(RUSH_HOUR.write_pack(puzzles[3:]))
    from_file = read_corpus(RUSH_HOUR, str(tmp_path / "b.txt"))
    assert [one.text for one in from_file.instances] == [puzzle.text for puzzle in puzzles[:3]]
    from_folder = read_corpus(RUSH_HOUR, str(tmp_path))
    assert [one.name for one in from_folder.instances] == ["b.txt: 1", "b.txt: 2", "b.txt: 3", "sub/a.txt: 1"]


def test_an_edited_file_is_another_corpus_and_a_moved_one_is_not(tmp_path: Path) -> None:
    pack = tmp_path / "a.txt"
    puzzles = shipped_packs(RUSH_HOUR)["beginner"]
    pack.write_text(RUSH_HOUR.write_pack(puzzles[:3]))
    before = read_corpus(RUSH_HOUR, str(pack)).hash
    assert read_corpus(RUSH_HOUR, str(pack.rename(tmp_path / "b.txt"))).hash == before
    (tmp_path / "b.txt").write_text(RUSH_HOUR.write_pack(puzzles[1:4]))
    assert read_corpus(RUSH_HOUR, str(tmp_path / "b.txt")).hash != before


def test_names_that_come_twice_are_told_apart(tmp_path: Path) -> None:
    deck = KLONDIKE.format(next(quandary.generate("klondike", seed=1)).position)
    (tmp_path / "deals.csv").write_text(f"id,deck\nsame,{deck}\nsame,{deck}\n")
    corpus = read_corpus(KLONDIKE, str(tmp_path / "deals.csv"))
    assert [one.name for one in corpus.instances] == ["same", "same (2)"]


@pytest.mark.parametrize(
    ("spec", "problem"),
    [
        ("klondike#9..3", "ends before it begins"),
        ("rush-hour#1..3", "is not of klondike"),
        ("klondike#1..x", "is not a range of seeds"),
        ("klondike#1..", "has no end"),
        ("klondike:expert#1..3", "no setting"),
        ("klondike:depth=3#1..3", "no setting 'depth'"),
        ("klondike:draw=many#1..3", "not a whole number"),
        ("klondike#99999999999999999999", "is not a range of seeds"),
        ("klondike#9999999999999999999", "a seed is a number"),
        ("nowhere.txt", "there is no corpus"),
    ],
)
def test_a_bad_spec_is_told_in_one_line(spec: str, problem: str) -> None:
    with pytest.raises(UsageError, match=problem):
        read_corpus(KLONDIKE, spec)


def test_a_bad_puzzle_names_its_file_and_line(tmp_path: Path) -> None:
    pack = tmp_path / "pack.txt"
    pack.write_text("BB...C...D.CXX.D.C...D..........EEE.\nBB...\n")
    with pytest.raises(PuzzleError, match=r"pack\.txt: puzzle 2"):
        read_corpus(RUSH_HOUR, str(pack))


def test_an_empty_folder_is_no_corpus(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="holds no file"):
        read_corpus(RUSH_HOUR, str(tmp_path))
