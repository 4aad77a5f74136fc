"""Sets for training and for testing share no level, nor its mirror image, in any game and wherever levels come from."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import pytest

import quandary
import quandary.envs
from quandary.engine.packs import shipped_packs
from quandary.engine.puzzles import puzzle_of_id
from quandary.engine.splits import likeness_text, split_of
from quandary.envs.levels import LevelSet
from quandary.game import UsageError
from tests.envs.cases import CASES, make

MADE = [case for case, (_, settings) in CASES.items() if "levels" not in settings]


def _likenesses(env: Any) -> list[str]:
    return [likeness_text(env.game, env.levels[number].position) for number in range(len(env.levels))]


@pytest.mark.slow
@pytest.mark.parametrize("case", MADE)
def test_made_sets_share_nothing_and_repeat_nothing(case: str) -> None:
    train, test = (_likenesses(make(case, pool=12, split=split)) for split in ("train", "test"))
    assert len(set(train)) == len(set(test)) == 12
    assert not set(train) & set(test)


def test_the_smallest_levels_overlap_without_a_split_and_not_with_one() -> None:
    """One box in 7x7: the two sets without a split have levels in common."""
    small = {"width": 7, "height": 7, "boxes": 1, "pool": 60}
    first, second = (make("sokoban", **small, level_seed=seed) for seed in (0, 1_000_000))
    assert set(_likenesses(first)) & set(_likenesses(second))
    train = make("sokoban", **small, split="train")
    test = make("sokoban", **small, split="test", level_seed=1_000_000)
    assert not set(_likenesses(train)) & set(_likenesses(test))


@pytest.mark.parametrize("split", ["train", None])
def test_levels_made_on_several_threads_are_those_made_one_by_one(
    split: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fresh() -> LevelSet:
        monkeypatch.setattr("quandary.envs.levels._series", {})
        monkeypatch.setattr("quandary.envs.levels._kept", {})
        levels: LevelSet = make("sokoban", width=6, height=6, boxes=1, pool=40, split=split).levels
        return levels

    levels = fresh()
    one_by_one = [levels[number].id for number in range(40)]
    assert [puzzle.id for puzzle in fresh().all(3)] == one_by_one
    levels = fresh()
    assert levels[10].id == one_by_one[10]
    assert [puzzle.id for puzzle in levels.all(2)] == one_by_one


def test_settings_with_few_levels_say_so() -> None:
    env = make("sokoban", width=5, height=6, boxes=1, split="train")
    with pytest.raises(UsageError, match=r"only some 14 different sokoban puzzles for train"):
        env.levels[19]


@pytest.mark.parametrize("name", ["rush-hour", "sokoban"])
def test_packs_and_files_are_split_too(name: str, tmp_path: Path) -> None:
    game = quandary.game(name)
    pack = shipped_packs(game)["beginner"]
    file = tmp_path / "pack.txt"
    file.write_text(game.write_pack([*pack[:20], *pack[:5]]), encoding="utf-8")
    case = "rush-hour" if name == "rush-hour" else "sokoban, shipped"
    for levels, count in (("beginner", len(pack)), (file, 20), ([puzzle.text for puzzle in pack[:20]], 20)):
        train, test = (make(case, levels=levels, split=split) for split in ("train", "test"))
        assert len(train.levels) + len(test.levels) == count
        assert not set(_likenesses(train)) & set(_likenesses(test))
        assert train.observation_space.shape is not None


def test_mirror_images_and_turns_are_on_the_same_side() -> None:
    game = quandary.game("sokoban")
    for puzzle in shipped_packs(game)["beginner"][:20]:
        rows = puzzle.position.rows()
        wide = max(map(len, rows))
        mirrored = "\n".join(row.ljust(wide, "#")[::-1] for row in rows)
        turned = "\n".join("".join(column) for column in zip(*(row.ljust(wide, "#") for row in rows), strict=True))
        sides = {split_of(game, game.parse(text)) for text in (puzzle.text, mirrored, turned)}
        assert len(sides) == 1


@pytest.mark.parametrize(
    ("text", "of_test"),
    [
        ("rush-hour:beginner#{}", [8]),
        ("sokoban:width7-height7-boxes2#{}", [1, 2, 5, 6, 10, 12]),
        ("klondike#{}", []),
        ("circuit:3#{}", [3, 5]),
        ("exponentile#{}", [3, 11]),
    ],
)
def test_a_side_is_for_ever(text: str, of_test: list[int]) -> None:
    game = quandary.game(text.partition(":")[0].partition("#")[0])
    positions = {seed: puzzle_of_id(game, text.format(seed)).position for seed in range(1, 13)}
    sides = {seed: quandary.envs.split_of(game, position) for seed, position in positions.items()}
    assert [seed for seed, side in sides.items() if side == "test"] == of_test


@pytest.mark.parametrize("case", ["sokoban", "exponentile, web"])
def test_a_batch_plays_the_levels_of_its_split(case: str) -> None:
    name, settings = CASES[case]
    arguments = {**settings, "pool": 6, "split": "test", "max_steps": 3}
    batch = gymnasium.make_vec(name, num_envs=3, vectorization_mode="vector_entry_point", **arguments)
    singles = [make(case, **{**arguments}) for _ in range(3)]
    shown, _ = batch.reset(seed=5)
    for number, single in enumerate(singles):
        observation, _ = single.reset(seed=5 + number)
        assert np.array_equal(observation, shown[number])
        assert split_of(single.game, single.puzzle.position) == "test"


def test_there_are_two_splits() -> None:
    with pytest.raises(UsageError, match="split 'dev' is not one of train, test"):
        make("sokoban", split="dev")
