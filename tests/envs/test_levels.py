"""Where episodes come from: packs, files, lists, and generated sets that are made once."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import quandary
from quandary.engine.generate import puzzle_of_seed
from quandary.engine.packs import shipped_packs
from quandary.engine.puzzles import puzzle_of_id
from quandary.envs.levels import LevelSet
from quandary.game import PuzzleError, Status, UsageError
from tests.envs.cases import make


def _made(**settings: object) -> LevelSet:
    arguments = {"width": 7, "height": 7, "boxes": 2, **settings}
    pool, seed = arguments.pop("pool", 5), arguments.pop("level_seed", 0)
    assert isinstance(pool, int)
    assert isinstance(seed, int)
    game = quandary.game("sokoban")
    return LevelSet(game, None, difficulty=None, pool=pool, level_seed=seed, settings=arguments)


def test_a_generated_set_is_a_range_of_seeds_made_once() -> None:
    levels = _made(level_seed=40)
    ids = [levels[number].id for number in range(len(levels))]
    game = quandary.game("sokoban")
    for number in range(len(levels)):
        assert levels[number] is _made(level_seed=40)[number]
        (again,) = quandary.generate(game, seed=40 + number, width=7, height=7, boxes=2)
        assert again.position == levels[number].position
    assert len(set(ids)) == 5
    others = _made(level_seed=45)
    assert not set(ids) & {others[number].id for number in range(len(others))}


def test_a_seed_that_makes_nothing_passes_its_turn() -> None:
    game = quandary.game("rush-hour")
    settings = {"size": "5x5", "min_moves": 9, "effort": 40}
    levels = LevelSet(game, None, difficulty=None, pool=10, level_seed=0, settings=settings)
    assert puzzle_of_seed(game, 1, settings) is None
    following = puzzle_of_seed(game, 11, settings)
    assert following is not None
    assert levels[1].position == following.position


def test_a_deal_without_a_move_is_no_episode() -> None:
    game = quandary.game("klondike")
    levels = LevelSet(game, None, difficulty=None, pool=20, level_seed=0, settings={})
    assert game.status(puzzle_of_id(game, "klondike#12").position) is Status.LOST
    assert levels[12].id == "klondike#32"
    with pytest.raises(UsageError, match="level klondike#12 is over before it begins"):
        make("klondike", levels=["klondike#12"])


def test_grades_by_one_name_for_all_games() -> None:
    env = make("circuit", level=None, difficulty=1)
    env.reset(seed=1)
    assert env.position.board.settings.level == 1
    env = make("sokoban, shipped", levels=None, difficulty="beginner", pool=2)
    env.reset(seed=1)
    assert env.puzzle.facts["grade"] == "beginner"
    with pytest.raises(UsageError, match="no grades"):
        make("exponentile", difficulty="hard")


def test_shipped_packs_files_and_lists(tmp_path: Path) -> None:
    game = quandary.game("sokoban")
    pack = shipped_packs(game)["beginner"]
    file = tmp_path / "pack.txt"
    file.write_text(game.write_pack(pack[:4]), encoding="utf-8")
    by_name, by_file = make("sokoban, shipped"), make("sokoban, shipped", levels=file)
    by_list = make("sokoban, shipped", levels=[puzzle.text for puzzle in pack[:4]])
    assert len(by_name.levels) == len(pack)
    for number in range(4):
        for env in (by_name, by_file, by_list):
            env.reset(options={"level": number})
            assert env.position == pack[number].position
    with pytest.raises(UsageError, match="no level 4"):
        by_file.reset(options={"level": 4})


def test_a_bad_file_is_told_with_its_place(tmp_path: Path) -> None:
    file = tmp_path / "bad.txt"
    file.write_text("####\n#@ #\n####\n", encoding="utf-8")
    with pytest.raises(PuzzleError, match=r"bad\.txt"):
        make("sokoban, shipped", levels=str(file))


def test_ids_are_levels_too() -> None:
    env = make("klondike", pool=1, levels=["klondike#5"])
    env.reset(seed=1)
    (deal,) = quandary.generate("klondike", seed=5)
    assert env.position == deal.position


def test_settings_of_a_generator_do_not_go_with_given_levels() -> None:
    with pytest.raises(UsageError, match="width"):
        make("sokoban, shipped", width=7)


def test_exponentile_levels_carry_their_luck() -> None:
    (puzzle,) = quandary.generate("exponentile", seed=12, rules="web")
    env = make("exponentile, web", levels=[puzzle])
    env.reset(seed=1)
    assert env.position == puzzle.position
    for case in ("exponentile", "exponentile, web", "exponentile, torus"):
        drawn = make(case)
        drawn.reset(seed=1)
        assert puzzle_of_id(quandary.game("exponentile"), drawn.puzzle.id).position == drawn.position
    with pytest.raises(UsageError, match="one size"):
        make("exponentile", levels=["exponentile#1", "exponentile:width5#1"])
    with pytest.raises(UsageError, match="another size"):
        env.reset(options={"puzzle": "exponentile:width5#1"})


def test_a_board_that_has_a_line_already() -> None:
    env = make("exponentile", levels=["2,2,2,4/4,8,16,2/8,4,2,16/16,2,8,4"])
    _, info = env.reset(seed=1)
    moves = [env.action_of(env.position, move) for move in env.game.moves(env.position)]
    assert sorted(moves) == info["action_mask"].nonzero()[0].tolist()


@pytest.mark.process
def test_without_the_extra_one_line_tells_what_to_install() -> None:
    code = "import sys; sys.modules['gymnasium'] = None; import quandary; import quandary.envs"
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (
        ran.stderr.strip().splitlines()[-1] == "ImportError: environments need an extra: pip install 'quandary[envs]'"
    )


def test_rush_hour_progress_is_the_distance_to_the_exit() -> None:
    env = make("rush-hour", reward="progress", win_reward=0.0)
    env.reset(seed=2)
    found = quandary.solve(env.game, env.position)
    assert found.moves is not None
    paid = 0.0
    for move in found.moves:
        paid += env.step(env.action_of(env.position, move))[1]
    assert paid == found.cost


def test_a_hidden_walk_tells_nothing_before_its_end() -> None:
    env = make("circuit, hidden", reward="progress")
    _, info = env.reset(seed=2)
    board = env.position.board
    wrong = next(move for move in env.game.moves(env.position) if move.cell != board.next_cell(env.position.here))
    _, reward, terminated, _, info = env.step(env.action_of(env.position, wrong))
    assert not terminated
    assert (reward, info["steps_right"]) == (0.0, 0)
