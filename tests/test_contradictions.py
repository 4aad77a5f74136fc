"""A chosen rule that contradicts the puzzle's own is a `UsageError` that names both, wherever it is chosen."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import gymnasium
import pytest

import quandary
import quandary.envs
from quandary import aio
from quandary.cli.main import run
from quandary.engine.packs import shipped_packs
from quandary.engine.puzzles import puzzle_of, puzzle_of_id
from quandary.envs.trajectories import Trajectories
from quandary.game import Game, PuzzleError, UsageError
from quandary.lab import Lab

# A deal of draw 3, one that is in the middle of a game, and a board of the web's rules.
DEAL = quandary.puzzle("klondike", "klondike#5")
LATE = "draw=3/redeals=2/foundations=KCJDQHKS/stock=QD/2=khKD"
WEB = "2,4,2,8/4,2,4,16/2,8,4,2/8,2,16,4/rules=web"
DRAW = "draw=1 was chosen, but the puzzle is played with draw=3"
REDEALS = "redeals=0 was chosen, but the puzzle is played with redeals=unlimited"
RULES = "rules=classic was chosen, but the puzzle is played with rules=web"


def _awaited(*given: Any, **choices: Any) -> Any:
    return asyncio.run(aio.solve(*given, **choices))


def _many(game: Any, puzzle: Any, **choices: Any) -> Any:
    return list(quandary.solve_many(game, [puzzle], **choices))


def _verify(game: Any, puzzle: Any, **choices: Any) -> Any:
    return quandary.verify(game, puzzle, "D", **choices)


def _varied(game: str, puzzle: Any, **choices: Any) -> Any:
    return puzzle_of(quandary.game(game, **choices), puzzle)


PUZZLES: dict[str, tuple[Any, dict[str, Any], str]] = {
    "puzzle": (DEAL, {"draw": 1}, DRAW),
    "position": (DEAL.position, {"draw": 1}, DRAW),
    "redeals": (DEAL, {"redeals": 0}, REDEALS),
    "redeals of a position": (DEAL.position, {"redeals": 0}, REDEALS),
    "text": (LATE, {"draw": 1}, DRAW),
    "redeals of a text": (LATE, {"redeals": 0}, "redeals=0 was chosen, .* redeals=2"),
    "id": ("klondike:draw3#5", {"draw": 1}, DRAW),
    "id of a board": (f"klondike:{LATE}", {"draw": 1}, DRAW),
    "id of a pack": ("klondike:draw-three/1", {"draw": 1}, DRAW),
}
KLONDIKE: dict[str, Callable[..., Any]] = {
    "solve": quandary.solve,
    "aio.solve": _awaited,
    "solve_many": _many,
    "verify": _verify,
    "puzzle": quandary.puzzle,
    "Session.start": quandary.Session.start,
    "game": _varied,
}


@pytest.mark.parametrize("entry", KLONDIKE)
@pytest.mark.parametrize("case", PUZZLES)
def test_klondike(entry: str, case: str) -> None:
    puzzle, choices, problem = PUZZLES[case]
    with pytest.raises(UsageError, match=problem):
        KLONDIKE[entry]("klondike", puzzle, **choices)


@pytest.mark.parametrize("entry", ["verify", "puzzle", "Session.start", "game"])
@pytest.mark.parametrize("given", ["puzzle", "position", "text", "id"])
def test_exponentile(entry: str, given: str) -> None:
    puzzle = quandary.puzzle("exponentile", WEB)
    forms = {"puzzle": puzzle, "position": puzzle.position, "text": WEB, "id": "exponentile:web#42"}
    with pytest.raises(UsageError, match=RULES):
        KLONDIKE[entry]("exponentile", forms[given], rules="classic")


@pytest.mark.parametrize("entry", KLONDIKE)
def test_the_same_rule_is_no_contradiction(entry: str) -> None:
    for puzzle, choices in (
        (DEAL, {"draw": 3}),
        ("klondike:draw1#5", {"draw": 1}),
        ("klondike#5", {"draw": 1, "redeals": 0}),
        (LATE, {"draw": 3, "redeals": 2}),
    ):
        more = {"nodes": 10} if "solve" in entry else {}
        KLONDIKE[entry]("klondike", puzzle, **choices, **more)


def test_a_batch_says_which_puzzle_it_is() -> None:
    with pytest.raises(UsageError, match=f"^puzzle 2: {DRAW}$"):
        list(quandary.solve_many("klondike", ["klondike#5", DEAL], draw=1, nodes=10))
    found = quandary.solve_many("klondike", ["klondike#5", "klondike:draw1#6"], draw=1, nodes=10)
    assert [verdict.id for verdict in found if not isinstance(verdict, PuzzleError)] == [
        "klondike:draw1#5",
        "klondike:draw1#6",
    ]


def test_a_shipped_pack_keeps_its_rules_whatever_is_chosen() -> None:
    klondike = quandary.game("klondike")
    for pack, entries in shipped_packs(klondike).items():
        assert shipped_packs(klondike.variant(draw=5))[pack] == entries
        own = klondike.variant(draw=entries[0].position.draw)
        assert puzzle_of_id(own, f"klondike:{pack}/1").position == entries[0].position


@pytest.mark.parametrize("name", quandary.names(with_examples=True))
def test_a_position_has_only_rules_that_can_be_chosen(name: str) -> None:
    game: Game[Any, Any] = quandary.game(name)
    names = {option.name for option in game.variant_options if not option.is_reading}
    assert {*game.rules_of(game.parse(game.examples[1]))} == names


@pytest.mark.parametrize(
    ("settings", "problem"),
    [
        ({"levels": [DEAL], "draw": 1}, DRAW),
        ({"levels": [DEAL.position], "redeals": 0}, REDEALS),
        ({"levels": ["klondike:draw3#5"], "draw": 1}, DRAW),
        ({"levels": "draw-three", "draw": 1}, DRAW),
    ],
)
def test_environments(settings: dict[str, Any], problem: str) -> None:
    with pytest.raises(UsageError, match=problem):
        gymnasium.make("quandary/Klondike-v0", **settings)
    with pytest.raises(UsageError, match=problem):
        gymnasium.make_vec("quandary/Klondike-v0", num_envs=2, **settings)
    with pytest.raises(UsageError, match=problem):
        Trajectories(quandary.game("klondike"), **settings)


def test_episodes() -> None:
    env = gymnasium.make("quandary/Klondike-v0", draw=1, pool=1)
    with pytest.raises(UsageError, match=DRAW):
        env.reset(options={"puzzle": DEAL})
    with pytest.raises(UsageError, match=RULES):
        gymnasium.make("quandary/ExponenTile-v0", levels=[WEB], rules="classic")


def test_the_lab(tmp_path: Path) -> None:
    deals = tmp_path / "deals.txt"
    deals.write_text(f"klondike\n{LATE}\n".removeprefix("klondike\n"))
    with Lab(tmp_path / "lab.sqlite") as lab:
        for corpus in ("klondike:draw3#1..2", "klondike:draw=3#1..2", "klondike:draw3#1", str(deals)):
            with pytest.raises(UsageError, match=DRAW):
                lab.run("klondike", corpus, draw=1, nodes=10)
        with pytest.raises(UsageError, match=RULES):
            lab.run("exponentile", "exponentile:web#1..2", rules="classic")
        assert lab.runs() == []


def _session(folder: Path) -> str:
    file = folder / "game.json"
    file.write_text(quandary.Session.start("klondike", "klondike:draw3#5").save())
    return str(file)


COMMANDS: dict[str, tuple[list[str], str]] = {
    "solve": (["solve", "klondike", LATE, "--draw", "1"], DRAW),
    "solve, redeals": (["solve", "klondike", LATE, "--redeals", "0"], "redeals=0 was chosen"),
    "solve, id": (["solve", "klondike", "klondike:draw3#5", "--draw", "1"], DRAW),
    "solve, pack": (["solve", "klondike", "klondike:draw-three/1", "--draw", "1"], DRAW),
    "verify": (["verify", "klondike", LATE, "D", "--draw", "1"], DRAW),
    "verify, tiles": (["verify", "exponentile", WEB, "r1c1>r1c2", "--rules", "classic"], RULES),
    "show": (["show", "klondike", "klondike:draw3#5", "--draw", "1"], DRAW),
    "play": (["play", "klondike", "klondike:draw3#5", "--plain", "--draw", "1"], DRAW),
    "play, pack": (["play", "klondike", "--pack", "draw-three/1", "--plain", "--draw", "1"], DRAW),
    "play, resume": (["play", "klondike", "--resume", "SESSION", "--plain", "--draw", "1"], DRAW),
    "validate": (["validate", "klondike", "DEALS", "--draw", "1"], DRAW),
    "generate": (["generate", "klondike", "--from", "DEALS", "--draw", "1"], DRAW),
    "export": (["export", "eval", "exponentile", WEB, "--rules", "classic"], RULES),
    "trajectories": (["export", "trajectories", "klondike", "draw-three", "-o", "a.npz", "--draw", "1"], DRAW),
    "lab run": (["lab", "run", "klondike", "--corpus", "klondike:draw3#1..2", "--draw", "1"], DRAW),
    "lab sprt": (
        [
            "lab",
            "sprt",
            "klondike",
            "--a",
            "complete",
            "--b",
            "atomic",
            "--corpus",
            "klondike:draw3#1..",
            "--draw",
            "1",
        ],
        DRAW,
    ),
}


@pytest.mark.parametrize("name", COMMANDS)
def test_commands(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "DEALS").write_text(LATE + "\n")
    arguments, problem = COMMANDS[name]
    status = run([_session(tmp_path) if word == "SESSION" else word for word in arguments])
    told = capsys.readouterr()
    assert (status, told.out) == (2, "")
    lines = [line for line in told.err.splitlines() if line.startswith("error: ")]
    assert len(lines) == 1
    assert problem in lines[0]


def test_a_file_of_many_deals_tells_those_that_say_otherwise_and_solves_the_others(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "deals.txt"
    file.write_text(f"{LATE}\n{LATE.removeprefix('draw=3/')}\n")
    assert run(["solve", "klondike", str(file), "--draw", "1", "--json"]) == 2
    told = capsys.readouterr()
    assert told.err == f"error: {file}: puzzle 1: line 1: {DRAW}\n"
    assert json.loads(told.out)["id"] == "2"
    first, second = quandary.read_file(quandary.game("klondike", draw=1), file)
    assert isinstance(first, PuzzleError)
    assert not isinstance(second, PuzzleError)
    assert [type(found).__name__ for found in quandary.solve_many("klondike", [first, second], draw=1)] == [
        "WrongPuzzle",
        "Verdict",
    ]
