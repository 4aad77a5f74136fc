"""One way to a puzzle: however a board is given, and wherever, it is the same puzzle."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from pathlib import Path
from typing import Any

import pytest

import quandary
from quandary.cli.sources import one_puzzle
from quandary.core.ids import board_id
from quandary.engine.generate import daily_id, daily_seed
from quandary.engine.packs import shipped_packs
from quandary.engine.puzzles import puzzle_of
from quandary.envs.levels import LevelSet
from quandary.game import Game, Puzzle, PuzzleError, UsageError
from quandary.lab.corpus import read_corpus
from quandary.web.limits import Limits
from quandary.web.shelf import Shelf

GAMES = ["rush-hour", "sokoban", "klondike", "exponentile", "circuit", "template"]

# How somebody is given a puzzle, and hands back what they have understood.
Way = Callable[[Game[Any, Any], Any], Puzzle[Any]]


def _solved(game: Game[Any, Any], given: Any) -> Puzzle[Any]:
    """What `solve` says it was given; a game for a score has nothing to solve."""
    if game.is_scored:
        return puzzle_of(game, given)
    verdict = quandary.solve(game, given, nodes=1)
    (again,) = quandary.solve_many(game, [given], nodes=1)
    assert (again.id, again.position) == (verdict.id, verdict.position)
    return Puzzle(game.name, verdict.id, verdict.position, "")


def _judged(game: Game[Any, Any], given: Any) -> Puzzle[Any]:
    """What `verify` says it was given: the first move of the board is legal, whatever else it is."""
    position = puzzle_of(game, given).position
    first = game.format_moves(game.moves(position)[:1])
    judgement = quandary.verify(game, given, first)
    assert judgement.is_legal
    assert judgement.legal == 1
    return Puzzle(game.name, judgement.id, position, "")


def _level(game: Game[Any, Any], given: Any) -> Puzzle[Any]:
    """What an environment plays that is given one level: a file as it is, all else in a list."""
    levels = given if isinstance(given, Path) else [given]
    return LevelSet(game, levels, difficulty=None, pool=1, level_seed=0, settings={})[0]


def _on_the_shelf(game: Game[Any, Any], given: Any) -> Puzzle[Any]:
    """What the web has of it. A page sends texts, so that all else is sent as the text that it is."""
    if isinstance(given, Path):
        given = given.read_text(encoding="utf-8")
    return Shelf(Limits()).puzzle(game, given if isinstance(given, str) else puzzle_of(game, given).text)


def _on_the_command_line(game: Game[Any, Any], given: Any) -> Puzzle[Any]:
    """What a command has of it. A shell hands over texts and files, so that all else is sent as its text."""
    return one_puzzle(game, str(given) if isinstance(given, (str, Path)) else puzzle_of(game, given).text)


WAYS: dict[str, Way] = {
    "engine": puzzle_of,
    "solve": _solved,
    "judge": _judged,
    "environment": _level,
    "web": _on_the_shelf,
    "command line": _on_the_command_line,
}


@pytest.fixture(params=GAMES)
def game(request: pytest.FixtureRequest) -> Game[Any, Any]:
    return quandary.game(str(request.param))


@pytest.fixture(params=WAYS)
def way(request: pytest.FixtureRequest) -> Way:
    return WAYS[str(request.param)]


def _board(game: Game[Any, Any]) -> Any:
    """A position that is still to be played; an evaluation set has the first example, too."""
    return game.parse(game.examples[-1])


def test_a_board_is_the_same_position_however_it_is_given(game: Game[Any, Any], way: Way, tmp_path: Path) -> None:
    position = _board(game)
    puzzle = Puzzle(game.name, "mine", position, game.format(position))
    file = tmp_path / "pack.txt"
    file.write_text(game.write_pack([puzzle]), encoding="utf-8")
    for given in (game.format(position), game.compact(position), board_id(game, position), puzzle, position, file):
        assert way(game, given).position == position, given


def test_an_id_stays_the_id(game: Game[Any, Any], way: Way) -> None:
    name = board_id(game, _board(game))
    assert way(game, name).id == name
    if game.generator() is not None:
        (made,) = quandary.generate(game, seed=7)
        assert way(game, made.id).id == made.id
        assert way(game, made.id).position == made.position


@pytest.mark.slow
def test_todays_puzzle_is_the_same_for_everybody(way: Way) -> None:
    game = quandary.game("rush-hour")
    todays = str(daily_id(game))
    assert todays == f"rush-hour:intermediate#{daily_seed()}"
    for given in ("today", "daily", "rush-hour:today"):
        found = way(game, given)
        assert (found.id, found.position) == (todays, puzzle_of(game, todays).position)


def test_every_game_has_a_puzzle_for_the_day(game: Game[Any, Any]) -> None:
    day = date(2026, 11, 15)
    assert daily_seed(day) == 20261115
    made = puzzle_of(game, str(daily_id(game, day)))
    assert made.id == str(daily_id(game, day))
    assert game.status(made.position) is quandary.Status.PLAYING


def test_rules_that_are_chosen_count_for_today_too() -> None:
    klondike = quandary.game("klondike", draw=3)
    assert puzzle_of(klondike, "today").id == f"klondike:winnable#{daily_seed()}"


def test_a_corpus_of_today_is_written_down_as_its_seed() -> None:
    game = quandary.game("template")
    corpus = read_corpus(game, "today")
    assert corpus.spec == str(daily_id(game))
    assert [instance.name for instance in corpus.instances] == [corpus.spec]


@pytest.mark.slow
@pytest.mark.parametrize("name", ["rush-hour", "sokoban"])
def test_an_entry_of_a_shipped_pack(name: str, way: Way) -> None:
    game = quandary.game(name)
    third = shipped_packs(game)["beginner"][2]
    found = way(game, f"{name}:beginner/3")
    assert (found.id, found.position) == (f"{name}:beginner/3", third.position)
    with pytest.raises(PuzzleError, match=r"beginner/9999: the pack beginner has \d+ puzzles"):
        way(game, f"{name}:beginner/9999")
    with pytest.raises(PuzzleError):
        way(game, f"{name}:nosuchpack/1")


def test_what_is_no_puzzle_is_told_so(way: Way) -> None:
    game = quandary.game("rush-hour")
    with pytest.raises(PuzzleError, match="is no id"):
        way(game, "rush-hour#x")
    with pytest.raises(PuzzleError):
        way(game, "nonsense")


def test_values_of_another_kind_are_refused() -> None:
    game, other = quandary.game("rush-hour"), quandary.puzzle("template", "FF_TT")
    with pytest.raises(UsageError, match="expected a rush-hour puzzle, got a template puzzle"):
        puzzle_of(game, other)
    for given in (other.position, 7, None, b"FF_TT"):
        with pytest.raises(UsageError, match="is no puzzle"):
            puzzle_of(game, given)


def test_what_has_no_id_goes_by_its_number_or_its_board() -> None:
    game = quandary.game("template")
    assert puzzle_of(game, "FF_TT").id == "template:FF_TT"
    assert puzzle_of(game, "FF_TT", number=3).id == "3"
    assert puzzle_of(game, "template:FF_TT", number=3).id == "template:FF_TT"
