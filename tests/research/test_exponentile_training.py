"""Training: seeded, resumable, and it learns."""

from __future__ import annotations

import json
from hashlib import sha256
from importlib import resources
from pathlib import Path
from typing import Any

import pytest

from quandary._native import exponentile as native
from quandary.core.budget import Cancel
from quandary.game import Task, UsageError, read_options
from quandary.games.exponentile.players import PLAYERS
from quandary.games.exponentile.position import SPAWN, WEB, Position
from research.exponentile_training.train import main, train

LEARNED = next(player for player in PLAYERS if player.name == "learned")


def files(folder: Path) -> dict[str, bytes]:
    return {file.name: file.read_bytes() for file in folder.iterdir()}


@pytest.mark.slow
def test_a_training_broken_off_ends_like_one_that_ran_through(tmp_path: Path) -> None:
    whole = train(tmp_path / "whole", games=12, games_a_point=5, seed=3)
    train(tmp_path / "parts", games=5, games_a_point=5, seed=3)
    parts = train(tmp_path / "parts", games=12, games_a_point=5)
    assert files(tmp_path / "whole") == files(tmp_path / "parts")
    assert whole.curve == parts.curve
    assert [point.games for point in whole.curve] == [5, 10, 12]


@pytest.mark.slow
def test_seeds_and_rules_make_a_difference(tmp_path: Path) -> None:
    trained: list[tuple[str, dict[str, Any]]] = [
        ("a", {}),
        ("b", {"seed": 2}),
        ("c", {"rules": "classic"}),
        ("d", {"discount": 0.9}),
    ]
    weights = {train(tmp_path / name, games=2, **options).weights.read_bytes() for name, options in trained}
    assert len(weights) == 4


@pytest.mark.slow
def test_it_learns(tmp_path: Path) -> None:
    curve = train(tmp_path, games=60, games_a_point=20).curve
    assert curve[-1].mean_moves > 1.5 * curve[0].mean_moves


def test_the_learned_player_reads_what_was_written(tmp_path: Path) -> None:
    weights = train(tmp_path, games=2).weights
    game = native.start(8, 8, WEB, SPAWN[WEB], False, 1)
    position = Position(tuple(game.cells), 8, WEB, SPAWN[WEB], chance=game.chance)
    options = read_options(LEARNED.options, {"weights": str(weights)})
    assert next(LEARNED.moves(position, 1, Task(options=options)))


def test_a_checkpoint_of_another_training_is_not_gone_on_with(tmp_path: Path) -> None:
    train(tmp_path, games=1, seed=3)
    with pytest.raises(UsageError, match="seed 3, not 4"):
        train(tmp_path, games=2, seed=4)
    with pytest.raises(UsageError, match="rules web, not classic"):
        train(tmp_path, games=2, rules="classic")
    (tmp_path / "checkpoint.bin").write_bytes(b"nonsense")
    with pytest.raises(UsageError, match="no checkpoint"):
        train(tmp_path, games=2)


def test_nonsense_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="rules"):
        train(tmp_path, games=1, rules="house")
    with pytest.raises(UsageError, match="negative"):
        train(tmp_path, games=-1)


def test_a_raised_flag_ends_it(tmp_path: Path) -> None:
    cancel = Cancel()
    cancel.cancel()
    assert train(tmp_path, games=100, cancel=cancel).curve == ()


@pytest.mark.slow
def test_the_command_trains_and_goes_on(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    settings = ["--rules", "web", "--games-a-point", "2", "--seed", "7"]
    assert main([str(tmp_path / "whole"), *settings, "--games", "6"]) == 0
    *points, written = capsys.readouterr().out.splitlines()
    assert [json.loads(point)["games"] for point in points] == [2, 4, 6]
    assert written == str(tmp_path / "whole" / "weights.bin")
    for games in ("4", "6"):
        assert main([str(tmp_path / "parts"), *settings, "--games", games]) == 0
    assert files(tmp_path / "whole") == files(tmp_path / "parts")
    assert main([str(tmp_path / "parts"), "--seed", "8", "--games", "8"]) == 2
    assert "seed 7, not 8" in capsys.readouterr().err


@pytest.mark.slow
def test_the_learning_curve_is_drawn_whole_also_when_it_is_resumed(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    folder, first, second = str(tmp_path / "learning"), tmp_path / "first.svg", tmp_path / "second.svg"
    assert main([folder, "--games", "0", "--picture", str(first)]) == 2
    assert main([folder, "--games", "4", "--games-a-point", "2", "--picture", str(first)]) == 0
    assert main([folder, "--games", "4", "--games-a-point", "2", "--picture", str(second)]) == 0
    assert first.read_bytes() == second.read_bytes()
    assert b"mean score" in first.read_bytes()


def test_a_network_comes_back_as_it_was_written() -> None:
    trainer = native.Trainer(WEB, seed=1, discount=0.998, rate=1.0)
    assert len(trainer.learn(1)) == 1
    written = trainer.network().to_bytes()
    assert native.Network(written).to_bytes() == written
    assert native.Trainer.resumed(trainer.checkpoint()).checkpoint() == trainer.checkpoint()
    for broken in (b"", written[:-1], written + b"\0", b"x" + written[1:]):
        with pytest.raises(ValueError, match="no weights"):
            native.Network(broken)


@pytest.mark.parametrize("rules", ["web", "classic"])
def test_the_shipped_weights_are_those_that_the_log_tells_how_to_make(rules: str) -> None:
    log = Path(__file__).parents[2] / "research" / "exponentile_training" / "README.md"
    shipped = resources.files("quandary.games.exponentile") / "weights" / f"{rules}.bin"
    assert f"`{sha256(shipped.read_bytes()).hexdigest()}`" in log.read_text(encoding="utf-8")
