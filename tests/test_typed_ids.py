"""An id that was typed is the id that comes back, from every entry point; and one id makes one puzzle."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import quandary as package
from quandary.cli.sources import one_puzzle
from quandary.core.ids import PuzzleId
from quandary.engine.packs import shipped_packs
from quandary.engine.puzzles import canonical_id, puzzle_of_id
from quandary.envs.levels import LevelSet
from quandary.evaluation.records import Order, make_records
from quandary.evaluation.sitting import made_to_order
from quandary.lab.corpus import read_corpus
from tests.cli.conftest import Quandary, quandary
from tests.web.conftest import Client, client

__all__ = ["client", "quandary"]

# What was typed, and the one id under which progress and saved games know the puzzle.
TYPED = {
    "rush-hour:beginner/3": "rush-hour:..........AA.XXB.C...B.C....DD......",
    "rush-hour#007": "rush-hour#7",
    "rush-hour:oBBBooooooooAAoooooooooooooooooooooo": "rush-hour:oBBBooooooooAAoooooooooooooooooooooo",
    "sokoban:expert/25": "sokoban:expert#25",
    "sokoban:expert-v2#25": "sokoban:expert#25",
    "sokoban:boxes2to3-beginner#1": "sokoban:beginner-boxes2to3#1",
    "circuit#42": "circuit:5#42",
    "circuit:8-v2#42": "circuit:8#42",
    "klondike:draw-three/1": None,
}


@pytest.fixture(params=TYPED)
def typed(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def _game(name: str) -> str:
    return name.partition("#")[0].partition(":")[0]


def _moves(name: str) -> list[str]:
    """Return the first legal move of a puzzle."""
    game = package.game(_game(name))
    return [game.format_move(game.moves(puzzle_of_id(game, name).position)[0])]


@pytest.mark.slow
def test_python_keeps_it(typed: str) -> None:
    name = _game(typed)
    assert package.puzzle(name, typed).id == typed
    assert package.puzzle(name, f"{typed}\n").id == typed
    assert package.solve(name, typed, nodes=1).id == typed
    (many,) = package.solve_many(name, [typed], nodes=1)
    assert isinstance(many, package.Verdict)
    assert many.id == typed
    assert package.verify(name, typed, " ".join(_moves(typed))).id == typed
    game = package.game(name)
    assert LevelSet(game, [typed], difficulty=None, pool=1, level_seed=0, settings={})[0].id == typed
    (record,) = make_records(game, [puzzle_of_id(game, typed)], Order(nodes=100_000))
    assert isinstance(record, dict)
    assert record["id"] == typed


@pytest.mark.slow
def test_a_session_keeps_it_and_knows_the_puzzle(typed: str) -> None:
    game = package.game(_game(typed))
    session = package.Session.start(game, typed)
    session.play(_moves(typed)[0])
    assert (session.id, session.puzzle.id) == (typed, typed)
    assert json.loads(session.save())["id"] == typed
    assert json.loads(session.log().splitlines()[0])["id"] == typed
    for again in (package.Session.load(session.save()), package.Session.from_log(session.log())):
        assert (again.id, again.canonical_id) == (typed, session.canonical_id)
    assert session.canonical_id == TYPED[typed] or TYPED[typed] is None
    assert puzzle_of_id(game, session.canonical_id).position == session.puzzle.position


@pytest.mark.slow
def test_commands_keep_it(typed: str, quandary: Quandary, tmp_path: Path) -> None:
    name = _game(typed)
    solved = quandary("solve", name, typed, "--nodes", "1", "--json")
    assert [json.loads(line)["id"] for line in solved.out.splitlines()] == [typed]
    assert quandary("solve", name, typed, "--nodes", "1").out.startswith(f"{typed}: ")
    judged = quandary("verify", name, typed, " ".join(_moves(typed)), "--json")
    assert json.loads(judged.out)["id"] == typed
    shown = quandary("show", name, typed, "--json")
    assert json.loads(shown.out)["id"] == typed
    played = quandary("play", name, typed, stdin="")
    assert f", {typed}. Type help" in played.out
    assert one_puzzle(package.game(name), typed).id == typed


@pytest.mark.parametrize("name", [name for name in TYPED if "/" in name])
def test_a_corpus_keeps_it(name: str) -> None:
    corpus = read_corpus(package.game(_game(name)), name)
    assert (corpus.spec, [instance.name for instance in corpus.instances]) == (name, [name])


def test_an_assistant_keeps_it(typed: str) -> None:
    if "#" in typed:
        assert made_to_order(typed)["id"] == typed


@pytest.mark.slow
def test_the_web_keeps_it(typed: str, client: Client) -> None:
    name = _game(typed)
    state = client.ask("new", game=name, puzzle=typed)
    assert state["id"] == typed
    assert state["canonical_id"] == TYPED[typed] or TYPED[typed] is None
    again = client.ask("new", game=name, address=state["address"].removeprefix(f"/{name}/"))
    assert (again["id"], again["puzzle"]) == (typed, state["puzzle"])
    assert client.ask("state", game=name, puzzle=typed)["id"] == typed
    judged = client.ask("verify", game=name, puzzle=typed, solution=" ".join(_moves(typed)))
    assert judged["id"] == typed
    assert client.ask("solve", game=name, puzzle=typed, nodes=1)["id"] == typed


def test_the_web_knows_the_puzzle_of_a_pack(client: Client) -> None:
    by_pack = client.ask("new", game="sokoban", puzzle="sokoban:beginner/3")
    by_seed = client.ask("new", game="sokoban", puzzle="sokoban:beginner#3")
    assert by_pack["caption"] == by_seed["caption"] == "Beginner 3"
    assert by_pack["settings"] == by_seed["settings"] == "beginner"
    assert client.ask("new", game="sokoban", like="sokoban:beginner/3")["settings"] == "beginner"


def test_a_day_to_come_is_kept_back_by_whichever_id(client: Client) -> None:
    for words in ("", "-v2", "-rows4"):
        for seed in ("20990101", "020990101"):
            status, reason = client.refusal("new", game="circuit", puzzle=f"circuit:4{words}#{seed}")
            assert (status, reason) == (422, "is still to come: it is the puzzle of another day")


def test_rules_beside_an_id_make_another_puzzle_with_its_own_id() -> None:
    assert package.puzzle("klondike", "klondike#5", draw=1).id == "klondike:draw1#5"
    assert package.puzzle("klondike", "klondike#5", draw=3).id == "klondike#5"


# One recipe: what `generate` makes is what the id makes.

LEVELS: list[tuple[str, str, dict[str, Any]]] = [
    *(("rush-hour", f":{level}", {"level": level}) for level in ("beginner", "intermediate", "advanced", "expert")),
    *(("sokoban", f":{level}", {"level": level}) for level in ("beginner", "intermediate", "advanced", "expert")),
    *(("circuit", f":{level}", {"level": level}) for level in range(1, 11)),
    *(("klondike", f":{grade}", {"difficulty": grade}) for grade in ("easy", "medium", "hard")),
    *(("klondike", f":draw1-{grade}", {"draw": 1, "difficulty": grade}) for grade in ("easy", "medium", "hard")),
    ("klondike", ":draw1-winnable", {"draw": 1, "winnable": True}),
    ("rush-hour", "", {}),
    ("sokoban", "", {}),
    ("klondike", "", {}),
    ("exponentile", "", {}),
    ("exponentile", ":web", {"rules": "web"}),
]


@pytest.mark.slow
@pytest.mark.parametrize(("name", "words", "settings"), LEVELS, ids=[f"{name}{words}" for name, words, _ in LEVELS])
def test_an_id_makes_what_generate_makes(name: str, words: str, settings: dict[str, Any]) -> None:
    game = package.game(name)
    (made,) = package.generate(game, seed=25, **settings)
    assert made.id == f"{name}{words}#{PuzzleId.parse(made.id).seed}"
    assert puzzle_of_id(game, made.id) == made
    assert canonical_id(game, made) == made.id
    alias = made.id.replace("#", "-v2#" if words else ":v2#")
    assert (puzzle_of_id(game, alias).position, puzzle_of_id(game, alias).id) == (made.position, alias)


@pytest.mark.slow
def test_a_master_level_of_the_pack_is_that_of_its_id() -> None:
    game = package.game("sokoban")
    for number, puzzle in enumerate(shipped_packs(game)["master"], start=1):
        assert puzzle_of_id(game, f"sokoban:master-v2#{number}").position == puzzle.position
        assert puzzle_of_id(game, f"sokoban:master#{number}") == puzzle
