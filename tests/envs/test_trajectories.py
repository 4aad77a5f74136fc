"""Solutions as data: what an agent would have seen and done, the same from the same seed, and of the side asked for."""

from __future__ import annotations

import zipfile
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import quandary as package
from quandary.engine.packs import shipped_packs
from quandary.envs import split_of
from tests.cli.conftest import Quandary, quandary
from tests.envs.cases import make

__all__ = ["quandary"]

# A game, the flags of some small levels, and the environment that holds them.
ORDERS: dict[str, tuple[str, list[str], str]] = {
    "sokoban": ("sokoban", ["--width", "7", "--height", "7", "--boxes", "2"], "sokoban"),
    "rush-hour": ("rush-hour", ["--size", "5x5", "--min-moves", "3", "--max-moves", "9"], "rush-hour, made"),
    "klondike": ("klondike", ["--draw", "1", "--redeals", "3"], "klondike, draw 1"),
    "circuit": ("circuit", ["--level", "3"], "circuit"),
}
Arrays = dict[str, Any]


def _export(quandary: Quandary, order: str, file: Path, *more: str) -> None:
    game, flags, _ = ORDERS[order]
    ran = quandary("export", "trajectories", game, "-n", "4", "--seed", "5", "-o", str(file), *flags, *more)
    assert (ran.status, ran.err) == (0, f"4 trajectories written to {file}\n")


def _arrays(file: Path) -> Arrays:
    with np.load(file, allow_pickle=False) as found:
        return dict(found)


@pytest.mark.parametrize("starts", ["1", "4"])
@pytest.mark.parametrize("order", ORDERS)
def test_played_in_the_environment_they_show_what_they_say_and_win(
    order: str, starts: str, tmp_path: Path, quandary: Quandary
) -> None:
    _export(quandary, order, tmp_path / "a.npz", "--starts", starts)
    found = _arrays(tmp_path / "a.npz")
    assert len(found["ids"]) == len(found["optimal"]) == len(found["starts"]) - 1 == 4
    assert len(found["observations"]) == len(found["actions"]) == len(found["distances"]) == found["starts"][-1]
    env = make(ORDERS[order][2], distance=order != "klondike")
    for name, start, end in zip(found["ids"], found["starts"], found["starts"][1:], strict=False):
        observation, info = env.reset(seed=1, options={"puzzle": str(name)})
        won = False
        for step in range(start, end):
            assert not won
            assert (found["observations"][step] == observation).all()
            assert order == "klondike" or info["distance"] == found["distances"][step]
            observation, _, won, _, info = env.step(found["actions"][step])
        assert won
        assert found["distances"][end - 1] == 1


@pytest.mark.parametrize("order", ["sokoban", "circuit"])
def test_the_same_seed_makes_the_same_bytes_on_any_number_of_threads(
    order: str, tmp_path: Path, quandary: Quandary
) -> None:
    for name, jobs in (("a", "1"), ("b", "3")):
        _export(quandary, order, tmp_path / f"{name}.npz", "--jobs", jobs, "--split", "train", "--starts", "2")
    assert (tmp_path / "a.npz").read_bytes() == (tmp_path / "b.npz").read_bytes()
    # No entry has the time at which it was written.
    with zipfile.ZipFile(tmp_path / "a.npz") as archive:
        assert {entry.date_time for entry in archive.infolist()} == {(1980, 1, 1, 0, 0, 0)}


def test_names_types_and_shapes_are_those_of_the_documents(tmp_path: Path, quandary: Quandary) -> None:
    _export(quandary, "sokoban", tmp_path / "a.npz")
    found = _arrays(tmp_path / "a.npz")
    steps = found["starts"][-1]
    space: Any = make(ORDERS["sokoban"][2]).observation_space
    assert {name: (array.dtype.kind, array.shape) for name, array in found.items()} == {
        "observations": (space.dtype.kind, (steps, *space.shape)),
        "actions": ("i", (steps,)),
        "distances": ("i", (steps,)),
        "starts": ("i", (5,)),
        "ids": ("U", (4,)),
        "optimal": ("b", (4,)),
    }
    assert found["observations"].dtype == space.dtype
    assert {found[name].dtype for name in ("actions", "distances", "starts")} == {np.dtype(np.int64)}


def test_levels_are_of_the_side_that_is_asked_for(tmp_path: Path, quandary: Quandary) -> None:
    game = package.game("sokoban")
    for side in ("train", "test"):
        _export(quandary, "sokoban", tmp_path / "a.npz", "--split", side, "--starts", "3")
        positions = [package.puzzle(game, str(name)).position for name in _arrays(tmp_path / "a.npz")["ids"]]
        assert {split_of(game, position) for position in positions} == {side}


def test_given_levels_planes_and_other_metrics(tmp_path: Path, quandary: Quandary) -> None:
    file = tmp_path / "pack.npz"
    command = ["export", "trajectories", "rush-hour"]
    more = ["--observation", "planes", "--option", "actions=fixed", "--metric", "steps", "-o", str(file)]
    ran = quandary(*command, "beginner", *more)
    found = _arrays(file)
    count = len(shipped_packs(package.game("rush-hour"))["beginner"])
    assert (ran.status, len(found["ids"])) == (0, count)
    assert found["observations"].shape[1:] == (20, 6, 6)
    slides = found["actions"][found["starts"][:-1]]
    assert slides.max() < 144
    board = "BB...C...D.CXX.D.C...D..........EEE."
    ran = quandary(*command, board, "-o", str(file))
    assert (ran.status, _arrays(file)["distances"].tolist()) == (0, [4, 3, 2, 1])


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (["sokoban", "-o", "a.txt"], "must end with .npz"),
        (["exponentile", "-o", "a.npz"], "played for a score"),
        (["sokoban", "--metric", "miles", "-o", "a.npz"], "no metric"),
        (["sokoban", "-n", "0", "-o", "a.npz"], "count must be 1 or more"),
        (["sokoban", "--starts", "0", "-o", "a.npz"], "starts must be 1 or more"),
        (["sokoban", "--option", "colour=red", "-o", "a.npz"], "colour"),
    ],
)
def test_what_is_wrong_is_told_and_leaves_no_file(
    arguments: list[str], problem: str, tmp_path: Path, quandary: Quandary, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    ran = quandary("export", "trajectories", *arguments)
    assert (ran.status, problem in ran.err) == (2, True), ran.err
    assert not list(tmp_path.iterdir())


def test_what_the_budget_is_too_small_for_is_told(tmp_path: Path, quandary: Quandary) -> None:
    file = tmp_path / "a.npz"
    ran = quandary("export", "trajectories", "sokoban", "sokoban:expert#1", "--nodes", "1", "-o", str(file))
    assert (ran.status, "is left out" in ran.err) == (3, True), ran.err
    assert len(_arrays(file)["ids"]) == 0
